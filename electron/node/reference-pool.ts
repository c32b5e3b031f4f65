import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileNames, ReferenceOrder, ReferencePool, ReferenceTask } from '@areal-studio/core/studio'
import { threadPool } from './thread-pool'

const SCRIPT = join(import.meta.dirname, 'reference-worker.mjs')

/** Threads that read references of files; undefined where the program runs from its sources and has no worker script. */
export function referencePool(order: ReferenceOrder, script = SCRIPT): ReferencePool | undefined {
  const pool = threadPool<ReferenceOrder, ReferenceTask, FileNames | null>(script, order)
  return pool && { size: pool.size, read: async task => (await pool.run(task)) ?? undefined, close: pool.close }
}

/**
 * Identifies the build: the digest of a script whose text contains the digests of all others; '' where the program runs
 * from its sources.
 */
export function buildDigest(script = SCRIPT): string {
  return existsSync(script) ? createHash('sha256').update(readFileSync(script)).digest('hex') : ''
}
