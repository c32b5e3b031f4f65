import { describe, expect, it } from 'vitest'
import { apply } from '@areal-studio/core/edit'
import {
  LayoutError,
  array,
  bitfield,
  brokenLaws,
  count,
  document,
  formRows,
  insertRecords,
  locate,
  parallelTo,
  read,
  removeRecords,
  sized,
  struct,
  toJson,
  u16,
  u8,
  write,
  type Assignment,
} from '@areal-studio/core/layout'
import { resizedArrays } from '@areal-studio/core/edit'
import { editingWays, hex, type Edit } from './editing-ways.fixture'

const Slot = struct('counted_slot', { n: count('blobs/list', { as: 'i16', parallel: true }), kind: u8() })
const Blob = struct('counted_blob', { id: u8(), list: array(u8(), '^.n') })
const Tile = struct('counted_tile', {
  flags: bitfield(u8(), { n: [0, 3, { counts: ['a', 'b'] }], m: [3, 2, { counts: ['c'] }], on: [5, 3] }),
  a: array(u8(), 'flags.n'),
  b: array(u16(), 'flags.n'),
  c: sized(u8(), array(u8(), 'flags.m')),
})
const Signed = struct('counted_signed', { n: count('list', { as: 'i8' }), list: array(u16(), 'n') })
const File = struct('counted', {
  slots: array(Slot, 2),
  blobs: array(Blob, parallelTo('slots')),
  tiles: array(Tile, 1),
  signed: array(Signed, 1),
})
const SOME = hex('0200 07 0000 08   01 0a0b  02   29 05 0600 01 07   01 0900')
const opened = document(File, SOME)
const WAYS = editingWays(File, SOME)

const code = (work: () => Assignment): string => {
  try {
    return Buffer.from(apply(SOME, work().splices)).toString('hex')
  } catch (error) {
    if (error instanceof LayoutError) return error.code
    throw error
  }
}
const ROOT = toJson(opened.root)
const [SLOTS, BLOBS, TILES] = ['020007000008', '010a0b02', '290506000107']
const SIGNED = '010900'

/** Edits of counts without what they count, and of what they count without the other arrays of that count. */
const TORN: Readonly<Record<string, Edit>> = {
  'a count in a parallel record': { set: [['slots/0/n', '1']], query: 'slots where record = 0 set n = 1' },
  'a record with its count': { set: [['slots/0', '{"n": 1, "kind": 7}']] },
  'a count in bits': { set: [['tiles/0/flags/n', '2']], query: 'tiles where flags.n = 1 set flags.n = 2' },
  'a word whose bits count': { set: [['tiles/0/flags', '{"n": 2, "m": 1, "on": 1}']] },
  'one of two arrays on one count': { set: [['tiles/0/b', '[1, 2]']] },
  'a count with a sign': { set: [['signed/0/n', '-1']], query: 'signed where n = 1 set n = -1' },
  'a count and fewer records': {
    set: [
      ['slots/0/n', '2'],
      ['blobs/0/list', '[1]'],
    ],
  },
  'too many records for the bits': { set: [['tiles/0/c', '[1, 2, 3, 4]']] },
}

/** The same with what they count, and edits after which the counts follow. */
const WHOLE: Readonly<Record<string, Edit & { readonly is: string }>> = {
  'the records of a parallel record': { set: [['blobs/0/list', '[1]']], is: `010007000008 0101 02${TILES}${SIGNED}` },
  'the array in a frame that bits count': {
    set: [['tiles/0/c', '[8, 9]']],
    is: `${SLOTS}${BLOBS} 31 05 0600 02 0809 ${SIGNED}`,
  },
  'the array of a count with a sign': {
    set: [['signed/0/list', '[1, 2]']],
    is: `${SLOTS}${BLOBS}${TILES} 02 0100 0200`,
  },
  'both arrays of one count': {
    set: [
      ['tiles/0/b', '[1, 2]'],
      ['tiles/0/a', '[3, 4]'],
    ],
    is: `${SLOTS}${BLOBS} 2a 0304 01000200 01 07 ${SIGNED}`,
  },
  'both arrays with their count and another range': {
    set: [
      ['tiles/0/b', '[]'],
      ['tiles/0/flags/on', '2'],
      ['tiles/0/flags/n', '0'],
      ['tiles/0/a', '[]'],
    ],
    is: `${SLOTS}${BLOBS} 48 01 07 ${SIGNED}`,
  },
  'a record with its own array': {
    set: [['signed/0', '{"list": []}']],
    is: `${SLOTS}${BLOBS}${TILES} 00`,
  },
  'the root with other records and the counts as they were': {
    set: [['', ROOT.replace(/"list": \[\s*10,\s*11\s*\]/, '"list": [1, 2, 3]').replace(/"c": \[\s*7\s*\]/, '"c": []')]],
    is: `030007000008 01010203 02 21 05 0600 00 ${SIGNED}`,
  },
  'the root without counts': {
    set: [['', ROOT.replaceAll(/"[nm]": \d+,/g, '').replace(/"list": \[\s*10,\s*11\s*\]/, '"list": []')]],
    is: `000007000008 01 02${TILES}${SIGNED}`,
  },
}

describe.each(Object.keys(WAYS))('by %s', way => {
  it.each(Object.keys(TORN))('%s is refused', name => {
    const edit = TORN[name]
    const result = edit && WAYS[way]?.(edit)
    if (result === undefined) return
    expect(typeof result === 'string' ? result : `accepted: ${Buffer.from(result.bytes).toString('hex')}`).toMatch(
      /^(layout\.(formula|derived|long)|query\.fixed-derived|patch\.unfit)$/,
    )
  })
  it.each(Object.keys(WHOLE))('%s is taken, and the counts are right', name => {
    const edit = WHOLE[name]
    // A patch sets fields that keep their place.
    const result = way === 'patch' || !edit ? undefined : WAYS[way]?.(edit)
    if (result === undefined) return
    if (typeof result === 'string') throw new Error(result)
    expect(result.isWhole).toBe(true)
    expect(Buffer.from(result.bytes).toString('hex')).toBe(edit?.is.replaceAll(' ', ''))
  })
})

describe('counts in parallel records, in bits and with a sign', () => {
  it('keep the laws, are filled by the writer and cannot be typed', () => {
    expect(brokenLaws(File, SOME)).toEqual([])
    const { slots: _, tiles, ...value } = read(File, SOME)
    const slots = [{ kind: 7 }, { kind: 8 }]
    const bare = { slots, tiles: tiles.map(tile => ({ ...tile, flags: { on: 1 } })), ...value }
    expect(write(File as never, bare as never).bytes).toEqual(SOME)
    const rows = ['slots/0', 'tiles/0'].flatMap(path => formRows(locate(opened, path) ?? opened.root))
    expect(rows.map(({ path, readOnly }) => [path, readOnly]).slice(0, 5)).toEqual([
      ['slots/0/n', true],
      ['slots/0/kind', false],
      ['tiles/0/flags/n', true],
      ['tiles/0/flags/m', true],
      ['tiles/0/flags/on', false],
    ])
  })
  it('follow records that are added and removed, or refuse them', () => {
    expect(code(() => insertRecords(opened, 'blobs/1/list', 0, [3]))).toBe(`020007010008010a0b0203${TILES}${SIGNED}`)
    expect(code(() => removeRecords(opened, 'blobs/0/list', 1, 1))).toBe(`010007000008010a02${TILES}${SIGNED}`)
    expect(code(() => removeRecords(opened, 'tiles/0/c/body', 0, 1))).toBe(
      `${SLOTS}${BLOBS}210506 0000${SIGNED}`.replace(' ', ''),
    )
    expect(code(() => insertRecords(opened, 'signed/0/list', 1, [1]))).toBe(`${SLOTS}${BLOBS}${TILES}0209000100`)
    expect(code(() => insertRecords(opened, 'tiles/0/a', 0, [1]))).toBe('layout.formula')
    expect(code(() => removeRecords(opened, 'blobs', 0, 1))).toBe('layout.formula')
    const many = Array.from({ length: 128 }, () => 1)
    expect(code(() => insertRecords(opened, 'signed/0/list', 0, many))).toBe('layout.long')
  })
  it('below zero are a fault at their place, and every byte is kept', () => {
    const below = document(File, hex('0200 07 ffff 08   01 0a0b  02   29 05 0600 01 07   ff 0900'))
    expect(below.findings[0]).toMatchObject({ what: 'count', path: 'slots/1/n', params: { count: -1 } })
    const alone = document(Signed, hex('ff 0900'))
    expect(alone.findings[0]).toMatchObject({ what: 'count', path: 'n', offset: 0, size: 1 })
  })
  it('name the arrays that an edit makes longer', () => {
    const edit = insertRecords(opened, 'blobs/1/list', 0, [3])
    expect(resizedArrays(opened, document(File, apply(SOME, edit.splices)), edit)).toEqual([
      { path: 'blobs/1/list', before: 0, after: 1 },
    ])
  })
  it('are refused at once where they count nothing', () => {
    const list = { id: u8(), list: array(u8(), '^.n') }
    const slots = (sibling: string) => array(struct('s', { n: count(sibling, { as: 'u8', parallel: true }) }), 2)
    const wrong = [
      () => struct('x', { slots: slots('blobs/list') }),
      () => struct('x', { slots: slots('blobs/other'), blobs: array(struct('b', list), parallelTo('slots')) }),
      () =>
        struct('x', {
          slots: slots('blobs/list'),
          blobs: array(struct('b', { id: u8(), list: array(u8(), '2 * ^.n') }), parallelTo('slots')),
        }),
      () => struct('x', { flags: bitfield(u8(), { n: [0, 3, { counts: ['a'] }] }), a: array(u8(), 'flags.unk_3') }),
      () => struct('x', { flags: bitfield(u8(), { n: [0, 3, { counts: ['a', 'b'] }] }), a: array(u8(), 'flags.n') }),
    ]
    for (const make of wrong) expect(make, make.toString()).toThrow('is no array of that count')
  })
})
