import { describe, expect, it } from 'vitest'
import type { MeshItem, Paint } from '@areal-studio/core/format'
import { meshItem } from '../scene/mesh.fixture'
import { materialRows, usedMaterials } from './material-rows'

const item: MeshItem = {
  ...meshItem(),
  painting: {
    uvs: new Float32Array(18),
    field: 'material',
    lights: { uvs: new Float32Array(18), rows: Int32Array.of(-1, 2, 2) },
  },
}
const words = {
  name: (row: number) => `material ${row}`,
  phase: (_: number, phase: number) => `phase ${phase}`,
  record: (record: number) => `batch ${record}`,
}
const phase = { texture: 'A.0' }
const table: readonly Paint[] = [
  { material: 'a', texture: 'A.0', phases: [phase] },
  { material: 'b', texture: 'A.0', phases: [phase, phase] },
  { material: 'light', texture: 'light' },
]

describe('the materials of a model', () => {
  it('are the rows that its triangles have, each with its records, then its light maps', () => {
    expect(usedMaterials(item)).toEqual([
      { row: 0, isLight: false, records: [0] },
      { row: 1, isLight: false, records: [1, 2] },
      { row: 2, isLight: true, records: [1, 2] },
    ])
    expect(usedMaterials(meshItem())).toEqual([])
  })
  it('are listed with their phases and records where they are open, each key once, with right places', () => {
    const closed = materialRows(usedMaterials(item), table, () => false, words)
    expect(closed.map(({ label, siblings }) => [label, siblings])).toEqual([
      ['material 0', 3],
      ['material 1', 3],
      ['material 2', 3],
    ])
    const open = materialRows(usedMaterials(item), table, row => row > 0, words)
    expect(open.map(row => `${'  '.repeat(row.depth)}${row.label} ${row.place}/${row.siblings}`)).toEqual([
      'material 0 1/3',
      'material 1 2/3',
      '  phase 0 1/4',
      '  phase 1 2/4',
      '  batch 1 3/4',
      '  batch 2 4/4',
      'material 2 3/3',
      '  batch 1 1/2',
      '  batch 2 2/2',
    ])
    expect(new Set(open.map(row => row.key)).size).toBe(open.length)
  })
})
