import type { Format } from '../format'
import type { Bytes } from '../layout'
import type { Needle } from './needle'
import type { Outline } from './outline'
import { searchFile, type FileHits } from './search'

/** A file to search. Without `source` it is read from the install. */
export interface SearchTask {
  readonly file: string
  readonly source?: { readonly bytes: Bytes; readonly outline: Outline }
}

/** What is handed to a pool before its first task. */
export interface SearchOrder {
  readonly root: string
  /** The one file that is the install. */
  readonly only?: string
  readonly family: string
  readonly needle: Needle
}

/** Searches files in parallel to the other work of the process: in threads, where the host has them. */
export interface SearchPool {
  /** Tasks that run at a time. */
  readonly size: number
  /** Rejects when the pool was closed. */
  search(task: SearchTask): Promise<FileHits>
  /** Ends everything at once, whatever is under way. */
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
    search: async ({ file, source }) =>
      searchFile(needle, file, source?.bytes ?? (await read(file)), formats, source?.outline),
    close: () => undefined,
  }
}
