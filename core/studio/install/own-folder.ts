import { MemoryFiles, StudioError, type FileSystem } from '../../format'
import { frozen } from './kept-files'
import type { Host } from '../api/host'

/**
 * A folder for the studio's files, created where there is none. If it cannot be created, an empty read-only one: writes
 * throw StudioError `workspace.read-only`.
 */
export async function ownFolder(host: Host, path: string): Promise<FileSystem> {
  try {
    return await host.folder(path, { create: true })
  } catch (error) {
    const isNone = error instanceof StudioError && (await host.resolve(path)).kind === 'missing'
    if (!isNone) throw error
    return frozen(new MemoryFiles({}, { root: path }), () => new StudioError('workspace.read-only', { path }))
  }
}
