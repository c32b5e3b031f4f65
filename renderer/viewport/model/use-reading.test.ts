import { expect, it } from 'vitest'
import type { MeshItem } from '@areal-studio/core/format'
import { paintRowOf } from '../scene/mesh-scene'
import { meshItem } from '../scene/mesh.fixture'
import { readAs } from './use-reading'

it('a model is painted by the rows of the column that is read; of a column that is no reading it stays as it is', () => {
  const reading = (field: string) => ({ field, title: '', distinct: 2, isPossible: true })
  const base = meshItem()
  const item: MeshItem = {
    ...base,
    fields: { ...base.fields, high: Uint32Array.of(7, 8, 9) },
    painting: { uvs: new Float32Array(18), field: 'material', readings: [reading('material'), reading('high')] },
  }
  const rows = (one: MeshItem): readonly number[] => [0, 1, 2].map(paintRowOf(one))
  // Triangles of the records 0, 2 and 1.
  expect(rows(item)).toEqual([0, 1, 1])
  expect(rows(readAs(item, 'high'))).toEqual([7, 9, 8])
  expect(rows(readAs(readAs(item, 'high'), 'material'))).toEqual([0, 1, 1])
  for (const field of ['material', 'other', undefined]) expect(readAs(item, field)).toBe(item)
  expect(readAs(base, 'high')).toBe(base)
})
