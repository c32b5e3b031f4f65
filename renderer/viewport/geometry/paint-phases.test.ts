import { describe, expect, it } from 'vitest'
import type { Paint, PaintCycle } from '@areal-studio/core/format'
import { meshItem } from '../scene/mesh.fixture'
import { longestPeriod, movingRows, phasesAt, verticesOfRows, withPhases } from './paint-phases'

const cycle: PaintCycle = { mode: 'loop', phases: [0, 1], ends: [100, 300] }
const plain = (value: number) => ({ width: 1, height: 1, pixels: Uint8Array.of(value, value, value, 255) })
const table: readonly Paint[] = [
  { material: 'wall', texture: 'W.0', picture: plain(1) },
  {
    material: 'lamp',
    texture: 'L.0',
    picture: plain(2),
    blend: 'additive',
    hasHoles: true,
    phases: [
      { texture: 'L.0', picture: plain(2), opacity: 1 },
      { texture: 'lost', opacity: 0.5, missing: 'texture' },
    ],
    cycle,
  },
  { material: 'unused', texture: 'U.0', picture: plain(3), cycle: { ...cycle, ends: [1, 9000] }, phases: [] },
]
const item = () => ({ ...meshItem(), painting: { uvs: new Float32Array(18), field: 'material' } })

describe('phases of paints', () => {
  it('are of those paints that change and that a triangle has', () => {
    expect([...movingRows(table, item())]).toEqual([1])
    expect([...movingRows(table.slice(0, 1), item())]).toEqual([])
    expect(longestPeriod(table, new Set([1]))).toBe(300)
    expect(longestPeriod([{ ...table[0], cycle: { ...cycle, mode: 'back_and_forth' } } as Paint], new Set([0]))).toBe(
      600,
    )
    expect(longestPeriod(table, new Set())).toBe(0)
  })
  it('are one object as long as they are the same', () => {
    const rows = new Set([1])
    const start = phasesAt(table, rows, 0)
    expect([...start]).toEqual([[1, 0]])
    expect(phasesAt(table, rows, 99, start)).toBe(start)
    const later = phasesAt(table, rows, 100, start)
    expect([...later]).toEqual([[1, 1]])
    expect(phasesAt(table, new Set(), 100, later).size).toBe(0)
  })
  it('follow the paints of a table, blended as their material; a missing picture stays missing', () => {
    const { paints, first } = withPhases(table)
    expect([...first]).toEqual([
      [1, 3],
      [2, 5],
    ])
    expect(paints.slice(0, 3)).toEqual(table)
    expect(paints[3]).toMatchObject({ blend: 'additive', hasHoles: true, opacity: 1 })
    expect(paints[4]).toMatchObject({ texture: 'lost', missing: 'texture', opacity: 0.5 })
    expect(paints[4]?.picture).toBeUndefined()
  })
  it('are on all vertices of the triangles of their rows', () => {
    const one = item()
    const vertices = verticesOfRows(one, new Set([1, 2]))
    // The arm, near and far: records 1 and 2 have material 1.
    expect([...vertices].map(([row, own]) => [row, [...own]])).toEqual([[1, [3, 4, 5, 6, 7, 8]]])
    expect(verticesOfRows(one, new Set()).size).toBe(0)
  })
})
