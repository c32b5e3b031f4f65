import { describe, expect, it } from 'vitest'
import { apply } from '../edit'
import { openTable, parseQuery, querySplices, runQuery } from '../query'
import { parseNeedle } from '../search'
import { findValues } from '../search/values'
import {
  CODE_PAGES,
  array,
  assign,
  attribute,
  bigEndian,
  brokenLaws,
  bytes,
  columns,
  count,
  counted,
  coversOnce,
  decodeText,
  describe as describeLayout,
  document,
  encodeText,
  f32,
  formRows,
  formula,
  fromJson,
  i8,
  jsonSchema,
  lengthPrefixedText,
  locate,
  read,
  struct,
  text,
  toEnd,
  toJson,
  u16,
  u32,
  u64,
  u8,
  withWords,
  write,
  type Document,
} from '.'
import { hex } from './bytes.fixture'

/** Paths that a search by value finds. */
function valuesFound(opened: Document, words: string): readonly string[] {
  const needle = parseNeedle(words, { kind: 'value' })
  const found: string[] = []
  if (needle.kind === 'value') findValues(opened, needle, ({ path }) => found.push(path) > 0)
  return found
}

describe('bytes of a length that stands elsewhere', () => {
  const Part = struct('part', { size: count('data', { as: 'u16' }), data: bytes('size'), kind: u8() })
  const parts = array(Part, toEnd)
  const some = hex('0300 010203 07 0000 08')
  it('are one node and one text, and their count follows them', () => {
    const opened = document(parts, some)
    expect(opened.root.value).toEqual([
      { size: 3, data: hex('010203'), kind: 7 },
      { size: 0, data: hex(''), kind: 8 },
    ])
    expect(locate(opened, '0/data')).toMatchObject({ offset: 2, size: 3, kind: 'bytes', childCount: 0 })
    expect(toJson(opened.root.child(0), { fold: true })).toContain('"data": "hex:010203"')
    expect(brokenLaws(parts, some)).toEqual([])
    expect(apply(some, assign(opened, '0/data', hex('ff')).splices)).toEqual(hex('0100 ff 07 0000 08'))
    expect(apply(some, assign(opened, '1/data', hex('ff00')).splices)).toEqual(hex('0300 010203 07 0200 ff00 08'))
    expect(() => assign(opened, '0/size', 2)).toThrow('layout.derived')
    expect(() => assign(opened, '0/data', new Uint8Array(0x10000))).toThrow('layout.long')
  })
  it('take JSON with or without the count, and with the count that stood there', () => {
    const opened = document(parts, some)
    const present = opened.root.child(0)
    expect(fromJson(Part, '{"data": "hex:0a0b", "kind": 1}')).toEqual({ size: 2, data: hex('0a0b'), kind: 1 })
    expect(fromJson(Part, '{"size": 3, "data": "hex:0a0b", "kind": 1}', present)).toMatchObject({ size: 2 })
    expect(() => fromJson(Part, '{"size": 9, "data": "hex:0a0b", "kind": 1}', present)).toThrow('layout.derived')
    expect(() => fromJson(Part, '{"data": "hex:0a0", "kind": 1}')).toThrow('layout.hex')
  })
  it('by a formula or the directory are refused another length', () => {
    const table = struct('table', { w: u8(), h: u8(), cells: bytes('w * h') })
    const opened = document(table, hex('0203 010203040506'))
    expect(() => assign(opened, 'cells', hex('01'))).toThrow('layout.formula at cells')
    expect(() => assign(opened, 'w', 1)).toThrow('layout.formula at cells')
    expect(() => write(table, { w: 1, h: 1, cells: hex('0102') })).toThrow('layout.formula at cells')
    const told = struct('told', { body: bytes(attribute('attr1', 2)) })
    const edit = assign(document(told, hex('0102')), 'body', hex('010203'))
    expect(edit).toMatchObject({ attributes: { attr1: 3 }, splices: [{ offset: 2 }] })
  })
  it('are described, have a schema, a row of the form and a plan', () => {
    expect(describeLayout(Part).join('\n')).toMatch(/bytes\[size\]\s+data/)
    expect(JSON.stringify(jsonSchema(Part))).toContain('^hex:([0-9a-fA-F]{2})*$')
    const opened = document(parts, some)
    expect(formRows(opened.root.child(0)).map(row => row.control)).toEqual(['readonly', 'bytes', 'integer'])
    expect(() => bytes(toEnd)).toThrow(TypeError)
    expect(() => array(bytes('n'), 2)).toThrow(TypeError)
    expect(() => struct('wrong', { n: count('data'), data: bytes('3 * n') })).toThrow(TypeError)
  })
  it('that are not there are a fault with its place, and no byte is lost', () => {
    const far = struct('far', { n: u16(), m: u16(), data: bytes(formula('n * m')), end: u8() })
    const absurd = document(far, hex('ffff ffff 0102'))
    expect(absurd.findings[0]).toMatchObject({ what: 'count', path: 'n', offset: 0, size: 2, params: { fits: 2 } })
    const short = document(far, hex('0200 0200 0102'))
    expect(short.findings[0]).toMatchObject({ what: 'truncated', path: 'data', offset: 4, size: 2 })
    const none = document(struct('none', { n: u8(), data: bytes('1 / n') }), hex('00 01'))
    expect(none.findings[0]).toMatchObject({ what: 'count', path: 'n' })
    for (const opened of [absurd, short, none]) {
      expect(coversOnce(opened)).toBe(true)
      expect(opened.isWhole).toBe(false)
    }
    expect(() => read(far, hex('ffff ffff 0102'))).toThrow('layout.count')
  })
})

describe('text behind its own length', () => {
  const named = (nul: 'never' | 'counted' | 'always' | 'text') =>
    struct('named', { name: lengthPrefixedText(u16(), { nul }), id: u8() })
  it('is one text, with a NUL where the declaration has one', () => {
    const forms = { never: '0200 6162 07', counted: '0300 616200 07', always: '0200 616200 07', text: '0200 616200 07' }
    const empty = { never: '0000 07', counted: '0100 00 07', always: '0000 00 07', text: '0000 07' }
    for (const nul of ['never', 'counted', 'always', 'text'] as const) {
      expect(read(named(nul), hex(forms[nul]))).toEqual({ name: 'ab', id: 7 })
      expect(write(named(nul), { name: '', id: 7 }).bytes).toEqual(hex(empty[nul]))
      expect(brokenLaws(named(nul), hex(empty[nul]))).toEqual([])
    }
  })
  it('keeps a NUL that is missing, within, or another byte', () => {
    expect(read(named('counted'), hex('0200 6162 07')).name).toEqual({ text: 'ab', tail: '' })
    expect(read(named('never'), hex('0300 610062 07')).name).toEqual({ text: 'a', tail: '0062' })
    expect(read(named('always'), hex('0200 6162ff 07')).name).toEqual({ text: 'ab', tail: 'ff' })
    expect(read(named('always'), hex('0000 ff 07')).name).toEqual({ text: '', tail: 'ff' })
    for (const tail of ['', '6200'])
      expect(() => write(named('text'), { name: { text: 'a', tail }, id: 1 })).toThrow('layout.hex')
    expect(() => write(named('never'), { name: 'a\0b', id: 1 })).toThrow('layout.character')
  })
  it('is one edit of text and length in a field, a record and a query', () => {
    const file = array(named('counted'), toEnd)
    const opened = document(file, hex('0300 616200 07 0200 6300 08'))
    const longer = hex('0500 6162636400 07 0200 6300 08')
    expect(apply(opened.bytes, assign(opened, '0/name', 'abcd').splices)).toEqual(longer)
    expect(apply(opened.bytes, assign(opened, '0', { name: 'abcd', id: 7 }).splices)).toEqual(longer)
    const rows = struct('rows', { rows: file })
    const table = openTable(document(rows, opened.bytes), 'rows')
    const { changes } = runQuery(parseQuery('rows where name = "ab" set name = "abcd"'), table)
    expect(apply(opened.bytes, querySplices(table, changes))).toEqual(longer)
    expect(() =>
      assign(document(struct('s', { s: lengthPrefixedText(u8()) }), hex('00')), 's', 'a'.repeat(256)),
    ).toThrow('layout.long')
  })
  it('keeps what stands behind it when other words are typed', () => {
    const opened = document(named('counted'), hex('0200 6162 07'))
    expect(withWords(opened.root.child(0), 'xyz')).toEqual({ text: 'xyz', tail: '' })
    expect(formRows(opened.root)[0]).toMatchObject({ control: 'text', readOnly: false })
    expect(describeLayout(named('text')).join('\n')).toContain('cp1251[u16 before it] and NUL unless empty  name')
    expect(JSON.stringify(jsonSchema(named('text')))).toContain('"maxLength":65535')
  })
  it('longer than the file is a fault with its place', () => {
    const absurd = document(struct('s', { s: lengthPrefixedText(u32()), n: u8() }), hex('ffffffff 61'))
    expect(absurd.findings[0]).toMatchObject({ what: 'count', path: 's', offset: 0, size: 4, params: { fits: 1 } })
    const cut = document(
      struct('t', { head: bytes(3), name: lengthPrefixedText(u16(), { nul: 'always' }) }),
      hex('000000 0100 61'),
    )
    expect(cut.findings[0]).toMatchObject({ what: 'truncated', path: 'name', params: { needed: 4, found: 3 } })
    for (const opened of [absurd, cut]) expect(coversOnce(opened)).toBe(true)
    expect(() => lengthPrefixedText(i8())).toThrow(TypeError)
  })
})

describe('a text in a place', () => {
  const Named = struct('named', { name: text(10, { fill: 'Default' }), id: u8() })
  it('is filled from what the place held before', () => {
    const filled = write(Named, { name: 'ab', id: 1 }).bytes
    expect(Buffer.from(filled).toString('latin1')).toBe('ab\0ault\0\0\0\x01')
    expect(read(Named, filled).name).toBe('ab')
    expect(brokenLaws(Named, filled)).toEqual([])
    const zeros = hex('6162 0000000000000000 01')
    expect(read(Named, zeros).name).toEqual({ text: 'ab', tail: '00000000000000' })
    expect(brokenLaws(Named, zeros)).toEqual([])
    const longer = apply(filled, assign(document(Named, filled), 'name', 'abcdefghij').splices)
    expect(Buffer.from(longer).toString('latin1')).toBe('abcdefghij\x01')
    expect(apply(longer, assign(document(Named, longer), 'name', 'ab').splices)).toEqual(filled)
    expect(describeLayout(Named).join('\n')).toContain("cp1251[10] filled with 'Default'")
    expect(() => text(3, { fill: 'long' })).toThrow(TypeError)
  })
  it('may have a second text behind its NUL', () => {
    const File = struct('file', { name: text(8, { second: true }) })
    const data = Uint8Array.from(Buffer.from('tex\0bmp\0', 'latin1'))
    const opened = document(File, data)
    expect(read(File, data).name).toEqual({ text: 'tex', second: 'bmp' })
    expect(toJson(opened.root)).toBe('{\n  "name": {"text": "tex", "second": "bmp"}\n}')
    expect(fromJson(File, toJson(opened.root))).toEqual(read(File, data))
    expect(brokenLaws(File, data)).toEqual([])
    const name = opened.root.child(0)
    expect(withWords(name, 'wall')).toEqual({ text: 'wall', second: 'bmp' })
    expect(Buffer.from(apply(data, assign(opened, 'name', withWords(name, 'wall')).splices)).toString('latin1')).toBe(
      'wall\0bmp',
    )
    expect(() => assign(opened, 'name', { text: 'walls', second: 'bmp' })).toThrow('layout.text-long')
    expect(read(File, hex('6100000041000000')).name).toEqual({ text: 'a', tail: '000041000000' })
    expect(JSON.stringify(jsonSchema(File))).toContain('"#/definitions/second-text"')
    expect(describeLayout(File).join('\n')).toContain('cp1251[8] and a second text')
    const table = openTable(document(struct('t', { rows: array(File, 1) }), data), 'rows')
    const { changes } = runQuery(parseQuery('rows where name = "tex" set name = "a"'), table)
    expect(Buffer.from(apply(data, querySplices(table, changes))).toString('latin1')).toBe('a\0bmp\0\0\0')
  })
})

describe('code pages', () => {
  it('are the tables that the platform has, and every byte comes back', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    for (const page of CODE_PAGES) {
      const encoded = encodeText(decodeText(all, page), page)
      expect(encoded).toEqual(all)
    }
    expect(decodeText(all, 'cp1250')).toBe(new TextDecoder('windows-1250').decode(all))
    expect(encodeText('€ŒšŸé', 'cp1252')).toEqual(hex('80 8c 9a 9f e9'))
    expect(decodeText(all.subarray(0, 128), 'ascii')).toBe(decodeText(all.subarray(0, 128), 'latin1'))
    expect(encodeText('é', 'ascii')).toEqual({ missing: 'é' })
  })
})

describe('numbers with the highest byte first', () => {
  const Head = struct('head', { size: bigEndian(u16()), far: bigEndian(u64()), ratio: bigEndian(f32({ unit: 'm' })) })
  const File = struct('file', {
    n: bigEndian(u16()),
    heads: array(Head, 'n'),
    end: bigEndian(u32({ values: { 1: 'one' } })),
  })
  const some = hex('0002 0102 0000000000000003 3f800000 0001 ffffffffffffffff 40000000 00000001')
  it('are read, written, queried, searched and shown as numbers', () => {
    expect(brokenLaws(File, some)).toEqual([])
    const opened = document(File, some)
    expect(read(File, some).heads).toEqual([
      { size: 258, far: 3n, ratio: 1 },
      { size: 1, far: 2n ** 64n - 1n, ratio: 2 },
    ])
    expect(columns(opened, 'heads', ['size', 'far', 'ratio'])).toEqual({
      size: Uint16Array.of(258, 1),
      far: BigUint64Array.of(3n, 2n ** 64n - 1n),
      ratio: Float32Array.of(1, 2),
    })
    expect(apply(some, assign(opened, 'heads/1/size', 0x304).splices).subarray(16, 18)).toEqual(hex('0304'))
    expect(() => assign(opened, 'n', 1)).toThrow('layout.formula')
    expect(opened.findings).toEqual([])
    expect(document(File, some.with(some.length - 1, 2)).findings).toMatchObject([
      { what: 'value', params: { value: 2 } },
    ])
    expect(describeLayout(Head).join('\n')).toMatch(/u16 big-endian\s+size/)
    expect(formRows(opened.root.child(1).child(0)).map(row => [row.control, row.value])).toEqual([
      ['integer', 258],
      ['integer', 3n],
      ['float', 1],
    ])
    const table = openTable(opened, 'heads')
    const query = 'heads where far = 18446744073709551615 and size < 9 set size = 5, ratio = 0.5'
    expect(apply(some, querySplices(table, runQuery(parseQuery(query), table).changes)).subarray(16, 30)).toEqual(
      hex('0005 ffffffffffffffff 3f000000'),
    )
    expect(valuesFound(opened, 'size = 258')).toEqual(['heads/0/size'])
    expect(valuesFound(opened, 'ratio = 2')).toEqual(['heads/1/ratio'])
    expect(() => counted(bigEndian(u16()), u8())).toThrow(TypeError)
    expect(() => lengthPrefixedText(bigEndian(u16()))).toThrow(TypeError)
  })
})
