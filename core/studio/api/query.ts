import type { Commit, EntryPath } from '../../edit'
import type { QueryChange, WrittenValue } from '../../query'
import type { JobItem } from './jobs'

/** Scope of a query: one entry, some records of it, or, without `entry`, every entry that has such an array. */
export interface QueryScope {
  readonly entry?: EntryPath
  readonly records?: Uint32Array
}

/** An entry that a query read, with the numbers of its records. */
export interface QueryFile {
  readonly entry: EntryPath
  readonly looked: number
  readonly matching: Uint32Array
  readonly changing: number
  readonly unchanged: number
  readonly changes: readonly QueryChange[]
}

/** `seen`: how often the field had the value in the whole install before any edit. */
export interface QueryValue extends WrittenValue {
  readonly seen: number
}

/** Result of a query, or its preview. */
export interface QueryReport {
  readonly array: string
  readonly looked: number
  readonly matching: number
  readonly changing: number
  readonly unchanged: number
  /** Every entry that was read, in the order of the install. */
  readonly files: readonly QueryFile[]
  /** Values that would be written, or were; most frequent first. */
  readonly values: readonly QueryValue[]
  /** Files that could not be read and are missing in the result. */
  readonly failed: readonly JobItem[]
  /** Null for a dry run and where nothing changed. */
  readonly commit: Commit | null
}
