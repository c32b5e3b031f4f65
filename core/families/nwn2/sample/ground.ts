import { write, type Bytes } from '../../../layout'
import { TRRN, TRWH, WATR } from '../terrain/terrain'
import { textBytes } from './files'

/** Side of a megatile, metres. */
const MEGATILE = 40

/** Points along a side of a megatile, and pixels along one of its weight maps. */
export interface Detail {
  readonly points: number
  readonly pixels: number
}
const SMALL: Detail = { points: 9, pixels: 16 }
const DDS_HEADER = 128

export const areaSize = (width: number, height: number): Bytes => write(TRWH, { width, height, id: 7470 }).bytes

/** A picture of that many bytes for a pixel, each the value of `at`. */
function picture(pixels: number, channels: number, at: (pixel: number, channel: number) => number): Bytes {
  const bytes = new Uint8Array(DDS_HEADER + pixels * pixels * channels)
  bytes.set(textBytes('DDS |'))
  bytes[12] = pixels
  bytes[16] = pixels
  for (let k = 0; k < pixels * pixels * channels; k++)
    bytes[DDS_HEADER + k] = at(Math.floor(k / channels), k % channels)
  return bytes
}

const UP = [0, 0, 1] as const
const TEXTURES = ['TT_GG_Grass_01', 'TT_GD_Dirt_01', 'TT_GS_Stone_02', '', '', '']

/** Two triangles for each cell between the points. */
const facesOf = (points: number) =>
  Array.from({ length: (points - 1) ** 2 }, (_, cell) => {
    const at = Math.floor(cell / (points - 1)) * points + (cell % (points - 1))
    return [
      { v0: at, v1: at + 1, v2: at + points + 1 },
      { v0: at, v1: at + points + 1, v2: at + points },
    ]
  }).flat()

/** Parts of a side from the corner of the megatile to a point. */
const partsOf = (points: number, point: number): readonly [number, number] => [
  (point % points) / (points - 1),
  Math.floor(point / points) / (points - 1),
]
const placeOf = (x: number, y: number, [u, v]: readonly [number, number]): readonly [number, number] => [
  (x + u) * MEGATILE,
  (y + v) * MEGATILE,
]

/** A megatile of ground. */
export function groundPacket(
  x: number,
  y: number,
  heightAt: (x: number, y: number) => number,
  { points, pixels }: Detail = SMALL,
): Bytes {
  const faces = facesOf(points)
  const vertices = Array.from({ length: points * points }, (_, point) => {
    const parts = partsOf(points, point)
    const [px, py] = placeOf(x, y, parts)
    return {
      position: [px, py, Math.fround(heightAt(px, py))] as const,
      normal: UP,
      tint: [255, 255, 255, 255],
      uv: parts.map(part => Math.fround(part * 10)),
      weights: parts.map(part => Math.fround(part)),
    }
  })
  const weights = picture(pixels, 4, (pixel, channel) => (channel === (pixel % pixels < pixels / 2 ? 2 : 1) ? 255 : 0))
  const rest = picture(pixels, 4, () => 0)
  const blades = [0, 1, 2].map(blade => ({
    position: [x * MEGATILE + 5 + blade, y * MEGATILE + 5, 0] as const,
    direction: UP,
    dimension: [0.5, 0.75, 0] as const,
  }))
  const grass = [{ name: 'grass', texture: 'GR_Grass_01', blade_count: blades.length, blades }]
  return write(TRRN, {
    name: `00000${x + y * 2}meadow0${x}x0${y}y`,
    textures: TEXTURES.map(name => ({ name })),
    tints: TEXTURES.map(() => ({ rgb: [1, 1, 1] })),
    vertex_count: vertices.length,
    triangle_count: faces.length,
    vertices,
    triangles: faces,
    dds_a_size: weights.length,
    dds_a: weights,
    dds_b_size: rest.length,
    dds_b: rest,
    grass_count: grass.length,
    grass,
  }).bytes
}

/** A megatile of water: the left half is wet. */
export function waterPacket(x: number, y: number, level: number): Bytes {
  const { points, pixels } = SMALL
  const faces = facesOf(points)
  const vertices = Array.from({ length: points * points }, (_, point) => {
    const [px, py] = placeOf(x, y, partsOf(points, point))
    const uv = [Math.fround(px / MEGATILE), Math.fround(py / MEGATILE)]
    return { position: [px, py, level] as const, uv_5: uv, uv }
  })
  const mask = picture(pixels, 1, pixel => (pixel % pixels < pixels / 2 ? 255 : 0))
  const wave = { name: 'water_n', direction: [1, 0], rate: 0.25, angle: 0.5 }
  return write(WATR, {
    name: '',
    unknown_32: new Uint8Array(96),
    colour: [0.125, 0.25, 0.375],
    ripple: [0.5, 0.5],
    smoothness: 0.5,
    reflection_bias: 0.25,
    reflection_power: 4,
    specular_power: 180,
    specular_coefficient: 0.5,
    textures: [wave, wave, wave],
    uv_offset: [x / 8, y / 8],
    vertex_count: vertices.length,
    triangle_count: faces.length,
    vertices,
    triangles: faces,
    triangle_flags: faces.map((_, face) => (Math.floor(face / 2) % (points - 1) < (points - 1) / 2 ? 0 : 1)),
    dds_size: mask.length,
    dds: mask,
    megatile_x: x,
    megatile_y: y,
  }).bytes
}
