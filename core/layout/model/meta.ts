/**
 * value: meaning is known or typed in; reserved: seen as zero, kept as found;
 * unknown: not understood, kept as found; derived: shown, never typed in, the writer fills it.
 */
export type Role = 'value' | 'reserved' | 'unknown' | 'derived'

/** How sure the format notes are of a field's meaning. */
export type Certainty = 'confirmed' | 'likely' | 'unknown'

/** Kind of a value for its display: decides which control edits it. */
export type Kind =
  | 'integer'
  | 'float'
  | 'flags'
  | 'text'
  | 'bytes'
  | 'vector'
  | 'colour'
  | 'struct'
  | 'array'
  | 'list'
  | 'gap'

/**
 * Records that a number names: of an array of the same entry, by its path (`areals`); of an array of another row of the
 * same archive, which has that format, by index or by the offset of the record's first byte. Or the record or entry that
 * a number or text names by a rule of the family (`wear-row`).
 */
export type Refers =
  | string
  | { readonly sibling: string; readonly array: string; readonly as?: 'byte' }
  | { readonly by: string }

/**
 * Properties of a field beyond its bytes. Title and help are `field.<struct>.<field>` and `field.<struct>.<field>.help`
 * in the message catalogue; without an entry the field's name is shown.
 */
export interface Meta {
  /** Catalogue key of the title; `struct` fills it as `field.<struct>.<field>`. */
  readonly doc?: string
  readonly role?: Role
  readonly certainty?: Certainty
  /** Section of the format notes that describes the field: `parkan 4.2`. */
  readonly source?: string
  readonly unit?: string
  readonly min?: number
  readonly max?: number
  /** Names of known numbers; others are shown as themselves with a warning, never refused. */
  readonly values?: Readonly<Record<number, string>>
  /** Names of known bits (bit number to name), `{}` when none is known; all bits stay settable by number. */
  readonly bits?: Readonly<Record<number, string>>
  /** `seen`: offer the numbers that occur in the open install. */
  readonly suggest?: 'seen'
  /** Shown first in hexadecimal. */
  readonly hex?: boolean
  /** The number names a record; -1 or all bits set: none. Shown as a link where the record is in the same entry. */
  readonly refers?: Refers
  /**
   * The value names a record of the array at `of`: a number by its place, a text by the record's text `by`. It is shown with
   * the name of that record, a letter of it, and the colour of its number.
   */
  readonly badge?: { readonly of: string; readonly by: string }
  /**
   * Fields of other entries name records of this array, by number or by their first byte: records are only added at its
   * end; those that are named by a byte keep their size, too.
   */
  readonly isReferredElsewhere?: true | 'byte'
  /**
   * Content of a run of bytes, proved by a codec; `numbers`: one in each byte, which rules check. Without it such bytes
   * count as not explained, whatever their role.
   */
  readonly content?: 'pixels' | 'sound' | 'text' | 'compressed' | 'numbers'
  /** Names that the field had before: paths that were stored with them still lead to it. */
  readonly formerly?: readonly string[]
  /** The text is the name of an entry of this format (`parkan.texture`). */
  readonly names?: string
  /** The text is the label of its record: a path finds this field of the record by it, `Tag` for `fields/3/value`. */
  readonly labels?: string
}
