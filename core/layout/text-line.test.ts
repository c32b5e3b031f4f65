import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply } from '../edit'
import { setFields } from '../patch/fields'
import { openTable, parseQuery, querySplices, runQuery } from '../query'
import { parseNeedle } from '../search'
import { findValues } from '../search/values'
import {
  array,
  assign,
  brokenLaws,
  coversOnce,
  decodeText,
  describe as describeLayout,
  document,
  formRows,
  fromJson,
  insertRecords,
  jsonSchema,
  leaves,
  locate,
  nodeAt,
  read,
  struct,
  textLine,
  toEnd,
  toJson,
  withWords,
  write,
  type AnyLayout,
  type Document,
  type Value,
} from '.'
import { refusalOf, textBytes } from './bytes.fixture'

const Line = textLine({ parts: [{ name: 'key' }, '=', { name: 'value', words: 'text' }] })
const Settings = struct('settings', { lines: array(Line, toEnd) })
const TEXT = '[CS]\r\nMODE=1\r\nLOGIN = Игрок два \r\n\r\nPATH=a=b\nEND='
const opened = document(Settings, textBytes(TEXT))

const after = (from: Document, path: string, value: Value): string =>
  decodeText(apply(from.bytes, assign(from, path, value).splices), 'cp1251')
const leavesOf = (layout: AnyLayout, text: string): readonly (readonly [string, string])[] =>
  leaves(document(array(layout, toEnd), textBytes(text)).root).map(({ path, offset, size }) => [
    path,
    text.slice(offset, offset + size),
  ])

describe('a line that divides', () => {
  it('has a leaf for each text with what stands behind it; a line that does not is one plain line', () => {
    expect(leavesOf(Line, TEXT)).toEqual([
      ['0/line', '[CS]\r\n'],
      ['1/key', 'MODE='],
      ['1/value', '1\r\n'],
      ['2/key', 'LOGIN = '],
      ['2/value', 'Игрок два \r\n'],
      ['3/line', '\r\n'],
      ['4/key', 'PATH='],
      ['4/value', 'a=b\n'],
      ['5/key', 'END='],
      ['5/value', ''],
    ])
    expect(brokenLaws(Settings, textBytes(TEXT))).toEqual([])
    expect(nodeAt(opened, 8).path).toBe('lines/1/key')
    expect(read(Settings, textBytes(TEXT)).lines).toEqual([
      '[CS]',
      { key: 'MODE', value: '1' },
      { key: { text: 'LOGIN', tail: '203d20' }, value: { text: 'Игрок два', tail: '200d0a' } },
      '',
      { key: 'PATH', value: { text: 'a=b', tail: '0a' } },
      { key: 'END', value: { text: '', tail: '' } },
    ])
  })
  it('may begin with a separator and end in one', () => {
    const Quoted = textLine({ parts: ['"', { name: 'path' }, '"'] })
    expect(leavesOf(Quoted, '"a\\b"\r\n  "c" \n"d e"\r\n"f\r\n"g"h\r\n')).toEqual([
      ['0/lead', '"'],
      ['0/path', 'a\\b"\r\n'],
      ['1/lead', '  "'],
      ['1/path', 'c" \n'],
      ['2/line', '"d e"\r\n'],
      ['3/line', '"f\r\n'],
      ['4/line', '"g"h\r\n'],
    ])
    const Row = textLine({ parts: [' ', { name: 'id' }, ' ', { name: 'name' }] })
    expect(leavesOf(Row, '0 A\r\n\t1  B \n2\n3 C D')).toEqual([
      ['0/lead', ''],
      ['0/id', '0 '],
      ['0/name', 'A\r\n'],
      ['1/lead', '\t'],
      ['1/id', '1  '],
      ['1/name', 'B \n'],
      ['2/line', '2\n'],
      ['3/line', '3 C D'],
    ])
    expect(read(array(Row, toEnd), textBytes('0 A\r\n\t1  B \n'))).toEqual([
      { id: '0', name: 'A' },
      { lead: { text: '', tail: '09' }, id: { text: '1', tail: '2020' }, name: { text: 'B', tail: '200a' } },
    ])
  })
  it('takes a text in quotation marks as one cell, and one that has no second mark as a word', () => {
    const parts = [{ name: 'id', words: 'cell' }, ' ', { name: 'name', words: 'cell' }] as const
    const Row = textLine({ parts })
    const text = '0 "A b"\r\n"x y" "z"\n"a"b c\n"a b\n1 "b'
    expect(leavesOf(Row, text)).toEqual([
      ['0/id', '0 '],
      ['0/name', '"A b"\r\n'],
      ['1/id', '"x y" '],
      ['1/name', '"z"\n'],
      ['2/id', '"a"b '],
      ['2/name', 'c\n'],
      ['3/id', '"a '],
      ['3/name', 'b\n'],
      ['4/id', '1 '],
      ['4/name', '"b'],
    ])
    const rows = document(array(Row, toEnd), textBytes(text))
    expect(brokenLaws(array(Row, toEnd), rows.bytes)).toEqual([])
    expect(after(rows, '0/id', '"7 8"')).toBe(text.replace('0 ', '"7 8" '))
    for (const word of ['a b', '"a" b', '"a b', ''])
      expect(refusalOf(() => assign(rows, '0/id', word))).toBe('layout.line-part 0/id')
  })
  it('divides in the first of several ways that fits, and stays divided so', () => {
    const Call = textLine({
      parts: ['f(', { name: 'a' }, ',', { name: 'b', words: 'text' }, ')'],
      or: [
        ['f(', { name: 'a' }, ')'],
        [{ name: 'key' }, ' ', { name: 'value' }],
      ],
    })
    const calls = array(Call, toEnd)
    const text = 'f(1, 2 3)\r\nf( 1 )\r\nk v\r\nf(1\r\n'
    expect(leavesOf(Call, text)).toEqual([
      ['0/lead', 'f('],
      ['0/a', '1, '],
      ['0/b', '2 3)\r\n'],
      ['1/lead', 'f( '],
      ['1/a', '1 )\r\n'],
      ['2/key', 'k '],
      ['2/value', 'v\r\n'],
      ['3/line', 'f(1\r\n'],
    ])
    const lines = document(calls, textBytes(text))
    expect(brokenLaws(calls, lines.bytes)).toEqual([])
    expect(after(lines, '1', { a: '7', b: '8' })).toBe(text.replace('f( 1 )', 'f(7,8)'))
    expect(after(lines, '2', 'f(9)')).toBe(text.replace('k v', 'f(9)'))
    for (const word of ['1,2', 'f(', '2)'])
      expect(refusalOf(() => assign(lines, '1/a', word))).toBe('layout.line-part 1/a')
    expect(refusalOf(() => assign(lines, '2', { key: 'f(1)', value: '2' }))).toBe('layout.line-part 2/key')
    expect(refusalOf(() => assign(lines, '1', { key: 'x', b: '2' }))).toMatch(/^layout\./)
  })
  it('is lossless for any bytes', () => {
    const BYTE = fc.oneof(fc.constantFrom(0x0a, 0x0d, 0x20, 0x09, 0x3d, 0x22, 0x61), fc.nat(255))
    const lines = [
      Line,
      textLine({ parts: ['"', { name: 'path', words: 'text' }, '"'] }),
      textLine({ parts: [' ', { name: 'id' }, ' ', { name: 'name' }] }),
      textLine({ parts: [{ name: 'a', words: 'text' }, ' // ', { name: 'b', words: 'text' }], page: 'latin1' }),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...lines), fc.array(BYTE, { maxLength: 40 }), (layout, bytes) => {
        const all = array<AnyLayout>(layout, toEnd)
        expect(brokenLaws(all, Uint8Array.from(bytes))).toEqual([])
        expect(coversOnce(document(all, Uint8Array.from(bytes)))).toBe(true)
      }),
      { seed: 43, numRuns: 600 },
    )
  })
  it('of a hundred thousand blanks is read in one pass', () => {
    const long = textBytes(`k=${' '.repeat(100_000)}x${' '.repeat(100_000)}y\r\n`)
    expect(locate(document(array(Line, toEnd), long), '0/value')?.size).toBe(100_004)
  })
})

describe('the texts of a line', () => {
  it('are set one by one; what stands around them stays', () => {
    expect(after(opened, 'lines/1/value', '0')).toBe(TEXT.replace('MODE=1', 'MODE=0'))
    const login = locate(opened, 'lines/2/value')
    expect(after(opened, 'lines/2/value', login ? withWords(login, 'Я') : '')).toBe(TEXT.replace('Игрок два', 'Я'))
    expect(after(opened, 'lines/2/value', 'Я')).toBe(TEXT.replace('Игрок два ', 'Я'))
    expect(after(opened, 'lines/1', { key: 'A', value: '' })).toBe(TEXT.replace('MODE=1', 'A='))
    expect(after(opened, 'lines/1', 'plain')).toBe(TEXT.replace('MODE=1', 'plain'))
    expect(after(opened, 'lines/0/line', 'A=1')).toBe(TEXT.replace('[CS]', 'A=1'))
    const added = insertRecords(opened, 'lines', 1, [{ key: 'NEW', value: '2' }, '; note'])
    expect(decodeText(apply(opened.bytes, added.splices), 'cp1251')).toBe(
      TEXT.replace('[CS]\r\n', '[CS]\r\nNEW=2\r\n; note\r\n'),
    )
  })
  it('that would be read as something else are refused', () => {
    expect(refusalOf(() => assign(opened, 'lines/1/key', 'A B'))).toBe('layout.line-part lines/1/key')
    expect(refusalOf(() => assign(opened, 'lines/1/key', 'A=B'))).toBe('layout.line-part lines/1/key')
    expect(refusalOf(() => assign(opened, 'lines/1/key', ''))).toBe('layout.line-part lines/1/key')
    expect(refusalOf(() => assign(opened, 'lines/1/value', ' x'))).toBe('layout.line-part lines/1/value')
    expect(refusalOf(() => assign(opened, 'lines/1/value', 'x\ny'))).toBe('layout.character lines/1/value')
    expect(refusalOf(() => assign(opened, 'lines/1/value', { text: 'x', tail: '' }))).toBe(
      'layout.line-end lines/1/value',
    )
    expect(refusalOf(() => assign(opened, 'lines/1/key', { text: 'x', tail: '20' }))).toBe(
      'layout.line-part lines/1/key',
    )
    expect(refusalOf(() => assign(opened, 'lines/1', { key: 'x' }))).toBe('layout.missing-field lines/1/value')
    expect(refusalOf(() => assign(opened, 'lines/1', { key: 'x', value: '', more: '' }))).toBe(
      'layout.unknown-field lines/1',
    )
    expect(refusalOf(() => write(Settings, { lines: [{ key: 'a', value: { text: 'b', tail: '' } }, 'c'] }))).toBe(
      'layout.line-end lines/0',
    )
  })
  it('are JSON, and a line is taken as one text too', () => {
    const text = toJson(opened.root)
    expect(text).toContain('{ "key": "MODE", "value": "1" }')
    expect(fromJson(Settings, text)).toEqual(opened.root.value)
    expect(write(Settings, fromJson(Settings, '{"lines": ["A=1", {"text": "B=2", "tail": "0a"}]}')).bytes).toEqual(
      textBytes('A=1\r\nB=2\n'),
    )
    expect(refusalOf(() => fromJson(Settings, '{"lines": [{"key": "A B", "value": ""}]}'))).toBe(
      'layout.line-part lines/0/key',
    )
    expect(refusalOf(() => fromJson(Settings, '{"lines": [{"kee": "A"}]}'))).toBe('layout.unknown-field lines/0')
    expect(JSON.stringify(jsonSchema(Settings))).toContain('"required":["key","value"]')
    expect(describeLayout(Settings).join('\n')).toContain("cp1251 line of key '=' value[to the end]")
  })
  it('are rows of the form, columns of the table, and found by search', () => {
    const rows = ['lines/0', 'lines/1'].flatMap(path => formRows(locate(opened, path) ?? opened.root))
    expect(rows.map(({ path, control, value }) => [path, control, value])).toEqual([
      ['lines/0/line', 'text', '[CS]'],
      ['lines/1/key', 'text', 'MODE'],
      ['lines/1/value', 'text', '1'],
    ])
    const table = openTable(opened, 'lines')
    expect(table.fields.slice(0, 3).map(({ name, kind }) => [name, kind])).toEqual([
      ['key', 'text'],
      ['value', 'text'],
      ['line', 'text'],
    ])
    expect(table.texts('key')).toEqual(['', 'MODE', 'LOGIN', '', 'PATH', 'END'])
    expect(table.texts('line')[0]).toBe('[CS]')
    const set = (query: string): string =>
      decodeText(apply(opened.bytes, querySplices(table, runQuery(parseQuery(query), table).changes)), 'cp1251')
    expect(set("lines where key = 'LOGIN' set value = 'x y'")).toBe(TEXT.replace('Игрок два', 'x y'))
    expect(refusalOf(() => set("lines where key = 'LOGIN' set key = 'x y'"))).toBe('layout.line-part lines/2/key')
    const needle = parseNeedle('value = "a=b"', { kind: 'value' })
    const found: string[] = []
    if (needle.kind === 'value') findValues(opened, needle, ({ path }) => found.push(path) > 0)
    expect(found).toEqual(['lines/4/value'])
  })
  it('can be set by a patch that was made when lines were one text', () => {
    const field = { path: 'lines/1', offset: 6, size: 8, old: '"MODE=1"', new: '"MODE=7"' }
    const made = setFields(opened.bytes, Settings, [field], () => false)
    expect([made.set, made.misses]).toEqual([1, []])
    expect(decodeText(made.bytes, 'cp1251')).toBe(TEXT.replace('MODE=1', 'MODE=7'))
    expect(setFields(made.bytes, Settings, [field], () => false)).toMatchObject({ already: 1, set: 0 })
    const other = { ...field, old: '"MODE=2"' }
    expect(setFields(opened.bytes, Settings, [other], () => false).misses).toMatchObject([{ why: 'value' }])
  })
})

describe('a declaration of a line', () => {
  it('that cannot be read is refused at once', () => {
    const wrong = [
      () => textLine({ parts: [] }),
      () => textLine({ parts: ['='] }),
      () => textLine({ parts: [{ name: 'a' }, { name: 'b' }] }),
      () => textLine({ parts: [{ name: 'a' }, '=', ' ', { name: 'b' }] }),
      () => textLine({ parts: [{ name: 'a', words: 'text' }, ' ', { name: 'b' }] }),
      () => textLine({ parts: [{ name: 'a' }, 'я', { name: 'b' }] }),
      ...['line', 'lead', 'text', 'tail', '__proto__'].map(name => () => textLine({ parts: [{ name }] })),
      () => textLine({ parts: [{ name: 'a' }, ' ', { name: 'a' }] }),
    ]
    for (const make of wrong) expect(make, make.toString()).toThrow(TypeError)
  })
})
