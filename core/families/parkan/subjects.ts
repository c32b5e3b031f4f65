import { rowPath, StudioError, type ArchiveRow, type InstallReader, type Subject } from '../../format'
import type { Bytes } from '../../layout'
import { OBJECTS } from './assembly/prototype-model'
import { listMissions } from './mission/missions'
import { typeIdOf } from './nres/directory'
import { openArchive } from './nres/nres'
import { folderOf, lastOf, same } from './plain-path'

const byTitle = (a: Subject, b: Subject): number => a.title.localeCompare(b.title, undefined, { numeric: true })

/**
 * Maps with the titles of their missions, missions, units and buildings, plants and rocks, models, textures; each kind
 * by name as people count (SC_2 before SC_10). A damaged archive lists none. Archives are only read where `kind` is one
 * of their rows, or not given.
 */
export async function listSubjects(install: InstallReader, kind?: string): Promise<Subject[]> {
  const missions = await listMissions(install)
  const maps = new Map<string, string[]>()
  for (const file of install.files.filter(name => /(?:^|\/)land\.(?:map|msh)$/i.test(name)))
    maps.set(folderOf(file), [...(maps.get(folderOf(file)) ?? []), file])
  const grounds = Array.from(maps, ([folder, entries]): Subject => {
    const notes = missions
      .filter(({ mapFolder }) => same(mapFolder, folder))
      .map(({ title, mission }) => title || mission)
    return { kind: 'map', title: lastOf(folder) || lastOf(entries[0] ?? ''), entries, notes, canStart: true }
  })
  const found = missions.map(({ mission, title, mapFolder }): Subject => {
    const file = install.files.find(name => same(name, `${mission}/data.tma`)) ?? `${mission}/data.tma`
    const map = Array.from(maps).find(([folder]) => same(folder, mapFolder))?.[1] ?? []
    return { kind: 'mission', title, entries: [file, ...map], notes: [lastOf(mapFolder)], canStart: true }
  })
  const rows = kind === undefined || ROW_KINDS.includes(kind) ? await rowSubjects(install) : []
  const ofRows = ROW_KINDS.map(one => rows.filter(subject => subject.kind === one))
  return [grounds, found, unitsIn(install), ...ofRows].flatMap(subjects => subjects.sort(byTitle))
}

/** Units and buildings (parkan 9.3), by their files. */
const unitsIn = ({ files }: InstallReader): Subject[] =>
  files
    .filter(file => /^units\/.*\.dat$/i.test(file))
    .map(file => ({
      kind: 'unit',
      title: lastOf(file).replace(/\.dat$/i, ''),
      entries: [file],
      notes: [lastOf(folderOf(file))],
      isPictured: true,
    }))

/** Archives with models, textures, plants and rocks (parkan 10.1). */
const ARCHIVE = /\.(?:rlb|lib)$/i
const ROW_KINDS: readonly string[] = ['scenery', 'model', 'texture']
/** Types of rows: plants and rocks (parkan 6.13), models (6), textures (7). */
const [STATIC, MODEL, TEXTURE] = ['STAT', 'MESH', 'Texm'].map(typeIdOf)

/** Rows of the archives by their type: plants and rocks are those of objects.rlb. */
async function rowSubjects(install: InstallReader): Promise<readonly Subject[]> {
  const found: Subject[] = []
  for (const file of install.files.filter(name => ARCHIVE.test(name))) {
    const bytes = await install.read(file) // one after the other: together they may be most of an install
    for (const { id, attributes } of bytes ? rowsIn(bytes) : []) {
      const title = String(attributes['name'])
      const row = { entries: [rowPath(file, id)], isPictured: true }
      const type = attributes['type_id']
      if (type === STATIC && same(file, OBJECTS)) found.push({ kind: 'scenery', title, ...row })
      if (type === MODEL)
        found.push({ kind: 'model', title: title.replace(/\.msh$/i, ''), notes: [lastOf(file)], ...row })
      if (type === TEXTURE) found.push({ kind: 'texture', title, notes: [lastOf(file)], ...row })
    }
  }
  return found
}

/** None of an archive that is damaged: the check reports it. */
function rowsIn(bytes: Bytes): readonly ArchiveRow[] {
  try {
    return openArchive(bytes).rows
  } catch (error) {
    if (error instanceof StudioError) return []
    throw error
  }
}
