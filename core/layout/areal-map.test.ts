import { describe, expect, it } from 'vitest'
import { arealMap, someMap } from './map.fixture'
import { document, locate, nodeAt, read, write } from '.'

describe('a map of areals', () => {
  const value = someMap(5)
  const { bytes, attributes } = write(arealMap(5), value)
  it('reads what it wrote', () => {
    expect(attributes).toEqual({ attr1: 5 })
    expect(read(arealMap(5), bytes)).toEqual(value)
  })
  it('finds class_id at 40 of an areal', () => {
    const opened = document(arealMap(5), bytes)
    const areal = locate(opened, 'areals/2')
    const field = locate(opened, 'areals/2/class_id')
    expect(opened.isWhole).toBe(true)
    expect((field?.offset ?? 0) - (areal?.offset ?? 0)).toBe(40)
    expect(nodeAt(opened, (field?.offset ?? 0) + 3).path).toBe('areals/2/class_id')
    expect(field?.value).toBe(2)
  })
})
