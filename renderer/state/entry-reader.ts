import {
  OpenedEntry,
  parentPath,
  printPath,
  type EntryPath,
  type EntryRow,
  type EntrySource as FormatSource,
  type Opened,
} from '@areal-studio/core/format'
import type { StudioApi, TreeItem } from '@areal-studio/core/studio'
import type { Replica } from './replica'

/** Source of open entries: the workspace of the window, or what a worker was given. */
export interface EntrySource {
  load(entry: EntryPath): Promise<Replica>
  readonly studio: Pick<StudioApi, 'list'>
}

/**
 * The replicas that something was computed from, by entry; undefined: a file that was searched and is missing. A replica is
 * replaced by each change, so its identity is its version.
 */
export type ReadReplicas = ReadonlyMap<EntryPath, Replica | undefined>

/** Whether no entry has changed since it was read. */
export const isCurrent = (read: ReadReplicas, workspace: { replica(entry: EntryPath): Replica | undefined }): boolean =>
  [...read].every(([entry, was]) => workspace.replica(entry) === was)

/** An open entry for formats. What is read or searched on the way is added to `read`; see `isCurrent`. */
export const openedOf = (workspace: EntrySource, replica: Replica, read: Map<EntryPath, Replica | undefined>): Opened =>
  new OpenedEntry(new ReplicaSource(workspace, replica, read))

/** The file of a path among those of its folder, matched without case. */
function named(files: readonly TreeItem[], path: string): TreeItem | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return files.find(file => file.kind !== 'folder' && file.name.toLowerCase() === name)
}

interface ReplicaRow extends EntryRow {
  readonly path: EntryPath
}

class ReplicaSource implements FormatSource<ReplicaRow> {
  constructor(
    private readonly workspace: EntrySource,
    private readonly replica: Replica,
    private readonly read: Map<EntryPath, Replica | undefined>,
    private readonly lists = new Map<EntryPath, Promise<readonly ReplicaRow[]>>(),
  ) {
    read.set(replica.image.entry, replica)
  }

  get path(): EntryPath {
    return this.replica.image.entry
  }

  get name(): string {
    return this.replica.image.info.name
  }

  get attributes(): Opened['attributes'] {
    return this.replica.image.info.attributes
  }

  get container(): Opened['container'] {
    return this.replica.image.info.container
  }

  get size(): number {
    return this.replica.image.info.size
  }

  get head(): Opened['head'] {
    return this.replica.image.info.head
  }

  get bytes(): Opened['bytes'] {
    return this.replica.image.bytes
  }

  get base(): Opened['bytes'] {
    return this.replica.image.bytes
  }

  own(): Promise<readonly ReplicaRow[]> | undefined {
    return this.replica.format?.archive ? this.rowsOf(this.path) : undefined
  }

  around(): Promise<readonly ReplicaRow[]> | undefined {
    const archive = parentPath(this.path)
    return archive === undefined ? undefined : this.rowsOf(archive)
  }

  async file(path: string): Promise<ReplicaSource | undefined> {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const found = named(await this.workspace.studio.list(printPath({ file: folder, steps: [] })), path)
    if (found) return this.load(found.path)
    if (!this.read.has(path)) this.read.set(path, undefined)
    return undefined
  }

  async fileNames(folder: string): Promise<readonly string[]> {
    return (await this.listed(folder)).filter(({ kind }) => kind !== 'folder').map(({ name }) => name)
  }

  async folderNames(folder: string): Promise<readonly string[]> {
    return (await this.listed(folder)).filter(({ kind }) => kind === 'folder').map(({ name }) => name)
  }

  async rowsIn(file: string): Promise<readonly ReplicaRow[]> {
    const found = named(await this.listed(file.slice(0, Math.max(0, file.lastIndexOf('/')))), file)
    return found?.kind === 'archive' ? this.rowsOf(found.path).catch(() => []) : []
  }

  /** What a folder lists; nothing where it is missing, as the folder of a root that was not chosen is. */
  private listed(folder: string): Promise<readonly TreeItem[]> {
    return this.workspace.studio.list(printPath({ file: folder, steps: [] })).catch(() => [])
  }

  open({ path }: ReplicaRow): Promise<ReplicaSource> {
    return this.load(path)
  }

  private rowsOf(archive: EntryPath): Promise<readonly ReplicaRow[]> {
    const known = this.lists.get(archive)
    if (known) return known
    const listed = this.workspace.studio
      .list(archive)
      .then(rows =>
        rows
          .filter(row => row.state !== 'removed')
          .map(({ path, name, attributes = {} }) => ({ path, name, attributes })),
      )
    this.lists.set(archive, listed)
    return listed
  }

  private async load(entry: EntryPath): Promise<ReplicaSource> {
    return new ReplicaSource(this.workspace, await this.workspace.load(entry), this.read, this.lists)
  }
}
