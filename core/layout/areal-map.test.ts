import { describe, expect, it } from 'vitest'
import { arealMap, someMap } from './map.fixture'
import { array, brokenLaws, document, locate, nodeAt, read, struct, toEnd, u16, write } from '.'

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
  it('keeps every law, polygons and all', () => {
    expect(brokenLaws(arealMap(5), bytes)).toEqual([])
    expect(brokenLaws(arealMap(4), bytes)).toContain('unchanged stays unchanged')
  })
  it('holds no reference to the bytes it was read from', () => {
    const copy = bytes.slice()
    const values = read(arealMap(5), copy)
    const root = document(arealMap(5), copy).root.value
    copy.fill(0xee)
    expect(values).toEqual(value)
    expect(root).toEqual(value)
    expect(write(arealMap(5), values).bytes).toEqual(bytes)
  })
})

describe('a table to the end of the file', () => {
  it('has as many records as there are bytes for', () => {
    const table = struct('table', { first: u16(), rows: array(u16(), toEnd) })
    const whole = document(table, Uint8Array.of(1, 0, 2, 0, 3, 0))
    expect(whole.root.value).toEqual({ first: 1, rows: [2, 3] })
    expect(locate(whole, 'rows/1')).toMatchObject({ offset: 4, size: 2 })
    const odd = document(table, Uint8Array.of(1, 0, 2, 0, 3))
    expect(odd.findings).toMatchObject([{ what: 'trailing', offset: 4, size: 1 }])
  })
})
