import type { Problem, Words } from '../../format'
import type { Bytes } from '../../layout'
import type { Commit, EntryPath } from '../../edit'
import type { EntryChange } from './changes'
import type { JobItem } from './jobs'

export interface ExtractOptions {
  /** Absolute, or as the host reads it; made where it is not there. */
  readonly folder: string
  /** `json`: entries without declared fields come as they are. */
  readonly as: 'raw' | 'json'
  /** Archives as folders of what is in them, not as one file. */
  readonly hasContents?: boolean
}

export interface ExtractReport {
  readonly folder: string
  /** `path` is below the folder. `isRaw`: bytes, although JSON was requested: the entry has none. */
  readonly files: readonly {
    readonly entry: EntryPath
    readonly path: string
    readonly size: number
    readonly isRaw: boolean
  }[]
  /** Entries whose bytes the archive does not have. */
  readonly unreadable: readonly EntryPath[]
  /** Entries that could not be read or written, or were not tried once the disk was full; the job that did it does them again. */
  readonly failed: readonly JobItem[]
}

/** What bytes from outside change in an entry, or would. */
export interface IncomingChanges {
  readonly entry: EntryPath
  readonly sizeBefore: number
  readonly sizeAfter: number
  /** Entries that become others, with the fields that differ; none where the bytes are the same. */
  readonly entries: readonly EntryChange[]
  /** An archive whose rows are not those of the present one: it is imported as a whole, without a list of entries. */
  readonly isWhole: boolean
  /** Rows of the archive that came were packed otherwise: their content is taken and packed as the game does; `keepBytes` keeps them. */
  readonly isRepacked?: boolean
  /** Problems that are not there now. */
  readonly problems: readonly Problem[]
}

/** What came of it. */
export interface Taken {
  /** Null for a dry run and where nothing changes. */
  readonly commit: Commit | null
  /** Stands for all that changes, or would, byte for byte. */
  readonly plan: string
}

export interface IncomingReport extends IncomingChanges, Taken {}

export interface TakeOptions {
  readonly dryRun: boolean
  /** Of an archive with packed rows: keeps the bytes as another program packed them. Absent: their content is taken and packed as the game does. */
  readonly keepBytes?: boolean
  /** The plan of the preview that was accepted. Where it is another by now nothing is taken in: StudioError `incoming.changed`. */
  readonly expect?: string
}

export interface IncomingOptions extends TakeOptions {
  /** Name of the file that the bytes came from. */
  readonly file: string
}

/** A file and the entry whose place it takes. */
export interface IncomingFile {
  readonly entry: EntryPath
  readonly file: string
  readonly bytes: Bytes
}

/** What several files change, or would. */
export interface IncomingBatch extends Taken {
  /** In the order asked. What is refused is left out, and says why. */
  readonly files: readonly {
    readonly entry: EntryPath
    readonly file: string
    readonly report: IncomingChanges | null
    readonly refusal: Words | null
  }[]
}

/** What the files of a folder change, or would. */
export interface IncomingFolder extends IncomingBatch {
  /** Files that are what their entries are; they are not listed. */
  readonly same: number
}
