import { describe, expect, it } from 'vitest'
import {
  array,
  bitfield,
  coversOnce,
  document,
  formula,
  locate,
  nodeAt,
  offsets,
  read,
  struct,
  u16,
  u8,
  unknownBytes,
  write,
  type Finding,
} from '.'
import { arealMap, someMap } from './map.fixture'

const AREALS = 12
const whole = write(arealMap(AREALS), someMap(AREALS, 8)).bytes
const opened = document(arealMap(AREALS), whole)
const placeOf = (path: string): number => locate(opened, path)?.offset ?? -1

function broken(
  path: string,
  value: number,
  areals = AREALS,
): { readonly fault: Finding | undefined; readonly records: number } {
  const bytes = whole.slice()
  if (path !== '') new DataView(bytes.buffer).setUint32(placeOf(path), value, true)
  const damaged = document(arealMap(areals), bytes)
  expect(coversOnce(damaged)).toBe(true)
  expect(damaged.isWhole).toBe(false)
  expect(() => read(arealMap(areals), bytes)).toThrow(/^layout\./)
  return { fault: damaged.findings[0], records: offsets(damaged, 'areals').length - 1 }
}

describe('a map whose counts cannot be', () => {
  it('areals of the directory: 2^31-1 promised, shown as far as they go', () => {
    const { fault, records } = broken('', 0, 0x7fffffff)
    expect(fault).toMatchObject({ what: 'count', path: 'areals', params: { count: 0x7fffffff, attribute: 'attr1' } })
    expect(records).toBeGreaterThanOrEqual(AREALS)
  })
  it('areals of the directory: one too few, one too many, none, below zero', () => {
    for (const areals of [AREALS - 1, AREALS + 1, 0, -1]) broken('', 0, areals)
  })
  it('vertex_count 0xFFFFFFFF: the count is named, the areals before it are there', () => {
    expect(broken('areals/7/vertex_count', 0xffffffff)).toMatchObject({
      fault: { what: 'count', path: 'areals/7/vertex_count', offset: placeOf('areals/7/vertex_count'), size: 4 },
      records: 7,
    })
  })
  it('poly_count whose threefold wraps in 32 bits does not wrap here', () => {
    // 3 * 0x55555556 is 2 in 32 bits.
    expect(broken('areals/4/poly_count', 0x55555556)).toMatchObject({
      fault: { what: 'count', path: 'areals/4/poly_count' },
      records: 4,
    })
  })
  it('cells_x * cells_y that wraps to a small number', () => {
    // 0x20000008 * 8 is 0x40 in 32 bits, which is what stood there.
    expect(broken('cells_x', 0x20000008)).toMatchObject({
      fault: { what: 'count', path: 'cells_x', size: 4 },
      records: AREALS,
    })
  })
  it('a polygon of too many words', () => {
    expect(broken('areals/2/polygons/1/n', 0x7fffffff).fault).toMatchObject({
      what: 'count',
      path: 'areals/2/polygons/1/n',
    })
  })
})

describe('a map that is cut or followed by something', () => {
  it('cut anywhere, every byte stands once in the tree and the place is within the file', () => {
    for (let size = 0; size < whole.length; size += 3) {
      const cut = document(arealMap(AREALS), whole.slice(0, size))
      expect(coversOnce(cut)).toBe(true)
      expect(cut.isWhole).toBe(false)
      const [fault] = cut.findings
      expect(fault && fault.offset + fault.size).toBeLessThanOrEqual(size)
    }
  })
  it('cut within an areal, its fields before the cut can still be seen and changed', () => {
    const cut = document(arealMap(AREALS), whole.slice(0, placeOf('areals/5/reserved_44')))
    expect(locate(cut, 'areals/5/class_id')?.value).toBe(5)
    expect(locate(cut, 'areals/5')?.isWhole).toBe(false)
    expect(() => locate(cut, 'areals/5')?.value).toThrow('layout.damaged')
    expect(locate(cut, 'areals/5/vertices')).toBeUndefined()
    expect(cut.findings[0]).toMatchObject({ what: 'truncated', path: 'areals/5/reserved_44' })
  })
  it('names stray bytes', () => {
    const longer = document(arealMap(AREALS), Uint8Array.of(...whole, 1, 2, 3))
    expect(longer.findings[0]).toMatchObject({ what: 'trailing', offset: whole.length, size: 3 })
    expect(nodeAt(longer, whole.length + 1)).toMatchObject({
      path: 'gap',
      kind: 'gap',
      role: 'unknown',
      offset: whole.length,
      size: 3,
    })
    expect(locate(longer, 'gap')?.value).toEqual(Uint8Array.of(1, 2, 3))
    expect(unknownBytes(longer)).toBe(3)
  })
  it('tells reserved bits of a number that are not zero, by those bits alone', () => {
    const layout = struct('bits', { word: bitfield(u16(), { n: [0, 4], rest: [4, 12, { role: 'reserved' }] }) })
    expect(document(layout, Uint8Array.of(15, 0)).findings).toEqual([])
    expect(document(layout, Uint8Array.of(15, 128)).findings).toMatchObject([{ what: 'reserved', path: 'word/rest' }])
  })
  it('tells reserved fields that are not zero, and stays whole', () => {
    const bytes = whole.slice()
    bytes[placeOf('areals/3/reserved_36') + 2] = 1
    const odd = document(arealMap(AREALS), bytes)
    expect(odd.isWhole).toBe(true)
    expect(odd.findings).toEqual([
      { what: 'reserved', path: 'areals/3/reserved_36', offset: placeOf('areals/3/reserved_36'), size: 4, params: {} },
    ])
  })
})

describe('a length by division', () => {
  const halves = struct('halves', { n: u8(), by: u8(), half: array(u16(), formula('n / by')) })
  it('is whole division', () => {
    expect(read(halves, Uint8Array.of(5, 2, 1, 0, 2, 0))).toEqual({ n: 5, by: 2, half: [1, 2] })
  })
  it('by zero is a fault with its place, and every byte is kept', () => {
    const damaged = document(halves, Uint8Array.of(5, 0, 1, 0))
    expect(damaged.findings[0]).toMatchObject({ what: 'count', path: 'n', offset: 0, size: 1 })
    expect(coversOnce(damaged)).toBe(true)
    expect(damaged.isWhole).toBe(false)
  })
})
