import type { Move, Splice } from '../layout'

/** Canonical entry path; see format/entry-path.ts. */
export type EntryPath = string
/** Number of the last commit that is contained in an image; 0 is the pristine state. */
export type Revision = number

/** A number, a text, or a text with the bytes after it where they are not zeros. */
export type AttributeValue = number | string | { readonly text: string; readonly tail: string }
/** An entry's row in the directory of its archive: `name`, `type_id`, `attr1`…; plus `row`, its present position. */
export type Attributes = Readonly<Record<string, AttributeValue>>

/** Whether two directories have the same value of an attribute. */
export const sameAttribute = (a: AttributeValue | undefined, b: AttributeValue | undefined): boolean =>
  typeof a === 'object' && typeof b === 'object' ? a.text === b.text && a.tail === b.tail : Object.is(a, b)

/**
 * One entry changed, computed from its image at revision `base`.
 * `attributes.before: null` creates the entry, `attributes.after: null` deletes it.
 */
export interface Edit {
  readonly entry: EntryPath
  readonly base: Revision
  /** Sorted, disjoint, all relative to the image before. */
  readonly splices: readonly Splice[]
  readonly attributes?: { readonly before: Attributes | null; readonly after: Attributes | null }
  readonly moves?: readonly Move[]
}

/** What the user did, as data: `code` is a key of the message catalogue (`label.field-set`). */
export interface Label {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
}

/** What one gesture of the user did, under one label, undone as one. */
export interface Transaction {
  readonly label: Label
  readonly edits: readonly Edit[]
  /** The previous commit, where both belong to one gesture on one entry (a key held down) and so are one step. */
  readonly joins?: Revision
  /**
   * Files that equal their original after this transaction; for an undo, before it. Edits of them up to here are not
   * replayed, so they fit whatever another program makes of the original.
   */
  readonly pristine?: readonly string[]
}

/** What the journal stores, what each window receives and what undo steps over. */
export interface Change {
  readonly kind: 'edit' | 'undo' | 'redo'
  readonly revision: Revision
  /** For undo the inverse of the undone transaction: apply it unchanged. */
  readonly transaction: Transaction
  /** Of a redo along a branch: the redone step, if it is not the one undone last. */
  readonly step?: Revision
  /** In a compacted journal: the last of the commits that this one replaces. */
  readonly until?: Revision
  /** Milliseconds since 1970, from the host's clock. */
  readonly time: number
}
/** A pack, as a line of the journal. */
export interface Packed {
  readonly kind: 'packed'
  readonly revision: Revision
  readonly files: readonly { readonly path: string; readonly hash: string }[]
  /** Files that this pack left out: their packed version, if any, may be older than their edits. */
  readonly aside?: readonly string[]
  readonly time: number
}
/** A line of the journal. */
export type Commit = Change | Packed
