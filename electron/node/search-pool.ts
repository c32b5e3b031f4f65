import { join } from 'node:path'
import type { FileHits, SearchOrder, SearchPool, SearchTask } from '@areal-studio/core/search'
import { threadPool } from './thread-pool'

const SCRIPT = join(import.meta.dirname, 'search-worker.mjs')

/** Threads that search the files of an install; undefined where the program runs from its sources and has no worker script. */
export function searchPool(order: SearchOrder, script = SCRIPT): SearchPool | undefined {
  const pool = threadPool<SearchOrder, SearchTask, FileHits>(script, order)
  return pool && { size: pool.size, search: pool.run, close: pool.close }
}
