import { describe, expect, it } from 'vitest'
import type { SurfaceItem } from '@areal-studio/core/format'
import { groundTint, slopeColour } from './terrain-tint'

const NOTHING = { required: 0, forbidden: 0 }
const triangles = Uint32Array.of(1, 0)
const item: SurfaceItem = {
  kind: 'surface',
  id: 'terrain',
  layer: 'terrain',
  noun: 'face',
  colouring: ['material_low'],
  paint: [{ field: 'flags', as: 'bits' }],
  entry: 'Land.msh!#0',
  array: 'faces',
  shapedBy: [],
  recordCount: 2,
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1),
  indices: Uint32Array.of(0, 1, 2, 1, 3, 2),
  records: Uint32Array.of(0, 1),
  normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0),
  fields: { flags: Uint32Array.of(0x80000001, 0x3), material_low: Uint32Array.of(4, 4) },
  channels: { micro: Uint8Array.from({ length: 16 }, (_, i) => i) },
}
const pixel = (tint: Uint8Array | undefined, vertex: number): number[] => [
  ...(tint?.subarray(4 * vertex, 4 * vertex + 4) ?? []),
]

describe('tint of the ground', () => {
  it('is none where nothing is laid over it', () => {
    expect(groundTint(item, triangles, 'relief', NOTHING)).toBeUndefined()
    expect(groundTint(item, triangles, 'aux', NOTHING)).toBeUndefined()
  })

  it('follows the order of the drawn triangles', () => {
    expect(pixel(groundTint(item, triangles, 'micro', NOTHING), 1)).toEqual([12, 13, 14, 255])
    expect(pixel(groundTint(item, triangles, 'micro', NOTHING), 3)).toEqual([0, 1, 2, 255])
    expect(pixel(groundTint(item, triangles, 'normals', NOTHING), 1)).toEqual([255, 128, 128, 255])
  })

  it('gives faces of one material one colour', () => {
    const tint = groundTint(item, triangles, 'material', NOTHING)
    expect(new Set([0, 1, 2, 3, 4, 5].map(vertex => pixel(tint, vertex).join())).size).toBe(1)
  })

  it('marks the faces with all required bits, the topmost too, and none of the forbidden', () => {
    const marked = (required: number, forbidden: number): boolean[] => {
      const tint = groundTint(item, triangles, 'relief', { required, forbidden })
      return [3, 0].map(vertex => (pixel(tint, vertex)[3] ?? 0) > 0)
    }
    expect(marked(0x1, 0)).toEqual([true, true])
    expect(marked(0x80000000, 0)).toEqual([true, false])
    expect(marked(0x1, 0x80000000)).toEqual([false, true])
    expect(marked(0x8, 0)).toEqual([false, false])
  })

  it('colours steeper ground lighter, beyond the end like the end', () => {
    const light = [1, 0.9, 0.7, 0.5].map(up =>
      slopeColour(up)
        .slice(0, 3)
        .reduce((sum, part) => sum + part, 0),
    )
    expect([...light].sort((a, b) => a - b)).toEqual(light)
    expect(slopeColour(0)).toEqual(slopeColour(0.5))
    expect(slopeColour(NaN)).toHaveLength(4)
  })
})
