import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isolated, legendRows, recordsWith, toggled } from '../tools/legend'
import { anchorOf, boundsOf, mapSceneOf, neighboursOf, recordOfPath, ringOf, squareAt } from './map-scene'
import { RecordLook, TEXELS_PER_RECORD } from '../layers/record-look'
import { cellsItem, regionsItem } from './items.fixture'
import { objects, places } from './placed.fixture'

const item = regionsItem({
  positions: Float32Array.of(0, 0, 1, 4, 0, 2, 4, 4, 3, 0, 4, NaN),
  indices: Uint32Array.of(0, 1, 2),
  records: Uint32Array.of(0),
  recordCount: 2,
  rings: Uint32Array.of(0, 1, 2, 3),
  ringStarts: Uint32Array.of(0, 3, 4),
  anchors: Float32Array.of(1, 1, 1, NaN, 0, 0),
  links: Int32Array.of(1, -1, 1, 9, 0),
  linkStarts: Uint32Array.of(0, 4, 5),
  fields: { class_id: Uint32Array.of(3, 0) },
  shapedBy: ['anchor', 'vertices'],
})
const grid = cellsItem({
  id: 'index',
  use: 'index',
  entry: 'Land.map!#0',
  origin: [10, 20],
  step: [5, 4],
  counts: [8, 6],
})

describe('map scene', () => {
  it('sorts the items and measures what is a number', () => {
    expect(mapSceneOf([grid, item])).toMatchObject({ regions: item, cells: grid, terrain: undefined })
    expect(mapSceneOf([grid])).toBeUndefined()
    expect(boundsOf([item])).toEqual({ min: [0, 0, 1], max: [4, 4, 3] })
    expect(boundsOf([])).toEqual({ min: [0, 0, 0], max: [1, 1, 1] })
  })
  it('finds record, outline, anchor and neighbours', () => {
    expect(recordOfPath('areals/211/class_id', 'areals')).toBe(211)
    expect([null, 'areals', 'areals/x', 'cells/3'].map(path => recordOfPath(path, 'areals'))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(ringOf(item, 0)).toEqual([
      [0, 0, 1],
      [4, 0, 2],
      [4, 4, 3],
    ])
    expect(anchorOf(item, 0)).toEqual([1, 1, 1])
    expect(anchorOf(item, 1)).toBeUndefined()
    expect(anchorOf(item, 2)).toBeUndefined()
    expect(neighboursOf(item, 0)).toEqual([1])
  })
  it('every place inside lies in one square, whose index goes by the outer axis', () => {
    fc.assert(
      fc.property(fc.nat(7), fc.nat(5), fc.double({ min: 0.01, max: 0.99, noNaN: true }), (x, y, part) => {
        const square = squareAt(grid, 10 + (x + part) * 5, 20 + (y + part) * 4)
        expect(square).toEqual({ x, y, index: x * 6 + y })
        expect(squareAt({ ...grid, isXOuter: false }, 10 + (x + part) * 5, 20 + (y + part) * 4)?.index).toBe(y * 8 + x)
      }),
      { seed: 31 },
    )
    expect(squareAt(grid, 50, 44)).toEqual({ x: 7, y: 5, index: 47 })
    expect([squareAt(grid, 9.9, 30), squareAt(grid, 30, 44.1)]).toEqual([undefined, undefined])
  })
})

describe('legend', () => {
  const values = fc.array(fc.nat(6)).map(list => Uint32Array.from(list))
  it('counts every record once', () => {
    fc.assert(
      fc.property(values, column => {
        const rows = legendRows(column, [99])
        expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(column.length)
        expect(rows.at(-1)).toEqual({ value: 99, count: 0 })
        for (const { value, count } of rows) expect(recordsWith(column, value)).toHaveLength(count)
      }),
      { seed: 32 },
    )
  })
  it('hides and shows, isolates and takes it back', () => {
    fc.assert(
      fc.property(values, fc.nat(6), (column, value) => {
        expect(toggled(toggled(new Set([1]), value), value)).toEqual(new Set([1]))
        const rows = legendRows(column, [value])
        const alone = isolated(new Set(), rows, value)
        expect(alone.has(value)).toBe(false)
        expect(alone.size).toBe(rows.length - 1)
        expect(isolated(alone, rows, value).size).toBe(0)
      }),
      { seed: 33 },
    )
  })
})

describe('record look', () => {
  it('writes colour, pattern and state of each record and of nothing else', () => {
    const look = new RecordLook(300)
    const values = Uint32Array.from({ length: 300 }, (_, i) => [0, 12, 5000][i % 3] ?? 0)
    look.colour(values, 'class_id')
    look.mark(values, { values: new Set([12]), records: new Set() }, new Set([0, 299]), new Set([299]))
    const texels = (record: number) => [
      ...look.pixels.subarray(record * TEXELS_PER_RECORD * 4, (record + 1) * TEXELS_PER_RECORD * 4),
    ]
    expect(texels(0)).toEqual([0x8d, 0x96, 0xa3, 0, 0, 2, 0, 0])
    expect(texels(1)).toEqual([204, 121, 167, 255, 7, 1, 0, 0])
    expect(texels(299).slice(3)).toEqual([255, 1 + (5000 % 12) + 16, 2 + 4, 0, 0])
    expect([look.isHidden(0), look.isHidden(1)]).toEqual([false, true])
    expect(look.pixels).toHaveLength(look.width * 2 * 4)
  })
})

describe('a map without ground', () => {
  it('is bounded by all placed records, also where no object is among them', () => {
    expect(mapSceneOf([{ ...objects(), recordCount: 0, positions: new Float32Array() }, places()])?.bounds).toEqual({
      min: [-60, -60, 0],
      max: [60, 60, 0],
    })
  })

  it('has a box of its own where nothing is placed either', () => {
    const empty = { ...objects(), recordCount: 0, positions: new Float32Array() }
    expect(mapSceneOf([empty])?.bounds).toEqual({ min: [0, 0, 0], max: [1, 1, 1] })
  })
})
