import { describe, expect, it } from 'vitest'
import { array, assign, document, encode, f32, struct, toEnd, u32, vec3, type Bytes } from '@areal-studio/core/layout'
import { apply } from '@areal-studio/core/edit'
import { changedItems } from './placed-change'
import { scaledObjects } from './placed.fixture'

const KNOWN = { certainty: 'confirmed', source: 'test' } as const
const FILE = struct('placed', {
  objects: array(
    struct('placed-object', { kind: u32(KNOWN), position: vec3(KNOWN), turn: f32(KNOWN), scale: vec3(KNOWN) }),
    toEnd,
  ),
})
const item = { ...scaledObjects(), shapedBy: ['kind'] }
const BEFORE = encode(
  FILE,
  {
    objects: [0, 1, 2].map(record => ({
      kind: 2,
      position: [...item.positions.subarray(3 * record, 3 * record + 3)],
      turn: 0,
      scale: record === 0 ? [2, 2, 2] : [1, 1, 1],
    })),
  },
  '',
).bytes
const after = (path: string, value: unknown): Bytes =>
  apply(BEFORE, assign(document(FILE, BEFORE), path, value as never).splices)
const changed = (bytes: Bytes) => {
  const [found] = changedItems(BEFORE, document(FILE, bytes), [item]) ?? []
  return found?.kind === 'instances' ? found : undefined
}

describe('placed records after an edit', () => {
  it('grow by the factor of their scale, without a new scene', () => {
    const found = changed(after('objects/0/scale', [3, 3, 3]))
    expect([...(found?.scales ?? [])].slice(0, 3)).toEqual([3, 3, 3])
    expect([...(found?.locals.subarray(0, 24) ?? [])]).toEqual([...item.locals.subarray(0, 24)].map(v => 1.5 * v))
    expect([...(found?.locals.subarray(24) ?? [])]).toEqual([...item.locals.subarray(24)])
  })
  it('need a new scene where the axes have different factors, or the scale was or becomes 0', () => {
    expect(changed(after('objects/0/scale', [3, 3, 4]))).toBeUndefined()
    expect(changed(after('objects/0/scale', [0, 0, 0]))).toBeUndefined()
  })
  it('stay as they are where they are not scaled, and follow their place', () => {
    expect(changed(after('objects/1/scale', [3, 4, 5]))?.locals).toEqual(item.locals)
    const moved = changed(after('objects/0/position', [7, 8, 9]))
    expect([[...(moved?.positions.subarray(0, 3) ?? [])], moved?.locals]).toEqual([[7, 8, 9], item.locals])
    expect(changed(after('objects/0/kind', 3))).toBeUndefined()
  })
})
