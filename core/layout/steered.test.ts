import { describe, expect, it, vi } from 'vitest'
import {
  array,
  assign,
  bitfield,
  brokenLaws,
  bytes,
  count,
  coversOnce,
  describe as describeLayout,
  document,
  formRows,
  fromJson,
  insertRecords,
  jsonSchema,
  leaves,
  locate,
  nodeAt,
  optional,
  parallelTo,
  read,
  recursive,
  removeRecords,
  repeatUntil,
  rest,
  sized,
  struct,
  toEnd,
  toJson,
  u16,
  u32,
  u8,
  union,
  write,
  withRow,
  LayoutError,
  type AnyLayout,
  type Value,
} from '.'
import { apply } from '../edit'
import { openTable, parseQuery, querySplices, runQuery } from '../query'
import { hex } from './bytes.fixture'

const text = (data: Uint8Array): string => Buffer.from(data).toString('hex')
const after = (layout: AnyLayout, data: Uint8Array, path: string, value: Value): string =>
  text(apply(data, assign(document(layout, data), path, value).splices))

function refusal(work: () => unknown): { readonly code: string; readonly path: string } {
  try {
    work()
  } catch (error) {
    if (error instanceof LayoutError) return { code: error.code, path: error.path }
    throw error
  }
  throw new Error('accepted')
}

describe('a union', () => {
  const Flash = struct('flash', { time: u8(), power: u16() })
  const Sound = struct('sound', { volume: u8() })
  const Command = struct('command', { word: u16(), body: union('word & 255', { 3: Flash, 4: Sound, 7: u8() }) })
  const Effect = struct('effect', { n: count('commands', { as: 'u8' }), commands: array(Command, 'n') })
  const some = hex('03 0301 05 0600 0400 09 0700 0a')

  it('is the case that its tag says, without a node of its own', () => {
    const opened = document(Effect, some)
    expect(brokenLaws(Effect, some)).toEqual([])
    expect(locate(opened, 'commands/0/body/power')?.value).toBe(6)
    expect(locate(opened, 'commands/1/body/volume')).toMatchObject({ offset: 8, size: 1 })
    expect(locate(opened, 'commands/2/body')).toMatchObject({ kind: 'integer', value: 10 })
    expect(formRows(opened.root.child(1).child(0)).map(row => row.path)).toEqual([
      'commands/0/word',
      'commands/0/body/time',
      'commands/0/body/power',
    ])
    expect(read(Effect, some).commands[1]).toEqual({ word: 4, body: { volume: 9 } })
    expect(describeLayout(Effect).join('\n')).toContain('by word & 255 { 3: flash, 4: sound, 7: u8 }')
    expect(JSON.stringify(jsonSchema(Effect))).toContain('"anyOf":[{"$ref":"#/definitions/flash"}')
  })
  it('refuses its tag alone where the bytes do not fit the other case, and takes tag and body together', () => {
    expect(refusal(() => after(Effect, some, 'commands/0/word', 4))).toEqual({
      code: 'layout.union',
      path: 'commands/0/body',
    })
    expect(refusal(() => after(Effect, some, 'commands/0/word', 99)).code).toBe('layout.union')
    // One size, and the same bytes fill it.
    expect(after(Effect, some, 'commands/1/word', 0x107)).toBe('0303010506000701090700' + '0a')
    // Bits that no formula reads.
    expect(after(Effect, some, 'commands/0/word', 0x203)).toBe('0303020506000400090700' + '0a')
    expect(after(Effect, some, 'commands/0', { word: 4, body: { volume: 1 } })).toBe('0304000104000907000a')
    expect(
      text(apply(some, insertRecords(document(Effect, some), 'commands', 1, [{ word: 7, body: 1 }]).splices)),
    ).toBe('040301050600' + '070001' + '040009' + '07000a')
  })
  it('of an unknown tag is a fault with its place, and every byte is kept', () => {
    const opened = document(Effect, hex('03 0301 05 0600 2200 09 0700 0a'))
    expect(opened.findings[0]).toMatchObject({ what: 'union', path: 'commands/1/body', params: { value: '34' } })
    expect(locate(opened, 'commands/1/word')?.value).toBe(34)
    expect(coversOnce(opened)).toBe(true)
    expect(refusal(() => read(Effect, opened.bytes)).code).toBe('layout.union')
  })
  it('of cases of one size has that size, and keeps the bytes of an unknown tag', () => {
    const Same = struct('same', { tag: u8(), body: union('tag', { 1: u16(), 2: bytes(2) }), end: u8() })
    expect(Same.fixedSize).toBe(4)
    const opened = document(array(Same, toEnd), hex('01 0500 07  09 0102 08'))
    expect(opened.isWhole).toBe(true)
    expect(locate(opened, '1/body')).toMatchObject({ kind: 'bytes', role: 'unknown', value: hex('0102') })
    expect(opened.findings).toMatchObject([{ what: 'union', path: '1/body', size: 2 }])
    expect(refusal(() => assign(opened, '0/tag', 3)).code).toBe('layout.union')
    expect(brokenLaws(array(Same, toEnd), opened.bytes)).toEqual([])
  })
  it('becomes unknown only where that is said', () => {
    const Any = struct('any', { tag: u8(), body: sized(u8(), union('tag', { 1: u16(), 2: u8() }, rest())) })
    const some = hex('01 02 0500')
    expect(refusal(() => after(Any, some, 'tag', 9))).toEqual({ code: 'layout.union', path: 'body/body' })
    expect(refusal(() => after(Any, some, 'tag', 2))).toEqual({ code: 'layout.union', path: 'body/body' })
    expect(after(Any, some, '', { tag: 9, body: hex('0500') })).toBe('09020500')
    expect(fromJson(Any, '{"tag": 2, "body": 7}')).toEqual({ tag: 2, body: 7 })
  })
  it('refuses declarations that do not hold together', () => {
    expect(() => struct('s', { body: union('tag', { 1: u8() }), tag: u8() })).toThrow("'tag' is no integer before it")
    expect(() => array(union('tag', { 1: u8() }), 2)).toThrow('formula outside a record')
  })
})

describe('what is there only sometimes', () => {
  const Old = struct('old', { version: u8(), extra: optional('version > 2', u16()), end: u8() })
  it('has no bytes, no row and no key where it is absent', () => {
    const [absent, present] = [hex('02 07'), hex('03 0500 07')]
    expect(read(Old, absent)).toEqual({ version: 2, end: 7 })
    expect(read(Old, present)).toEqual({ version: 3, extra: 5, end: 7 })
    expect(brokenLaws(Old, absent)).toEqual([])
    expect(toJson(document(Old, absent).root, { fold: true })).not.toContain('extra')
    expect(formRows(document(Old, absent).root).map(row => row.name)).toEqual(['version', 'end'])
    expect(JSON.stringify(jsonSchema(Old))).toContain('"required":["version","end"]')
    expect(refusal(() => after(Old, absent, 'version', 3))).toEqual({ code: 'layout.union', path: 'extra' })
    expect(after(Old, absent, '', { version: 3, extra: 1, end: 7 })).toBe('03010007')
    expect(refusal(() => fromJson(Old, '{"version": 2, "extra": 1, "end": 0}'))).toEqual({
      code: 'layout.union',
      path: 'extra',
    })
  })
})

describe('a frame', () => {
  const Item = struct('item', { id: u8(), data: sized(u16(), array(u16(), toEnd), { includesPrefix: true }) })
  const Items = array(Item, toEnd)
  const some = hex('01 0600 0100 0200  02 0200  03 0400 0700')
  it('grows and shrinks with its body, on every level', () => {
    expect(read(Items, some)).toEqual([
      { id: 1, data: [1, 2] },
      { id: 2, data: [] },
      { id: 3, data: [7] },
    ])
    expect(brokenLaws(Items, some)).toEqual([])
    expect(after(Items, some, '1/data', [9])).toBe('010600010002000204000900030400' + '0700')
    const Outer = sized(u8(), Items)
    const framed = Uint8Array.of(some.length, ...some)
    const opened = document(Outer, framed)
    expect(text(apply(framed, removeRecords(opened, 'body/0/data/body', 0, 1).splices))).toBe(
      '0d' + '0104000200' + '020200' + '0304000700',
    )
    expect(refusal(() => assign(opened, 'body/0/data/size', 4)).code).toBe('layout.derived')
    expect(
      refusal(() =>
        assign(
          opened,
          'body/0/data',
          Array.from({ length: 200 }, () => 0),
        ),
      ).code,
    ).toBe('layout.long')
  })
  it('that its body does not fill has a gap within, and the walk goes on behind it', () => {
    const opened = document(Items, hex('01 0700 0100 0200 ff  02 0200  03 0500 0700 ee'))
    expect(coversOnce(opened)).toBe(true)
    expect(locate(opened, '1/id')?.value).toBe(2)
    expect(locate(opened, '0/data/gap')?.value).toEqual(hex('ff'))
    expect(nodeAt(opened, 7).path).toBe('0/data/gap')
    expect(opened.findings).toMatchObject([
      { what: 'trailing', path: '0/data', offset: 7, size: 1 },
      { what: 'trailing', path: '2/data', offset: 16, size: 1 },
    ])
    expect(text(apply(opened.bytes, assign(opened, '1/data', [5]).splices))).toContain('0204000500')
    expect(refusal(() => assign(opened, '0/data/body', [5])).code).toBe('layout.damaged')
  })
  it('longer than what is left ends the walk there', () => {
    const opened = document(Items, hex('01 0600 0100 0200  02 ff00 03 04'))
    expect(opened.findings).toMatchObject([{ what: 'count', path: '1/data/size', params: { count: 255, fits: 4 } }])
    expect(coversOnce(opened)).toBe(true)
    expect(locate(opened, '0/data/body/1')?.value).toBe(2)
  })
})

it('a frame may count bytes before its size', () => {
  const Chunk = struct('chunk', {
    id: u16(),
    body: sized(u8(), array(u8(), toEnd), { includesPrefix: true, counted: 2 }),
  })
  const Chunks = array(Chunk, toEnd)
  const some = hex('0100 05 0808 0200 03')
  expect(read(Chunks, some)).toEqual([
    { id: 1, body: [8, 8] },
    { id: 2, body: [] },
  ])
  expect(brokenLaws(Chunks, some)).toEqual([])
  expect(after(Chunks, some, '0/body', [9])).toBe('01000409' + '020003')
  expect(document(Chunks, hex('0100 02 0808')).isWhole).toBe(false)
})

describe('a frame of a shortened size', () => {
  const Node = struct('node', { tag: u8(), body: sized(u32(), array(u8(), toEnd), { isShortened: true }) })
  const Outer = struct('outer', { tag: u8(), nodes: sized(u32(), array(Node, toEnd), { isShortened: true }) })
  const bytesOf = (length: number): Uint8Array => new Uint8Array(length).fill(5)
  const framed = (length: number): Uint8Array =>
    write(Outer, { tag: 1, nodes: [{ tag: 2, body: [...bytesOf(length)] }] }).bytes

  it('takes one byte or four', () => {
    expect(text(framed(1))).toBe('01' + '06' + '02' + '02' + '05')
    expect(text(framed(125).subarray(0, 4))).toBe('01fe02fa')
    expect(text(framed(126).subarray(0, 7))).toBe('01010100' + '0002fc')
    expect(text(framed(128).subarray(0, 10))).toBe('010b010000' + '0201010000')
    for (const length of [0, 1, 125, 126, 127, 128, 200]) expect(brokenLaws(Outer, framed(length))).toEqual([])
  })
  it('grows from one to four and back on every level, and stays four where it was without need', () => {
    for (const [from, to] of [
      [1, 2],
      [125, 126],
      [126, 127],
      [127, 128],
      [120, 200],
    ] as const) {
      expect(after(Outer, framed(from), 'nodes/body/0/body/body', [...bytesOf(to)])).toBe(text(framed(to)))
      expect(after(Outer, framed(to), 'nodes/body/0/body/body', [...bytesOf(from)])).toBe(text(framed(from)))
    }
    const long = hex('01 10  02 03000000 05 06 00')
    expect(read(Outer, long)).toEqual({
      tag: 1,
      nodes: [
        { tag: 2, body: { $long: [5] } },
        { tag: 6, body: [] },
      ],
    })
    expect(brokenLaws(Outer, long)).toEqual([])
    expect(after(Outer, long, 'nodes/body/0/body/body', [5, 5])).toBe('0112' + '0205000000' + '0505' + '0600')
    expect(after(Outer, long, 'nodes/body/0/body', [5, 5])).toBe('010c' + '0204' + '0505' + '0600')
  })
  it('is damaged where the number or what it frames is cut', () => {
    expect(document(Outer, hex('01 0a 02 04 05')).findings).toMatchObject([{ what: 'count' }])
    expect(document(Outer, hex('01 03 00')).findings).toMatchObject([{ what: 'truncated' }])
    expect(document(Outer, hex('01 ff ff ff ff 00')).isWhole).toBe(false)
  })
})

describe('a recursive record', () => {
  const Node = struct('node', { id: u8(), children: sized(u32(), array(recursive('node'), toEnd)) })
  const leaf = (id: number): Uint8Array => Uint8Array.of(id, 0, 0, 0, 0)
  function nested(depth: number): Uint8Array {
    let data = leaf(0)
    for (let k = 1; k < depth; k++) {
      const outer = new Uint8Array(data.length + 5)
      new DataView(outer.buffer).setUint32(1, data.length, true)
      outer.set(data, 5)
      data = outer
    }
    return data
  }
  it('is read, written and edited at any depth', () => {
    const data = nested(10)
    const path = Array.from({ length: 9 }, () => 'children/body/0').join('/')
    expect(brokenLaws(Node, data)).toEqual([])
    const opened = document(Node, data)
    expect(locate(opened, path)?.size).toBe(5)
    const grown = apply(data, insertRecords(opened, `${path}/children/body`, 0, [{ id: 7, children: [] }]).splices)
    expect(grown.length).toBe(data.length + 5)
    expect(document(Node, grown).isWhole).toBe(true)
    expect(locate(document(Node, grown), `${path}/children/body/0/id`)?.value).toBe(7)
    expect(JSON.stringify(jsonSchema(Node))).toContain('"items":{"$ref":"#/definitions/node"}')
  })
  it('is not followed deeper than 64, and ten thousand levels cost no stack', () => {
    for (const depth of [65, 10_000]) {
      const opened = document(Node, nested(depth))
      expect(opened.findings[0]).toMatchObject({ what: 'deep', params: { limit: 64 } })
      expect(coversOnce(opened)).toBe(true)
      expect(leaves(opened.root).length).toBeLessThan(200)
    }
    expect(document(Node, nested(64)).isWhole).toBe(true)
  })
})

describe('records within records that a count tells', () => {
  const Node = struct('tree_node', {
    kids: count('children', { as: 'u16' }),
    children: array(recursive('tree_node'), 'kids'),
  })
  const chain = (depth: number): Uint8Array =>
    Uint8Array.from({ length: depth * 2 }, (_, at) => (at % 2 === 0 && at < depth * 2 - 2 ? 1 : 0))
  it('are not followed deeper than 64 either', () => {
    expect(document(Node, chain(64)).isWhole).toBe(true)
    for (const depth of [65, 10_000]) {
      const opened = document(Node, chain(depth))
      expect(opened.findings[0]).toMatchObject({ what: 'deep', params: { limit: 64 } })
      expect(coversOnce(opened)).toBe(true)
    }
  })
  it('read numbers of the record around them', () => {
    const Inner = struct('inner', { data: bytes('..size'), end: u8() })
    const Outer = struct('outer', { n: count('inner', { as: 'u8' }), size: u8(), inner: array(Inner, 'n') })
    const Whole = struct('whole', { n: count('outer', { as: 'u8' }), outer: array(Outer, 'n') })
    const data = hex('02 02 03 010203 09 040506 09 01 01 07 09')
    expect(read(Whole, data).outer.map(({ inner }) => inner.length)).toEqual([2, 1])
    expect(brokenLaws(Whole, data)).toEqual([])
  })
  it('are measured once, not once per level around them', () => {
    // Each record has four empty ones and one that goes on.
    const long = (depth: number): readonly number[] =>
      depth === 0 ? [0, 0] : [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...long(depth - 1)]
    const opened = document(Node, Uint8Array.from(long(60)))
    const reads = vi.spyOn(DataView.prototype, 'getUint16')
    expect(leaves(opened.root).length).toBe(60 * 5 + 1 + 60 * 4 + 1)
    const count = reads.mock.calls.length
    reads.mockRestore()
    expect(count).toBeLessThan(10_000)
  })
})

describe('an array to a sentinel', () => {
  const Word = struct('word', { code: u8(), more: optional('code > 9', u8()) })
  const Program = struct('program', { words: array(Word, repeatUntil('code == 0')), end: u8() })
  const some = hex('05 0a01 00 09')
  it('ends with the record for which the condition holds', () => {
    expect(read(Program, some).words).toEqual([{ code: 5 }, { code: 10, more: 1 }, { code: 0 }])
    expect(brokenLaws(Program, some)).toEqual([])
    const opened = document(Program, some)
    expect(text(apply(some, insertRecords(opened, 'words', 0, [{ code: 1 }]).splices))).toBe('01050a010009')
    expect(refusal(() => insertRecords(opened, 'words', 0, [{ code: 0 }])).code).toBe('layout.formula')
    expect(refusal(() => removeRecords(opened, 'words', 2, 1)).code).toBe('layout.formula')
    expect(refusal(() => assign(opened, 'words/0/code', 0)).code).toBe('layout.formula')
    expect(refusal(() => assign(opened, 'words', [{ code: 5 }])).code).toBe('layout.sentinel')
  })
  it('that never comes is a fault, and all records are there', () => {
    const opened = document(Program, hex('05 06 07'))
    expect(opened.findings[0]).toMatchObject({ what: 'sentinel', path: 'words' })
    expect(locate(opened, 'words')?.childCount).toBe(3)
    expect(coversOnce(opened)).toBe(true)
  })
})

describe('records parallel to others', () => {
  const Slot = struct('slot', { vertices: u8(), kind: u8() })
  const Blob = struct('blob', {
    vertices: array(u16(), '^.vertices'),
    body: union('^.kind', { 1: u8(), 2: u16() }),
    tail: bytes('..extra'),
  })
  const File = struct('file', {
    extra: u8(),
    n: u8(),
    slots: array(Slot, 'n'),
    blobs: array(Blob, parallelTo('slots')),
  })
  const some = hex('01 02 0201 0002  0100 0200 05 aa  0700 bb')
  it('read the fields of the record they belong to, and of the record around', () => {
    expect(read(File, some).blobs).toEqual([
      { vertices: [1, 2], body: 5, tail: hex('aa') },
      { vertices: [], body: 7, tail: hex('bb') },
    ])
    expect(brokenLaws(File, some)).toEqual([])
    const opened = document(File, some)
    expect(locate(opened, 'blobs/1/body')).toMatchObject({ offset: 12, size: 2, value: 7 })
    expect(refusal(() => assign(opened, 'slots/0/vertices', 1))).toMatchObject({ code: 'layout.formula' })
    expect(refusal(() => assign(opened, 'slots/0/kind', 2)).code).toMatch('layout')
    expect(refusal(() => assign(opened, 'blobs/0/vertices', [1])).code).toBe('layout.formula')
    expect(refusal(() => assign(opened, 'n', 1)).code).toBe('layout.formula')
    expect(refusal(() => removeRecords(opened, 'slots', 0, 1)).code).toBe('layout.formula')
    expect(refusal(() => assign(opened, 'extra', 0)).code).toBe('layout.formula')
    expect(() => struct('s', { blobs: array(Blob, parallelTo('slots')) })).toThrow('no array of records')
  })
})

describe('records parallel to a number of others that is declared', () => {
  const Slot = struct('slot', { n: u8() })
  const Part = struct('part', {
    slots: array(Slot, 2),
    data: array(struct('d', { k: u8(), x: bytes('^.n') }), parallelTo('slots')),
  })
  const Parts = array(Part, toEnd)
  it('are found within other records, and set with them', () => {
    const some = hex('0201 01aabb 02cc  0001 03 04dd')
    expect(brokenLaws(Parts, some)).toEqual([])
    expect(locate(document(Parts, some), '1/data/1/x')?.value).toEqual(hex('dd'))
    const data = [
      { k: 1, x: hex('aabb') },
      { k: 2, x: hex('eeff') },
    ]
    expect(after(Parts, some, '0', { slots: [{ n: 2 }, { n: 2 }], data })).toBe('020201aabb02eeff' + '00010304dd')
  })
})

describe('a bit field', () => {
  const Tile = struct('tile', {
    tile: bitfield(u16(), { index: [0, 6], turn: [14, 2, { values: { 0: 'none', 1: 'left' } }] }),
    more: array(u8(), 'tile.turn'),
    end: u8(),
  })
  const tiles = array(Tile, toEnd)
  const some = hex('0540 aa 07  8300 08')
  it('is a record of ranges that share its bytes', () => {
    const opened = document(tiles, some)
    expect(read(tiles, some)[0]).toEqual({ tile: { index: 5, unk_6: 0, turn: 1 }, more: [0xaa], end: 7 })
    expect(brokenLaws(tiles, some)).toEqual([])
    expect(locate(opened, '1/tile/unk_6')).toMatchObject({ value: 2, role: 'unknown', offset: 4, size: 2 })
    expect(nodeAt(opened, 1).path).toBe('0/tile')
    expect(formRows(opened.root.child(0)).map(row => row.path)).toEqual([
      '0/tile/index',
      '0/tile/unk_6',
      '0/tile/turn',
      '0/more',
      '0/end',
    ])
    expect(describeLayout(Tile).join('\n')).toContain('u16 { index: 0+6, unk_6: 6+8, turn: 14+2 }')
  })
  it('is set range by range, and a range that counts records only with them', () => {
    expect(after(tiles, some, '1/tile/index', 63)).toBe('0540aa07bf0008')
    expect(refusal(() => after(tiles, some, '1/tile/index', 64)).code).toBe('layout.range')
    expect(refusal(() => after(tiles, some, '0/tile/turn', 2))).toMatchObject({ code: 'layout.formula' })
    expect(after(tiles, some, '0', { tile: { index: 5, unk_6: 0, turn: 0 }, more: [], end: 7 })).toBe('050007830008')
    const table = openTable(document(struct('tiles', { list: tiles }), some), 'list')
    const outcome = runQuery(parseQuery('list where tile.index >= 3 set tile.index = 9'), table)
    expect(text(apply(some, querySplices(table, outcome.changes)))).toBe('0940aa07890008')
  })
  it('takes the whole number in JSON too, as it was stored before its bits had names', () => {
    const tile = locate(document(tiles, some), '0/tile')
    expect(tile && fromJson(tile.layout, '32773', tile)).toEqual({ index: 5, unk_6: 0, turn: 2 })
    expect(refusal(() => tile && fromJson(tile.layout, '65536', tile)).code).toBe('layout.not-record')
    expect(refusal(() => tile && fromJson(tile.layout, '1.5', tile)).code).toBe('layout.not-record')
  })
  it('refuses ranges that overlap or do not fit', () => {
    expect(() => bitfield(u8(), { a: [0, 5], b: [4, 2] })).toThrow("'b' does not fit")
    expect(() => bitfield(u8(), { a: [4, 5] })).toThrow("'a' does not fit")
  })
})

describe('bad input', () => {
  it('of counts, sizes and tags that cannot be neither hangs nor takes memory', () => {
    const Part = struct('part', { n: u32(), more: array(struct('x', { a: u8() }), 'n') })
    const File = struct('file', { parts: sized(u32(), array(Part, toEnd)), end: u8() })
    const bytes = hex('0d000000 ffffff7f 01 ffffffff 02 03 04 05 aa')
    const opened = document(File, bytes)
    expect(coversOnce(opened)).toBe(true)
    expect(locate(opened, 'end')?.value).toBe(0xaa)
    expect(opened.findings[0]).toMatchObject({ what: 'count', path: 'parts/body/0/n' })
  })
  it('with a hundred thousand damaged frames takes a walk, not its square', () => {
    const Items = array(sized(u8(), u16()), toEnd)
    const bytes = new Uint8Array(400_000).fill(3)
    const opened = document(Items, bytes)
    expect(opened.root.childCount).toBe(100_000)
    expect(opened.findings.length).toBe(1000)
    expect(locate(opened, '99999/gap')?.size).toBe(1)
  })
})

describe('numbers of the directory row', () => {
  const Frame = struct('frame', { k: u8(), keys: array(u16(), '..n * @attr1'), flag: optional('@attr2 != 0', u8()) })
  const File = struct('file', { n: u8(), frames: array(Frame, '@attr1'), end: u8() })
  const some = hex('01  05 0100 0200  06 0300 0400  07')
  it('are names in formulas, and the same numbers give the same layout', () => {
    const layout = withRow(File, { attr1: 2, attr2: 0, name: 'x' })
    expect(withRow(File, { attr1: 2, attr2: 0, attr3: 9 })).toBe(layout)
    expect(withRow(File, { attr1: 3, attr2: 0 })).not.toBe(layout)
    expect(read(layout, some)).toEqual({
      n: 1,
      frames: [
        { k: 5, keys: [1, 2] },
        { k: 6, keys: [3, 4] },
      ],
      end: 7,
    })
    expect(brokenLaws(layout, some)).toEqual([])
    const opened = document(layout, some)
    expect(locate(opened, 'frames/1/keys/1')).toMatchObject({ offset: 9, value: 4 })
    expect(text(apply(some, assign(opened, 'frames/1/keys', [9, 8]).splices))).toBe('010501000200' + '060900080007')
    expect(refusal(() => removeRecords(opened, 'frames', 0, 1)).code).toBe('layout.formula')
    expect(refusal(() => assign(opened, 'n', 2)).code).toBe('layout.formula')
    expect(fromJson(layout, toJson(opened.root))).toEqual(read(layout, some))
    expect(document(File, some).isWhole).toBe(false)
    expect(withRow(struct('plain', { n: u8() }), { attr1: 2 }).attributes).toBeUndefined()
  })
})

describe('a field that had another name', () => {
  const Record = struct('record', { kind: u8({ formerly: ['unk_0', 'type'] }), at: u16() })
  it('is found by paths that were stored with that name', () => {
    const opened = document(array(Record, toEnd), hex('07 0100  08 0200'))
    expect(locate(opened, '1/type')).toMatchObject({ path: '1/kind', value: 8 })
    expect(text(apply(opened.bytes, assign(opened, '0/unk_0', 9).splices))).toBe('090100080200')
    expect(() => struct('s', { a: u8(), b: u8({ formerly: ['a'] }) })).toThrow("'a' names two fields")
  })
})
