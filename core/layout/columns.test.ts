import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  array,
  attribute,
  brokenLaws,
  column,
  columns,
  count,
  counted,
  describe as describeLayout,
  document,
  f32,
  f64,
  floats,
  formRows,
  formula,
  i8,
  integers,
  locate,
  offsets,
  ragged,
  struct,
  text,
  toEnd,
  u16,
  u32,
  u64,
  u8,
  vec3,
  write,
  encode,
  type AnyLayout,
  type Column,
  type Document,
} from '.'
import { arealMap, someMap } from './map.fixture'
import { files } from './random.fixture'

/** The same column by way of the tree, a node for every record. */
const byNodes = (opened: Document, path: string, records: number, field: string): unknown[] =>
  Array.from(
    { length: records },
    (_, k) => locate(opened, field === '' ? `${path}/${k}` : `${path}/${k}/${field}`)?.value,
  ).flat()

const AREALS = 40
const value = someMap(AREALS, 16)
const { bytes } = write(arealMap(AREALS), value)

/** The map at every place in memory: columns may not depend on how the bytes are aligned. */
function atOffset(shift: number): Document {
  const room = new Uint8Array(bytes.length + 8)
  room.set(bytes, shift)
  return document(arealMap(AREALS), room.subarray(shift, shift + bytes.length))
}

describe('columns of a map', () => {
  for (const shift of [0, 1, 2, 3]) {
    it(`say what the records say, ${shift} bytes off`, () => {
      const opened = atOffset(shift)
      const found = columns(opened, 'areals', { class_id: 'u32', anchor: 'f32', vertex_count: 'u32' })
      expect([...found.class_id]).toEqual(value.areals.map(areal => areal.class_id))
      expect([...found.anchor]).toEqual(value.areals.flatMap(areal => areal.anchor))
      expect([...found.vertex_count]).toEqual(value.areals.map(areal => areal.vertices.length))
      const vertices = ragged(opened, 'areals', 'vertices', 'f32')
      expect([...vertices.values]).toEqual(value.areals.flatMap(areal => areal.vertices.flat()))
      expect(vertices.starts[7]).toBe(value.areals.slice(0, 7).reduce((sum, areal) => sum + areal.vertices.length, 0))
      const links = ragged(opened, 'areals', 'links', { area_ref: 'i32', edge_ref: 'i32' })
      expect([...links.values.area_ref]).toEqual(value.areals.flatMap(areal => areal.links.map(link => link.area_ref)))
      expect([...links.values.edge_ref]).toEqual(value.areals.flatMap(areal => areal.links.map(link => link.edge_ref)))
      const cells = ragged(opened, 'cells', '', 'u16')
      expect([...cells.values]).toEqual(value.cells.flat())
      expect(Array.from(cells.starts.subarray(1), (end, k) => end - (cells.starts[k] ?? 0))).toEqual(
        value.cells.map(cell => cell.length),
      )
      expect([...ragged(opened, 'cells', '', 'u32').values]).toEqual(value.cells.flat())
    })
  }
  it('give the place of every record', () => {
    const opened = atOffset(0)
    expect([...offsets(opened, 'areals')]).toEqual([
      ...Array.from({ length: AREALS }, (_, k) => locate(opened, `areals/${k}`)?.offset),
      locate(opened, 'cells_x')?.offset,
    ])
    expect([...offsets(opened, 'areals/3/links')].slice(0, 2)).toEqual([
      locate(opened, 'areals/3/links/0')?.offset,
      locate(opened, 'areals/3/links/1')?.offset,
    ])
    expect(offsets(opened, 'cells/3')).toHaveLength((value.cells[3]?.length ?? 0) + 1)
  })
  it('refuse what is no such field', () => {
    const opened = atOffset(0)
    expect(() => columns(opened, 'areals', ['vertices'])).toThrow('layout.column')
    expect(() => columns(opened, 'areals', { class_id: 'f32' })).toThrow('layout.column')
    expect(() => columns(opened, 'cells_x', [])).toThrow('layout.no-array')
    expect(() => ragged(opened, 'areals', 'anchor')).toThrow('layout.column')
  })
  it('of a damaged map hold its whole records', () => {
    const opened = document(arealMap(AREALS), bytes.slice(0, locate(atOffset(0), 'areals/9/normal')?.offset))
    expect([...columns(opened, 'areals', { class_id: 'u32' }).class_id]).toEqual(
      value.areals.slice(0, 9).map(areal => areal.class_id),
    )
    expect(ragged(opened, 'areals', 'vertices', 'f32').starts).toHaveLength(10)
  })
})

describe('columns of other shapes', () => {
  const Face = struct('face', {
    flags: u32(),
    low: u8(),
    small: i8(),
    i0: u16(),
    normal: integers('i16', ['x', 'y', 'z']),
    wide: u64(),
    exact: f64(),
    tail: array(u16(), 3),
    box: struct('box', { least: vec3(), radius: f32() }),
  })
  const layout = struct('faces', { faces: array(Face, attribute('attr1', 5)) })
  const faces = Array.from({ length: 5 }, (_, k) => ({
    flags: 2 ** 31 + k,
    low: 250 + k,
    small: 3 - k,
    i0: 65535 - k,
    normal: [k, 3 - k, 7],
    wide: 2n ** 63n + BigInt(k),
    exact: k / 3,
    tail: [k, k + 1, k + 2],
    box: { least: [k, 2, 3] as const, radius: -0 },
  }))
  const opened = document(layout, write(layout, { faces }).bytes)
  it('of every width', () => {
    const found = columns(opened, 'faces', {
      low: 'u32',
      small: 'i8',
      i0: 'u16',
      wide: 'u64',
      exact: 'f64',
      normal: 'i16',
      tail: 'u16',
      'box/least': 'f32',
    })
    expect([...found.low]).toEqual(faces.map(face => face.low))
    expect(found.low).toBeInstanceOf(Uint32Array)
    expect([...found.small]).toEqual(faces.map(face => face.small))
    expect([...found.i0]).toEqual(faces.map(face => face.i0))
    expect([...found.wide]).toEqual(faces.map(face => face.wide))
    expect([...found.exact]).toEqual(faces.map(face => face.exact))
    expect([...found.normal]).toEqual(faces.flatMap(face => face.normal))
    expect([...found.tail]).toEqual(faces.flatMap(face => face.tail))
    expect([...found['box/least']]).toEqual(faces.flatMap(face => face.box.least))
    expect([...columns(opened, 'faces', ['flags']).flags]).toEqual(faces.map(face => face.flags))
  })
  it('behind records of differing size, empty or not', () => {
    const Part = struct('part', {
      n: count('names'),
      m: u8(),
      names: array(counted(u8(), u8()), 'n'),
      more: array(u16(), formula('m')),
      code: counted(u16(), u32()),
    })
    const parts = struct('parts', { parts: array(Part, attribute('attr1', 3)) })
    for (const names of [[], [[1], [2, 3]]]) {
      const list = [1, 2, 3].map(k => ({
        n: names.length,
        m: k,
        names,
        more: Array.from({ length: k }, (_, j) => 10 * k + j),
        code: [k],
      }))
      const map = document(parts, write(parts, { parts: list }).bytes)
      expect([...ragged(map, 'parts', 'more', 'u16').values]).toEqual([10, 20, 21, 30, 31, 32])
      expect([...ragged(map, 'parts', 'code', 'u32').values]).toEqual([1, 2, 3])
    }
  })
  it('of numbers that are records themselves', () => {
    const table = struct('table', { at: u8(), list: array(u32(), 3), name: text(2), points: array(vec3(), 2) })
    const map = document(
      table,
      write(table, {
        at: 1,
        list: [7, 8, 2 ** 32 - 1],
        name: 'x',
        points: [
          [1, 2, 3],
          [4, 5, 6],
        ],
      }).bytes,
    )
    expect([...column(map, 'list', '', 'u32')]).toEqual([7, 8, 2 ** 32 - 1])
    expect([...column(map, 'points', '', 'f32')]).toEqual([1, 2, 3, 4, 5, 6])
  })
})

describe('named floats', () => {
  const Key = struct('key', { time: f32(), turn: floats(['x', 'y', 'z', 'w'], { unit: 'quaternion' }) })
  const keys = array(Key, toEnd)
  const bytesOfKeys = write(keys, [
    { time: 0, turn: [0, 0, 0, 1] },
    { time: 1, turn: [0.5, -0.5, 0.5, 0.5] },
  ]).bytes
  it('are one value with a node, a column and a row of the form for each name', () => {
    const opened = document(keys, bytesOfKeys)
    expect(locate(opened, '1/turn/y')?.value).toBe(-0.5)
    expect([...column(opened, '', 'turn', 'f32')]).toEqual([0, 0, 0, 1, 0.5, -0.5, 0.5, 0.5])
    expect(formRows(opened.root.child(1)).map(row => [row.path, row.control, row.components])).toEqual([
      ['1/time', 'float', undefined],
      ['1/turn', 'vector', ['x', 'y', 'z', 'w']],
    ])
    expect(describeLayout(Key).at(-1)).toContain('f32 x y z w')
    expect(brokenLaws(keys, bytesOfKeys)).toEqual([])
  })
  it('refuse names that are taken twice', () => {
    expect(() => floats(['x', 'x'])).toThrow(TypeError)
    expect(() => floats([])).toThrow(TypeError)
  })
})

describe('columns of any layout', () => {
  const numeric = (found: Column): unknown[] => Array.from(found as ArrayLike<unknown>)
  it('equal the tree, number by number', () => {
    let [runs, compared] = [0, 0]
    fc.assert(
      fc.property(
        files.chain(file => fc.nat(4).chain(n => file.values(n).map(given => ({ layout: file.layout(n), given, n })))),
        ({ layout, given, n }) => {
          runs++
          const opened = document(layout, encode(layout, given, '').bytes)
          for (const field of numericFields(layout)) {
            const expected = byNodes(opened, 'records', n, field)
            const found = numeric(columns(opened, 'records', [field])[field] ?? new Uint8Array(0))
            // A NaN in a Float32Array is a NaN; which one, the bits beneath it know.
            expect(found).toEqual(expected.map(one => (typeof one === 'object' ? Number.NaN : one)))
            compared += found.length
          }
        },
      ),
      { seed: 77, numRuns: 400 },
    )
    expect(compared).toBeGreaterThan(runs)
  })
})

function numericFields(layout: AnyLayout): string[] {
  const records = layout.shape.of === 'struct' ? layout.shape.fields[0]?.layout.shape : undefined
  const element = records?.of === 'array' ? records.element : undefined
  if (element?.shape.of === 'scalar' || element?.shape.of === 'vector') return ['']
  if (element?.shape.of !== 'struct') return []
  const { fields } = element.shape
  const isNumber = ({ layout: { shape } }: (typeof fields)[number]): boolean =>
    shape.of === 'scalar' || shape.of === 'vector' || shape.of === 'count'
  const others = fields.findIndex(field => !isNumber(field))
  return fields.slice(0, others < 0 ? 3 : Math.min(3, others)).map(({ name }) => name)
}
