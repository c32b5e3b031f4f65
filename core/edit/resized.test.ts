import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assign, document, optional, struct, u8, write, type Document } from '../layout'
import { arealMap, someAreal, someMap } from '../layout/map.fixture'
import { applied } from '../layout/random.fixture'
import { resizedArrays, resizedLabel, type Resized } from './resized'

const AREALS = 9
const value = someMap(AREALS, 6)
const opened = document(arealMap(AREALS), write(arealMap(AREALS), value).bytes)

/** What an assignment makes longer or shorter. */
function resizedBy(path: string, to: Parameters<typeof assign>[2]): readonly Resized[] {
  const edit = assign(opened, path, to)
  const after: Document = document(arealMap(edit.attributes?.['attr1'] ?? AREALS), applied(opened.bytes, edit.splices))
  return resizedArrays(opened, after, edit)
}

describe('arrays that an edit makes longer or shorter', () => {
  it('are those of the record that grew or shrank', () => {
    const changes = fc.tuple(fc.nat(AREALS - 1), fc.integer({ min: 3, max: 12 }), fc.nat(3))
    fc.assert(
      fc.property(changes, ([areal, vertices, polygons]) => {
        const [before, after] = [value.areals[areal], someAreal(areal, vertices, polygons)]
        const sizes = (['links', 'polygons', 'vertices'] as const).map(name => ({
          path: `areals/${areal}/${name}`,
          before: before?.[name].length ?? 0,
          after: after[name].length,
        }))
        expect([...resizedBy(`areals/${areal}`, after)].sort((a, b) => a.path.localeCompare(b.path))).toEqual(
          sizes.filter(size => size.before !== size.after),
        )
      }),
      { seed: 20_001_128 },
    )
  })
  it('are found where numbers have no places of their own, at the end of the list too', () => {
    const before = value.cells[3]?.length ?? 0
    expect(resizedBy('cells/3', [...(value.cells[3] ?? []), 7])).toEqual([
      { path: 'cells/3', before, after: before + 1 },
    ])
  })
  it('are the outer ones: what lies in their records has other places now', () => {
    expect(resizedBy('areals', value.areals.slice(2))).toEqual([{ path: 'areals', before: AREALS, after: AREALS - 2 }])
  })
  it('are the outer ones where the sizes of inner ones differ too, and none that a record no longer has', () => {
    const moves = ['areals/0/vertices', 'areals'].map(array => ({ array, at: 0, removed: 0, inserted: 0 }))
    const [first, second] = [someAreal(0, (value.areals[0]?.vertices.length ?? 0) + 1, 0), someAreal(1, 3, 0)]
    const after = document(arealMap(2), write(arealMap(2), { ...value, areals: [first, second] }).bytes)
    expect(resizedArrays(opened, after, { splices: [], moves })).toEqual([{ path: 'areals', before: AREALS, after: 2 }])
    const none = document(arealMap(0), write(arealMap(0), { ...value, areals: [] }).bytes)
    expect(resizedArrays(opened, none, { splices: [], moves: moves.slice(0, 1) })).toEqual([])
  })
  it('are none of an edit that only sets a field, or moves records of an array that is not there', () => {
    expect(resizedBy('areals/4/class_id', 99)).toEqual([])
    const moves = [{ array: 'nowhere', at: 0, removed: 1, inserted: 0 }]
    expect(resizedArrays(opened, opened, { splices: [], moves })).toEqual([])
  })
  it('are none of an edit that adds an optional field: a record is no array', () => {
    const Row = struct('row', { version: u8(), more: optional('version > 1', u8()) })
    const [short, long] = [document(Row, Uint8Array.of(1)), document(Row, Uint8Array.of(2, 7))]
    const splices = [{ offset: 0, removed: Uint8Array.of(1), inserted: Uint8Array.of(2, 7) }]
    expect(resizedArrays(short, long, { splices })).toEqual([])
  })
})

describe('the words of such an edit', () => {
  const grown = (n: number): Resized[] =>
    Array.from({ length: n }, (_, k) => ({ path: `areals/${k}/vertices`, before: 5, after: 6 }))
  it('name few arrays with their numbers and count many', () => {
    expect(resizedLabel('Land.map', [])).toBeUndefined()
    expect(resizedLabel('Land.map', grown(2))?.params).toEqual({
      name: 'Land.map',
      sizes: 'areals/0/vertices 5 → 6, areals/1/vertices 5 → 6',
    })
    expect(resizedLabel('Land.map', grown(3))?.code).toBe('label.resized')
    expect(resizedLabel('Land.map', grown(4))).toEqual({
      code: 'label.many-resized',
      params: { name: 'Land.map', n: 4, fields: 'vertices' },
    })
    const others = [...grown(3), { path: 'cells/3', before: 1, after: 2 }, { path: 'cells', before: 5, after: 6 }]
    expect(resizedLabel('Land.map', others)?.params['fields']).toBe('vertices, 3, cells')
  })
})
