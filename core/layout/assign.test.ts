import { describe, expect, it } from 'vitest'
import {
  LayoutError,
  assign,
  document,
  insertRecords,
  locate,
  read,
  removeRecords,
  write,
  type Assignment,
  type Value,
} from '.'
import { arealMap, someAreal, someMap, type ArealMap } from './map.fixture'
import { applied } from './random.fixture'

const AREALS = 9
const value = someMap(AREALS, 6)
const bytes = write(arealMap(AREALS), value).bytes
const opened = document(arealMap(AREALS), bytes)
const set = (path: string, to: Value): Assignment => assign(opened, path, to)

function refusal(work: () => unknown): { code: string; path: string } {
  try {
    work()
  } catch (error) {
    if (error instanceof LayoutError) return { code: error.code, path: error.path }
    throw error
  }
  throw new Error('was not refused')
}

/** The edited map as a value. */
function after({ splices, attributes = {} }: Assignment): ArealMap {
  return read(arealMap(attributes['attr1'] ?? AREALS), applied(bytes, splices))
}
const areals = (edit: (areal: ArealMap['areals'][number], k: number) => ArealMap['areals'][number]): ArealMap => ({
  ...value,
  areals: value.areals.map(edit),
})

describe('assigning a field', () => {
  it('replaces the bytes that differ and no others', () => {
    const offset = locate(opened, 'areals/4/class_id')?.offset ?? 0
    expect(set('areals/4/class_id', 12)).toEqual({
      splices: [{ offset, removed: Uint8Array.of(4), inserted: Uint8Array.of(12) }],
    })
    expect(set('areals/4/class_id', 4)).toEqual({ splices: [] })
  })
  it('keeps a vector one change', () => {
    expect(after(set('areals/1/anchor', [7, 1.5, { bits: '0x7f800001' }])).areals[1]?.anchor).toEqual([
      7,
      1.5,
      { bits: '0x7f800001' },
    ])
    expect(set('areals/1/anchor', [9, 9, 9]).splices).toHaveLength(1)
    expect(set('areals/1/anchor/y', -0).splices).toHaveLength(1)
  })
  it('refuses what the field cannot hold, with its place', () => {
    expect(refusal(() => set('areals/4/class_id', 2 ** 32))).toEqual({
      code: 'layout.range',
      path: 'areals/4/class_id',
    })
    expect(refusal(() => set('areals/4/class_id', 1.5))).toEqual({
      code: 'layout.not-integer',
      path: 'areals/4/class_id',
    })
    expect(refusal(() => set('areals/4/area_metric', 1e39))).toEqual({
      code: 'layout.range',
      path: 'areals/4/area_metric',
    })
    expect(refusal(() => set('areals/4/normal', [0, 'up', 1]))).toEqual({
      code: 'layout.not-number',
      path: 'areals/4/normal/y',
    })
    expect(refusal(() => set('areals/99/class_id', 1))).toEqual({ code: 'layout.no-node', path: 'areals/99/class_id' })
  })
  it('refuses derived fields and numbers that decide another length', () => {
    expect(refusal(() => set('areals/4/vertex_count', 1))).toEqual({
      code: 'layout.derived',
      path: 'areals/4/vertex_count',
    })
    expect(refusal(() => set('cells/5/count', 9))).toEqual({ code: 'layout.derived', path: 'cells/5/count' })
    expect(refusal(() => set('cells_x', 7))).toEqual({ code: 'layout.formula', path: 'cells' })
  })
  it('takes a reserved field by number', () => {
    expect(after(set('areals/4/reserved_36', 3)).areals[4]?.reserved_36).toBe(3)
  })
})

describe('assigning records', () => {
  it('grows and shrinks a list together with its count', () => {
    const grown = set('cells/3', [1, 2, 3, 4, 5])
    expect(after(grown).cells[3]).toEqual([1, 2, 3, 4, 5])
    expect(after(grown).cells[4]).toEqual(value.cells[4])
    expect(after(set('cells/3', [])).cells[3]).toEqual([])
  })
  it('takes an areal whose lengths agree, and names its moves', () => {
    const areal = someAreal(3, 9)
    const changed = set('areals/3', areal)
    expect(after(changed)).toEqual(
      areals((old, k) =>
        k === 3 ? (read(arealMap(1), write(arealMap(1), { ...value, areals: [areal] }).bytes).areals[0] ?? old) : old,
      ),
    )
    expect(changed.moves?.map(move => move.array)).toEqual(['areals/3/vertices', 'areals/3/links'])
  })
  it('refuses lengths that disagree, at the array', () => {
    const areal = someAreal(3, 9)
    expect(refusal(() => set('areals/3', { ...areal, vertices: areal.vertices.slice(1), vertex_count: 8 }))).toEqual({
      code: 'layout.formula',
      path: 'areals/3/links',
    })
    expect(refusal(() => set('areals/3', { ...areal, vertex_count: 8 }))).toEqual({
      code: 'layout.derived',
      path: 'areals/3/vertex_count',
    })
    expect(refusal(() => set('areals/3/vertices', []))).toEqual({ code: 'layout.formula', path: 'areals/3/links' })
    expect(refusal(() => set('areals/2/polygons/0/words', [1, 2]))).toEqual({
      code: 'layout.multiple',
      path: 'areals/2/polygons/0/words',
    })
    expect(refusal(() => set('cells', value.cells.slice(1)))).toEqual({ code: 'layout.formula', path: 'cells' })
  })
  it('lets a count in the record follow its array', () => {
    const changed = set('areals/2/polygons/0/words', [1, 2, 3, 4, 5, 6])
    expect(after(changed).areals[2]?.polygons[0]).toEqual({ n: 2, words: [1, 2, 3, 4, 5, 6] })
  })
  it('of the outermost array tells the directory, and the records that went', () => {
    const without = { ...value, areals: value.areals.filter((_, k) => k !== 4) }
    const changed = set('', without)
    expect(changed).toMatchObject({
      attributes: { attr1: AREALS - 1 },
      moves: [{ array: 'areals', at: 4, removed: 1, inserted: 0 }],
    })
    expect(changed.splices).toHaveLength(1)
    expect(after(changed)).toEqual(without)
    expect(set('areals', without.areals)).toEqual(changed)
  })
  it('never says what a record lacks by a word of the language itself', () => {
    const odd = JSON.parse('{"__proto__": 1}') as Value
    expect(refusal(() => set('areals/3', odd))).toEqual({ code: 'layout.unknown-field', path: 'areals/3' })
    expect(refusal(() => set('areals/3', {}))).toEqual({ code: 'layout.missing-field', path: 'areals/3/anchor' })
  })
})

describe('inserting and removing records', () => {
  it('is the same as assigning the array with them', () => {
    for (const at of [0, 4, AREALS]) {
      const more = [someAreal(0), someAreal(1)]
      const changed = insertRecords(opened, 'areals', at, more)
      expect(changed).toMatchObject({
        attributes: { attr1: AREALS + 2 },
        moves: [{ array: 'areals', at, removed: 0, inserted: 2 }],
      })
      const expected = { ...value, areals: value.areals.toSpliced(at, 0, ...more) }
      expect([...applied(bytes, changed.splices)]).toEqual([...write(arealMap(AREALS + 2), expected).bytes])
    }
  })
  it('goes back by removing', () => {
    const changed = removeRecords(opened, 'areals', 2, 3)
    expect(after(changed)).toEqual({ ...value, areals: value.areals.toSpliced(2, 3) })
    expect(changed.moves).toEqual([{ array: 'areals', at: 2, removed: 3, inserted: 0 }])
  })
  it('counts in lists and beside arrays, and keeps what a formula says', () => {
    expect(after(insertRecords(opened, 'cells/3', 1, [8, 8])).cells[3]).toEqual(
      (value.cells[3] ?? []).toSpliced(1, 0, 8, 8),
    )
    expect(after(removeRecords(opened, 'cells/3', 0, 1)).cells[3]).toEqual((value.cells[3] ?? []).slice(1))
    expect(refusal(() => insertRecords(opened, 'areals/1/vertices', 0, [[0, 0, 0]]))).toEqual({
      code: 'layout.formula',
      path: 'areals/1/links',
    })
    expect(refusal(() => removeRecords(opened, 'areals', 8, 2))).toEqual({ code: 'layout.no-node', path: 'areals/10' })
    expect(refusal(() => insertRecords(opened, 'cells_x', 0, [1]))).toEqual({
      code: 'layout.no-array',
      path: 'cells_x',
    })
  })
})
