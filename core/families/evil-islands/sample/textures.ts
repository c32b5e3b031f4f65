import type { Bytes } from '../../../layout'
import { MMP } from '../texture/mmp'
import { decodeTexture, encodeTexture, HEADER_SIZE, levelsOf, textureOf } from '../texture/mmp-pixels'
import { KIND_MASKS } from '../texture/masks'
import { writeArchive } from '../res/res-pack'
import { bytesOf } from './bytes-of'

type Color = readonly [r: number, g: number, b: number, a: number]

const KIND_CODES = {
  DXT1: 0x31545844,
  DXT3: 0x33545844,
  PNT3: 0x33544e50,
  565: 0x5650,
  8888: 0x8888,
  1555: 0x5551,
  4444: 0x4444,
}

/** A texture of a checked pattern. */
function texture(
  kind: keyof typeof KIND_CODES,
  side: number,
  mips: number,
  [dark, light]: readonly [Color, Color],
): Bytes {
  const masks = KIND_MASKS[kind]
  const channel = (k: number) => ({
    mask: masks[3 * k] ?? 0,
    shift: masks[3 * k + 1] ?? 0,
    bits: masks[3 * k + 2] ?? 0,
  })
  const bits = { DXT1: 4, DXT3: 8, PNT3: 32, 565: 16, 1555: 16, 4444: 16, 8888: 32 }[kind]
  const head = {
    magic: 'MMP',
    width: side,
    height: side,
    mip_count: mips,
    format: KIND_CODES[kind],
    bits_per_pixel: bits,
    alpha: channel(0),
    red: channel(1),
    green: channel(2),
    blue: channel(3),
    unk_72: 0,
  }
  const empty = bytesOf(MMP, { ...head, pixels: new Uint8Array(0) })
  const stated = textureOf(empty)
  const size =
    kind === 'PNT3'
      ? HEADER_SIZE + 4 * side * side
      : (stated ? levelsOf(stated, 0) : []).reduce((sum, level) => sum + level.size, HEADER_SIZE)
  const blank = new Uint8Array(size)
  blank.set(empty)
  const levels = decodeTexture(blank).map(({ width, height }) => {
    const rgba = new Uint8Array(4 * width * height)
    for (let k = 0; k < width * height; k++)
      rgba.set(((((k % width) * 8) / width) ^ ((Math.floor(k / width) * 8) / height)) & 1 ? light : dark, 4 * k)
    return rgba
  })
  return encodeTexture(blank, levels)
}

const WOOD: readonly [Color, Color] = [
  [99, 66, 33, 255],
  [132, 99, 66, 255],
]
const GRASS: readonly [Color, Color] = [
  [33, 99, 33, 255],
  [66, 132, 49, 255],
]
const LEAF: readonly [Color, Color] = [
  [0, 0, 0, 0],
  [0, 136, 34, 255],
]

/** Textures of the models, the ground and the windows, one of each kind. */
export const sampleTextures = (): Bytes =>
  writeArchive(
    (
      [
        ['unsaguard01', texture('DXT1', 64, 7, WOOD)],
        ['stsachest01', texture('DXT1', 32, 1, WOOD)],
        ['leaf01', texture('DXT3', 32, 1, LEAF)],
        ['icon565', texture(565, 16, 1, GRASS)],
        ['icon1555', texture(1555, 16, 1, LEAF)],
        ['icon4444', texture(4444, 16, 1, LEAF)],
        ['cursor', texture(8888, 16, 1, LEAF)],
        ['menu', texture('PNT3', 16, 1, LEAF)],
        ['meadow000', texture('DXT1', 64, 1, GRASS)],
      ] as const
    ).map(([name, payload]) => ({ name: `${name}.mmp`, payload })),
  )

/** Layers of worn things. */
export const sampleRedress = (): Bytes =>
  writeArchive([{ name: 'unsaguardpl_00.br.0.mmp', payload: texture('DXT3', 32, 1, WOOD) }])
