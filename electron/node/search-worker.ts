import { parentPort, workerData } from 'node:worker_threads'
import { FAMILIES } from '@areal-studio/core'
import { StudioError } from '@areal-studio/core/format'
import { searchFile, type FileHits, type SearchOrder, type SearchTask } from '@areal-studio/core/search'
import { nodeFiles } from './node-files'

// The order was made by this program's own pool: its shape is known.
const { root, only, family, needle } = workerData as SearchOrder
const files = nodeFiles(root, only)
const formats = FAMILIES.find(one => one.id === family)?.formats ?? []

parentPort?.on('message', (task: SearchTask) => {
  void look(task).then(hits => parentPort?.postMessage(hits))
})

async function look({ file, source }: SearchTask): Promise<FileHits> {
  try {
    return searchFile(needle, file, source?.bytes ?? (await files.read(file)), formats, source?.outline)
  } catch (error) {
    return { hits: [], count: 0, unread: error instanceof StudioError ? error.code : 'studio.defect' }
  }
}
