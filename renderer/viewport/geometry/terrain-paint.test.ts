import { describe, expect, it } from 'vitest'
import type { Paint, SurfaceItem } from '@areal-studio/core/format'
import { terrainBuffers, terrainLevels } from './terrain-mesh'
import { missingNames, paintBuffers, paintSet, resized } from './terrain-paint'

const plain = (value: number) => ({ width: 1, height: 1, pixels: Uint8Array.of(value, value, value, 255) })
const grass = { width: 64, height: 64, pixels: new Uint8Array(64 * 64 * 4).fill(7) }
const drawn: string[] = []
const draw = (name: string, size: number): Uint8Array => {
  drawn.push(name)
  return new Uint8Array(4 * size * size)
}
const table: readonly Paint[] = [
  { material: 'A', texture: 'G.0', picture: grass },
  { material: 'B', texture: '', picture: plain(9) },
  { material: 'C', texture: 'T.0', missing: 'texture' },
  { material: 'A2', texture: 'G.0', picture: grass, detail: { material: 'F', texture: 'F.0', picture: plain(5) } },
  { material: 'none', texture: '', missing: 'material' },
]

/** A strip of four squares along X, each of two triangles that share no vertex with the next square. */
function strip(
  low: readonly number[],
  high: readonly number[],
  flags: readonly number[],
  opacity?: readonly number[],
): SurfaceItem {
  const squares = low.map((_, k) => [k, 0, 0, k + 1, 0, 0, k + 1, 1, 0, k, 1, 0])
  const of = (values: readonly number[]): Uint32Array => Uint32Array.from(values.flatMap(value => [value, value]))
  return {
    kind: 'surface',
    id: 'terrain',
    layer: 'terrain',
    noun: 'face',
    colouring: [],
    entry: 'Land.msh!#0',
    array: 'faces',
    positions: Float32Array.from(squares.flat()),
    indices: Uint32Array.from(low.flatMap((_, k) => [0, 1, 2, 0, 2, 3].map(corner => 4 * k + corner))),
    records: Uint32Array.from({ length: 2 * low.length }, (_, k) => k),
    recordCount: 2 * low.length,
    fields: { material_low: of(low), material_high: of(high), flags: of(flags) },
    shapedBy: [],
    painting: {
      uvs: Float32Array.from(squares.flatMap(([x = 0]) => [x, 0, x + 1, 0, x + 1, 1, x, 1])),
      ...(opacity && { opacity: Float32Array.from(opacity) }),
      layers: ['material_low', 'material_high'],
      none: 255,
    },
  }
}

describe('paints of the ground', () => {
  it('become layers of one size, equal ones one layer; what is missing is drawn with its name', () => {
    const set = paintSet(table, draw)
    expect([set.size, set.layers.length]).toEqual([256, 5])
    expect(set.layers.every(layer => layer.length === 4 * 256 * 256)).toBe(true)
    expect(table.map((_, row) => set.layer(row))).toEqual([0, 1, 2, 0, 3])
    expect(table.map((_, row) => set.detail(row))).toEqual([-1, -1, -1, 4, -1])
    expect(missingNames(table)).toEqual(['T.0', 'none'])
    expect(set.layer(77)).toBe(set.layer(77))
    expect(drawn).toEqual(['T.0', 'none', '#77'])
    expect(paintSet(table.slice(0, 2), draw).size).toBe(64)
  })
  it('keep their colours at another size and meet at the edges', () => {
    expect([...new Set(resized(grass, 128))]).toEqual([7])
    const two = { width: 2, height: 1, pixels: Uint8Array.of(0, 0, 0, 255, 200, 0, 0, 255) }
    const reds = [...resized(two, 4)].filter((_, at) => at % 4 === 0).slice(0, 4)
    expect(reds).toEqual([50, 50, 150, 150])
  })
  it('lay the second over the first by the opacity of each vertex, within 0 to 1', () => {
    const item = strip([0, 0, 1, 1], [255, 1, 255, 255], [0, 0, 0, 0], [1, 1, 1, 1, 0, 0.25, 7, -1])
    const triangles = terrainBuffers(item, terrainLevels(item, undefined)).triangles
    const { paints, uvs, details } = paintBuffers(item, triangles, paintSet(table, draw))
    const corner = (triangle: number, k: number) => [
      ...paints.subarray(12 * triangle + 4 * k, 12 * triangle + 4 * k + 2),
      uvs[9 * triangle + 3 * k + 2],
    ]
    expect(corner(0, 0)).toEqual([0, -1, 0])
    expect([corner(2, 0), corner(2, 1), corner(2, 2), corner(3, 2)]).toEqual([
      [0, 1, 0],
      [0, 1, 0.25],
      [0, 1, 1],
      [0, 1, 0],
    ])
    expect(corner(6, 0)).toEqual([1, -1, 0])
    expect([...uvs.subarray(9, 18)]).toEqual([0, 0, 0, 1, 1, 0, 0, 1, 0])
    expect(details).toBeUndefined()
  })
  it('have detail where their records show it; coordinates of a triangle do not cross the period', () => {
    const item = strip([3, 3, 0], [255, 3, 255], [0x400, 0, 0x400])
    if (!item.painting) throw new Error('no painting')
    const wrapped = item.painting.uvs.map((value, at) => (at % 2 === 0 && value > 0 ? value - 64 : value))
    const detail = { uvs: wrapped, field: 'flags', bits: 0x400 }
    const shown: SurfaceItem = { ...item, painting: { ...item.painting, period: 64, detail } }
    const { paints, details } = paintBuffers(shown, Uint32Array.of(0, 1, 2, 4), paintSet(table, draw))
    expect([0, 1, 2, 3].map(place => [...paints.subarray(12 * place, 12 * place + 4)])).toEqual([
      [0, -1, 4, -1],
      [0, -1, 4, -1],
      [0, 0, -1, -1],
      [0, -1, -1, -1],
    ])
    expect(Array.from(details?.subarray(0, 6) ?? [])).toEqual([0, 0, 1, 0, 1, 1])
  })
  it('show the second alone where no opacity is known, and none without texture coordinates', () => {
    const item = strip([0], [1], [0])
    const { paints, uvs } = paintBuffers(item, Uint32Array.of(0, 1), paintSet(table, draw))
    expect([...paints.subarray(0, 4), uvs[2]]).toEqual([0, 1, -1, -1, 1])
    const { painting: _, ...bare } = item
    expect([...new Set(paintBuffers(bare, Uint32Array.of(0), paintSet(table, draw)).paints)]).toEqual([-1])
  })
})
