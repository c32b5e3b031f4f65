import { describe, expect, it } from 'vitest'
import type { MeshItem } from './mesh-item'
import { meshPicture } from './mesh-picture'
import type { Paint } from './scene'

const of = { entry: 'a', array: 'records', noun: 'part' }
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

/** A wall that faces the eye, two units wide and high; its left half has one paint, the right half another. */
function wall(change: Partial<MeshItem> = {}): MeshItem {
  const half = (x: number): number[] => [x, 0, 0, x + 1, 0, 0, x + 1, 0, 2, x, 0, 2]
  return {
    kind: 'mesh',
    id: 'wall',
    layer: 'meshes',
    ...of,
    positions: Float32Array.from([...half(0), ...half(1)]),
    sources: Uint32Array.from({ length: 8 }, (_, at) => at),
    indices: Uint32Array.from([0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7]),
    records: Uint32Array.from([0, 0, 1, 1]),
    recordCount: 2,
    fields: { material: Uint32Array.from([0, 1]) },
    painting: { uvs: new Float32Array(16), field: 'material' },
    pieces: {
      ...of,
      count: 2,
      starts: Uint32Array.from([0, 4, 4]),
      nodes: Uint32Array.from([0, 0]),
      records: new Uint32Array(2),
    },
    nodes: { ...of, count: 1, names: [''], parents: Int32Array.from([-1]), rest: Float32Array.from(IDENTITY) },
    switches: [{ id: 'level', title: '', values: ['a', 'b'] }],
    drawn: Int32Array.from([1, 0]),
    notes: [],
    ...change,
  }
}
const flat = (...colour: readonly number[]): Paint => ({
  material: '',
  texture: '',
  picture: { width: 1, height: 1, pixels: Uint8Array.from([...colour, 0]) },
})
const PAINTS = [flat(200, 0, 0), flat(0, 0, 200)]
const SIDE = 64

/** Red, green, blue and alpha of a pixel. */
function pixel(item: MeshItem, x: number, y: number, paints = PAINTS): readonly number[] {
  const { pixels = new Uint8Array(0) } = meshPicture({ item, paints }, SIDE) ?? {}
  return [...pixels.subarray(4 * (y * SIDE + x), 4 * (y * SIDE + x) + 4)]
}

describe('a picture of a model', () => {
  it('shows the first variant that has triangles, in the paints of its records, whatever their alpha', () => {
    const [left, right] = [pixel(wall(), 20, 32), pixel(wall(), 44, 32)]
    expect([left[0], right[2]].every(value => (value ?? 0) > 80)).toBe(true)
    expect([left[2], left[3], right[0], right[3]]).toEqual([0, 255, 0, 255])
    expect(pixel(wall(), 1, 1)).toEqual([0, 0, 0, 0])
  })

  it('shows what is nearer over what is behind it, in either order', () => {
    const behind = Float32Array.from(wall().positions, (value, at) => (at % 3 === 1 && at >= 12 ? 1 : value))
    behind.set([0, 1, 0, 1, 1, 0, 1, 1, 2, 0, 1, 2], 12)
    const seen = (indices: readonly number[], records: readonly number[]) =>
      pixel(wall({ positions: behind, indices: Uint32Array.from(indices), records: Uint32Array.from(records) }), 28, 40)
    const [near, far] = [
      [0, 1, 2, 0, 2, 3],
      [4, 5, 6, 4, 6, 7],
    ] as const
    expect(seen([...near, ...far], [0, 0, 1, 1])).toEqual(seen([...far, ...near], [1, 1, 0, 0]))
  })

  it('is the same however large the model is and wherever its node puts it', () => {
    const moved = Float32Array.from([1000, 0, 0, 5, 0, 1000, 0, -7, 0, 0, 1000, 9])
    const there = wall({ nodes: { ...wall().nodes, rest: moved } })
    const [a, b] = [wall(), there].map(item => meshPicture({ item, paints: PAINTS }, SIDE)?.pixels ?? [])
    const differing = Array.from(a ?? []).filter((value, at) => Math.abs(value - (b?.[at] ?? 0)) > 2).length
    expect(differing).toBeLessThan(40)
  })

  it('is plain where a paint is missing, and none where nothing can be drawn', () => {
    expect(
      pixel(wall(), 20, 32, [])
        .slice(0, 3)
        .every(value => value > 60),
    ).toBe(true)
    const none = [
      wall({ drawn: Int32Array.from([-1, -1]) }),
      wall({ positions: new Float32Array(24).fill(NaN) }),
      wall({ positions: new Float32Array(24) }),
      wall({ indices: new Uint32Array(12).fill(999) }),
    ]
    expect(none.map(item => meshPicture({ item, paints: PAINTS }, SIDE))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    const odd = wall({ painting: { uvs: new Float32Array(16).fill(NaN), field: 'material' } })
    expect(pixel(odd, 20, 32)[3]).toBe(255)
  })

  it('is none where triangles in many layers would take seconds', () => {
    const layers = 5000
    const indices = Uint32Array.from({ length: 6 * layers }, (_, at) => [0, 1, 2, 0, 2, 3][at % 6] ?? 0)
    const deep = (count: number): MeshItem =>
      wall({
        indices: indices.subarray(0, 6 * count),
        records: new Uint32Array(2 * count),
        pieces: { ...wall().pieces, starts: Uint32Array.from([0, 2 * count, 2 * count]) },
      })
    const isDrawn = (count: number): boolean => meshPicture({ item: deep(count), paints: PAINTS }, SIDE) !== undefined
    expect([isDrawn(2), isDrawn(layers)]).toEqual([true, false])
  })
})
