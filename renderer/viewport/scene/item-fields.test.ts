import { describe, expect, it } from 'vitest'
import type { SurfaceItem } from '@areal-studio/core/format'
import { valueWords } from './derived-fields'
import { fieldPainted, isBits, paintOf, printed } from './item-fields'
import { boundsOf } from './map-scene'
import { sizesOf } from './scene-sizes'

const item: SurfaceItem = {
  kind: 'surface',
  id: 'rooms',
  layer: 'regions',
  noun: 'room',
  entry: 'house',
  array: 'rooms',
  positions: Float32Array.of(0, 0, 0, 3000, 0, 0, 3000, 1500, 0),
  indices: Uint32Array.of(0, 1, 2),
  records: Uint32Array.of(0),
  recordCount: 1,
  fields: { light: Uint32Array.of(3), doors: Uint32Array.of(0xff) },
  colouring: ['light', 'doors'],
  paint: [
    { field: 'light', as: 'choice', choices: [1, 3] },
    { field: 'doors', as: 'bits', mask: 0xf0 },
  ],
  shapedBy: [],
}
const text = {
  say: (key: string) => key,
  has: (key: string) => key.startsWith('ui.map-layers.edited.'),
  number: (value: number) => value.toLocaleString('en'),
} as Parameters<typeof valueWords>[0]

describe('fields of an item', () => {
  it('are painted as the item declares, others not at all', () => {
    expect(paintOf(item, 'doors')?.mask).toBe(0xf0)
    expect([paintOf(item, 'height'), paintOf(undefined, 'doors')]).toEqual([undefined, undefined])
    expect([isBits(item, 'doors'), isBits(item, 'light'), isBits(item, 'height')]).toEqual([true, false, false])
    expect([fieldPainted(item, 'bits'), fieldPainted(item, 'choice'), fieldPainted(item, 'value')]).toEqual([
      'doors',
      'light',
      undefined,
    ])
  })

  it('are read as numbers, bits in hexadecimal', () => {
    expect([printed(item, 'light', 255), printed(item, 'doors', 255), printed(undefined, 'doors', 255)]).toEqual([
      '255',
      '0xFF',
      '255',
    ])
  })

  it('are said in words with the classes of the scene that they are of', () => {
    const map = { regions: item, sizes: { lift: [1, 2] as const, brush: 9, areas: [10, 5000] } }
    expect([0, 1, 2].map(step => valueWords(text, map, 'area', step))).toEqual(['< 10', '< 5,000', '≥ 5,000'])
    expect(valueWords(text, map, 'doors', 18)).toBe('0x12')
    const placed = { regions: undefined, sizes: map.sizes, hexDigits: 8 }
    expect([valueWords(text, placed, 'flags', 18), valueWords(text, placed, 'edited', 1)]).toEqual([
      '0x00000012',
      'ui.map-layers.edited.1',
    ])
    expect(valueWords(text, map, 'edited', 1)).toBe('ui.map-layers.edited.1')
    expect(valueWords(text, map, 'neighbours', 4)).toBe('4')
  })
})

describe('sizes of a scene', () => {
  it('are those that an item declares', () => {
    const sizes = { lift: [0.5, 2] as const, brush: 30, areas: [1, 2] }
    expect(sizesOf([item, { ...item, sizes }], boundsOf([item]))).toBe(sizes)
  })

  it('grow with the extent of the scene, areas with its square', () => {
    const large = sizesOf([item], boundsOf([item]))
    expect(large).toEqual({
      lift: [2, 80],
      brush: 3000,
      areas: [400, 800, 2000, 4000, 8000, 20_000, 40_000, 80_000],
    })
    const small = sizesOf([item], { min: [0, 0, 0], max: [15, 3, 1] })
    expect(small.lift.map(lift => lift * 200)).toEqual(large.lift)
    expect([...small.areas].sort((a, b) => a - b)).toEqual(small.areas)
    expect(sizesOf([], { min: [1, 1, 1], max: [1, 1, 1] }).brush).toBeGreaterThan(0)
  })
})
