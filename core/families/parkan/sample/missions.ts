import { encode, type Bytes, type Value } from '../../../layout'
import { CLAN_VERSION, MISSION, OBJECT_VERSION } from '../mission/mission'
import { SAVE } from '../save/save'
import { UNIT, UNIT_MAGIC } from '../unit/unit'
import { cp1251 } from './cp1251'

type Vec3 = readonly [number, number, number]

/** One object of a mission; `resource` is a key of objects.rlb or the path of a unit. */
export interface MissionObject {
  /** 0 building, 1 warbot, 2 tree, 3 stone (parkan 9.1). */
  readonly kind: 0 | 1 | 2 | 3
  readonly resource: string
  readonly owner: number
  readonly position: Vec3
  readonly heading: number
}

export interface MissionPlan {
  /** Folder below MISSIONS: `single.01`. */
  readonly folder: string
  /** Map folder below DATA/MAPS. */
  readonly map: string
  readonly title: string
  readonly base: readonly [x: number, y: number]
  /** A polygon that scripts name by its id. */
  readonly path: { readonly id: number; readonly points: readonly Vec3[] }
  /** Place and amount of mineral lodes. */
  readonly lodes: readonly (readonly [place: Vec3, amount: number])[]
  readonly objects: readonly MissionObject[]
}

/**
 * data.tma of a small mission: versions 1, 6, 10, a polygon, two clans, objects with the two properties that all objects
 * have, mineral lodes.
 */
export function missionFile({ map, title, base, path, lodes, objects }: MissionPlan): Bytes {
  const mission = {
    format_version: 1,
    paths: [path],
    clan_version: CLAN_VERSION,
    clans: [
      clan('Игрок', base, 1, 'Enemy', []),
      clan('Enemy', [base[1], base[0]], 2, 'Игрок', path.points.slice(0, 1)),
    ],
    object_version: OBJECT_VERSION,
    objects: objects.map((object, at) => placed(object, at + 1)),
    land_path: `DATA\\MAPS\\${map}\\land`,
    mission_flag: 0,
    description: title,
    extra_version: 1,
    extras: lodes.map(([position, amount]) => ({ position, found: 0, type: 0x10001000, amount, tail: 0 })),
  }
  return encode(MISSION, mission, '').bytes
}

/** A clan; animals move between its zones. */
const clan = (
  name: string,
  [base_x, base_y]: readonly [number, number],
  type: number,
  hostile: string,
  zones: readonly Vec3[],
): Value => ({
  name,
  raw: -1,
  base_x,
  base_y,
  type,
  script_base: 'MISSIONS\\SCRIPTS\\default',
  zones: zones.map(center => ({ kind: 1, center, inner: 20, outer: 40 })),
  research_path: '',
  brains: 0,
  relations: [
    { clan: name, relation: 1 },
    { clan: hostile, relation: 0 },
  ],
})

const placed = ({ kind, resource, owner, position, heading }: MissionObject, id: number): Value => ({
  kind,
  flags: 0x80000002,
  resource,
  owner_clan: owner,
  logical_id: kind === 1 ? id : id + 0x80000000,
  position,
  rotation: [0, 0, heading],
  scale: [1, 1, 1],
  name: kind > 1 ? resource : '',
  start_flag: 0,
  link_a: -1,
  link_b: -1,
  prop_version: 1,
  properties: [
    { type: 1, value: 0, minimum: 0, maximum: 1, name: 'Invulnerability' },
    { type: 0, value: 100, minimum: 0, maximum: 100, name: 'Life state' },
  ],
})

/** Title and words of the menu. */
export const missionTitle = (title: string, words: string): Bytes => cp1251(`${title}\r\n\r\n${words}\r\n`)

/** The text file of a mission that names its map, in cp1251. */
export const missionSettings = (title: string, map: string): Bytes =>
  cp1251(
    ['object mission', `  desc = "${title}"`, '  type = 1', `  land = "DATA\\MAPS\\${map}\\land"`, 'end', ''].join(
      '\r\n',
    ),
  )

/** A part of a unit: its key in objects.rlb, the place in its parent, its type, the number of its children. */
export interface UnitPart {
  readonly key: string
  readonly description: string
  /** Node of the parent's model; -1 of the root. */
  readonly attach: number
  /** -1 unspecified, 0 chassis, 1 turret (parkan 9.3). */
  readonly type: number
  readonly children: number
}

/** A unit of those parts, each before its children (parkan 9.3). */
export function unitFile(scheme: number, parts: readonly UnitPart[]): Bytes {
  const records = parts.map(({ key, description, attach, type, children }) => ({
    archive: 'objects.rlb',
    name: key,
    kind: 1,
    attach,
    description,
    type,
    child_count: children,
  }))
  return encode(UNIT, { magic: UNIT_MAGIC, unk_2: 0, scheme, records }, '').bytes
}

/** A saved game: its head, and a world that is described nowhere (parkan 9.12). */
export const sampleSave = (): Bytes =>
  encode(
    SAVE,
    {
      magic: 'SLOT',
      version: 1,
      difficulty: 1,
      mission: 'MISSIONS\\single.01\\',
      world: Uint8Array.from({ length: 64 }, (_, at) => at * 37),
    },
    '',
  ).bytes
