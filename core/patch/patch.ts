import type { AttributeValue, Attributes, EntryPath } from '../edit'
import type { Bytes } from '../layout'

export type Hash = (bytes: Bytes) => string

/** A run of new bytes, or `[offset, size]` of bytes that the reader's own original file has: those are never carried along. */
export type Part = Bytes | readonly [offset: number, size: number]

/** One field, its values as JSON text. `old` is undefined where any present value may be replaced. */
export interface FieldSet {
  readonly path: string
  /** In the entry's original payload. */
  readonly offset: number
  readonly size: number
  readonly old: string | undefined
  /** With `records` also `{"added":[array,k]}`: a reference to the k-th record that the patch adds to the array. */
  readonly new: string
  /** Path of the array of which the field refers to a record; absent: it refers to none. */
  readonly refers?: string
}

/** Text of a reference to a record that the patch adds. No field has such a value. */
export const addedText = (array: string, record: number): string => JSON.stringify({ added: [array, record] })

/** The array and the number of such a text; undefined for any other value. */
export function addedIn(text: string): AddedRecord | undefined {
  const [, array, record] = /^\{"added":\[("(?:[^"\\]|\\.)*"),(\d+)\]\}$/.exec(text) ?? []
  return array === undefined ? undefined : { array: JSON.parse(array) as string, record: Number(record) }
}

/** A record that a patch adds: which one of those of an array, by their order in the patch. */
export interface AddedRecord {
  readonly array: string
  readonly record: number
}

/** Replaces `size` bytes at `offset` by the parts. Only hashes of the removed and of the inserted bytes are stored. */
export interface PatchSplice {
  readonly offset: number
  readonly size: number
  readonly hash: string
  readonly parts: readonly Part[]
  readonly made: string
}

export interface AttributeSet {
  readonly name: string
  readonly old: AttributeValue | undefined
  readonly new: AttributeValue
}

/**
 * Records that replace others. All numbers are those of the original, so that several patches of one array find their
 * places by the original records around them.
 * Changes of one array are sorted by place and have a record between two of them, but that several that only insert may
 * have one place: their records follow each other.
 */
export interface RecordChange {
  /** Node path of the array in the original. */
  readonly array: string
  readonly at: number
  readonly removed: number
  /** Of the removed records without references and following words; '' where none is removed. */
  readonly hash: string
  /** The same of the record before and of the one behind; '' at the ends of the array. */
  readonly before: string
  readonly after: string
  readonly inserted: number
  /** Bytes of the new records. References in them have numbers of the original, but those in `own`. */
  readonly parts: readonly Part[]
  /** Of these bytes without references and following words. */
  readonly made: string
  /** Offsets in these bytes of references to new records: the k-th that the patch adds to an array. */
  readonly own: readonly (readonly [offset: number, array: string, record: number])[]
  /** The records of the original that the new records refer to, where there are any. */
  readonly refers?: readonly (readonly [array: string, record: number])[]
  /** Records that the patch also removes and the removed ones refer to: these cannot stay where those are removed. */
  readonly freed?: readonly (readonly [array: string, record: number])[]
}

/** Whether two changes insert records at one place and remove none. */
export const areAtOnePlace = (a: RecordChange, b: RecordChange): boolean =>
  a.array === b.array && a.at === b.at && a.removed === 0 && b.removed === 0

/** Changes of an entry that stays: first its fields and records, then the splices on the result. */
export interface EntryEdited {
  readonly kind: 'edited'
  readonly entry: EntryPath
  readonly name: string
  /** Of the payload before; the hash is '' where any will do. */
  readonly size: number
  readonly hash: string
  readonly fields: readonly FieldSet[]
  /** Where there are any, the patch is of format 2: fields have their paths and references in the original. */
  readonly records?: readonly RecordChange[]
  readonly splices: readonly PatchSplice[]
  readonly attributes: readonly AttributeSet[]
  /** New index in the directory, where it moves. */
  readonly row?: number
}

export interface EntryAdded {
  readonly kind: 'added'
  /** Numbers of added rows (`#+0`) are valid within the patch only. */
  readonly entry: EntryPath
  readonly name: string
  /** With `row`, its index in the directory. */
  readonly attributes: Attributes
  readonly parts: readonly Part[]
  readonly made: string
}

export interface EntryRemoved {
  readonly kind: 'removed'
  readonly entry: EntryPath
  readonly name: string
  readonly size: number
  /** '' for any content. */
  readonly hash: string
}

/** Order of the rows of an archive, where it does not follow from the added and removed ones. */
export interface RowOrder {
  readonly kind: 'order'
  readonly entry: EntryPath
  readonly name: string
  readonly rows: readonly string[]
}

export type EntryPatch = EntryEdited | EntryAdded | EntryRemoved | RowOrder

/** A change to an install as data that can be shared: new bytes, names of fields and hashes, no original bytes beyond the changed fields. */
export interface Patch {
  /** Family id of the game that it is for. */
  readonly family: string
  readonly title: string
  /** Files that are changed, with the SHA-256 of the originals; null: the file is new. */
  readonly files: readonly { readonly file: string; readonly hash: string | null }[]
  readonly entries: readonly EntryPatch[]
}
