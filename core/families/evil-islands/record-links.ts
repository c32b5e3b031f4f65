import { oncePer, type Opened, type RecordPlace, type RecordRule } from '../../format'
import { fieldOf, numberOf, plainText, records, recordsOf, textOf } from '../../format/fields'
import { document, locate, type Node } from '../../layout'
import { databaseLayout } from './database/database'
import { DATABASES, FIGURES, isLooseLink, rowIn, TEXTURES } from './lookup'
import { MOB, nodeId } from './map/mob'
import { childOf, dataOf, idOf, nodesOf, topNodes, valueOf } from './map/mob-nodes'
import { isBox } from './map/place-rules'
import { LANES } from './model/fig'
import { LNK } from './model/lnk'
import { databaseOf, namedIn, recordNamed } from './named'
import { sameName, stem } from './names'
import type { Reference } from './references'
import { headOf } from './terrain/terrain-rules'

// Records, and rows of archives within archives, that values name (evil-islands 5.3, 6, 7, 9.1, 11, 13, 15, 21).

type Find = RecordRule['find']

const inside = (entry: Opened | undefined, path: string | undefined): RecordPlace | undefined =>
  entry && path !== undefined ? { entry, path } : undefined

/** An entry as a whole. */
const whole = (entry: Opened | undefined): RecordPlace | undefined => inside(entry, '')

const mapOf = oncePer((entry: Opened) => document(MOB, entry.bytes))
const linkOf = oncePer((entry: Opened) => document(LNK, entry.bytes))
const databaseIn = oncePer((entry: Opened) => document(databaseLayout(entry), entry.bytes))

/** The record of a database that a text names first: of an item with a material the item (evil-islands 5.3). */
const databaseRecord =
  (by: Reference): Find =>
  async ({ value }, from) => {
    const [found] = namedIn(by, plainText(value))
    if (!found) return undefined
    const [kind, name] = found
    const file = databaseOf(kind)
    // Of an entry of a database the one beside it, else that of the campaign before that of games for several players.
    const own = file === undefined ? undefined : ((await from.beside(file)) ?? (await rowIn(from, DATABASES, file)))
    return own && inside(own, recordNamed(own, kind, name))
  }

/** The value of a field of a record of a database. */
function databaseField(record: Node | undefined, name: string): Node | undefined {
  const fields = record?.childNamed('fields')
  const field = (fields ? recordsOf(fields, 'body') : []).find(
    one => fieldOf(one, 'id')?.meta.values?.[numberOf(one, 'id')] === name,
  )
  return field && fieldOf(field, 'value/body')
}

/** The nearest node around a field that is a record of an array. */
function recordAround(field: Node, isOne: (record: Node) => boolean): Node | undefined {
  for (let at = field.parent; at; at = at.parent) if (isOne(at)) return at
  return undefined
}

/** A texture of the race that a monster has, by number (evil-islands 5.3). */
const raceSkin: Find = (field, from) => {
  const monster = recordAround(field, one => one.childNamed('fields') !== undefined)
  const race = plainText(databaseField(monster, 'race')?.value)
  const path = race === '' ? undefined : recordNamed(from, 'race', race)
  const skins = path === undefined ? undefined : databaseField(locate(databaseIn(from), path), 'textures_1')
  const skin = skins?.childNamed(String(field.value))
  return Promise.resolve(inside(from, skin?.path))
}

/** A box of the diagram by its id (evil-islands 15.4). */
const box: Find = ({ value }, from) => {
  const found = nodesOf(mapOf(from)).find(node => isBox(node) && valueOf(node, 'VSS_ID')?.value === value)
  return Promise.resolve(inside(from, found?.path))
}

/** A name of a player by number. */
const player: Find = ({ value }, from) => {
  const names = nodesOf(mapOf(from)).find(node => idOf(node) === nodeId('DIPLOMATION_PL_NAMES'))
  return Promise.resolve(inside(from, dataOf(names)?.childNamed('items')?.childNamed(String(value))?.path))
}

/** A layer of the walk graph by the class of walkers (evil-islands 15.6). */
const layer: Find = ({ value }, from) => {
  const graph = topNodes(mapOf(from)).find(node => idOf(node) === nodeId('AIGRAPH'))
  return Promise.resolve(inside(from, dataOf(graph)?.childNamed('layers')?.childNamed(String(value))?.path))
}

const partNamed = (link: Opened, name: string): RecordPlace | undefined =>
  inside(link, records(linkOf(link), 'parts').find(part => sameName(textOf(part, 'name'), name))?.path)

/** The part above a part, in the same list (evil-islands 7). */
const part: Find = ({ value }, from) => Promise.resolve(partNamed(from, plainText(value)))

/** The link of a model: the row of its own name within a MOD, else a loose one (evil-islands 11.1). */
async function linkNamed(from: Opened, name: string): Promise<Opened | undefined> {
  const model = name === '' ? undefined : await rowIn(from, FIGURES, `${name}.mod`)
  return model ? model.row(name) : name === '' ? undefined : rowIn(from, FIGURES, `${name}.lnk`)
}

/** A part of the model that the object around it has. */
const bodyPart: Find = async (field, from) => {
  const object = recordAround(field, one => childOf(one, 'OBJTEMPLATE') !== undefined)
  const link = object && (await linkNamed(from, plainText(valueOf(object, 'OBJTEMPLATE')?.value)))
  return link && partNamed(link, plainText(field.value))
}

/** The mesh of a part: a row beside the link within a model, with the name of the model where it is loose. */
const mesh: Find = async ({ value }, from) => {
  const name = plainText(value)
  return whole(await from.beside(isLooseLink(from) ? `${stem(from.name)}${name}.fig` : name))
}

/** A clip of the model that a database of clips is of: both have one name (evil-islands 6). */
const animation: Find = async ({ value }, from) =>
  whole(await (await rowIn(from, FIGURES, `${stem(from.name)}.anm`))?.row(plainText(value)))

/** A vertex or normal by number is a lane of a block (evil-islands 9.1). */
const laneOf =
  (array: string): Find =>
  ({ value }, from) =>
    Promise.resolve(inside(from, `${array}/${Math.floor(Number(value) / LANES)}`))

/** A texture of the terrain by number, with the name of its head (evil-islands 14). */
const landTexture: Find = async ({ value }, from) => {
  const head = headOf(await from.entries(), from.container?.name ?? '')
  return whole(head && (await rowIn(from, TEXTURES, `${stem(head.name)}${String(Number(value)).padStart(3, '0')}.mmp`)))
}

const TO_DATABASE = ['evil-islands.db']
const TO_LINK = ['evil-islands.lnk']
const TO_MAP = ['evil-islands.mob']
const TO_MESH = ['evil-islands.fig']

/** Records of Evil Islands that values name. */
export const RECORD_RULES: Readonly<Record<string, RecordRule>> = {
  ...Object.fromEntries(
    (['item', 'modifier', 'perk', 'quest', 'race', 'spell', 'unit'] as const).map(by => [
      by,
      { to: TO_DATABASE, find: databaseRecord(by) },
    ]),
  ),
  animation: { to: ['evil-islands.clip'], find: animation },
  'body-part': { to: TO_LINK, find: bodyPart },
  box: { to: TO_MAP, find: box },
  'land-texture': { to: ['evil-islands.mmp'], find: landTexture },
  layer: { to: TO_MAP, find: layer },
  mesh: { to: TO_MESH, find: mesh },
  'mesh-normal': { to: TO_MESH, find: laneOf('normals') },
  'mesh-position': { to: TO_MESH, find: laneOf('positions') },
  part: { to: TO_LINK, find: part },
  player: { to: TO_MAP, find: player },
  'race-skin': { to: TO_DATABASE, find: raceSkin },
}
