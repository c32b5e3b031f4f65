import { StudioError, type InstallReader, type RunOverlay, type Subject } from '../../../format'
import { decodeText } from '../../../layout'
import { folderOf, lastOf, plainPath, same } from '../plain-path'
import { findLandPath, replaceLandPath } from './land-path'

/** A mission, and the map that it uses. */
interface MissionNote {
  readonly mission: string
  readonly title: string
  /** Folder of the map, relative to the install, in the install's spelling. */
  readonly mapFolder: string
}

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

/** Starts the game in a map or a mission. Throws StudioError `mission.map-missing`, `mission.no-demo`. */
export const startIn = (install: InstallReader, subject: Subject): Promise<RunOverlay> =>
  subject.kind === 'mission' ? startInMission(install, subject) : startInMap(install, subject)

/** Puts the files of a mission in place of those of the demo mission, which the game plays by itself (parkan 10.7). */
async function startInMission(install: InstallReader, { entries: [file = ''] }: Subject): Promise<RunOverlay> {
  const bytes = await install.read(file)
  const named = folderOf(plainPath((bytes && findLandPath(bytes)?.text) ?? ''))
  if (!mapFolders(install.files).some(map => same(map, named)))
    throw new StudioError('mission.map-missing', { map: lastOf(named) })
  const demo = install.files.find(other => same(other, DEMO))
  if (demo === undefined) throw new StudioError('mission.no-demo', { mission: DEMO })
  const mission = folderOf(file)
  const note = { code: 'mission.in-demo', params: { mission, demo: folderOf(demo) } }
  return { files: await standIn(install, mission, folderOf(demo)), note }
}

/**
 * Puts a map behind the demo mission: its landPath names the map; where the mission cannot be read, the map's files
 * replace those of the demo's own.
 */
async function startInMap(install: InstallReader, { title, entries }: Subject): Promise<RunOverlay> {
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
