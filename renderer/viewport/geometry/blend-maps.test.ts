import { describe, expect, it } from 'vitest'
import type { Paint, SurfaceItem } from '@areal-studio/core/format'
import { blendSet, TABLE_WIDTH } from './blend-maps'
import { regionsItem } from '../scene/items.fixture'
import { missingNames, paintBuffers, paintSet } from './terrain-paint'

const map = (width: number, height: number, of: (x: number, y: number) => readonly number[]): Paint => ({
  material: '',
  texture: 'map',
  isMap: true,
  picture: {
    width,
    height,
    pixels: Uint8Array.from(
      Array.from({ length: width * height }, (_, k) => of(k % width, Math.floor(k / width))).flat(),
    ),
  },
})
const colour = (red: number): Paint => ({
  material: '',
  texture: `${red}`,
  picture: { width: 1, height: 1, pixels: Uint8Array.of(red, 0, 0, 255) },
})
const NONE = 0xffff

/** Records of one triangle each, whose layers and maps are given. */
function ground(first: readonly number[], second: readonly number[], maps: readonly number[]): SurfaceItem {
  const count = first.length
  const corners = Array.from({ length: 3 * count }, (_, k) => k)
  return regionsItem({
    layer: 'terrain',
    positions: new Float32Array(9 * count),
    indices: Uint32Array.from(corners),
    records: Uint32Array.from({ length: count }, (_, k) => k),
    recordCount: count,
    fields: { a: Uint32Array.from(first), b: Uint32Array.from(second), m: Uint32Array.from(maps) },
    painting: {
      uvs: Float32Array.from({ length: 6 * count }, (_, k) => k),
      layers: ['a', 'b'],
      none: NONE,
      maps: {
        uvs: Float32Array.from({ length: 6 * count }, (_, k) => k / (6 * count)),
        rows: ['m'],
        tints: Float32Array.from({ length: 6 * count }, (_, k) => k / 10),
        shades: Uint8Array.from({ length: 9 * count }, (_, k) => k),
      },
    },
  })
}
const draw = (_: string, size: number): Uint8Array => new Uint8Array(4 * size * size)

describe('maps that blend layers', () => {
  it('lie side by side, each in the square of its record', () => {
    const paints = [0, 1, 2].map(k => map(2, 2, (x, y) => [10 * k + x, y, 0, 0]))
    const item = ground([0, 0, 0], [0, 0, 0], [0, 1, 2])
    const set = blendSet(item, paints, { layer: row => row })
    expect([set?.columns, set?.cell, set?.side]).toEqual([2, 2, 4])
    const at = (x: number, y: number): number[] => [
      ...(set?.pictures[0]?.subarray(4 * (4 * y + x), 4 * (4 * y + x) + 2) ?? []),
    ]
    expect([at(0, 0), at(1, 1), at(2, 0), at(3, 1), at(0, 2), at(1, 3), at(3, 3)]).toEqual([
      [0, 0],
      [1, 1],
      [10, 0],
      [11, 1],
      [20, 0],
      [21, 1],
      [0, 0],
    ])
    expect(set?.pictures[1]?.every(byte => byte === 0)).toBe(true)
  })

  it('are brought to one size, and to one that fits', () => {
    const paints = [map(4, 4, () => [7, 0, 0, 0]), map(1, 1, () => [9, 0, 0, 0])]
    const set = blendSet(ground([0, 0], [0, 0], [0, 1]), paints, { layer: row => row })
    expect([set?.cell, set?.side]).toEqual([4, 8])
    const reds = [...(set?.pictures[0] ?? [])].filter((_, at) => at % 4 === 0)
    expect([reds.filter(red => red === 7).length, reds.filter(red => red === 9).length]).toEqual([16, 16])
    const many = ground(new Array<number>(290).fill(0), new Array<number>(290).fill(0), new Array<number>(290).fill(0))
    const large = blendSet(many, [map(128, 128, () => [1, 2, 3, 4])], { layer: row => row })
    expect(large?.side).toBeLessThanOrEqual(2048)
    expect(large?.cell).toBeGreaterThan(100)
  })

  it('that are missing show the first layer', () => {
    const set = blendSet(ground([0], [0], [5]), [], { layer: row => row })
    expect([...(set?.pictures[0] ?? [])]).toEqual([255, 0, 0, 0])
    expect([...(set?.pictures[1] ?? [])]).toEqual([0, 0, 0, 0])
  })

  it('belong to layers of the pictures, with a tint for each', () => {
    const set = blendSet(ground([3, 1], [NONE, 2], [0, 0]), [], { layer: row => row + 10 })
    const texel = (record: number, k: number): number[] => [
      ...(set?.table.subarray(4 * (TABLE_WIDTH * record + k), 4 * (TABLE_WIDTH * record + k + 1)) ?? []),
    ]
    expect([texel(0, 0), texel(1, 0), texel(1, 1)]).toEqual([
      [13, -1, -1, -1],
      [11, 12, -1, -1],
      [-1, -1, -1, -1],
    ])
    expect(texel(1, 3).map(part => Math.round(10 * part))).toEqual([9, 10, 11, -10])
  })

  it('are none where paints are laid over each other, and where there are more records than are drawn', () => {
    const item = ground([0], [0], [0])
    const { maps: _, ...painting } = item.painting ?? { uvs: new Float32Array(), layers: [], none: 0 }
    expect(blendSet({ ...item, painting }, [], { layer: row => row })).toBeUndefined()
    expect(blendSet({ ...item, recordCount: 2049 }, [], { layer: row => row })).toBeUndefined()
  })

  it('have their place, record and shade at each corner', () => {
    const item = ground([0, 0], [0, 0], [0, 0])
    const { blends, shades, uvs } = paintBuffers(item, Uint32Array.of(1, 0), paintSet([colour(1)], draw))
    expect([...(blends ?? [])].filter((_, k) => k % 3 === 2)).toEqual([1, 1, 1, 0, 0, 0])
    expect(blends?.[0]).toBeCloseTo(0.5)
    expect([...(shades?.subarray(0, 4) ?? [])]).toEqual([9, 10, 11, 0])
    expect([...uvs.subarray(0, 2)]).toEqual([6, 7])
  })
})

describe('paints of a ground that is blended', () => {
  it('are drawn in a false colour where a picture is missing, and named; maps are no layers', () => {
    const drawn: string[] = []
    const table: readonly Paint[] = [
      colour(5),
      { material: 'M', texture: 'T', missing: 'texture', standIn: [1, 2, 3] },
      map(2, 2, () => [0, 0, 0, 0]),
    ]
    const set = paintSet(table, (name, size) => {
      drawn.push(name)
      return draw(name, size)
    })
    expect([set.layers.length, set.size, drawn]).toEqual([2, 64, []])
    expect([...(set.layers[set.layer(1)]?.subarray(0, 4) ?? [])]).toEqual([1, 2, 3, 255])
    expect(missingNames(table)).toEqual(['T'])
  })
})
