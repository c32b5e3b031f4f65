import type { EntryPath } from '../../edit'
import type { Reference } from '../../format'
import type { Bytes } from '../../layout'
import type { ChosenPages } from '../../search'

/** What one entry names. Plain data, which crosses a thread and is kept on disk. */
export interface EntryNames {
  readonly entry: EntryPath
  readonly name: string
  readonly references: readonly Reference[]
}

/** Setup of a pool, sent before its first task. */
export interface ReferenceOrder {
  readonly root: string
  /** The only file of the install, where one is opened alone. */
  readonly only?: string
  /** Ids of the families whose formats its files have. */
  readonly families: readonly string[]
}

/** A file of the install whose references are read. */
export interface ReferenceTask {
  readonly file: string
  readonly pages?: ChosenPages
}

/** References of a file as it is in the install. */
export interface FileNames {
  /** SHA-256 of its bytes, and size and time when they were read. */
  readonly digest: string
  readonly size: number
  readonly modified: number
  /** What its entries name, by `printNames`. */
  readonly names: Bytes
}

/** Reads references of files in threads. */
export interface ReferencePool {
  /** Number of tasks that run at the same time. */
  readonly size: number
  /** Undefined where the file cannot be read. Rejects when the pool was closed, or its thread ended. */
  read(task: ReferenceTask): Promise<FileNames | undefined>
  /** Aborts all tasks. */
  close(): void
}
