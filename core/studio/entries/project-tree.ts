import type { EntryPath } from '../../edit'
import {
  filePath,
  HEAD_SIZE,
  isRooted,
  parsePath,
  printPath,
  rowName,
  rowPath,
  StudioError,
  type Candidate,
  matchFormat,
} from '../../format'
import type { TreeItem } from '../api/workspace'
import { TURN } from '../jobs/jobs'
import { compareNames } from '../install/install'
import { filesOfRoots, rootPath, rootsOf } from '../install/roots'
import type { OpenArchive, View } from './view'
import type { Workspace } from './workspace'

/** Titles of missions by the folder of their map, in lower case. */
export type Missions = ReadonlyMap<string, readonly string[]>
/** Files that are read at the same time for their first bytes. */
const BATCH = 32

/** Children of a folder or an archive; '' is the install. */
export async function listChildren(
  workspace: Workspace,
  parent: EntryPath,
  missions: Missions,
): Promise<readonly TreeItem[]> {
  const path = workspace.canonical(parent)
  if (path.includes('!')) return listArchive(workspace, await workspace.need(path))
  const files = isRooted(path) ? filesOfRoots(workspace.parts.install) : fileNames(workspace)
  const exact = files.find(file => file.toLowerCase() === filePath(path).toLowerCase())
  if (exact !== undefined) return listArchive(workspace, await workspace.need(path))
  const folder = filePath(path).replace(/[^/]$/, '$&/')
  const below = files.filter(file => file.toLowerCase().startsWith(folder.toLowerCase()))
  if (below.length === 0 && folder !== '' && !/^\/\/[^/]+\/$/.test(folder))
    throw new StudioError('entry.missing', { entry: parent }, parent)
  const folders = new Map<string, string[]>()
  const direct: string[] = []
  for (const file of below) {
    const [name = '', ...rest] = file.slice(folder.length).split('/')
    if (rest.length === 0) direct.push(file)
    else {
      const path = file.slice(0, folder.length + name.length)
      const known = folders.get(path.toLowerCase())
      if (known) known.push(file)
      else folders.set(path.toLowerCase(), [path, file])
    }
  }
  const items = [...folders.values()].map(([path = '', ...inside]) => folderItem(workspace, path, inside, missions))
  return [...items, ...(await fileItems(workspace, direct)), ...(folder === '' ? rootItems(workspace) : [])]
}

/** The line of one entry in the tree. Throws StudioError `entry.missing`. */
export async function listOne(workspace: Workspace, entry: EntryPath): Promise<TreeItem> {
  const path = workspace.canonical(entry)
  const { file, steps } = parsePath(path)
  if (steps.length > 0) {
    const archive = path.slice(0, path.lastIndexOf('!'))
    const changed = rowCounts(workspace.dirty.changedIn(file), archive)
    return rowItem(await workspace.need(path), changed, rowCounts(workspace.dirty.unpackedIn(file), archive))
  }
  if (workspace.parts.install.sizeOf(file) === undefined) await workspace.need(path)
  return fileItem(workspace, file)
}

/** The declared roots, each as a folder that cannot be changed; one that is not chosen has no children. */
function rootItems(workspace: Workspace): readonly TreeItem[] {
  const { families, install } = workspace.parts
  return rootsOf(families, install).map(({ id, title, folder, isMissing }) => ({
    path: rootPath(id),
    kind: 'folder',
    name: title,
    size: 0,
    hasChildren: folder !== '' && !isMissing,
    state: 'pristine',
    isReadOnly: true,
    edits: 0,
    unpacked: 0,
  }))
}

/** Every file of the install, or of a folder of it or of a root; archives stay closed. */
export function listDeep(workspace: Workspace, parent: EntryPath): Promise<readonly TreeItem[]> {
  if (parent === '') return fileItems(workspace, fileNames(workspace))
  const folder = filePath(workspace.canonical(parent)).replace(/[^/]$/, '$&/').toLowerCase()
  const files = isRooted(folder) ? filesOfRoots(workspace.parts.install) : fileNames(workspace)
  return fileItems(
    workspace,
    files.filter(file => file.toLowerCase().startsWith(folder)),
  )
}

/** Files of the install and those that edits added, sorted. */
export function fileNames(workspace: Workspace): readonly string[] {
  const names = workspace.parts.install.names
  const known = new Set(names.map(name => name.toLowerCase()))
  const added = workspace.dirty.changedFiles.filter(file => !known.has(file.toLowerCase()))
  return added.length === 0 ? names : [...names, ...added].sort(compareNames)
}

function folderItem(workspace: Workspace, path: string, inside: readonly string[], missions: Missions): TreeItem {
  const titles = missions.get(path.toLowerCase())
  const counts = inside.map(file => countsOf(workspace, file))
  const edits = counts.reduce((sum, one) => sum + one.edits, 0)
  return {
    path: printPath({ file: path, steps: [] }),
    kind: 'folder',
    name: path.split('/').at(-1) ?? path,
    size: 0,
    hasChildren: true,
    ...readOnlyOf(path),
    state: edits > 0 ? 'edited' : 'pristine',
    edits,
    unpacked: counts.reduce((sum, one) => sum + one.unpacked, 0),
    ...(titles && { missions: titles }),
  }
}

const readOnlyOf = (path: string): { readonly isReadOnly?: true } => (isRooted(path) ? { isReadOnly: true } : {})

function countsOf(workspace: Workspace, file: string): { edits: number; unpacked: number } {
  return { edits: workspace.dirty.changedIn(file).length, unpacked: workspace.dirty.unpackedIn(file).length }
}

/** Reading the first bytes of tens of thousands of files takes seconds; other work runs in between. */
async function fileItems(workspace: Workspace, files: readonly string[]): Promise<readonly TreeItem[]> {
  const { host } = workspace.parts
  const items: TreeItem[] = []
  let rested = host.now()
  for (let i = 0; i < files.length; i += BATCH) {
    if (host.now() - rested > TURN) {
      await host.pause()
      rested = host.now()
    }
    for (const item of await Promise.all(files.slice(i, i + BATCH).map(file => fileItem(workspace, file))))
      items.push(item)
  }
  return items
}

async function fileItem(workspace: Workspace, file: string): Promise<TreeItem> {
  const { install } = workspace.parts
  const path = printPath({ file, steps: [] })
  const counts = countsOf(workspace, file)
  const name = file.split('/').at(-1) ?? file
  const size = install.sizeOf(file)
  const view = counts.edits > 0 || size === undefined ? await workspace.view(path) : undefined
  const info: Candidate = view?.info ?? {
    path,
    name,
    size: size ?? 0,
    attributes: {},
    head: await headOf(workspace, file),
    container: null,
  }
  const format = matchFormat(info, workspace.formats)
  return {
    path,
    name,
    ...(format && { format: format.id }),
    kind: format?.archive ? 'archive' : 'file',
    size: view?.listedSize ?? info.size,
    hasChildren: format?.archive !== undefined,
    ...readOnlyOf(path),
    state: counts.edits === 0 ? 'pristine' : size === undefined ? 'added' : 'edited',
    ...counts,
  }
}

/** A file that cannot be read is still listed. */
async function headOf(workspace: Workspace, file: string): Promise<Uint8Array> {
  try {
    return await workspace.parts.install.head(file, HEAD_SIZE)
  } catch (error) {
    if (error instanceof StudioError) return new Uint8Array(0)
    throw error
  }
}

function listArchive(workspace: Workspace, view: View): readonly TreeItem[] {
  const archive = view.archive
  if (!archive) return []
  const file = filePath(view.path)
  const changed = rowCounts(workspace.dirty.changedIn(file), view.path)
  const unpacked = rowCounts(workspace.dirty.unpackedIn(file), view.path)
  const items = archive.rows().map(row => rowItem(row, changed, unpacked))
  return [...items, ...removedItems(archive, unpacked)]
}

type RowCounts = ReadonlyMap<EntryPath, number>

/** Number of paths that are a row of the archive or inside it, by the row's path. */
function rowCounts(paths: readonly EntryPath[], archive: EntryPath): RowCounts {
  const counts = new Map<EntryPath, number>()
  const inside = `${archive}!`
  for (const path of paths) {
    if (!path.startsWith(inside)) continue
    const end = path.indexOf('!', inside.length)
    const row = end < 0 ? path : path.slice(0, end)
    counts.set(row, (counts.get(row) ?? 0) + 1)
  }
  return counts
}

function rowItem(row: View, changed: RowCounts, unpacked: RowCounts): TreeItem {
  const edits = changed.get(row.path) ?? 0
  const isArchive = isListedArchive(row)
  return {
    path: row.path,
    kind: isArchive ? 'archive' : 'entry',
    name: row.name,
    ...(row.listedFormat && { format: row.listedFormat.id }),
    size: row.listedSize,
    ...(edits === 0 && storedSizeOf(row)),
    attributes: row.attributes,
    hasChildren: isArchive,
    ...readOnlyOf(row.path),
    state: row.path.includes('#+', row.path.lastIndexOf('!')) ? 'added' : edits > 0 ? 'edited' : 'pristine',
    edits,
    unpacked: unpacked.get(row.path) ?? 0,
  }
}

function storedSizeOf({ path, container }: View): Pick<TreeItem, 'storedSize'> {
  // Rows of most archives are stored as they are.
  const row = container?.codec.decode && container.pristineRow(path.slice(path.lastIndexOf('#') + 1))
  return row?.encoding === undefined ? {} : { storedSize: row.size }
}

/** Whether an entry is an archive: of a row that is not decoded yet by its format, of any other by its opening. */
const isListedArchive = (row: View): boolean =>
  row.isDecoded ? row.archive !== undefined : row.listedFormat?.archive !== undefined

/** Rows that edits removed stay listed, struck through, so that they can be restored. */
function removedItems(archive: OpenArchive, unpacked: RowCounts): readonly TreeItem[] {
  if (archive.isPristineOrder) return []
  const present = new Set(archive.order)
  return archive.archive.rows
    .filter(row => !present.has(String(row.id)))
    .map((row): TreeItem => {
      const path = rowPath(archive.view.path, row.id)
      return {
        path,
        kind: 'entry',
        name: rowName(row.attributes),
        size: row.unpackedSize ?? row.size,
        attributes: row.attributes,
        hasChildren: false,
        state: 'removed',
        edits: 1,
        unpacked: unpacked.get(path) ?? 0,
      }
    })
}
