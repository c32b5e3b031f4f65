import type { Attributes } from '../../../edit'
import type { Bytes } from '../../../layout'
import { byteWriter } from './byte-writer'

/** Rows of Land1.wea (near) and Land2.wea (far), side by side (parkan 3.8). */
export const TERRAIN_MATERIALS: readonly (readonly [near: string, far: string])[] = [
  ['B_S0', 'DEFAULT'],
  ['L04', 'L05'],
  ['L02', 'L03'],
  ['L00', 'L01'],
  ['WATER', 'WATER_M'],
  ['WATER_BOT', 'WATER_BOT'],
]

type Rgb = readonly [number, number, number]
const TEXTURES: readonly (readonly [material: string, texture: string, colour: Rgb])[] = [
  ['DEFAULT', '', [160, 160, 160]],
  ['B_S0', 'GRASS02.0', [120, 130, 90]],
  ['L00', 'SAND01.0', [180, 165, 125]],
  ['L01', 'SAND01.0', [180, 165, 125]],
  ['L02', 'ROCK01.0', [130, 122, 114]],
  ['L03', 'ROCK02.0', [130, 122, 114]],
  ['L04', 'GRASS01.0', [110, 122, 72]],
  ['L05', 'GRASS02.0', [110, 122, 72]],
  ['WATER', 'WATER01.0', [70, 105, 140]],
  ['WATER_M', 'WATER02.0', [70, 105, 140]],
  ['WATER_BOT', 'BED01.0', [80, 84, 72]],
  ['WALL', 'WALL01.0', [150, 154, 162]],
  ['ROOF', 'ROOF01.0', [140, 84, 66]],
]

/** Rows of the sample's Material.lib: one phase, one block, version 6 as in every retail material (parkan 8.2). */
export function sampleMaterials(): { readonly attributes: Attributes; readonly payload: Bytes }[] {
  return TEXTURES.map(([name, texture, [r, g, b]]) => ({
    attributes: { name, type_id: 0x3054414d, attr1: 0, attr2: 6, attr3: 0 },
    payload: byteWriter()
      .u16(1, 1)
      .u8(255, 255)
      .f32(1)
      .f32(0)
      .u8(r >> 1, g >> 1, b >> 1, 100, r, g, b, name.startsWith('WATER') && name !== 'WATER_BOT' ? 170 : 255)
      .u8(24, 24, 24, 255, 0, 0, 0, 255, 8, texture === '' ? 255 : 0)
      .text(texture, 16)
      .u32(0)
      .u16(1)
      .u16(0, 0, 0)
      .done(),
  }))
}

/** Text of a wear table: the names in their order (parkan 8.1). */
export function wearTable(names: readonly string[]): Bytes {
  return byteWriter()
    .text([names.length, ...names.map((name, row) => `${row} ${name}`), ''].join('\r\n'))
    .done()
}
