import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply } from '../edit'
import { StudioError } from '../format'
import {
  array,
  bytes,
  count,
  document,
  f32,
  i64,
  line,
  read,
  struct,
  text,
  toEnd,
  u32,
  u64,
  u8,
  write,
  type Document,
} from '../layout'
import {
  countCells,
  openTable,
  parseQuery,
  querySplices,
  runQuery,
  writtenValues,
  type NumberNames,
  type RecordTable,
} from '.'

const Row = struct('row', {
  id: u64(),
  delta: i64(),
  flags: u32(),
  size: f32(),
  kind: u8({ values: { 1: 'road', 2: 'wall', 3: 'Wall' } }),
  word: text(6),
  note: text(5, { page: 'cp866' }),
  raw: bytes(2),
  n: count('items', { as: 'u8' }),
  items: array(u8(), 'n'),
  behind: i64(),
})
const rowsOf = (n: number) => struct('rows', { rows: array(Row, n) })
const U64 = 2n ** 64n
const u64s = fc.oneof(
  fc.bigInt(0n, U64 - 1n),
  fc.bigInt(2n ** 53n - 2n, 2n ** 53n + 2n),
  fc.bigInt(0n, 9n),
  fc.constant(U64 - 1n),
)
const i64s = u64s.map(value => BigInt.asIntN(64, value))
const words = fc.constantFrom('', 'a', 'ab', 'мост', 'дом')
const row = fc
  .record({
    id: u64s,
    delta: i64s,
    flags: fc.nat(0xffffffff),
    size: fc.constant(0),
    kind: fc.nat(4),
    word: words,
    note: words,
    raw: fc.constant(Uint8Array.of(1, 2)),
    items: fc.array(fc.nat(9), { maxLength: 3 }),
    behind: i64s,
  })
  .map(value => ({ ...value, n: value.items.length }))
type RowValue = typeof row extends fc.Arbitrary<infer T> ? T : never
const many = fc.array(row, { maxLength: 10 })
const open = (values: readonly RowValue[]): Document =>
  document(rowsOf(values.length), write(rowsOf(values.length), { rows: values as never }).bytes)
const tableOf = (opened: Document, names?: NumberNames): RecordTable => openTable(opened, 'rows', undefined, names)

interface Made {
  readonly words: string
  readonly naive: (value: RowValue) => bigint
}
const leaf: fc.Arbitrary<Made> = fc.oneof(
  u64s.map(n => ({ words: n % 2n === 0n ? String(n) : `0x${n.toString(16)}`, naive: () => n })),
  fc.constantFrom<Made>(
    { words: 'id', naive: value => value.id },
    { words: 'delta', naive: value => value.delta },
    { words: 'behind', naive: value => value.behind },
    { words: 'flags', naive: value => BigInt(value.flags) },
    { words: 'kind', naive: value => BigInt(value.kind) },
  ),
)
const bits = (value: bigint): bigint => BigInt.asUintN(64, value)
const SIGNS: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '|': (a, b) => bits(a) | bits(b),
  '&': (a, b) => bits(a) & bits(b),
  '^': (a, b) => bits(a) ^ bits(b),
}
/** With a part of 64 bits on one side at least. */
const made = fc.tuple(leaf, fc.constantFrom(...Object.keys(SIGNS)), fc.constantFrom('id', 'delta', 'behind')).map(
  ([a, sign, field]): Made => ({
    words: `(${a.words} ${sign} ${field})`,
    naive: value =>
      SIGNS[sign]?.(a.naive(value), field === 'id' ? value.id : field === 'delta' ? value.delta : value.behind) ?? 0n,
  }),
)
const COMPARED: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

describe('64 bits', () => {
  it('are compared and computed as a naive scan of bigints does', () => {
    fc.assert(
      fc.property(
        many,
        fc.oneof(leaf, made),
        fc.constantFrom(...Object.keys(COMPARED)),
        fc.oneof(made, leaf),
        (values, a, sign, b) => {
          const query = `rows where ${a.words} ${sign} ${b.words}`
          fc.pre(/id|delta|behind/.test(query)) // among numbers of up to 32 bits, bits are 32
          const expected = values.flatMap((value, record) =>
            COMPARED[sign]?.(a.naive(value), b.naive(value)) ? [record] : [],
          )
          expect([...runQuery(parseQuery(query), tableOf(open(values))).matching], query).toEqual(expected)
        },
      ),
      { seed: 31, numRuns: 600 },
    )
  })

  it('are set to the last digit, in fields at fixed places and behind parts of any size', () => {
    fc.assert(
      fc.property(many, made, u64s, (values, value, limit) => {
        const opened = open(values)
        const query = parseQuery(
          `rows where id >= ${limit} set id = ${value.words} & 0xffffffffffffffff, behind = ~delta, flags = id & 255`,
        )
        const outcome = runQuery(query, tableOf(opened))
        const wanted = values.map(one =>
          one.id >= limit
            ? {
                ...one,
                id: bits(value.naive(one)),
                behind: BigInt.asIntN(64, ~one.delta),
                flags: Number(one.id & 255n),
              }
            : one,
        )
        const after = apply(opened.bytes, querySplices(tableOf(opened), outcome.changes))
        expect(after).toEqual(open(wanted).bytes)
      }),
      { seed: 32, numRuns: 300 },
    )
  })

  it('are refused where they do not fit, never rounded into place', () => {
    const [value] = fc.sample(row, { numRuns: 1, seed: 3 })
    if (!value) throw new Error('no sample')
    const run = (words: string) => () =>
      runQuery(parseQuery(words), tableOf(open([{ ...value, id: U64 - 1n, delta: -1n }])))
    expect(run('rows set id = id + 1')).toThrow(
      expect.objectContaining({
        code: 'query.range',
        params: expect.objectContaining({ value: String(U64), max: String(U64 - 1n) }) as unknown,
      }),
    )
    expect(run('rows set id = -1')).toThrow('query.range')
    expect(run('rows set id = 0.5')).toThrow('query.not-whole')
    expect(run('rows set id = id / 2')).toThrow('query.not-whole')
    expect(run('rows set id = 1 / 0')).toThrow('query.not-finite')
    expect(run('rows set flags = id')).toThrow('query.range')
    expect(run('rows set flags = id / 2 | 1')).toThrow('query.needs-whole')
    expect(run('rows set delta = ~0x0')()).toMatchObject({ changing: 0, unchanged: 1 })
  })

  it('are shown and counted as they are', () => {
    const value = fc.sample(row, { numRuns: 2, seed: 5 }).map((one, k) => ({ ...one, id: 2n ** 53n + BigInt(k) }))
    const table = tableOf(open(value))
    const id = table.field('id')
    expect(table.text('id', 1)).toBe('9007199254740993')
    expect(id && [...countCells(table, id).keys()]).toEqual([9007199254740992n, 9007199254740993n])
    expect(writtenValues(runQuery(parseQuery('rows set id = 18446744073709551615'), table).changes)).toEqual([
      { field: 'id', value: U64 - 1n, records: 2 },
    ])
  })
})

describe('texts', () => {
  it('are set as a naive scan would, byte for byte; a second time nothing changes', () => {
    fc.assert(
      fc.property(many, words, words, (values, sought, put) => {
        const opened = open(values)
        const query = parseQuery(`rows where word = "${sought}" or note = '${sought}' set word = "${put}", note = word`)
        const fits = values.every(one => (one.word !== sought && one.note !== sought) || one.word.length <= 5)
        fc.pre(fits)
        const wanted = values.map(one =>
          one.word === sought || one.note === sought ? { ...one, word: put, note: one.word } : one,
        )
        const outcome = runQuery(query, tableOf(opened))
        expect(apply(opened.bytes, querySplices(tableOf(opened), outcome.changes))).toEqual(open(wanted).bytes)
        const again = runQuery(parseQuery(`rows where word = "${put}" set word = "${put}"`), tableOf(open(wanted)))
        expect(again.changing).toBe(0)
      }),
      { seed: 33, numRuns: 300 },
    )
  })

  it('keep the bytes behind their end, and lines their ends', () => {
    const lines = struct('lines', { lines: array(line(), toEnd) })
    const opened = document(
      lines,
      Uint8Array.from('one\ntwo\r\none', c => c.charCodeAt(0)),
    )
    const table = openTable(opened, 'lines')
    const set = (query: string): string =>
      String.fromCharCode(...apply(opened.bytes, querySplices(table, runQuery(parseQuery(query), table).changes)))
    expect(set('lines where value = "one" set value = "another"')).toBe('another\ntwo\r\nanother')
    const tailed = document(
      struct('t', { rows: array(struct('r', { word: text(6) }), 1) }),
      Uint8Array.of(97, 0, 1, 2, 3, 4),
    )
    const changes = runQuery(parseQuery('rows set word = "bcd"'), openTable(tailed, 'rows')).changes
    expect([...apply(tailed.bytes, querySplices(openTable(tailed, 'rows'), changes))]).toEqual([98, 99, 100, 0, 3, 4])
  })
})

describe('what is refused, with its place', () => {
  const names: NumberNames = meta => ({ ...meta.values, ...(meta.values && { 4: 'bridge' }) })
  const refusal = (query: string): unknown => {
    try {
      runQuery(parseQuery(query), tableOf(open(fc.sample(row, { numRuns: 3, seed: 4 })), names))
      return 'fine'
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
      return [error.code, error.params['at']]
    }
  }
  it.each([
    ['rows set word = "toolong"', 'query.text-long', 17],
    ['rows set word = "漢"', 'query.text-character', 17],
    ['rows set note = "„"', 'query.text-character', 17],
    ['rows set word = id', 'query.needs-text', 17],
    ['rows set id = "a"', 'query.needs-number', 15],
    ['rows set raw = "a"', 'query.fixed-bytes', 10],
    ['rows where kind = "river"', 'query.no-name', 19],
    ['rows where kind in ("road", "wall")', 'query.name-twice', 29],
    ['rows set flags = "road"', 'query.needs-number', 18],
    ['rows where word < "a"', 'query.compare', 17],
    ['rows where id = word', 'query.compare', 15],
    ['rows set id = word', 'query.needs-number', 15],
  ])('%s', (query, code, at) => {
    expect(refusal(query)).toEqual([code, at])
  })

  it('takes names of values for their numbers, those of the format and those of the modder', () => {
    const values = fc.sample(row, { numRuns: 5, seed: 6 }).map((value, k) => ({ ...value, kind: k }))
    const opened = open(values)
    const outcome = runQuery(parseQuery('rows where kind in ("Road", 2) set kind = "bridge"'), tableOf(opened, names))
    expect([...outcome.matching]).toEqual([1, 2])
    const after = apply(opened.bytes, querySplices(tableOf(opened), outcome.changes))
    expect(read(rowsOf(5), after).rows.map(one => one.kind)).toEqual([0, 4, 4, 3, 4])
    expect([...runQuery(parseQuery('rows where "bridge" = kind'), tableOf(opened, names)).matching]).toEqual([4])
  })
})
