import {
  rowPath,
  StudioError,
  type ArchiveRow,
  type InstallReader,
  type RunOverlay,
  type Subject,
} from '../../../format'
import { decodeText, type Bytes } from '../../../layout'
import { OBJECTS } from '../assembly/prototype-model'
import { typeIdOf } from '../nres/directory'
import { openArchive } from '../nres/nres'
import { plainPath } from '../plain-path'
import { findLandPath, replaceLandPath } from './land-path'

/** A mission, and the map that it uses. */
interface MissionNote {
  readonly mission: string
  readonly title: string
  /** Folder of the map, relative to the install, in the install's spelling. */
  readonly mapFolder: string
}

const folderOf = (file: string): string => file.slice(0, Math.max(file.lastIndexOf('/'), 0))
const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Folders that hold a Land.map, in the install's spelling. */
export const mapFolders = (files: readonly string[]): string[] =>
  files.filter(file => /(?:^|\/)land\.map$/i.test(file)).map(folderOf)

/** Every mission that names a map (`landPath` of data.tma), with its title (first line of `descr`, cp1251). */
export async function listMissions(install: InstallReader): Promise<MissionNote[]> {
  const notes: MissionNote[] = []
  const maps = mapFolders(install.files)
  for (const file of install.files) {
    if (!/^missions\/(?:.*\/)?data\.tma$/i.test(file)) continue
    const bytes = await install.read(file)
    const found = bytes && findLandPath(bytes)
    if (!found) continue
    const named = folderOf(plainPath(found.text))
    const mission = folderOf(file)
    const title = await titleOf(install, mission)
    notes.push({ mission, title, mapFolder: maps.find(map => same(map, named)) ?? named })
  }
  return notes
}

/** Every map with the titles of its missions, by name as people count (SC_2 before SC_10); then the missions. */
export async function listSubjects(install: InstallReader): Promise<Subject[]> {
  const missions = await listMissions(install)
  const maps = new Map<string, string[]>()
  for (const file of install.files.filter(name => /(?:^|\/)land\.(?:map|msh)$/i.test(name)))
    maps.set(folderOf(file), [...(maps.get(folderOf(file)) ?? []), file])
  const subjects = Array.from(maps, ([folder, entries]): Subject => {
    const notes = missions
      .filter(({ mapFolder }) => same(mapFolder, folder))
      .map(({ title, mission }) => title || mission)
    return { kind: 'map', title: lastOf(folder) || lastOf(entries[0] ?? ''), entries, notes, canStart: true }
  })
  const found = missions.map(({ mission, title, mapFolder }): Subject => {
    const file = install.files.find(name => same(name, `${mission}/data.tma`)) ?? `${mission}/data.tma`
    const map = Array.from(maps).find(([folder]) => same(folder, mapFolder))?.[1] ?? []
    return { kind: 'mission', title, entries: [file, ...map], notes: [lastOf(mapFolder)] }
  })
  return [subjects, found, unitsIn(install), await sceneryIn(install)].flatMap(kind => kind.sort(byTitle))
}

const byTitle = (a: Subject, b: Subject): number => a.title.localeCompare(b.title, undefined, { numeric: true })

/** Units and buildings (parkan 9.3), by their files. */
const unitsIn = ({ files }: InstallReader): Subject[] =>
  files
    .filter(file => /^units\/.*\.dat$/i.test(file))
    .map(file => ({
      kind: 'unit',
      title: lastOf(file).replace(/\.dat$/i, ''),
      entries: [file],
      notes: [lastOf(folderOf(file))],
    }))

/** Type of the rows of plants and rocks (parkan 6.13). */
const STATIC = typeIdOf('STAT')

/** Plants and rocks: rows of objects.rlb. */
async function sceneryIn(install: InstallReader): Promise<Subject[]> {
  const file = install.files.find(one => same(one, OBJECTS))
  const bytes = file === undefined ? undefined : await install.read(file)
  if (file === undefined || !bytes) return []
  return rowsIn(bytes)
    .filter(({ attributes }) => attributes['type_id'] === STATIC)
    .map(({ id, attributes }) => ({
      kind: 'scenery',
      title: String(attributes['name']),
      entries: [rowPath(file, id)],
    }))
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

async function titleOf(install: InstallReader, mission: string): Promise<string> {
  const descr = install.files.find(file => same(file, `${mission}/descr`))
  const bytes = descr === undefined ? undefined : await install.read(descr)
  const first = bytes
    ? decodeText(bytes, 'cp1251')
        .split(/[\r\n\0]/)
        .find(line => line.trim() !== '')
    : undefined
  return first?.trim() ?? lastOf(mission)
}

/** The demo that the game plays by itself when nobody touches it (parkan 10.7). */
const DEMO = 'MISSIONS/Autodemo.00/data.tma'

/**
 * Puts a map behind the demo mission: its landPath names the map; where the mission cannot be read, the map's files
 * replace those of the demo's own. Throws StudioError `mission.map-missing`, `mission.no-demo`.
 */
export async function startIn(install: InstallReader, { title, entries }: Subject): Promise<RunOverlay> {
  const folder = mapFolders(install.files).find(one => entries.some(entry => same(folderOf(entry), one)))
  if (folder === undefined) throw new StudioError('mission.map-missing', { map: title })
  const note = { code: 'mission.behind-demo', params: { map: lastOf(folder), mission: folderOf(DEMO) } }
  const demo = install.files.find(file => same(file, DEMO))
  const bytes = demo === undefined ? undefined : await install.read(demo)
  const found = bytes && findLandPath(bytes)
  if (demo !== undefined && bytes && found) {
    const base = found.text.split(/[\\/]/).at(-1) ?? 'land'
    const path = `${folder.replaceAll('/', '\\')}\\${base}`
    return { files: [{ path: demo, bytes: replaceLandPath(bytes, found, path) }], note }
  }
  const stage = mapFolders(install.files).find(other => same(lastOf(other), 'AutoMAP'))
  if (demo === undefined || stage === undefined) throw new StudioError('mission.no-demo', { mission: DEMO })
  return { files: await standIn(install, folder, stage), note }
}

async function standIn(install: InstallReader, from: string, to: string): Promise<RunOverlay['files']> {
  const files: { path: string; bytes: Uint8Array }[] = []
  for (const file of install.files) {
    if (!same(folderOf(file), from)) continue
    const target = `${to}/${lastOf(file)}`
    const bytes = await install.read(file)
    if (bytes) files.push({ path: install.files.find(other => same(other, target)) ?? target, bytes })
  }
  return files
}
