import type { Attributes } from '../../../edit'
import { encode, own, type Bytes } from '../../../layout'
import { materialLayout } from '../material/material'
import { cp1251 } from './cp1251'

/** Rows of Land1.wea (grounds) and Land2.wea (their microtextures), side by side (parkan 3.8). */
export const TERRAIN_MATERIALS: readonly (readonly [ground: string, microtexture: string])[] = [
  ['B_S0', 'DEFAULT'],
  ['L04', 'L05'],
  ['L02', 'L03'],
  ['L00', 'L01'],
  ['WATER', 'WATER_M'],
  ['WATER_BOT', 'L01'],
]

type Rgb = readonly [number, number, number]
const TEXTURES: readonly (readonly [material: string, texture: string, colour: Rgb])[] = [
  ['DEFAULT', '', [160, 160, 160]],
  ['B_S0', 'GRASS02.0', [120, 130, 90]],
  ['L00', 'SAND01.0', [180, 165, 125]],
  ['L01', 'MICRO02.0', [128, 128, 128]],
  ['L02', 'ROCK01.0', [130, 122, 114]],
  ['L03', 'MICRO01.0', [128, 128, 128]],
  ['L04', 'GRASS01.0', [110, 122, 72]],
  ['L05', 'MICRO02.0', [128, 128, 128]],
  ['WATER', 'WATER01.0', [70, 105, 140]],
  ['WATER_M', 'WATER02.0', [128, 128, 128]],
  ['WATER_BOT', 'BED01.0', [80, 84, 72]],
  ['WALL', 'WALL01.0', [150, 154, 162]],
  ['ROOF', 'ROOF01.0', [140, 84, 66]],
  ['GLASS', 'GLASS01.0', [150, 180, 200]],
  ['BEACON', 'BEACON01.0', [255, 220, 140]],
]

/** Blend indices of those that are not opaque (parkan 8.2). */
const BLENDS: Readonly<Record<string, number>> = { GLASS: 4, BEACON: 8 }

/** As every retail material has it (parkan 8.2). */
const VERSION = 6

/** Further phases, and the milliseconds at which each phase ends: the light of a beacon goes out for a moment. */
const BLINKS: Readonly<Record<string, { readonly colour: Rgb; readonly ends: readonly number[] }>> = {
  BEACON: { colour: [40, 34, 20], ends: [600, 1000] },
}

/** Rows of the sample's Material.lib: one phase and one animation of one key, or two of each (parkan 8.2). */
export function sampleMaterials(): { readonly attributes: Attributes; readonly payload: Bytes }[] {
  return TEXTURES.map(([name, texture, colour]) => ({
    attributes: { name, type_id: 0x3054414d, attr1: (own(BLENDS, name) ?? 0) << 2, attr2: VERSION, attr3: 0 },
    payload: material(
      [phase(texture, colour, name.startsWith('WATER') && name !== 'WATER_BOT' ? 170 : 255)],
      own(BLINKS, name),
    ),
  }))
}

function phase(texture: string, [r, g, b]: Rgb, opacity: number): object {
  return {
    ambient: [r >> 1, g >> 1, b >> 1, 100],
    diffuse: [r, g, b, opacity],
    specular: [24, 24, 24, 255],
    emissive: [0, 0, 0, 255],
    power: 8,
    stage: texture === '' ? 255 : 0,
    texture,
  }
}

function material(first: readonly object[], blink: (typeof BLINKS)[string] | undefined): Bytes {
  const phases = blink ? [...first, phase('', blink.colour, 255)] : first
  const keys = phases.map((_, at) => ({ phase: at, time: blink?.ends[at] ?? 0, opaque: 0 }))
  const animation = { head: { mode: 0, mask: 0 }, keys }
  const value = { meta_a: 255, meta_b: 255, meta_c: 1, meta_d: 0, phases, animations: [animation] }
  return encode(materialLayout(VERSION), value, '').bytes
}

/** Text of a wear table: the names in their order, and those of light maps below an empty line (parkan 8.1). */
export function wearTable(names: readonly string[], lightmaps: readonly string[] = []): Bytes {
  const rows = (list: readonly string[]) => [list.length, ...list.map((name, row) => `${row} ${name}`)]
  const below = lightmaps.length > 0 ? ['', 'LIGHTMAPS', ...rows(lightmaps)] : []
  return cp1251([...rows(names), ...below, ''].join('\r\n'))
}
