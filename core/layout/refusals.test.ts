import { describe, expect, it } from 'vitest'
import {
  array,
  assign,
  attribute,
  count,
  counted,
  document,
  insertRecords,
  LayoutError,
  line,
  locate,
  removeRecords,
  struct,
  toEnd,
  u16,
  u32,
  u8,
  withAttributes,
  type AnyLayout,
  type Assignment,
  type Bytes,
  type Document,
} from '.'
import { apply } from '../edit'
import { hex } from './bytes.fixture'

/** Code and parameters of the LayoutError that an edit throws. */
function refusalOf(edit: () => Assignment): unknown {
  try {
    return edit()
  } catch (error) {
    if (error instanceof LayoutError) return [error.code, error.params]
    throw error
  }
}
const after = ({ bytes }: Document, { splices }: Assignment): Bytes => apply(bytes, splices)
const zeros = (length: number): number[] => new Array<number>(length).fill(0)
const File = struct('file', { n: count('rows', { as: 'u8' }), rows: array(u16(), 'n'), end: u8() })
const FILE = document(File, hex('02 0100 0200 09'))

describe('records', () => {
  it.each([
    ['after the end', 3, 'rows/3'],
    ['before the start', -1, 'rows/-1'],
    ['between two', 0.5, 'rows/0.5'],
  ])('are not inserted %s', (_, at, path) => {
    expect(refusalOf(() => insertRecords(FILE, 'rows', at, [7]))).toEqual(['layout.no-node', { path }])
  })

  it.each([
    ['beyond the end', 1, 2, 'rows/3'],
    ['in a negative number', 1, -1, 'rows/0'],
    ['in a part of one', 0, 0.5, 'rows/0.5'],
    ['from between two', 0.5, 0.5, 'rows/1'],
    ['from before the start', -1, 2, 'rows/1'],
  ])('are not removed %s', (_, at, number, path) => {
    expect(refusalOf(() => removeRecords(FILE, 'rows', at, number))).toEqual(['layout.no-node', { path }])
  })

  it('inserted or removed in number 0 are no edit', () => {
    expect(insertRecords(FILE, 'rows', 1, [])).toEqual({ splices: [] })
    expect(removeRecords(FILE, 'rows', 2, 0)).toEqual({ splices: [] })
  })

  it('of a value that they cannot have are refused with their own path', () => {
    expect(refusalOf(() => insertRecords(FILE, 'rows', 1, [1, 65536]))).toEqual([
      'layout.range',
      expect.objectContaining({ path: 'rows/2', value: 65536 }),
    ])
  })

  it('are those of an array only', () => {
    expect(refusalOf(() => insertRecords(FILE, 'end', 0, [1]))).toEqual(['layout.no-array', { path: 'end' }])
    expect(refusalOf(() => insertRecords(FILE, 'none', 0, [1]))).toEqual(['layout.no-node', { path: 'none' }])
    const cut = document(File, hex('02 0100'))
    expect(refusalOf(() => insertRecords(cut, 'rows', 0, [1]))).toEqual(['layout.damaged', { path: 'rows' }])
  })

  it('keep a fixed number', () => {
    const fixed = document(struct('fixed', { rows: array(u8(), 2) }), hex('0102'))
    const params = { expected: 2, found: 3, path: 'rows' }
    expect(refusalOf(() => insertRecords(fixed, 'rows', 2, [3]))).toEqual(['layout.length', params])
  })

  it('of lines keep the line end between two', () => {
    const lines = document(array(line(), toEnd), hex('61 0d0a 62'))
    const open = { text: 'c', tail: '' }
    expect(refusalOf(() => insertRecords(lines, '', 0, ['x', open]))).toEqual(['layout.line-end', { path: '/1' }])
    expect(refusalOf(() => insertRecords(lines, '', 2, ['x']))).toEqual(['layout.line-end', { path: '/1' }])
    expect(insertRecords(lines, '', 0, ['x']).splices).toHaveLength(1)
    expect(insertRecords(lines, '', 1, ['x']).splices).toHaveLength(1)
  })
})

describe('a count', () => {
  it.each<[string, AnyLayout, Bytes, number, number, string]>([
    ['beside its array', File, Uint8Array.from([254, ...zeros(508), 9]), 254, 255, 'n'],
    [
      'of a list',
      struct('list', { rows: counted(u8(), u16()) }),
      Uint8Array.from([254, ...zeros(508)]),
      254,
      255,
      'rows',
    ],
  ])('%s goes up to the largest number of its type', (_, layout, bytes, number, most, path) => {
    const opened = document(layout, bytes)
    expect(insertRecords(opened, 'rows', number, [0]).splices.length).toBeGreaterThan(0)
    const params = { max: most, found: most + 1, path }
    expect(refusalOf(() => insertRecords(opened, 'rows', 0, [0, 0]))).toEqual(['layout.long', params])
  })

  it('of several records each takes whole multiples only', () => {
    const Threes = struct('threes', { n: count('rows', { as: 'u8', per: 3 }), rows: array(u8(), '3 * n') })
    const opened = document(Threes, hex('01 010203'))
    expect(refusalOf(() => insertRecords(opened, 'rows', 3, [4]))).toEqual([
      'layout.multiple',
      { per: 3, found: 4, path: 'rows' },
    ])
    expect(after(opened, insertRecords(opened, 'rows', 3, [4, 5, 6]))).toEqual(hex('02 010203 040506'))
  })

  it('of 32 bits and one in the directory row follow', () => {
    const Wide = struct('wide', { rows: counted(u32(), u8()) })
    const wide = document(Wide, hex('01000000 07'))
    expect(after(wide, insertRecords(wide, 'rows', 1, [8]))).toEqual(hex('02000000 0708'))
    const Row = struct('row', { rows: array(u8(), attribute('attr1', 2)) })
    const { attributes, splices } = insertRecords(document(Row, hex('0102')), 'rows', 2, [3])
    expect([attributes, splices.length]).toEqual([{ attr1: 3 }, 1])
    expect(document(withAttributes(Row, { attr1: 3 }), hex('010203')).isWhole).toBe(true)
  })
})

describe('bytes that no field explains', () => {
  const opened = document(File, hex('01 0100 09 aabb'))
  const gap = locate(opened, '') && opened.root.child(opened.root.childCount - 1)

  it('are overwritten by as many bytes', () => {
    const path = gap?.path ?? ''
    expect(gap?.isWhole).toBe(true)
    expect(assign(opened, path, hex('aacc')).splices).toEqual([{ offset: 5, removed: hex('bb'), inserted: hex('cc') }])
    expect(refusalOf(() => assign(opened, path, hex('aa')))).toEqual(['layout.length', { expected: 2, found: 1, path }])
    expect(refusalOf(() => assign(opened, path, 'aabb'))).toEqual(['layout.not-bytes', { path }])
  })
})
