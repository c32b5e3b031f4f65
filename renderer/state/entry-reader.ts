import {
  OpenedEntry,
  parentPath,
  printPath,
  StudioError,
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

/** Entries that something was computed from, each with the number of the last change that it contains. */
export type SeenEntries = ReadonlyMap<EntryPath, number>

/** The entries with the number of the last change before they were read. */
export const seenAt = (number: number, entries: Iterable<EntryPath>): SeenEntries =>
  new Map(Array.from(entries, entry => [entry, number]))

/** Whether no entry has changed since it was read. */
export const isCurrent = (seen: SeenEntries, workspace: { changedAt(entry: EntryPath): number }): boolean =>
  [...seen].every(([entry, number]) => workspace.changedAt(entry) <= number)

/** An open entry for formats. What is read, listed or searched on the way is added to `read`; see `isCurrent`. */
export const openedOf = (workspace: EntrySource, replica: Replica, read: Set<EntryPath> = new Set()): Opened =>
  new OpenedEntry(new ReplicaSource(workspace, replica, read))

/** The file of a path among those of its folder, matched without case. */
function named(files: readonly TreeItem[], path: string): TreeItem | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return files.find(file => file.kind !== 'folder' && file.name.toLowerCase() === name)
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** An archive that is too damaged to be listed has no rows. */
function noRows(error: unknown): readonly ReplicaRow[] {
  if (error instanceof StudioError) return []
  throw error
}

interface ReplicaRow extends EntryRow {
  readonly path: EntryPath
}

class ReplicaSource implements FormatSource<ReplicaRow> {
  constructor(
    private readonly workspace: EntrySource,
    private readonly replica: Replica,
    private readonly read: Set<EntryPath>,
    private readonly lists = new Map<EntryPath, Promise<readonly ReplicaRow[]>>(),
  ) {
    read.add(replica.image.entry)
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
    const found = named(await this.workspace.studio.list(printPath({ file: folderOf(path), steps: [] })), path)
    if (found) return this.load(found.path)
    this.read.add(path)
    return undefined
  }

  async archive(path: string): Promise<readonly ReplicaRow[] | undefined> {
    const found = named(await this.listed(folderOf(path)), path)
    this.read.add(found?.path ?? path)
    if (!found) return undefined
    return found.kind === 'archive' ? this.rowsOf(found.path).catch(noRows) : []
  }

  async fileNames(folder: string): Promise<readonly string[]> {
    return (await this.listed(folder)).filter(({ kind }) => kind !== 'folder').map(({ name }) => name)
  }

  async folderNames(folder: string): Promise<readonly string[]> {
    return (await this.listed(folder)).filter(({ kind }) => kind === 'folder').map(({ name }) => name)
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
