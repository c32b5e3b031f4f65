import type { Format } from '../format'
import type { EntryPath } from '../edit'
import type { Bytes } from '../layout'
import type { Needle } from './needle'
import type { ChosenPages, Outline } from './outline'
import { searchFile, type FileHits } from './search'

/** A file to search. Without `source` it is read from the install. */
export interface SearchTask {
  readonly file: string
  readonly source?: { readonly bytes: Bytes; readonly outline: Outline }
  /** The entries in it that are searched, where it is not the whole file. */
  readonly within?: readonly EntryPath[]
  readonly chosen?: ChosenPages
}

/** Setup of a pool, sent before its first task. */
export interface SearchOrder {
  readonly root: string
  /** The only file of the install, where one is opened alone. */
  readonly only?: string
  /** Absolute folders of the roots by id: a file `//id/…` is in one of them. */
  readonly roots: Readonly<Record<string, string>>
  /** Ids of the families whose formats its files have. */
  readonly families: readonly string[]
  readonly needle: Needle
}

/** Searches files in parallel: in threads, where the host has them. */
export interface SearchPool {
  /** Number of tasks that run at the same time. */
  readonly size: number
  /** Rejects when the pool was closed. */
  search(task: SearchTask): Promise<FileHits>
  /** Aborts all tasks. */
  close(): void
}

/** A pool for hosts without threads: one file after another, in this process. */
export function inlinePool(
  needle: Needle,
  formats: readonly Format[],
  read: (file: string) => Promise<Bytes>,
): SearchPool {
  return {
    size: 1,
    search: async ({ file, source, ...task }) =>
      searchFile(needle, file, source?.bytes ?? (await read(file)), formats, { ...source, ...task }),
    close: () => undefined,
  }
}
