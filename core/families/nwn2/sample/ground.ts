import { write, type Bytes } from '../../../layout'
import { TRRN, TRWH, WATR } from '../terrain/terrain'
import { textBytes } from './files'

/** Points along a side of a megatile of 40 m. */
const POINTS = 9
const MEGATILE = 40
const PIXELS = 16
const DDS_HEADER = 128

export const areaSize = (width: number, height: number): Bytes => write(TRWH, { width, height, id: 7470 }).bytes

/** A picture of that many bytes for a pixel, each the value of `at`. */
function picture(channels: number, at: (pixel: number, channel: number) => number): Bytes {
  const bytes = new Uint8Array(DDS_HEADER + PIXELS * PIXELS * channels)
  bytes.set(textBytes('DDS |'))
  bytes[12] = PIXELS
  bytes[16] = PIXELS
  for (let k = 0; k < PIXELS * PIXELS * channels; k++)
    bytes[DDS_HEADER + k] = at(Math.floor(k / channels), k % channels)
  return bytes
}

const UP = [0, 0, 1] as const
const TEXTURES = ['TT_GG_Grass_01', 'TT_GD_Dirt_01', 'TT_GS_Stone_02', '', '', '']

const faces = Array.from({ length: (POINTS - 1) ** 2 }, (_, cell) => {
  const at = Math.floor(cell / (POINTS - 1)) * POINTS + (cell % (POINTS - 1))
  return [
    { v0: at, v1: at + 1, v2: at + POINTS + 1 },
    { v0: at, v1: at + POINTS + 1, v2: at + POINTS },
  ]
}).flat()

const placeOf = (x: number, y: number, point: number): readonly [number, number] => {
  const step = MEGATILE / (POINTS - 1)
  return [x * MEGATILE + (point % POINTS) * step, y * MEGATILE + Math.floor(point / POINTS) * step]
}

/** A megatile of ground. */
export function groundPacket(x: number, y: number, heightAt: (x: number, y: number) => number): Bytes {
  const vertices = Array.from({ length: POINTS * POINTS }, (_, point) => {
    const [px, py] = placeOf(x, y, point)
    return {
      position: [px, py, Math.fround(heightAt(px, py))] as const,
      normal: UP,
      tint: [255, 255, 255, 255],
      uv: [Math.fround((point % POINTS) / 0.8), Math.fround(Math.floor(point / POINTS) / 0.8)],
      weights: [Math.fround((point % POINTS) / (POINTS - 1)), Math.fround(Math.floor(point / POINTS) / (POINTS - 1))],
    }
  })
  const weights = picture(4, (pixel, channel) => (channel === (pixel % PIXELS < PIXELS / 2 ? 2 : 1) ? 255 : 0))
  const rest = picture(4, () => 0)
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
  const vertices = Array.from({ length: POINTS * POINTS }, (_, point) => {
    const [px, py] = placeOf(x, y, point)
    const uv = [Math.fround(px / MEGATILE), Math.fround(py / MEGATILE)]
    return { position: [px, py, level] as const, uv_5: uv, uv }
  })
  const mask = picture(1, pixel => (pixel % PIXELS < PIXELS / 2 ? 255 : 0))
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
    triangle_flags: faces.map((_, face) => (Math.floor(face / 2) % (POINTS - 1) < (POINTS - 1) / 2 ? 0 : 1)),
    dds_size: mask.length,
    dds: mask,
    megatile_x: x,
    megatile_y: y,
  }).bytes
}
