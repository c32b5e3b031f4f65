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
  readonly objects: readonly MissionObject[]
}

/** data.tma of a small mission: versions 1, 6, 10, two clans, objects with the two properties that all objects have. */
export function missionFile({ map, title, base, objects }: MissionPlan): Bytes {
  const writer = byteWriter().u32(1, 0)
  writer.u32(6, 2)
  clan(writer, 'Игрок', base, 1, 'Enemy')
  clan(writer, 'Enemy', [base[1], base[0]], 2, 'Игрок')
  writer.u32(10, objects.length)
  objects.forEach((object, at) => placed(writer, object, at + 1))
  writer.string(`DATA\\MAPS\\${map}\\land`)
  writer.u32(0).string(title)
  return writer.u32(1, 0).done()
}

function clan(
  writer: ByteWriter,
  name: string,
  [x, y]: readonly [number, number],
  type: number,
  hostile: string,
): void {
  writer
    .string(name)
    .u32(0xffffffff)
    .f32(x, y)
    .u32(type)
    .string('')
    .u32(0)
    .string('')
    .u32(0)
    .u32(2)
    .string(name)
    .u32(1)
    .string(hostile)
    .u32(0)
}

function placed(writer: ByteWriter, { kind, resource, owner, position, heading }: MissionObject, id: number): void {
  writer
    .u32(kind, 0x80000002)
    .string(resource)
    .u32(owner >>> 0, id)
    .f32(...position, 0, 0, heading, 1, 1, 1)
    .string(kind > 1 ? resource : '')
    .u32(0, 0xffffffff, 0xffffffff)
    .u32(1, 2)
    .u32(1, 0, 0, 0)
    .string('Invulnerability')
    .u32(0)
    .f32(0, 100, 100)
    .string('Life state')
}

/** Title and words of the menu. */
export const missionTitle = (title: string, words: string): Bytes => cp1251(`${title}\r\n\r\n${words}\r\n`)

/** The text file of a mission that names its map, in cp1251. */
export const missionSettings = (title: string, map: string): Bytes =>
  cp1251(
    ['object mission', `  desc "${title}"`, '  type 1', `  land "DATA\\MAPS\\${map}\\land"`, 'end', ''].join('\r\n'),
  )

/** A unit of one record of objects.rlb (parkan 9.3). */
export function unitFile(type: number, key: string, description: string): Bytes {
  return byteWriter()
    .u8(0xf1, 0xf0, 0, 0)
    .u32(type)
    .text('objects.rlb', 32)
    .text(key, 32)
    .u32(1, 0xffffffff)
    .text(description, 32)
    .u32(0xffffffff, 0)
    .done()
}
