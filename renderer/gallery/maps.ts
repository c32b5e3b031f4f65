import type { EntryPath } from '@areal-studio/core/format'
import type { SubjectItem } from '@areal-studio/core/studio'

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
