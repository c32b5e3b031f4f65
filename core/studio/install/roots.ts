import {
  isRecord,
  isRooted,
  printPath,
  readOnly,
  StudioError,
  type Family,
  type JsonRecord,
  type Words,
} from '../../format'
import type { Host } from '../api/host'
import type { RootInfo } from '../api/opening'
import { Install } from './install'

/** A chosen read-only folder, as the description of the workspace has it. */
export interface ChosenRoot {
  readonly id: string
  /** Absolute. */
  readonly folder: string
}

const ID = /^[a-z][a-z0-9-]{0,31}$/

/** The roots that the description of a workspace names; entries of another form are left out. */
export function chosenRoots(about: JsonRecord | undefined): readonly ChosenRoot[] {
  const listed = about?.['roots']
  if (!Array.isArray(listed)) return []
  return listed.flatMap((one: unknown) => {
    if (!isRecord(one)) return []
    const { id, folder } = one
    return typeof id === 'string' && ID.test(id) && typeof folder === 'string' ? [{ id, folder }] : []
  })
}

/** Lists the chosen roots of a workspace; one whose folder is missing is a notice. */
export async function loadRoots(
  host: Host,
  install: Install,
  about: JsonRecord | undefined,
): Promise<readonly Words[]> {
  const notices: Words[] = []
  const roots = new Map<string, Install | undefined>()
  const folders = new Map<string, string>()
  for (const { id, folder } of chosenRoots(about)) {
    folders.set(id, folder)
    const found = await rootAt(host, folder)
    roots.set(id, found)
    if (!found) notices.push({ code: 'notice.root-missing', params: { root: id, path: folder } })
  }
  install.roots = roots
  install.rootFolders = folders
  return notices
}

/** Undefined where the folder is missing or cannot be read. */
export async function rootAt(host: Host, folder: string): Promise<Install | undefined> {
  if ((await host.resolve(folder)).kind !== 'folder') return undefined
  try {
    const files = readOnly(await host.folder(folder))
    const root = new Install(files, host.hash, files)
    await root.refresh()
    return root
  } catch (error) {
    if (error instanceof StudioError) return undefined
    throw error
  }
}

/** Declared roots of the families, chosen or not, and chosen ones that no family declares. */
export function rootsOf(families: readonly Family[], { roots, rootFolders }: Install): readonly RootInfo[] {
  const declared = new Map(
    families.flatMap(family => (family.roots ?? []).map(({ id, title }) => [id, title] as const)),
  )
  for (const id of rootFolders.keys()) if (!declared.has(id)) declared.set(id, id)
  return Array.from(declared, ([id, title]) => ({
    id,
    title,
    folder: rootFolders.get(id) ?? '',
    isMissing: rootFolders.has(id) && roots.get(id) === undefined,
  }))
}

/** Lists the roots again: another program may have changed or deleted them. Returns whether one disappeared or is there again. */
export async function refreshRoots(host: Host, install: Install): Promise<boolean> {
  const before = install.roots
  const next = new Map<string, Install | undefined>()
  for (const [id, folder] of install.rootFolders) {
    const known = install.roots.get(id)
    const isThere = (await host.resolve(folder)).kind === 'folder'
    if (isThere) await known?.refresh()
    next.set(id, isThere ? (known ?? (await rootAt(host, folder))) : undefined)
  }
  install.roots = next
  return [...next].some(([id, root]) => root !== before.get(id))
}

/** Throws StudioError `root.read-only` where an entry is in a root. */
export function guardRoots(entries: readonly string[]): void {
  const rooted = entries.find(isRooted)
  if (rooted !== undefined) throw new StudioError('root.read-only', { entry: rooted }, rooted)
}

/** Files of the roots, by root, as entry paths name them. */
export const filesOfRoots = ({ roots }: Install): readonly string[] =>
  [...roots].flatMap(([id, root]) => root?.names.map(name => `//${id}/${name}`) ?? [])

/** Path of a file of a root. */
export const rootPath = (id: string): string => printPath({ file: `//${id}/`, steps: [] })
