import { parentPort, workerData } from 'node:worker_threads'
import { FAMILIES } from '@areal-studio/core'
import { StudioError, type Format } from '@areal-studio/core/format'
import { searchFile, type FileHits, type SearchOrder, type SearchTask } from '@areal-studio/core/search'
import { nodeFiles } from './node-files'

// The order was made by this program's own pool: its shape is known.
const { root, only, roots, families, needle } = workerData as SearchOrder
const files = nodeFiles(root, only)
const formats = formatsOf(families)

parentPort?.on('message', (task: SearchTask) => {
  void runTask(task).then(hits => parentPort?.postMessage(hits))
})

async function formatsOf(ids: readonly string[]): Promise<readonly Format[]> {
  const loaded = await Promise.all(ids.map(id => FAMILIES.find(one => one.id === id)?.load()))
  return loaded.flatMap(family => family?.formats ?? [])
}

const folders = new Map(Object.entries(roots).map(([id, folder]) => [id, nodeFiles(folder)]))

/** A file of the install, or `//id/…` of a root. */
function read(file: string): Promise<Uint8Array> {
  const [, id = '', path = ''] = /^\/\/([^/]+)\/(.*)$/.exec(file) ?? []
  return (folders.get(id) ?? files).read(path === '' ? file : path)
}

async function runTask({ file, source, ...task }: SearchTask): Promise<FileHits> {
  try {
    return searchFile(needle, file, source?.bytes ?? (await read(file)), await formats, { ...source, ...task })
  } catch (error) {
    return { hits: [], count: 0, unread: error instanceof StudioError ? error.code : 'studio.defect' }
  }
}
