import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply } from '@areal-studio/core/edit'
import { array, assignAll, document, f32, struct, text, u32, u8, vec3, write } from '@areal-studio/core/layout'
import { badFilters, openTable, placesOf, shownRows, type RecordTable } from '@areal-studio/core/query'
import { fitsIn } from './columns'
import { fileText, parseDelimited, printDelimited, separatorOf } from './delimited'
import { importFile, pasteBlock } from './incoming'
import { pastedText, putOnClipboard, tableText } from './outgoing'
import { ownBytes, pasteOwn, readOwn, RECORDS_TYPE } from './own-records'
import { statisticsOf } from './statistics'

const LAYOUT = (n: number) =>
  struct('file', {
    rows: array(struct('row', { at: vec3(), kind: u32(), small: u8(), size: f32(), name: text(6) }), n),
  })
interface Row {
  readonly at: [number, number, number]
  readonly kind: number
  readonly small: number
  readonly size: number
  readonly name: string
}
const row: fc.Arbitrary<Row> = fc.record({
  at: fc.tuple(fc.float({ noNaN: true }), fc.float({ noNaN: true }), fc.float({ noNaN: true })),
  kind: fc.nat(4),
  small: fc.nat(255),
  size: fc.float({ noNaN: true, noDefaultInfinity: true }),
  name: fc.constantFrom('', 'ford', 'Ridge'),
})
const open = (values: readonly Row[]): RecordTable =>
  openTable(document(LAYOUT(values.length), write(LAYOUT(values.length), { rows: values }).bytes), 'rows')
const plain = (n: number): Row[] =>
  Array.from({ length: n }, (_, k) => ({
    at: [k, 2 * k, 0],
    kind: k % 3,
    small: k,
    size: k / 2,
    name: k % 2 === 0 ? 'ford' : 'Ridge',
  }))

describe('rows', () => {
  it('are those that pass, sorted, each once; the sort is stable', () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 30 }),
        fc.nat(4),
        fc.constantFrom('size', 'kind', 'name', 'at.x'),
        fc.boolean(),
        (values, limit, column, isDown) => {
          const table = open(values)
          const rows = shownRows(table, { kind: `<=${limit}`, size: '' }, { column, isDown })
          const read = (value: Row): number | string =>
            ({ size: value.size, kind: value.kind, name: value.name, 'at.x': value.at[0] })[column] ?? 0
          const expected = values
            .map((value, record) => ({ value, record }))
            .filter(({ value }) => value.kind <= limit)
            .sort((a, b) => {
              const [x, y] = [read(a.value), read(b.value)]
              return (x < y ? -1 : x > y ? 1 : 0) * (isDown ? -1 : 1) || a.record - b.record
            })
          expect([...rows]).toEqual(expected.map(({ record }) => record))
          const places = placesOf(rows, values.length)
          for (const [place, record] of rows.entries()) expect(places[record]).toBe(place)
        },
      ),
      { seed: 21 },
    )
  })
  it('60,000 of them filter and sort', () => {
    const table = open(plain(60_000).map((value, k) => ({ ...value, small: k % 256, size: (k * 7919) % 60_000 })))
    shownRows(table, { kind: '1' }, { column: 'size', isDown: false })
    const rows = shownRows(table, { kind: '!=1', size: '>10' }, { column: 'size', isDown: true })
    expect(rows.length).toBeGreaterThan(30_000)
  })
  it('tell which box cannot be understood', () => {
    expect(badFilters(open(plain(2)), { kind: 'x', size: '>1', name: '(', gone: 'x' })).toEqual(['kind'])
  })
})

describe('text tables', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('a"b', 'a,b', 'a\tb', 'x\r\ny', '', '1,5', ' '))
  it('come back as they went', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('\t', ',', ';'),
        (rows, separator) => {
          fc.pre(!rows[0]?.[0]?.startsWith('\uFEFF') && rows.at(-1)?.some(text => text !== '') === true)
          const parsed = parseDelimited(printDelimited(rows, separator), separator)
          expect(parsed.ok && parsed.rows.map(cells => cells.map(({ text }) => text))).toEqual(
            rows.map(cells => cells.map(text => text.replace(/\r(?!\n)/g, '\r'))),
          )
        },
      ),
      { seed: 22 },
    )
  })
  it('say where they are malformed', () => {
    expect(parseDelimited('a,b\n1,"2')).toEqual({ ok: false, code: 'quote', line: 2, column: 3 })
    expect(parseDelimited('a,b\n"1"x,2')).toEqual({ ok: false, code: 'after-quote', line: 2, column: 4 })
    expect(parseDelimited('"a\nb","c')).toEqual({ ok: false, code: 'quote', line: 2, column: 4 })
    expect([separatorOf('a\tb,c'), separatorOf('a;b'), separatorOf('a,b;c,d')]).toEqual(['\t', ';', ','])
  })
})

describe('what comes from a spreadsheet', () => {
  const table = open(plain(6))
  it('goes right and down from a cell, over the rows as shown', () => {
    const plan = pasteBlock(table, '7\t1,5\n0x9\t2.5\n', Uint32Array.of(5, 3, 1), 1, ['kind', 'size'], [])
    expect(plan).toMatchObject({ cells: 4, mistakes: [] })
    expect(plan.changes.map(({ after }) => after)).toEqual(['7', '9', '2.5'])
    expect(plan.changes.map(({ record, column, value }) => [record, column, value])).toEqual([
      [3, 'kind', 7],
      [1, 'kind', 9],
      [1, 'size', 2.5],
    ])
  })
  it('one cell fills all chosen rows; +5 is 5', () => {
    expect(
      pasteBlock(table, '+5', Uint32Array.of(0, 1, 2), 0, ['kind'], [1, 4]).changes.map(({ record, value }) => [
        record,
        value,
      ]),
    ).toEqual([
      [1, 5],
      [4, 5],
    ])
  })
  it.each([
    ['1\nx', 'bad-value', { line: 2, column: 1, name: 'kind' }],
    ['1\t2\t3\t4', 'too-wide', { line: 1, column: 7 }],
    ['1\n2\n3\n4', 'too-long', { lines: 4, rows: 3 }],
    ['1\t"2', 'quote', { line: 1, column: 3 }],
    ['1\t300', 'bad-value', { line: 1, column: 3 }],
    ['', 'empty', {}],
    ['1\n1.5', 'bad-value', { line: 2 }],
    ['1\n\n3', 'bad-value', { line: 2, column: 1, text: '' }],
    ['\n1', 'bad-value', { line: 1 }],
  ])('%j is refused with its place', (words, code, params) => {
    const plan = pasteBlock(table, words, Uint32Array.of(0, 1, 2), 0, ['kind', 'small', 'size'], [])
    expect(plan.mistakes[0]).toMatchObject({ code, params })
  })
  it('what this table copied goes onto other rows by the names of its columns', () => {
    const copied = tableText(table, [1, 2], ['kind', 'name'], '\t')
    expect(
      pasteBlock(table, copied, Uint32Array.of(4, 5, 0), 0, ['size'], []).changes.map(({ record, column, after }) => [
        record,
        column,
        after,
      ]),
    ).toEqual([
      [4, 'name', 'Ridge'],
      [5, 'name', 'ford'],
    ])
  })
  it('each of the two texts that this table copies can be pasted alone', () => {
    const kept = new Map<string, string>()
    const words = tableText(table, [1, 2], ['kind', 'name'], '\t')
    putOnClipboard({ setData: (type, text) => kept.set(type, text) }, table, [1, 2], words)
    const pasted = (type: string): string[] => {
      const words = pastedText({ getData: asked => (asked === type ? (kept.get(type) ?? '') : '') })
      return pasteBlock(table, words, Uint32Array.of(4, 5), 0, ['size'], []).changes.map(
        ({ record, column, after }) => `${record} ${column} ${after}`,
      )
    }
    expect([...kept.keys()]).toEqual(['text/plain', 'application/json', RECORDS_TYPE])
    expect(pasted('text/plain')).toEqual(['4 name Ridge', '5 name ford'])
    expect(pasted('application/json')).toEqual(expect.arrayContaining(['4 name Ridge', '4 size 0.5', '5 at.y 4']))
  })
  it('own records go in with their own bytes, which no text has: behind the end of a text, and in lists', () => {
    const LISTED = struct('file', {
      rows: array(struct('row', { name: text(6), size: f32(), marks: array(u8(), 2), n: u8() }), 3),
    })
    const bytes = Uint8Array.from({ length: 39 }, (_, k) => k + 1)
    bytes.set([0x61, 0, 0xfe, 0xff, 7, 8, 0, 0, 0x80, 0x7f], 0) // `a`, what is behind it, and an infinity
    const [opened, other] = [
      document(LISTED, bytes),
      document(
        LISTED,
        bytes.map(byte => byte ^ 1),
      ),
    ]
    const [from, into] = [openTable(opened, 'rows'), openTable(other, 'rows')]
    const read = readOwn(ownBytes(from, [0, 2]), into)
    expect(read.map(({ struct: name }) => name)).toEqual(['row', 'row'])
    const plan = pasteOwn(into, read, Uint32Array.of(2, 1, 0), 1, [])
    const after = apply(other.bytes, assignAll(other, plan.targets ?? []).splices)
    expect([...after.subarray(13, 26)]).toEqual([...bytes.subarray(0, 13)])
    expect([...after.subarray(0, 13)]).toEqual([...bytes.subarray(26, 39)])
    expect([...after.subarray(26)]).toEqual([...other.bytes.subarray(26)])
    expect(plan.changes.map(({ record, column, after: shown }) => `${record} ${column} ${shown}`)).toEqual(
      expect.arrayContaining(['1 name a', '1 size Infinity', '1 marks/0 11', '0 n 39']),
    )
    expect(pasteOwn(into, read.slice(0, 1), Uint32Array.of(0, 1, 2), 0, [1, 2]).changes.map(one => one.record)).toEqual(
      expect.arrayContaining([1, 2]),
    )
    expect(pasteOwn(into, read, Uint32Array.of(2), 0, []).mistakes[0]).toMatchObject({ code: 'too-long' })
  })
  it('bytes on the clipboard that are no records of this kind are no own records', () => {
    const own = ownBytes(table, [1])
    expect(readOwn(own, table)).toHaveLength(1)
    for (const words of ['', '{', '{"records":["AA=="],"struct":"row"}', '{"records":[7],"struct":"row"}', '[]'])
      expect(readOwn(words, table)).toEqual([])
    expect(readOwn(own.replace('"row"', '"other"'), table)).toEqual([])
  })
  it('records in JSON go in by their fields', () => {
    const plan = pasteBlock(
      table,
      JSON.stringify([{ kind: 9, at: [1, 2, 7.5], name: 'x' }]),
      Uint32Array.of(3),
      0,
      ['size'],
      [],
    )
    expect(plan.changes.map(({ record, column, value }) => [record, column, value])).toEqual([
      [3, 'kind', 9],
      [3, 'at.x', 1],
      [3, 'at.y', 2],
      [3, 'at.z', 7.5],
      [3, 'name', 'x'],
    ])
    expect(pasteBlock(table, '[{"kind": }]', Uint32Array.of(3), 0, ['size'], []).mistakes[0]).toMatchObject({
      code: 'json',
      reason: { params: { line: 1 } },
    })
  })
  it('a file names its columns; records by number or in their order', () => {
    expect(importFile(table, 'record,kind,name\n4,9,bridge\n0,0,ford').changes).toMatchObject([
      { record: 4, column: 'kind', after: '9' },
      { record: 4, column: 'name', before: 'ford', after: 'bridge' },
    ])
    expect(importFile(table, 'kind\n0\n1\n2\n0\n1\n7').changes).toMatchObject([{ record: 5, column: 'kind', value: 7 }])
  })
  it('a file is read as spreadsheets write it', () => {
    const bom = [0xef, 0xbb, 0xbf]
    const [wide, ansi] = [
      'record\tname\r\n1\tб\r\n',
      [...new TextEncoder().encode('name;record\r\n'), 0xe1, ...new TextEncoder().encode(';1')],
    ]
    expect([
      fileText(Uint8Array.of(...bom, 0xd0, 0xb1)),
      fileText(Uint8Array.from(ansi)),
      fileText(
        Uint8Array.of(
          0xff,
          0xfe,
          ...Array.from(wide, sign => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]).flat(),
        ),
      ),
      fileText(Uint8Array.of(0xfe, 0xff, 4, 0x31)),
    ]).toEqual(['б', 'name;record\r\nб;1', wide, 'б'])
    const plan = importFile(table, '"record";"kind";"size"\r\n1;7;"1,5E-01"\r\n;;\r\n\r\n2;"1";2,5\r\n;;\r\n')
    expect(plan.mistakes).toEqual([])
    expect(plan.changes.map(({ record, column, after }) => `${record} ${column} ${after}`)).toEqual([
      '1 kind 7',
      '1 size 0.15',
      '2 kind 1',
      '2 size 2.5',
    ])
  })
  it('a file written whole comes back without a change', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(',', ';', '\t'),
        (values, separator) => {
          const whole = open(values)
          const names = whole.fields.map(field => field.name)
          const lines = values.map((_, record) => names.map(name => whole.text(name, record)))
          const plan = importFile(whole, printDelimited([names, ...lines], separator))
          const none = { cells: values.length * (names.length - 1), changes: [], mistakes: [] }
          expect(plan).toEqual(none)
          expect(
            importFile(
              whole,
              tableText(
                whole,
                values.map((_, record) => record),
                names,
                ';',
                true,
              ),
            ),
          ).toEqual(none)
        },
      ),
      { seed: 23 },
    )
  })
  it.each([
    ['kind,nothing\n1,2', 'no-column', { line: 1, column: 6 }],
    ['kind,kind\n1,2', 'column-twice', { column: 6 }],
    ['kind\n1', 'line-count', { lines: 1, records: 6 }],
    ['record,kind\n9,1', 'no-record', { line: 2, column: 1 }],
    ['record,kind\n1,1\n1,2', 'record-twice', { line: 3 }],
    ['record,kind\n1', 'cells', { line: 2, found: 1, expected: 2 }],
    ['record,name\n1,seven letters', 'bad-value', { line: 2, column: 3 }],
    ['record,kind\n', 'empty', {}],
  ])('file %j is refused with its place', (words, code, params) => {
    expect(importFile(table, words).mistakes[0]).toMatchObject({ code, params })
  })
})

describe('cells', () => {
  it('cut off what may be longer than they are, and nothing else', () => {
    expect(['', '0x00000004', '-123456.25'].every(words => fitsIn(words, 92))).toBe(true)
    expect(['-1234567.25', '-3.402823e+38'].some(words => fitsIn(words, 92))).toBe(false)
    expect(fitsIn('a', 12)).toBe(false)
  })
})

describe('statistics', () => {
  it('agree with a plain count', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 40 }), values => {
        const part = values.flatMap((_, k) => (k % 2 === 0 ? [k] : []))
        const found = statisticsOf(values, part, true)
        const sorted = [...values].sort((a, b) => a - b)
        expect([found.least, found.most, found.distinct, found.count]).toEqual([
          sorted[0],
          sorted.at(-1),
          new Set(values).size,
          values.length,
        ])
        expect(Number(found.mean)).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length)
        expect(found.bins.reduce((sum, bin) => sum + bin.all, 0)).toBe(values.length)
        expect(found.bins.reduce((sum, bin) => sum + bin.part, 0)).toBe(part.length)
        expect(found.values.map(({ value, all }) => [value, all])).toEqual(
          [...new Set(sorted)].map(value => [value, values.filter(other => other === value).length]),
        )
      }),
      { seed: 24 },
    )
    expect(statisticsOf([1, Number.NaN, 3], [], true)).toMatchObject({ count: 2, strange: 1, median: 2 })
    expect(statisticsOf([], [], true)).toMatchObject({ count: 0, bins: [], values: [] })
  })
  it('of 64 bits are exact, and each value lies in the one bin whose limits hold it', () => {
    const BASE = 2n ** 63n
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 60n }), { minLength: 1, maxLength: 40 }), offsets => {
        const values = offsets.map(offset => BASE + offset)
        const found = statisticsOf(values, [], true)
        expect([found.least, found.most, found.distinct]).toEqual([
          values.reduce((a, b) => (b < a ? b : a)),
          values.reduce((a, b) => (b > a ? b : a)),
          new Set(values).size,
        ])
        for (const { from, to, all } of found.bins)
          expect(values.filter(value => value >= from && value <= to)).toHaveLength(all)
        expect(found.bins.reduce((sum, bin) => sum + bin.all, 0)).toBe(values.length)
      }),
      { seed: 25 },
    )
    const wide = [BASE, BASE + 1n, BASE + 3n, BASE + 4n]
    expect(statisticsOf(wide, [], true)).toMatchObject({ mean: BASE + 2n, median: BASE + 2n })
    expect(statisticsOf([...wide, BASE + 5n, Number.NaN], [], true)).toMatchObject({
      mean: `${BASE + 2n}.60`,
      median: BASE + 3n,
      strange: 1,
    })
    expect(statisticsOf([-1n, -2n], [], true)).toMatchObject({ mean: '-1.50', median: '-1.50' })
  })
})
