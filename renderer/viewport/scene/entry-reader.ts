import { parentPath, parsePath, printPath, type EntryPath, type Opened } from '@areal-studio/core/format'
import type { StudioApi } from '@areal-studio/core/studio'
import type { Replica } from '../../state/replica'

/** Where open entries come from: the workspace of the window, or what a worker was given. */
export interface EntrySource {
  load(entry: EntryPath): Promise<Replica>
  readonly studio: Pick<StudioApi, 'list'>
}

/** The replicas that something was computed from, by entry. A replica is replaced by each change, so its identity is its version. */
export type ReadReplicas = ReadonlyMap<EntryPath, Replica>

/** Whether no entry has changed since it was read. */
export const isCurrent = (read: ReadReplicas, workspace: { replica(entry: EntryPath): Replica | undefined }): boolean =>
  [...read].every(([entry, was]) => workspace.replica(entry) === was)

/** An open entry as formats want it. Each replica that is read on the way is added to `read`; see `isCurrent`. */
export function openedOf(workspace: EntrySource, replica: Replica, read: Map<EntryPath, Replica>): Opened {
  const { image } = replica
  read.set(image.entry, replica)
  const open = async (entry: EntryPath): Promise<Opened> => openedOf(workspace, await workspace.load(entry), read)
  const archive = replica.format?.archive ? image.entry : parentPath(image.entry)
  let listed: ReturnType<StudioApi['list']> | undefined
  const rows = async () => {
    listed ??= archive === undefined ? Promise.resolve([]) : workspace.studio.list(archive)
    return (await listed).filter(row => row.state !== 'removed')
  }
  const inFolder = async (folder: string, fileName: string): Promise<Opened | undefined> => {
    const files = await workspace.studio.list(printPath({ file: folder, steps: [] }))
    const found = files.find(file => file.kind !== 'folder' && file.name.toLowerCase() === fileName.toLowerCase())
    return found && open(found.path)
  }
  return {
    ...image.info,
    bytes: image.bytes,
    async sibling(typeId) {
      const row = (await rows()).find(other => other.attributes?.['type_id'] === typeId)
      return row && open(row.path)
    },
    async entries() {
      return Promise.all((await rows()).map(row => open(row.path)))
    },
    beside: fileName => inFolder(parsePath(image.entry).file.split('/').slice(0, -1).join('/'), fileName),
    file(path) {
      const parts = path.split('/')
      return inFolder(parts.slice(0, -1).join('/'), parts.at(-1) ?? '')
    },
    async row(which) {
      if (!replica.format?.archive) return undefined
      const all = await rows()
      const found =
        typeof which === 'number' ? all[which] : all.find(row => row.name.toLowerCase() === which.toLowerCase())
      return found && open(found.path)
    },
  }
}
