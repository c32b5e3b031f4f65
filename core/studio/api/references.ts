import type { EntryPath, Label } from '../../edit'
import type { Words } from '../../format'
import type { TakeOptions, Taken } from './import-export'

/** One reference between two entries of the install. */
export interface ReferenceLink {
  readonly from: EntryPath
  readonly fromName: string
  /** Path of the field in `from`; '' where the entry has the other one by its own name. */
  readonly path: string
  /** Text of the field; '' for a companion. */
  readonly value: string
  /** Name of the field, or the relation of a companion. */
  readonly relation: string
  /** Null where nothing of that name is there. */
  readonly to: EntryPath | null
  /** Path of the record of `to` that a number names; absent where the entry is named as a whole. */
  readonly toPath?: string
  /** File of the install that is named, and the row of it. */
  readonly file: string
  readonly row?: string
}

/** References of an entry in both directions. */
export interface EntryReferences {
  readonly entry: EntryPath
  readonly name: string
  /** What the entry names, in the order of its fields. */
  readonly uses: readonly ReferenceLink[]
  /** Who names the entry, in the order of the install; of a node who names its record by number. */
  readonly usedBy: readonly ReferenceLink[]
  /** Further references to a record that are not listed. */
  readonly more?: number
}

/** Changes by renaming an entry, or their preview. */
export interface RenameReport extends Taken {
  readonly label: Label
  /** The renamed rows: the given one, and those that belong to it by name. */
  readonly entries: readonly { readonly entry: EntryPath; readonly name: string; readonly to: string }[]
  /** References that are given the new name. */
  readonly follows: readonly ReferenceLink[]
  /** References that would name nothing afterwards, or another entry, each with the reason. */
  readonly breaks: readonly { readonly link: ReferenceLink; readonly reason: Words }[]
}

/** Options of a rename. */
export interface RenameOptions extends TakeOptions {
  /** False: only the entry itself is renamed. */
  readonly follow: boolean
}
