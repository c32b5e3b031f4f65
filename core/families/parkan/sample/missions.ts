import type { Bytes } from '../../../layout'
import { byteWriter, cp1251, type ByteWriter } from './byte-writer'

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
  const writer = byteWriter().u32(1, 1, path.id, path.points.length)
  for (const point of path.points) writer.f32(...point)
  writer.u32(6, 2)
  clan(writer, 'Игрок', base, 1, 'Enemy', [])
  clan(writer, 'Enemy', [base[1], base[0]], 2, 'Игрок', path.points.slice(0, 1))
  writer.u32(10, objects.length)
  objects.forEach((object, at) => placed(writer, object, at + 1))
  writer.string(`DATA\\MAPS\\${map}\\land`)
  writer.u32(0).string(title)
  writer.u32(1, lodes.length)
  for (const [place, amount] of lodes)
    writer
      .f32(...place)
      .u32(0, 0x10001000)
      .f32(amount)
      .u32(0)
  return writer.done()
}

/** A clan; animals move between its zones. */
function clan(
  writer: ByteWriter,
  name: string,
  [x, y]: readonly [number, number],
  type: number,
  hostile: string,
  zones: readonly Vec3[],
): void {
  writer.string(name).u32(0xffffffff).f32(x, y).u32(type).string('MISSIONS\\SCRIPTS\\default').u32(zones.length)
  for (const center of zones) writer.u32(1).f32(...center, 20, 40)
  writer.string('').u32(0).u32(2).string(name).u32(1).string(hostile).u32(0)
}

function placed(writer: ByteWriter, { kind, resource, owner, position, heading }: MissionObject, id: number): void {
  writer
    .u32(kind, 0x80000002)
    .string(resource)
    .u32(owner >>> 0, kind === 1 ? id : id + 0x80000000)
    .f32(...position, 0, 0, heading, 1, 1, 1)
    .string(kind > 1 ? resource : '')
    .u32(0, 0xffffffff, 0xffffffff)
    .u32(1, 2)
    .u32(1, 0, 0, 1)
    .string('Invulnerability')
    .u32(0)
    .f32(100, 0, 100)
    .string('Life state')
}

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
  const writer = byteWriter().u8(0xf1, 0xf0, 0, 0).u32(scheme)
  for (const { key, description, attach, type, children } of parts)
    writer
      .text('objects.rlb', 32)
      .text(key, 32)
      .u32(1, attach >>> 0)
      .text(description, 32)
      .u32(type >>> 0, children)
  return writer.done()
}
