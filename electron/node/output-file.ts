import { realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileError, systemCode } from './file-errors'
import { nodeFiles } from './node-files'

/**
 * Writes a file named by the user, whole or not at all: on failure an existing file is intact. Devices and pipes are
 * written directly. Throws StudioError with the name as given.
 */
export async function writeOutput(path: string, data: string | Uint8Array, given: string): Promise<void> {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat && !stat.isFile()) return await writeFile(path, data)
    await replace(
      stat ? realpathSync.native(path) : path,
      typeof data === 'string' ? new TextEncoder().encode(data) : data,
    )
  } catch (error) {
    throw fileError(error, given, 'write')
  }
}

async function replace(path: string, bytes: Uint8Array): Promise<void> {
  const isNew = claimed(path)
  try {
    await nodeFiles(realpathSync.native(dirname(path))).write(basename(path), bytes)
  } catch (error) {
    if (isNew) rmSync(path, { force: true })
    throw error
  }
}

/**
 * Creates an empty file where it is absent: names below match without case, but a file that differs in case is another
 * one to the user who named it.
 */
function claimed(path: string): boolean {
  try {
    writeFileSync(path, '', { flag: 'wx' })
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
}
