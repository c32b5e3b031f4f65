import { filePath, type Opened } from '../../../format'
import { numberOf } from '../../../format/fields'
import { decodeText, document } from '../../../layout'
import { archivesFor, MAP_LISTS } from '../lookup'
import { nameKey, sameName, stem } from '../names'
import { MP } from '../terrain/mp'
import { headOf } from '../terrain/terrain-rules'

/** Sectors of the terrain on which the objects of a map lie. */
export interface Ground {
  readonly file: string
  readonly x: number
  readonly y: number
}

/** Most sectors to a side that a terrain is taken to have (evil-islands 14: three digits). */
const MOST_SECTORS = 1000

/** The terrain of a map: the one that a list of maps gives it, else that of its own name; undefined where it is not there. */
export async function groundOf(entry: Opened): Promise<Ground | undefined> {
  const own = stem(entry.name)
  const listed = await listedTerrain(entry, own)
  for (const name of listed === undefined ? [own] : [listed, own]) {
    const terrain = await entry.beside(`${name}.mpr`)
    const head = terrain && headOf(await terrain.entries(), terrain.name)
    if (!terrain || !head) continue
    const { isWhole, root } = document(MP, head.bytes)
    const [x, y] = [numberOf(root, 'sectors_x'), numberOf(root, 'sectors_y')]
    return isWhole && x <= MOST_SECTORS && y <= MOST_SECTORS ? { file: filePath(terrain.path), x, y } : undefined
  }
  return undefined
}

/** The terrain that a list of maps names together with the objects: lists of the texts, and of the quest of the same name. */
async function listedTerrain(entry: Opened, objects: string): Promise<string | undefined> {
  for await (const list of listsFor(entry, objects)) {
    const maps = mapsIn(decodeText(list.bytes, 'cp1251'))
    const terrain = maps.find(map => sameName(map.objects, objects))?.terrain
    if (terrain !== undefined) return terrain
  }
  return undefined
}

async function* listsFor(entry: Opened, objects: string): AsyncGenerator<Opened> {
  const quest = await entry.beside(`${objects}.mq`)
  const own = (await quest?.entries())?.find(({ name }) => /(?:^|\\)map\.txt$/i.test(name))
  if (own) yield own
  for (const [archive, name] of MAP_LISTS)
    for await (const listed of archivesFor(entry, archive)) {
      const row = await listed.row(name)
      if (row) yield row
    }
}

/** Terrain and objects of a map. */
interface ListedMap {
  readonly terrain: string
  readonly objects: string
}

/** The maps of a list: below `#res` a line has the names of terrain and objects (evil-islands 14). */
export function mapsIn(list: string): readonly ListedMap[] {
  const lines = list.split(/\r?\n/).map(line => line.replace(/##.*$/, '').trim())
  return lines.flatMap((line, k) => {
    const [terrain, objects] = (lines[k + 1] ?? '').split(/\s+/)
    return nameKey(line) === '#res' && terrain !== undefined && objects !== undefined ? [{ terrain, objects }] : []
  })
}
