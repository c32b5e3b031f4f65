import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply, invertSplices } from '../edit'
import { StudioError } from '../format'
import {
  array,
  count,
  counted,
  document,
  f32,
  formula,
  i32,
  read,
  struct,
  text,
  u16,
  u32,
  u8,
  vec3,
  write,
  type Document,
  type Node,
} from '../layout'
import {
  arraysOf,
  checkQuery,
  editedRecords,
  openTable,
  parseQuery,
  queryParts,
  querySplices,
  recordsOf,
  runQuery,
  writtenValues,
  RecordTable,
} from '.'

const Link = struct('link', { area_ref: i32({ refers: 'rows' }), edge_ref: i32() })
const Row = struct('row', {
  anchor: vec3(),
  class_id: u32(),
  logic_flag: u32({ bits: {} }),
  area_metric: f32(),
  small: u8(),
  height: i32(),
  name: text(4),
  n: u16(),
  vertex_count: count('vertices'),
  vertices: array(vec3(), 'vertex_count'),
  links: array(Link, formula('n')),
  tail: u16(),
})
const rows = (n: number) => struct('rows-file', { rows: array(Row, n), cells: array(counted(u16(), u16()), 2) })

const f32s = fc.float({ noNaN: true, noDefaultInfinity: true })
const u32s = fc.oneof(fc.nat(12), fc.nat(0xffffffff), fc.constant(0xffffffff))
const row = fc
  .record({
    anchor: fc.tuple(f32s, f32s, f32s),
    class_id: u32s,
    logic_flag: u32s,
    area_metric: f32s,
    small: fc.nat(255),
    height: fc.integer(),
    name: fc.constantFrom('a', 'b', 'ab'),
    vertices: fc.array(fc.tuple(f32s, f32s, f32s), { maxLength: 4 }),
    links: fc.array(
      fc.record({ area_ref: fc.integer({ min: -1, max: 5 }), edge_ref: fc.integer({ min: -1, max: 9 }) }),
      { maxLength: 3 },
    ),
    tail: fc.nat(9),
  })
  .map(value => ({ ...value, n: value.links.length }))
const many = fc.array(row, { maxLength: 12 })
type RowValue = typeof row extends fc.Arbitrary<infer T> ? T : never

const open = (values: readonly RowValue[]): Document =>
  document(rows(values.length), write(rows(values.length), { rows: values as never, cells: [[1, 2], []] }).bytes)
const tableOf = (opened: Document): RecordTable => openTable(opened, 'rows')

interface Made {
  readonly words: string
  readonly naive: (value: RowValue, record: number) => number
}
interface Test {
  readonly words: string
  readonly holds: (value: RowValue, record: number) => boolean
}
const leaf: fc.Arbitrary<Made> = fc.oneof(
  fc.nat(0xffffffff).map(n => ({
    words: fc.sample(fc.boolean(), { numRuns: 1, seed: n })[0] ? `0x${n.toString(16)}` : String(n),
    naive: () => n,
  })),
  fc.nat(9).map(n => ({ words: String(n), naive: () => n })),
  fc.constantFrom<Made>(
    { words: 'class_id', naive: value => value.class_id },
    { words: 'logic_flag', naive: value => value.logic_flag },
    { words: 'small', naive: value => value.small },
    { words: 'height', naive: value => value.height },
    { words: 'vertex_count', naive: value => value.vertices.length },
    { words: 'record', naive: (_, record) => record },
    { words: 'vertices', naive: value => value.vertices.length },
    { words: 'neighbours', naive: value => value.links.filter(link => link.area_ref >= 0).length },
    { words: 'links', naive: value => value.links.length },
    { words: 'tail', naive: value => value.tail },
  ),
)
const u32of = (value: number): number => Number(BigInt.asUintN(32, BigInt(value)))
const BITS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '|': (a, b) => Number(BigInt(u32of(a)) | BigInt(u32of(b))),
  '&': (a, b) => Number(BigInt(u32of(a)) & BigInt(u32of(b))),
  '^': (a, b) => Number(BigInt(u32of(a)) ^ BigInt(u32of(b))),
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
}
const made: fc.Arbitrary<Made> = fc.oneof(
  { maxDepth: 3 },
  leaf,
  fc.tuple(leaf, fc.constantFrom(...Object.keys(BITS)), leaf).map(
    ([a, sign, b]): Made => ({
      words: `(${a.words} ${sign} ${b.words})`,
      naive: (value, record) => BITS[sign]?.(a.naive(value, record), b.naive(value, record)) ?? 0,
    }),
  ),
  leaf.map(
    (of): Made => ({ words: `~${of.words}`, naive: (value, record) => 0xffffffff - u32of(of.naive(value, record)) }),
  ),
  fc.tuple(leaf, fc.nat(31)).map(
    ([of, by]): Made => ({
      words: `${of.words} << ${by}`,
      naive: (value, record) => Number(BigInt.asUintN(32, BigInt(u32of(of.naive(value, record))) << BigInt(by))),
    }),
  ),
)
const SIGNS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}
const simple: fc.Arbitrary<Test> = fc.oneof(
  fc.tuple(made, fc.constantFrom(...Object.keys(SIGNS)), made).map(([a, sign, b]) => ({
    words: `${a.words} ${sign} ${b.words}`,
    holds: (value: RowValue, record: number) => SIGNS[sign]?.(a.naive(value, record), b.naive(value, record)) ?? false,
  })),
  fc.tuple(fc.constantFrom('area_metric', 'anchor.z'), f32s).map(([field, limit]) => ({
    words: `${field} < ${limit}`,
    holds: (value: RowValue) => (field === 'anchor.z' ? value.anchor[2] : value.area_metric) < limit,
  })),
  fc
    .constantFrom('a', 'ab')
    .map(name => ({ words: `name = "${name}"`, holds: (value: RowValue) => value.name === name })),
)
const test: fc.Arbitrary<Test> = fc.letrec<{ test: Test }>(tie => ({
  test: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    simple,
    fc.tuple(tie('test'), tie('test')).map(([a, b]) => ({
      words: `(${a.words}) and (${b.words})`,
      holds: (v: RowValue, r: number) => a.holds(v, r) && b.holds(v, r),
    })),
    fc.tuple(tie('test'), tie('test')).map(([a, b]) => ({
      words: `(${a.words}) or (${b.words})`,
      holds: (v: RowValue, r: number) => a.holds(v, r) || b.holds(v, r),
    })),
    tie('test').map(of => ({ words: `not (${of.words})`, holds: (v: RowValue, r: number) => !of.holds(v, r) })),
  ),
})).test

describe('a query', () => {
  it('finds what a naive scan of the values finds', () => {
    fc.assert(
      fc.property(many, test, (values, { words, holds }) => {
        const expected = values.flatMap((value, record) => (holds(value, record) ? [record] : []))
        expect([...runQuery(parseQuery(`rows where ${words}`), tableOf(open(values))).matching], words).toEqual(
          expected,
        )
      }),
      { seed: 11, numRuns: 400 },
    )
  })

  it('sets what a naive scan would set, byte for byte; a second time it changes nothing', () => {
    fc.assert(
      fc.property(many, test, made, (values, { words, holds }, value) => {
        const opened = open(values)
        const query = parseQuery(`rows where ${words} set logic_flag = ${value.words} & 0xffffffff, tail = 7`)
        const outcome = runQuery(query, tableOf(opened))
        const wanted = values.map((one, record) =>
          holds(one, record) ? { ...one, logic_flag: u32of(value.naive(one, record)), tail: 7 } : one,
        )
        const changed = wanted.filter(
          (one, record) => one.logic_flag !== values[record]?.logic_flag || one.tail !== values[record]?.tail,
        )
        expect(outcome).toMatchObject({
          looked: values.length,
          changing: changed.length,
          unchanged: outcome.matching.length - changed.length,
        })
        const splices = querySplices(tableOf(opened), outcome.changes)
        const after = apply(opened.bytes, splices)
        expect(after).toEqual(open(wanted).bytes)
        expect(apply(after, invertSplices(splices))).toEqual(opened.bytes)
        // What is asked of the new values may be another thing; with the same records it is the same.
        const again = runQuery({ ...query, sets: query.sets.slice(1) }, tableOf(document(rows(values.length), after)))
        expect(again.changing).toBe(again.matching.filter(record => wanted[record]?.tail !== 7).length)
      }),
      { seed: 12, numRuns: 300 },
    )
  })

  it('applied twice changes nothing the second time', () => {
    fc.assert(
      fc.property(many, fc.nat(31), (values, bit) => {
        const query = parseQuery(
          `rows where class_id < 9 set logic_flag |= 1 << ${bit}, area_metric = area_metric * 1, height = -4`,
        )
        const opened = open(values)
        const after = apply(opened.bytes, querySplices(tableOf(opened), runQuery(query, tableOf(opened)).changes))
        const again = runQuery(query, tableOf(document(rows(values.length), after)))
        expect(again.changing).toBe(0)
        expect(again.unchanged).toBe(again.matching.length)
      }),
      { seed: 13 },
    )
  })

  it('reads 35,000 records without a node for each', () => {
    const big = struct('big', {
      rows: array(struct('r', { a: u32(), b: u32(), c: f32(), d: array(u8(), 40) }), 35_000),
    })
    const value = {
      rows: Array.from({ length: 35_000 }, (_, k) => ({
        a: k % 7,
        b: k,
        c: k / 3,
        d: new Array<number>(40).fill(k & 255),
      })),
    }
    const opened = document(big, write(big, value).bytes)
    const node = opened.root.child(0)
    let nodes = 0
    const counting: Node = Object.create(node, {
      child: {
        value: (index: number) => {
          nodes++
          return node.child(index)
        },
      },
    })
    const table = new RecordTable(opened, counting)
    const outcome = runQuery(parseQuery('rows where a = 3 and c < 9000 or not b < 20000 set b = b | 0x40000000'), table)
    expect(outcome.changing).toBeGreaterThan(10_000)
    const splices = querySplices(table, outcome.changes)
    expect(nodes).toBe(0)
    expect(read(big, apply(opened.bytes, splices)).rows[34_999]?.b).toBe(34_999 + 0x40000000)
    // A cell that is asked for by itself takes one: the nodes are counted.
    expect(table.cell({ path: 'a' }, 3)?.value).toBe(3)
    expect(nodes).toBe(1)
  })

  it('looks at given records only', () => {
    const values = fc.sample(row, { numRuns: 8, seed: 3 })
    expect(runQuery(parseQuery('rows'), tableOf(open(values)), { records: [6, 2] })).toMatchObject({
      looked: 2,
      matching: Uint32Array.of(2, 6),
    })
  })

  it('compares 32-bit floats with the float that was meant', () => {
    const [value] = fc.sample(row, { numRuns: 1, seed: 3 })
    if (!value) throw new Error('no sample')
    const table = tableOf(open([{ ...value, area_metric: Math.fround(0.1) }]))
    expect(runQuery(parseQuery('rows where area_metric = 0.1'), table).matching).toHaveLength(1)
    expect(runQuery(parseQuery('rows where area_metric > 0.1'), table).matching).toHaveLength(0)
  })

  it('counts the values that would be written', () => {
    const values = fc.sample(row, { numRuns: 5, seed: 4 }).map((value, k) => ({ ...value, small: k < 3 ? 1 : 2 }))
    const outcome = runQuery(parseQuery('rows set small = small + 8'), tableOf(open(values)))
    expect(writtenValues(outcome.changes)).toEqual([
      { field: 'small', value: 9, records: 3 },
      { field: 'small', value: 10, records: 2 },
    ])
  })
})

describe('words of a query', () => {
  const table = (): RecordTable => tableOf(open(fc.sample(row, { numRuns: 4, seed: 5 })))
  const refusal = (words: string): unknown => {
    try {
      const query = parseQuery(words)
      checkQuery(query, table())
      runQuery(query, table())
      return 'fine'
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
      return [error.code, error.params['at']]
    }
  }
  it.each([
    ['', 'query.array', 1],
    ['where a = 3', 'query.array', 1],
    ['rows whre a', 'query.unexpected', 6],
    ['rows where', 'query.end', 11],
    ['rows where name = "x', 'query.quote', 19],
    ['rows where small = * 2', 'query.value', 20],
    ['rows where small = ', 'query.end', 20],
    ['rows where small = 3 and', 'query.end', 25],
    ['rows where small == 3)', 'query.unexpected', 22],
    ['rows where (small = 3', 'query.unclosed', 22],
    ['rows where small in (1, 2', 'query.unclosed', 26],
    ['rows where small # 3', 'query.character', 18],
    ['rows where smal = 3', 'query.no-field', 12],
    ['rows where anchor = 3', 'query.no-field', 12],
    ['rows where small', 'query.needs-truth', 12],
    ['rows where small = 3 set', 'query.end', 25],
    ['rows set 3 = 4', 'query.field', 10],
    ['rows set small', 'query.end', 15],
    ['rows set small < 3', 'query.equals', 16],
    ['rows set small = 1, small = 2', 'query.set-twice', 21],
    ['rows set small = 300', 'query.range', 10],
    ['rows set small = 0.5', 'query.not-whole', 10],
    ['rows set small = (small = 3)', 'query.needs-number', 25],
    ['rows set logic_flag = area_metric | 1', 'query.needs-whole', 23],
    ['rows set area_metric = 1 / 0', 'query.not-finite', 10],
    ['rows set vertex_count = 3', 'query.fixed-derived', 10],
    ['rows set n = 3', 'query.fixed-length', 10],
    ['rows set record = 3', 'query.fixed-computed', 10],
    ['rows set vertices = 3', 'query.fixed-list', 10],
    ['rows set name = 3', 'query.needs-text', 17],
    ['rows where name < "b"', 'query.compare', 17],
    ['rows where name = 3', 'query.compare', 17],
    [`rows where ${'('.repeat(300)}`, 'query.deep', 212],
  ])('%j is refused with its place', (words, code, at) => {
    expect(refusal(words)).toEqual([code, at])
  })
  it('never falls over, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc
            .array(
              fc.constantFrom(
                'rows',
                'where',
                'set',
                'not',
                'and',
                'small',
                '=',
                '(',
                ')',
                '3',
                '|',
                '~',
                'in',
                ',',
                '0x',
                '"',
              ),
            )
            .map(words => words.join(' ')),
        ),
        words => {
          const found = refusal(words)
          expect(
            found === 'fine' ||
              (Array.isArray(found) && (typeof found[1] === 'number' || found[0] === 'query.no-array')),
          ).toBe(true)
          expect(
            queryParts(words)
              .map(part => part.text)
              .join(''),
          ).toBe(words)
        },
      ),
      { seed: 14, numRuns: 2000 },
    )
  })
  it('binds as a modder means it', () => {
    const values = fc.sample(row, { numRuns: 4, seed: 6 }).map((value, k) => ({ ...value, logic_flag: k, small: k }))
    const found = (words: string): number[] => [...runQuery(parseQuery(words), tableOf(open(values))).matching]
    expect(found('rows where logic_flag & 1 = 1')).toEqual([1, 3])
    expect(found('rows where not small = 1 and small < 3')).toEqual([0, 2])
    expect(found('rows where small = 0 or small = 1 and logic_flag = 2')).toEqual([0])
    expect(found('ROWS where small in (1, 0x3)'.replace('ROWS', 'rows'))).toEqual([1, 3])
    expect(found('rows WHERE small = 3 OR small = 2')).toEqual([2, 3])
  })
})

describe('a table', () => {
  it('has the arrays of the entry, and columns also behind parts of any size', () => {
    const values = fc.sample(row, { numRuns: 6, seed: 7 })
    const opened = open(values)
    expect(arraysOf(opened)).toEqual(['rows', 'cells'])
    expect([...Array.from(tableOf(opened).numbers('tail'))]).toEqual(values.map(value => value.tail))
    const cells = openTable(opened, 'cells')
    expect([cells.fields.map(field => field.name), cells.text('items', 0), cells.text('count', 1)]).toEqual([
      ['count', 'items', 'record'],
      '1 2',
      '0',
    ])
    expect(() => openTable(opened, 'nothing')).toThrow('query.no-array')
  })
  it('works out area and slope', () => {
    const [value] = fc.sample(row, { numRuns: 1, seed: 8 })
    if (!value) throw new Error('no sample')
    const square = {
      ...value,
      vertices: [
        [0, 0, 5],
        [4, 0, 5],
        [4, 3, 9],
        [0, 3, 9],
      ] as [number, number, number][],
    }
    expect(tableOf(open([square])).numbers('area')[0]).toBe(12)
  })
  it('knows which records were edited', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 9 }), fc.nat(), (values, seed) => {
        const before = open(values)
        const at = seed % values.length
        const after = open(
          values.map((value, record) => (record === at ? { ...value, class_id: (value.class_id + 1) >>> 0 } : value)),
        )
        const edited = editedRecords(recordsOf(before, 'rows'), recordsOf(after, 'rows'))
        expect([...edited].flatMap((one, record) => (one === 1 ? [record] : []))).toEqual([at])
        const table = openTable(after, 'rows', { edited })
        expect([...runQuery(parseQuery('rows where edited = 1'), table).matching]).toEqual([at])
      }),
      { seed: 15 },
    )
  })
})
