import type { DecodeOptions, ParameterValues, Problem, Words } from '../../format'
import type { Bytes } from '../../layout'
import type { Commit, EntryPath, Label } from '../../edit'
import type { EntryChange } from './changes'
import type { JobItem } from './jobs'

/** Options of an extraction. */
export interface ExtractOptions {
  /** Absolute, or relative as the host resolves it; created where it is missing. */
  readonly folder: string
  /**
   * `raw`, `json`, or the ending of a conversion: `png`. Entries without declared fields, or without that conversion, are
   * written as bytes.
   */
  readonly as: string
  /** Writes archives as folders of their entries, not as one file. */
  readonly hasContents?: boolean
}

/** Result of an extraction. */
export interface ExtractReport {
  readonly folder: string
  /**
   * `path` is below the folder. `isRaw`: written as bytes although another form was requested, because the entry has none.
   */
  readonly files: readonly {
    readonly entry: EntryPath
    readonly path: string
    readonly size: number
    readonly isRaw: boolean
  }[]
  /** Entries that have no bytes in the archive. */
  readonly unreadable: readonly EntryPath[]
  /**
   * Entries that could not be read or written, or were not tried once the disk was full; retrying the job does them
   * again.
   */
  readonly failed: readonly JobItem[]
}

/** Changes that imported bytes make in an entry, or would make. */
export interface IncomingChanges {
  readonly entry: EntryPath
  readonly sizeBefore: number
  readonly sizeAfter: number
  /** Entries that change, with the fields that differ; empty where the bytes are equal. */
  readonly entries: readonly EntryChange[]
  /** An archive whose rows differ from the present ones: it is imported as a whole, without a list of entries. */
  readonly isWhole: boolean
  /**
   * Rows of the imported archive were packed differently: their content is imported and packed as the game does;
   * `keepBytes` keeps the bytes.
   */
  readonly isRepacked?: boolean
  /** What of a file of another program could not be taken as the file has it. */
  readonly notices?: readonly Words[]
  /** Problems that would be new. */
  readonly problems: readonly Problem[]
}

/** Result of an import. */
export interface Taken {
  /** Null for a dry run and where nothing changes. */
  readonly commit: Commit | null
  /** Digest of all changes, byte for byte. */
  readonly plan: string
}

/** Changes by an import of one file, and its result. */
export interface IncomingReport extends IncomingChanges, Taken {}

/** An entry that an operation read, with the digest of its bytes. */
export interface ReadEntry {
  readonly entry: EntryPath
  readonly digest: string
}

/** What an operation changes, and its result; `counts`: how much of each kind. */
export interface OperationReport extends IncomingChanges, Taken {
  readonly counts: Readonly<Record<string, number>>
  /** Of the step that it is or would be. */
  readonly label: Label
  /** A value of every parameter. */
  readonly parameters: ParameterValues
  /** Paths of the records that were changed or made, as they are after it. */
  readonly records: readonly string[]
  /** Every entry that it read. */
  readonly read: readonly ReadEntry[]
}

/** Options of an operation. */
export interface OperateOptions {
  readonly dryRun: boolean
  /** Others have their initial values. */
  readonly parameters?: ParameterValues
  /** Numbers of the records, for an operation on records. */
  readonly records?: readonly number[]
  /** The plan of the accepted preview. If it differs by now, nothing is done: StudioError `incoming.changed`. */
  readonly expect?: string
  /** What the accepted preview read. If one of them has changed, nothing is done: StudioError `operation.stale`. */
  readonly read?: readonly ReadEntry[]
}

/** Options of an import. */
export interface TakeOptions {
  readonly dryRun: boolean
  /**
   * For an archive with packed rows: keeps the bytes as another program packed them. Default: their content is imported
   * and packed as the game does.
   */
  readonly keepBytes?: boolean
  /** The plan of the accepted preview. If it differs by now, nothing is imported: StudioError `incoming.changed`. */
  readonly expect?: string
}

/** Options of an import of one file. */
export interface IncomingOptions extends TakeOptions, DecodeOptions {
  /** Name of the file that contains the bytes. */
  readonly file: string
}

/** A file and the entry that it replaces. */
export interface IncomingFile {
  readonly entry: EntryPath
  readonly file: string
  readonly bytes: Bytes
}

/** Changes that several files make, or would make. */
export interface IncomingBatch extends Taken {
  /** In the given order. A refused file is not imported and has its error here. */
  readonly files: readonly {
    readonly entry: EntryPath
    readonly file: string
    readonly report: IncomingChanges | null
    readonly refusal: Words | null
  }[]
}

/** Changes that the files of a folder make, or would make. */
export interface IncomingFolder extends IncomingBatch {
  /** Files equal to their entries; they are not listed. */
  readonly same: number
}
