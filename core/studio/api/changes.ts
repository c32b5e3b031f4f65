import type { EntryPath } from '../../edit'

/** A field that differs, with its old and new value as text. */
export interface FieldChange {
  /** Node path, `@name` for a directory attribute, or '' for bytes without a field. */
  readonly path: string
  /** The path with labels and names of tags, where that differs. */
  readonly shown?: string
  readonly before: string
  readonly after: string
  /** Offset in the pristine payload. */
  readonly offset: number
  readonly size: number
  /** Offset in the packed file, once packed. */
  readonly fileOffset?: number
}

/** An entry that differs. */
export interface EntryChange {
  readonly entry: EntryPath
  readonly name: string
  readonly state: 'edited' | 'added' | 'removed'
  readonly isPacked: boolean
  readonly sizeBefore: number
  readonly sizeAfter: number
  /** At most `FIELDS_SHOWN`; `fieldCount` counts all. */
  readonly fields: readonly FieldChange[]
  readonly fieldCount: number
}

/** A file with entries that differ. */
export interface FileChange {
  readonly file: string
  /**
   * edited: not packed; packed: in the overlay; deployed: written to the install; differs: the install's file is
   * neither the deployed one nor the original.
   */
  readonly state: 'edited' | 'packed' | 'deployed' | 'differs'
  readonly entries: readonly EntryChange[]
}

/** A file as it was packed. */
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

/** Result of a pack. */
export interface PackReport {
  readonly files: readonly PackedFile[]
  /** Files that equal the pristine ones again and were removed from the overlay. */
  readonly dropped: readonly string[]
}
