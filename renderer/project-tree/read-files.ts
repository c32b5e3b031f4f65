import { StudioError } from '@areal-studio/core/format'

/** Most bytes imported at once: a message to the studio holds 256 MiB. */
const LARGEST = 240 * 1024 * 1024

export interface ReadFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Reads the files that the user chose; refused where they are too large together or unreadable. */
export async function readFiles(files: readonly File[]): Promise<readonly ReadFile[]> {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (size > LARGEST) throw new StudioError('drop.too-large', { n: files.length, size, limit: LARGEST })
  return Promise.all(files.map(async file => ({ name: file.name, bytes: new Uint8Array(await bytesOf(file)) })))
}

async function bytesOf(file: File): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer()
  } catch {
    throw new StudioError('drop.unreadable', { file: file.name })
  }
}
