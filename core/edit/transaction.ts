import { invertMove, type Assignment, type Bytes } from '../layout'
import { compose } from './compose'
import type { Attributes, Edit, EntryPath, Revision, Transaction } from './edit'
import { invertSplices } from './splices'

/** An entry as it was read, from which an edit is computed. */
export interface EditSource {
  readonly entry: EntryPath
  readonly revision: Revision
  readonly bytes: Bytes
  readonly attributes: Attributes
}

/** The edit that makes an assignment of `core/layout` on this image. */
export function editFrom(image: EditSource, assignment: Assignment): Edit {
  const { splices, attributes, moves } = assignment
  return {
    entry: image.entry,
    base: image.revision,
    splices,
    ...(attributes &&
      Object.keys(attributes).length > 0 && {
        attributes: { before: image.attributes, after: { ...image.attributes, ...attributes } },
      }),
    ...(moves && moves.length > 0 && { moves }),
  }
}

/**
 * Creates an entry (`entry` from `studio.nextEntry`) with this payload. Without `row` it is added at the end of the
 * directory.
 */
export const addEntry = (entry: EntryPath, base: Revision, attributes: Attributes, payload: Bytes): Edit => ({
  entry,
  base,
  splices: payload.length > 0 ? [{ offset: 0, removed: new Uint8Array(0), inserted: payload }] : [],
  attributes: { before: null, after: attributes },
})

/** Deletes an entry; the edit contains its payload for undo. */
export const removeEntry = (image: EditSource): Edit => ({
  entry: image.entry,
  base: image.revision,
  splices: image.bytes.length > 0 ? [{ offset: 0, removed: image.bytes, inserted: new Uint8Array(0) }] : [],
  attributes: { before: image.attributes, after: null },
})

/** Changes an entry's row in the directory: name, type id, position (`row`). */
export const setAttributes = (image: EditSource, attributes: Attributes): Edit => ({
  entry: image.entry,
  base: image.revision,
  splices: [],
  attributes: { before: image.attributes, after: { ...image.attributes, ...attributes } },
})

/** The inverse of an edit, computed from the image after it. */
export function invertEdit(edit: Edit, base: Revision = edit.base): Edit {
  const { attributes, moves } = edit
  return {
    entry: edit.entry,
    base,
    splices: invertSplices(edit.splices),
    ...(attributes && { attributes: { before: attributes.after, after: attributes.before } }),
    ...(moves && { moves: moves.map(invertMove).reverse() }),
  }
}

/** The inverse of a transaction: the inverses of its edits, last first. */
export const invert = (transaction: Transaction, base?: Revision): Transaction => ({
  label: transaction.label,
  edits: transaction.edits.map(edit => invertEdit(edit, base)).reverse(),
})

/** Edits of the same entry that follow each other become one; the order of entries is that of their first edit. */
export function squash(edits: readonly Edit[]): readonly Edit[] {
  const byEntry = new Map<EntryPath, Edit>()
  for (const edit of edits) {
    const earlier = byEntry.get(edit.entry)
    byEntry.set(edit.entry, earlier ? together(earlier, edit) : edit)
  }
  return [...byEntry.values()]
}

function together(first: Edit, second: Edit): Edit {
  const before = first.attributes ?? second.attributes
  const after = second.attributes ?? first.attributes
  const moves = [...(first.moves ?? []), ...(second.moves ?? [])]
  return {
    entry: first.entry,
    base: first.base,
    splices: compose(first.splices, second.splices),
    ...(before && after && { attributes: { before: before.before, after: after.after } }),
    ...(moves.length > 0 && { moves }),
  }
}
