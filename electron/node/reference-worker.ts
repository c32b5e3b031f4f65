import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { FAMILIES } from '@areal-studio/core'
import { StudioError, type Family } from '@areal-studio/core/format'
import { referencesOfBytes, type FileNames, type ReferenceOrder, type ReferenceTask } from '@areal-studio/core/studio'
import { nodeFiles } from './node-files'

// The order was made by this program's own pool: its shape is known.
const { root, only, families: ids } = workerData as ReferenceOrder
const files = nodeFiles(root, only)
const families = loaded()

parentPort?.on('message', (task: ReferenceTask) => {
  void read(task).then(found => parentPort?.postMessage(found, found ? [found.names.buffer as ArrayBuffer] : []))
})

async function loaded(): Promise<readonly Family[]> {
  const found = await Promise.all(ids.map(id => FAMILIES.find(one => one.id === id)?.load()))
  return found.flatMap(family => family ?? [])
}

/** Null where the file cannot be read. */
async function read({ file, pages }: ReferenceTask): Promise<FileNames | null> {
  try {
    // Before the bytes: a file that is written meanwhile has another time afterwards.
    const stat = await files.stat(file)
    if (!stat) return null
    const bytes = await files.read(file)
    const digest = createHash('sha256').update(bytes).digest('hex')
    const { size, modified } = stat
    return { digest, size, modified, names: referencesOfBytes(await families, file, bytes, pages) }
  } catch (error) {
    if (error instanceof StudioError) return null
    throw error
  }
}
