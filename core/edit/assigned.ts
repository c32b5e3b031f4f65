import { document, follow, withAttributes, type Assignment, type Document, type Move, type Splice } from '../layout'
import { compose } from './compose'
import type { Edit } from './edit'
import { apply } from './splices'
import { editFrom, type EditSource } from './transaction'

/** Splices on `after` for tables that a whole format derives, where the image before satisfied them; see `Format.follow`. */
export type FollowTables = (before: Document, after: Document) => readonly Splice[]

/**
 * The one edit of an entry in a transaction: what its assignments change, and the words that follow from it. `opened` is
 * the entry before, `tables` the `follow` of its format. Not for hex edits, undo, redo, rebase and the import of bytes,
 * which change no byte but those given. Throws LayoutError as `follow` does.
 */
export const assignedEdit = (
  image: EditSource,
  opened: Document,
  assignment: Assignment,
  tables?: FollowTables,
): Edit => editFrom(image, followed(opened, assignment, tables))

/** An assignment with the words and tables that follow from it. `laid`: the image after it, where it is known. */
export function followed(opened: Document, assignment: Assignment, tables?: FollowTables, laid?: Document): Assignment {
  const { splices, moves = [] } = assignment
  if (splices.length === 0) return assignment
  const after = laid ?? documentAfter(opened, assignment)
  const words = follow(opened, after, { splices, moves })
  const composed = compose(splices, words)
  if (!tables) return { ...assignment, splices: composed }
  return { ...assignment, splices: compose(composed, tables(opened, documentAfter(after, { splices: words }))) }
}

/** Assignments of which each is made on the result of those before it, as one; what follows from them is left to `followed`. */
export function assignedInSteps(opened: Document, steps: readonly ((opened: Document) => Assignment)[]): Assignment {
  let present = opened
  let splices: readonly Splice[] = []
  let attributes: Assignment['attributes']
  const moves: Move[] = []
  for (const step of steps) {
    const made = step(present)
    splices = compose(splices, made.splices)
    if (made.attributes) attributes = { ...attributes, ...made.attributes }
    for (const move of made.moves ?? []) moves.push(move)
    present = documentAfter(present, made)
  }
  return { splices, moves, ...(attributes && { attributes }) }
}

function documentAfter(opened: Document, { splices, attributes }: Assignment): Document {
  const layout = attributes ? withAttributes(opened.layout, attributes) : opened.layout
  if (splices.length === 0 && layout === opened.layout) return opened
  return document(layout, apply(opened.bytes, splices), opened, splices)
}
