import type { EntryPath } from '@areal-studio/core/format'
import type { StudioApi, TreeItem } from '@areal-studio/core/studio'
import { families, formatOf } from '../state/families'

/** A folder of the install that holds files shown as one map. */
export interface GalleryMap {
  readonly folder: string
  /** Last part of the folder. */
  readonly name: string
  /** Its files that can be shown, in the order of the install: the first that can be is opened. */
  readonly files: readonly EntryPath[]
  /** Titles of the missions that name it. */
  readonly missions: readonly string[]
  /** Changed entries, and how many of them are not packed. */
  readonly edits: number
  readonly unpacked: number
}

/** Names of files that are shown together as a map. */
const names = (): readonly string[] =>
  families().flatMap(family => family.formats.flatMap(format => format.together ?? []).map(name => name.toLowerCase()))

const folderOf = (path: EntryPath): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const lastOf = (path: string): string => path.split('/').at(-1) ?? path

/** Every map of the install, by name as people count: SC_2 before SC_10. */
export async function listMaps(studio: Pick<StudioApi, 'list'>): Promise<readonly GalleryMap[]> {
  const shown = names()
  const files = (await studio.list(undefined, { deep: true })).filter(
    file => file.state !== 'removed' && shown.includes(file.name.toLowerCase()),
  )
  const byFolder = new Map<string, TreeItem[]>()
  for (const file of files) byFolder.set(folderOf(file.path), [...(byFolder.get(folderOf(file.path)) ?? []), file])
  const parents = new Set([...byFolder.keys()].map(folderOf))
  const listed = await Promise.all([...parents].map(parent => studio.list(parent)))
  const folders = new Map(
    listed
      .flat()
      .filter(item => item.kind === 'folder')
      .map(item => [item.path, item]),
  )
  return [...byFolder]
    .map(([folder, found]) => mapOf(folder, found, folders.get(folder)))
    .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
}

function mapOf(folder: string, found: readonly TreeItem[], item: TreeItem | undefined): GalleryMap {
  const sum = (count: (file: TreeItem) => number): number => found.reduce((all, file) => all + count(file), 0)
  return {
    folder,
    name: lastOf(folder) || (found[0]?.name ?? ''),
    files: found.map(file => file.path),
    missions: item?.missions ?? [],
    edits: sum(file => file.edits),
    unpacked: sum(file => file.unpacked),
  }
}

/** The row of its files that is seen as the map; the first file itself where none can be. */
export async function sceneEntry(
  studio: Pick<StudioApi, 'list'>,
  { files }: GalleryMap,
): Promise<EntryPath | undefined> {
  for (const file of files) {
    const rows = await studio.list(file).catch(() => []) // opened itself it says what is wrong
    const row = rows.find(other => other.state !== 'removed' && formatOf(other.format)?.scene)
    if (row) return row.path
  }
  return files[0]
}

/** Maps whose folder or missions hold all words of a text. */
export function filterMaps(maps: readonly GalleryMap[], text: string): readonly GalleryMap[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  return maps.filter(map => {
    const said = `${map.folder} ${map.missions.join(' ')}`.toLowerCase()
    return words.every(word => said.includes(word))
  })
}
