import type { CodePage } from '../../layout'
import type { EntryPath } from '../../edit'

/** A number and how often it occurs in a field. */
export interface SeenValue {
  readonly value: number
  readonly count: number
}

/** A recipe saved by name in the workspace: the text of a recipe file, often one query. */
export interface Recipe {
  readonly name: string
  readonly text: string
}

/** Colours of bookmarks. */
export const MARK_COLOURS = ['blue', 'green', 'amber', 'red', 'violet'] as const

/** One of `MARK_COLOURS`. */
export type MarkColour = (typeof MARK_COLOURS)[number]

/**
 * Bytes of an entry with a note and a colour. Bookmarks are not undo steps; they follow the bytes through every edit.
 */
export interface ByteMark {
  readonly id: number
  readonly entry: EntryPath
  /** Node path of the field or record that contains the bytes, where one is known. */
  readonly path?: string
  /** Offset in the entry's payload; size 0: the bytes were deleted, and an undo restores the bookmark. */
  readonly offset: number
  readonly size: number
  readonly colour: MarkColour
  /** '' without a note. */
  readonly note: string
}

/** A bookmark to set; with `id` the colour and note of an existing one. */
export type GivenMark = Omit<ByteMark, 'id'> & { readonly id?: number }

/** What a dictionary names. */
export const NAME_KINDS = ['values', 'bits', 'fields', 'pages'] as const

/** One of `NAME_KINDS`. */
export type NameKind = (typeof NAME_KINDS)[number]

/** Names of numbers or bits of one field: `{ 7: 'bridge' }`. */
export type NumberNames = Readonly<Record<number, string>>

/**
 * The modder's names of values, bits and fields without a documented meaning, and the code pages of texts. Fields are
 * named by record and field: `areal.class_id`.
 */
export interface Dictionary {
  readonly version: 1
  readonly values: Readonly<Record<string, NumberNames>>
  readonly bits: Readonly<Record<string, NumberNames>>
  readonly fields: Readonly<Record<string, string>>
  /** Code pages of text fields that are read in another than their format declares. */
  readonly pages: Readonly<Record<string, CodePage>>
  /** Other members of the file, kept as found. */
  readonly rest: Readonly<Record<string, unknown>>
}

/** A value, bit or field and its name; '' removes the name. `number`: the value or bit. */
export interface GivenName {
  readonly kind: NameKind
  /** `areal.class_id` */
  readonly field: string
  readonly number?: number
  /** For `pages` a code page. */
  readonly name: string
}

/** Two names for the same thing: here and in the file. */
export interface NameConflict extends GivenName {
  readonly theirs: string
}

/** Result of importing names, or its preview. */
export interface DictionaryImport {
  readonly dictionary: Dictionary
  /** Names that were added. */
  readonly added: number
  /** Names that are equal in both. */
  readonly same: number
  readonly conflicts: readonly NameConflict[]
}
