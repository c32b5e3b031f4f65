import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openArchive } from '../core/families/parkan/nres/nres'
import { LandNormal, LandOpacity, LandPosition, TerrainFace } from '../core/families/parkan/terrain/land-mesh'
import { offsetOf, strideOf } from '../core/layout'

/** Rows of the Land1.wea of the sample. */
const [GRASS, ROCK] = [1, 2]
const [SECOND, MICROTEXTURE, WATER] = [0x4, 0x400, 0x20000]
const TEXTURE_HEADER = 32
/** Pixels of plain textures: grass is red and rock blue; the microtexture of grass is a quarter grey, that of rock a half. */
const PLAIN = [
  ['GRASS01.0', [0x00, 0xf8]],
  ['ROCK01.0', [0x1f, 0x00]],
  ['MICRO02.0', [0x08, 0x42]],
  ['MICRO01.0', [0x10, 0x84]],
  ['WATER01.0', [0, 255, 0, 255]],
] as const

/** Which ground is where: the first part of X shows the first material, the middle both, the last one the second. */
export interface PaintedGround {
  readonly partAt: (x: number) => 'first' | 'both' | 'second' | undefined
  /** The half of Y whose faces have the microtexture. */
  readonly isDetailed: (y: number) => boolean | undefined
  readonly waterLevel: number
}

/** Paints all dry faces of a map of an install with grass below rock, by opacities of 0, 1/2 and 1, on level normals. */
export function paintGround(install: string, map: string): PaintedGround {
  const textures = archiveOf(join(install, 'Textures.lib'))
  for (const [name, pixel] of PLAIN) {
    const bytes = textures.row(row => row['name'] === name)
    bytes.subarray(TEXTURE_HEADER).forEach((_, at) => (bytes[TEXTURE_HEADER + at] = pixel[at % pixel.length] ?? 0))
  }
  textures.write()

  const land = archiveOf(join(install, 'DATA/MAPS', map, 'Land.msh'))
  const chunk = (type: number) => land.row(row => row['type_id'] === type)
  const view = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const [positions, opacities, normals, faces] = [view(chunk(3)), view(chunk(14)), view(chunk(4)), view(chunk(21))]
  const place = (vertex: number, axis: 0 | 1 | 2): number =>
    positions.getFloat32(vertex * strideOf(LandPosition) + 4 * axis, true)
  const vertices = positions.byteLength / strideOf(LandPosition)
  const size = [0, 1].map(axis => Math.max(...Array.from({ length: vertices }, (_, k) => place(k, axis as 0 | 1))))
  const [width = 0, depth = 0] = size
  const partOf = (x: number): number => Math.floor((3 * x) / width)
  for (let vertex = 0; vertex < vertices; vertex++) {
    opacities.setFloat32(vertex * strideOf(LandOpacity), Math.min(2, partOf(place(vertex, 0))) / 2, true)
    for (const [axis, value] of [0, 0, 127].entries()) normals.setInt8(vertex * strideOf(LandNormal) + axis, value)
  }
  let waterLevel = NaN
  for (let face = 0; face < faces.byteLength / strideOf(TerrainFace); face++) {
    const at = (field: 'flags' | 'material_low' | 'material_high' | 'i0'): number =>
      face * strideOf(TerrainFace) + offsetOf(TerrainFace, field)
    const corner = faces.getUint16(at('i0'), true)
    const flags = faces.getUint32(at('flags'), true)
    if ((flags & WATER) !== 0) {
      waterLevel = place(corner, 2)
      continue
    }
    faces.setUint8(at('material_low'), GRASS)
    faces.setUint8(at('material_high'), ROCK)
    const isDetailed = place(corner, 1) < depth / 2
    faces.setUint32(at('flags'), ((flags | SECOND) & ~MICROTEXTURE) | (isDetailed ? MICROTEXTURE : 0), true)
  }
  land.write()
  /** Places near a border are of both sides. */
  const margin = 0.06
  return {
    partAt: x => {
      const share = (3 * x) / width
      const isNearBorder = Math.abs(share - Math.round(share)) < 3 * margin
      return isNearBorder ? undefined : (['first', 'both', 'second'] as const)[Math.floor(share)]
    },
    isDetailed: y => (Math.abs(y / depth - 0.5) < margin ? undefined : y < depth / 2),
    waterLevel,
  }
}

function archiveOf(file: string) {
  const bytes = readFileSync(file)
  const { rows } = openArchive(bytes)
  return {
    /** The payload of a row, to be written into. */
    row(fits: (attributes: (typeof rows)[number]['attributes']) => boolean): Buffer {
      const found = rows.find(({ attributes }) => fits(attributes))
      if (!found) throw new Error(`no such row in ${file}`)
      return bytes.subarray(found.offset, found.offset + found.size)
    },
    write: () => writeFileSync(file, bytes),
  }
}
