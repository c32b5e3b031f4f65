import { describe, expect, it } from 'vitest'
import { apply } from '../edit'
import { openTable, parseQuery, querySplices, runQuery } from '../query'
import {
  array,
  assign,
  attribute,
  brokenLaws,
  bytes,
  count,
  coversOnce,
  describe as describeLayout,
  document,
  formRows,
  formula,
  fromJson,
  i8,
  jsonSchema,
  lengthPrefixedText,
  locate,
  read,
  struct,
  toEnd,
  toJson,
  u16,
  u32,
  u8,
  withWords,
  write,
} from '.'

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

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
