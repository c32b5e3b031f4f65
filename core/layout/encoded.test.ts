import { describe, expect, it } from 'vitest'
import { apply } from '../edit'
import { openTable, parseQuery, querySplices, runQuery } from '../query'
import { parseNeedle } from '../search'
import { findValues } from '../search/values'
import {
  array,
  assign,
  brokenLaws,
  codecOf,
  describe as describeLayout,
  document,
  encoded,
  formRows,
  fromJson,
  jsonSchema,
  locate,
  read,
  registerCodec,
  rest,
  restText,
  sized,
  struct,
  toEnd,
  toJson,
  u32,
  u8,
  withWords,
  write,
  type Value,
} from '.'
import { RUNS } from './random.fixture'
import { hex, refusalOf, textBytes } from './bytes.fixture'

const Script = struct('script', { seed: u32(), words: encoded('ei.script', restText(), { key: 'seed' }) })
const Scripts = struct('scripts', { list: array(sized(u8(), Script), toEnd) })

describe('a text under the cipher of scripts', () => {
  const PLAIN = 'GlobalVars (\n  я : object\n)'
  const { bytes } = write(Script, { seed: 0x7da7, words: PLAIN })

  it('is combined with the numbers that the C library gives for that seed', () => {
    // rand() of Visual C++ after srand(1): 41, 18467, 6334, 26500.
    expect(codecOf('ei.script')?.encode(new Uint8Array(4), 1)).toEqual(
      Uint8Array.from([41, 18467, 6334, 26500], number => number & 0xff),
    )
  })
  it('is plain for everybody, and its bytes are the stored ones', () => {
    expect(read(Script, bytes)).toEqual({ seed: 0x7da7, words: PLAIN })
    expect(brokenLaws(Script, bytes)).toEqual([])
    const opened = document(Script, bytes)
    expect(bytes.slice(4)).not.toEqual(textBytes(PLAIN))
    expect(locate(opened, 'words')).toMatchObject({ kind: 'text', offset: 4, size: PLAIN.length, value: PLAIN })
    expect(toJson(opened.root, { fold: true })).toContain(`"words": ${JSON.stringify(PLAIN)}`)
    expect(formRows(opened.root)[1]).toMatchObject({ control: 'text', value: PLAIN, readOnly: false })
    expect(describeLayout(Script).join('\n')).toContain('cp1251 to the end as ei.script by seed')
    expect(JSON.stringify(jsonSchema(Script))).toContain('stored-text')
  })
  it('one other character is one other byte', () => {
    const { splices } = assign(document(Script, bytes), 'words', PLAIN.replace('object', 'objecT'))
    const place = 4 + PLAIN.indexOf('object') + 5
    expect(splices.map(({ offset, removed, inserted }) => [offset, removed.length, inserted.length])).toEqual([
      [place, 1, 1],
    ])
    expect(assign(document(Script, bytes), 'words', PLAIN).splices).toEqual([])
  })
  it('is found by search and query, and set by query', () => {
    const some = write(Scripts, {
      list: [
        { seed: 1, words: 'idle' },
        { seed: 7, words: 'attack' },
      ],
    }).bytes
    const opened = document(Scripts, some)
    const needle = parseNeedle('words = "attack"', { kind: 'value' })
    const found: string[] = []
    if (needle.kind === 'value') findValues(opened, needle, ({ path }) => found.push(path) > 0)
    expect(found).toEqual(['list/1/body/words'])
  })
  it('in a table is a column that can be set', () => {
    const Rows = struct('rows', { rows: array(struct('row', { seed: u32(), data: sized(u8(), Script) }), toEnd) })
    const some = write(Rows, { rows: [{ seed: 0, data: { seed: 9, words: 'a' } }] }).bytes
    const table = openTable(document(Rows, some), 'rows')
    const { changes } = runQuery(parseQuery("rows where data.words = 'a' set data.words = 'bc'"), table)
    const then = document(Rows, apply(some, querySplices(table, changes)))
    expect(then.root.value).toEqual({ rows: [{ seed: 0, data: { seed: 9, words: 'bc' } }] })
  })
  it('without a number for the codec is bytes with a finding', () => {
    expect(() => struct('x', { words: encoded('ei.script', restText(), { key: 'seed' }) })).toThrow("'seed'")
    expect(() => encoded('ei.nothing', restText())).toThrow("no codec 'ei.nothing'")
    expect(() => encoded('ei.script', rest() as never)).toThrow('a text to the end')
  })
})

describe('a text that a codec can store in several ways', () => {
  const Packed = struct('packed', { words: encoded(RUNS, restText()) })
  const ordinary = hex('0361 0162')
  const foreign = hex('0161 0261 0162')

  it('keeps the stored bytes while its words stay', () => {
    expect(read(Packed, ordinary)).toEqual({ words: 'aaab' })
    expect(read(Packed, foreign)).toEqual({ words: { text: 'aaab', stored: '016102610162' } })
    expect(brokenLaws(Packed, foreign)).toEqual([])
    const opened = document(Packed, foreign)
    const leaf = opened.root.child(0)
    const then = (value: Value): Uint8Array => apply(foreign, assign(opened, 'words', value).splices)
    expect(then(withWords(leaf, 'aaab'))).toEqual(foreign)
    expect(then(withWords(leaf, 'aab'))).toEqual(hex('0261 0162'))
    expect(then({ text: 'b', stored: '016102610162' })).toEqual(hex('0162'))
    const text = toJson(opened.root)
    expect(fromJson(Packed, text)).toEqual(opened.root.value)
    expect(write(Packed, fromJson(Packed, text.replace('aaab', 'ab'))).bytes).toEqual(hex('0161 0162'))
    const table = openTable(
      document(struct('t', { rows: array(struct('r', { p: sized(u8(), Packed) }), toEnd) }), hex('06 016102610162')),
      'rows',
    )
    const changes = runQuery(parseQuery('rows where record = 0'), table).changes
    expect(querySplices(table, changes)).toEqual([])
  })
  it('that it cannot decode stays as bytes with a finding, in every view', () => {
    const damaged = hex('0361 01')
    const opened = document(Packed, damaged)
    expect(opened.isWhole).toBe(true)
    expect(opened.findings).toEqual([{ what: 'encoded', path: 'words', offset: 0, size: 3, params: { codec: RUNS } }])
    expect(brokenLaws(Packed, damaged)).toEqual([])
    expect(opened.root.value).toEqual({ words: damaged })
    expect(toJson(opened.root, { fold: true })).toContain('{"stored": "036101"}')
    expect(formRows(opened.root)[0]).toMatchObject({ control: 'readonly', value: damaged })
    expect(apply(damaged, assign(opened, 'words', 'aa').splices)).toEqual(hex('0261'))
  })
  it('refuses what it cannot store, and JSON that is no form of it', () => {
    const opened = document(Packed, ordinary)
    expect(refusalOf(() => assign(opened, 'words', 'no\u0000'))).toBe('layout.encoded words')
    expect(refusalOf(() => assign(opened, 'words', 'я☺'))).toBe('layout.character words')
    expect(refusalOf(() => assign(opened, 'words', 7))).toBe('layout.not-text words')
    expect(refusalOf(() => fromJson(Packed, '{"words": {"stored": "0"}}'))).toBe('layout.hex words')
    expect(refusalOf(() => fromJson(Packed, '{"words": {"text": "a", "stored": "x"}}'))).toBe('layout.hex words')
  })
  it('has one codec by each name', () => {
    expect(() => {
      registerCodec(RUNS, { decode: bytes => bytes, encode: bytes => bytes })
    }).toThrow('twice')
  })
})
