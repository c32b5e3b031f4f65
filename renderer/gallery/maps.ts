import type { EntryPath } from '@areal-studio/core/format'
import type { StudioApi, SubjectItem } from '@areal-studio/core/studio'
import { formatOf } from '../state/families'

/** A map of the install: its files are shown as one. */
export interface GalleryMap {
  readonly folder: string
  /** Its title. */
  readonly name: string
  /** Its files that can be shown, in the order of the install: the first that can be is opened. */
  readonly files: readonly EntryPath[]
  /** Titles of the missions that name it. */
  readonly missions: readonly string[]
  /** Changed entries, and how many of them are not packed. */
  readonly edits: number
  readonly unpacked: number
}

/** Every map among the subjects of the install, in their order. */
export const mapsOf = (subjects: readonly SubjectItem[]): readonly GalleryMap[] =>
  subjects
    .filter(({ kind }) => kind === 'map')
    .map(({ folder, title, entries, notes, edits, unpacked }) => ({
      // Several maps of one folder are known by their file.
      folder: subjects.some(other => other.folder === folder && other.kind === 'map' && other.title !== title)
        ? (entries[0] ?? folder)
        : folder,
      name: title,
      files: entries,
      missions: notes,
      edits,
      unpacked,
    }))

/** The row of its files that is seen as the map; the first file itself where none can be. */
export async function sceneEntry(
  studio: Pick<StudioApi, 'list'>,
  { files }: Pick<GalleryMap, 'files'>,
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
    const said = `${map.name} ${map.folder} ${map.missions.join(' ')}`.toLowerCase()
    return words.every(word => said.includes(word))
  })
}
