import type { EntryPath } from '../../edit'

export interface FieldChange {
  /** Node path, or `@name` for a directory attribute, or '' for bytes that no field names. */
  readonly path: string
  readonly before: string
  readonly after: string
  /** In the entry's payload, before. */
  readonly offset: number
  readonly size: number
  /** In the packed file, once packed. */
  readonly fileOffset?: number
}

export interface EntryChange {
  readonly entry: EntryPath
  readonly name: string
  readonly state: 'edited' | 'added' | 'removed'
  readonly isPacked: boolean
  readonly sizeBefore: number
  readonly sizeAfter: number
  /** At most `FIELDS_SHOWN`; `fieldCount` is the whole number. */
  readonly fields: readonly FieldChange[]
  readonly fieldCount: number
}

export interface FileChange {
  readonly file: string
  /** edited: not packed; packed: in the overlay; deployed: the install has it; differs: the install has neither ours nor the original. */
  readonly state: 'edited' | 'packed' | 'deployed' | 'differs'
  readonly entries: readonly EntryChange[]
}

export interface PackedFile {
  readonly file: string
  readonly hashBefore: string
  readonly hashAfter: string
  readonly sizeBefore: number
  readonly sizeAfter: number
  readonly entries: readonly EntryChange[]
  /** Untouched entries that were compared byte for byte after reopening. */
  readonly comparedEntries: number
}

export interface PackReport {
  readonly files: readonly PackedFile[]
  /** Files that equal the pristine ones again and left the overlay. */
  readonly dropped: readonly string[]
}
