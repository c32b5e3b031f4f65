import { rowPath, type InstallReader, type Subject } from '../../format'
import { ARCHIVE_CODEC } from './archive/archive'
import { tableOf } from './archive/archive-rows'

const MAP = /(?:^|\/)([^/]+)\/gamez\.zbd$/i
/** Missions `m`, maps of games with others `mp`, instant action `ia`: all of a chapter have its one world (mw3 23). */
const MISSION = /(?:^|\/)([^/]+)\/reader((?:m|mp|ia)\d+)\.zbd$/i
const TEXTURES = /(?:^|\/)((?:[^/]+\/)?(?:r?texture\w*|rmechtex\w*|rimage)\.zbd)$/i
const MODELS = /(?:^|\/)mechlib\.zbd$/i

/** Worlds, missions, 'mechs and texture packages of an install (mw3 23). */
export async function subjects({ files, read }: InstallReader): Promise<readonly Subject[]> {
  const missions = files.flatMap(path => {
    const [, chapter, name] = MISSION.exec(path) ?? []
    return chapter === undefined || name === undefined ? [] : [{ path, chapter, title: `${chapter} ${name}` }]
  })
  const isOf = (chapter: string) => (mission: { readonly chapter: string }) =>
    mission.chapter.toLowerCase() === chapter.toLowerCase()
  const maps = files.flatMap((path): Subject[] => {
    const title = MAP.exec(path)?.[1]
    if (title === undefined) return []
    const notes = missions.filter(isOf(title)).map(mission => mission.title)
    return [{ kind: 'map', title, entries: [path], ...(notes.length > 0 && { notes: notes.sort(compare) }) }]
  })
  const textures = files.flatMap((path): Subject[] => {
    const title = TEXTURES.exec(path)?.[1]
    return title === undefined ? [] : [{ kind: 'textures', title, entries: [path] }]
  })
  const missionSubjects = missions.map(({ path, chapter, title }): Subject => {
    const world = maps.find(map => map.title.toLowerCase() === chapter.toLowerCase())
    return { kind: 'mission', title, entries: [...(world?.entries ?? []), path] }
  })
  const models = await Promise.all(files.filter(path => MODELS.test(path)).map(path => modelsOf(path, read)))
  return [...maps, ...missionSubjects, ...models.flat(), ...textures].sort((a, b) => compare(a.title, b.title))
}

const compare = (a: string, b: string): number => a.localeCompare(b, 'en')

/** The 'mechs of a library; none where its table is damaged. */
async function modelsOf(path: string, read: InstallReader['read']): Promise<readonly Subject[]> {
  const bytes = await read(path)
  const rows = bytes && tableOf(bytes) ? ARCHIVE_CODEC.open(bytes).rows : []
  return rows.flatMap(({ id, attributes }): Subject[] => {
    const title = /^(.+)\.flt$/i.exec(String(attributes['name']))?.[1]
    return title === undefined ? [] : [{ kind: 'model', title, entries: [rowPath(path, id)], isPictured: true }]
  })
}
