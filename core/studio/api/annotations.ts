import type { CodePage } from '../../layout'
import type { EntryPath } from '../../edit'

/** A number and how many times a field has it. */
export interface SeenValue {
  readonly value: number
  readonly count: number
}

/** A recipe kept by name in the workspace: what a recipe's file says, often one query. */
export interface Recipe {
  readonly name: string
  readonly text: string
}

export const MARK_COLOURS = ['blue', 'green', 'amber', 'red', 'violet'] as const

export type MarkColour = (typeof MARK_COLOURS)[number]

/** Bytes of an entry that the modder marked, with a note. Marks are no undo steps; they follow the bytes through every edit. */
export interface ByteMark {
  readonly id: number
  readonly entry: EntryPath
  /** Node path of the field or record that the bytes lie in, where one is known. */
  readonly path?: string
  /** Bytes in the entry's payload; size 0: they were deleted, and are restored by undo. */
  readonly offset: number
  readonly size: number
  readonly colour: MarkColour
  /** '' where there is nothing to say. */
  readonly note: string
}

/** A mark to be made; with `id` the colour and note of one that is there. */
export type GivenMark = Omit<ByteMark, 'id'> & { readonly id?: number }

export const NAME_KINDS = ['values', 'bits', 'fields', 'pages'] as const

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
  /** Of text fields that are read in another code page than their format declares. */
  readonly pages: Readonly<Record<string, CodePage>>
  /** Anything else that the file has: kept as found. */
  readonly rest: Readonly<Record<string, unknown>>
}

/** One thing and its name; '' removes the name. `number`: of which value or bit. */
export interface GivenName {
  readonly kind: NameKind
  /** `areal.class_id` */
  readonly field: string
  readonly number?: number
  /** Of `pages` a code page. */
  readonly name: string
}

/** The same thing named otherwise here and in the file. */
export interface NameConflict extends GivenName {
  readonly theirs: string
}

export interface DictionaryImport {
  readonly dictionary: Dictionary
  /** Names that were new here. */
  readonly added: number
  /** Names that are the same in both. */
  readonly same: number
  readonly conflicts: readonly NameConflict[]
}
