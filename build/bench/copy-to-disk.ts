import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'

/** Milliseconds to write bytes to a file and flush them to the disk: what any writer has to spend. */
export function copyToDisk(path: string, bytes: Uint8Array): number {
  const begun = performance.now()
  const file = openSync(path, 'w')
  writeSync(file, bytes)
  fsyncSync(file)
  closeSync(file)
  return performance.now() - begun
}
