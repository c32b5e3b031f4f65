import { MemoryFiles, StudioError, type FileSystem } from '../../format'
import { frozen } from './kept-files'
import type { Host } from '../api/host'

/**
 * A folder that the studio keeps things in, made where there is none. Where none can be made, an empty one to be looked at: what
 * would write in it is refused by StudioError `workspace.read-only`.
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
