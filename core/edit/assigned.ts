import { document, follow, withAttributes, type Assignment, type Document, type Splice } from '../layout'
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
export function assignedEdit(image: EditSource, opened: Document, assignment: Assignment, tables?: FollowTables): Edit {
  const { attributes } = assignment
  const layout = attributes ? withAttributes(opened.layout, attributes) : opened.layout
  const { splices } = assignment
  const after = splices.length > 0 ? document(layout, apply(opened.bytes, splices), opened, splices) : opened
  return editFrom(image, { ...assignment, splices: followed(opened, assignment, tables, after) })
}

/** The splices of an edit with those of the words and tables that follow from it. `laid`: the image after it. */
export function followed(
  opened: Document,
  { splices, moves = [] }: Pick<Edit, 'splices' | 'moves'>,
  tables?: FollowTables,
  laid?: Document,
): readonly Splice[] {
  if (splices.length === 0) return splices
  const after = laid ?? document(opened.layout, apply(opened.bytes, splices), opened, splices)
  const { layout } = after
  const words = follow(opened, after, { splices, moves })
  const composed = compose(splices, words)
  if (!tables) return composed
  const settled = words.length > 0 ? document(layout, apply(after.bytes, words), after, words) : after
  return compose(composed, tables(opened, settled))
}
