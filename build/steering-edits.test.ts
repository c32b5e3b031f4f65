import { describe, expect, it } from 'vitest'
import {
  LayoutError,
  array,
  bitfield,
  document,
  insertRecords,
  locate,
  parallelTo,
  read,
  removeRecords,
  rest,
  sized,
  struct,
  toJson,
  u16,
  u32,
  u8,
  union,
  type Document,
} from '@areal-studio/core/layout'
import { editingWays, hex, type Edit } from './editing-ways.fixture'

const Slot = struct('slot', { kind: u8(), n: u8() })
const Blob = struct('blob', {
  body: union('^.kind', { 1: struct('one', { a: u8() }), 2: struct('two', { a: u8(), b: u16() }) }),
  list: array(u8(), '^.n'),
})
const Tile = struct('tile', {
  flags: bitfield(u8(), { n: [0, 3], on: [3, 5] }),
  a: array(u8(), 'flags.n'),
  b: array(u16(), 'flags.n'),
  c: array(u8(), 'flags.n'),
  d: array(u8(), 'flags.n'),
})
const Frame = struct('frame', {
  kind: u8(),
  body: sized(u8(), union('kind', { 1: struct('long', { x: u32() }), 2: struct('short', { x: u16() }) }, rest())),
})
const File = struct('steered', {
  slots: array(Slot, 2),
  blobs: array(Blob, parallelTo('slots')),
  tiles: array(Tile, 1),
  frames: array(Frame, 2),
})

const SOME = hex('0101 0201  05 0a  06 0700 0b   09 01 0200 03 04   01 04 0a000000  02 02 0b00')
const opened = document(File, SOME)
const WAYS = editingWays(File, SOME)

const REFUSED = /^(layout\.(union|formula|missing-field)|query\.fixed-length|patch\.unfit)$/
const ROOT = toJson(opened.root)
const withSlot = (text: string): string => text.replace(/"kind": 1/, '"kind": 2')

/** The eight edits of tags and counts without what they decide about. */
const TORN: Readonly<Record<string, Edit>> = {
  'the tag of a slot alone': { set: [['slots/0/kind', '2']], query: 'slots where record = 0 set kind = 2' },
  'the record of a slot with its tag': {
    set: [['slots/0', '{"kind": 2, "n": 1}']],
    query: 'slots where record = 0 set kind = 2, n = 1',
  },
  'the count in a slot': { set: [['slots/0/n', '2']], query: 'slots where record = 0 set n = 2' },
  'a flag word whose low bits count four arrays': {
    set: [['tiles/0/flags/n', '2']],
    query: 'tiles where flags.n = 1 set flags.n = 2',
  },
  'the root without the body': { set: [['', withSlot(ROOT)]] },
  'one of four arrays on one count': { set: [['tiles/0/b', '[2, 3]']] },
  'a tag to an unknown one': { set: [['slots/0/kind', '9']], query: 'slots where record = 0 set kind = 9' },
  'a tag to an unknown one in a frame': { set: [['frames/0/kind', '9']], query: 'frames where kind = 1 set kind = 9' },
  'a short case in a long frame': { set: [['frames/0/kind', '2']], query: 'frames where kind = 1 set kind = 2' },
  'a count to 0 of arrays that have a record': { set: [['tiles/0/flags', '{"n": 0, "on": 1}']] },
}

/** The same with what they decide about, and edits that decide about nothing. */
const WHOLE: Readonly<Record<string, Edit & { readonly then: (value: ReturnType<typeof valueThen>) => unknown }>> = {
  'the root with the body': {
    set: [['', withSlot(ROOT).replace(/"body": \{[^}]*\}/, '"body": {"a": 1, "b": 2}')]],
    then: value => expect(value.blobs[0]).toEqual({ body: { a: 1, b: 2 }, list: [10] }),
  },
  'a tag with its body': {
    set: [
      ['slots/0/kind', '2'],
      ['blobs/0/body', '{"a": 1, "b": 2}'],
    ],
    then: value => expect(value.blobs[0]).toEqual({ body: { a: 1, b: 2 }, list: [10] }),
  },
  'a count with its array': {
    set: [
      ['blobs/0/list', '[1, 2]'],
      ['slots/0/n', '2'],
    ],
    then: value => expect([value.slots[0], value.blobs[0]?.list]).toEqual([{ kind: 1, n: 2 }, [1, 2]]),
  },
  'four arrays with their count': {
    set: [
      ['tiles/0/d', '[5, 6]'],
      ['tiles/0/a', '[1, 2]'],
      ['tiles/0/flags/n', '2'],
      ['tiles/0/b', '[3, 3]'],
      ['tiles/0/c', '[4, 4]'],
    ],
    then: value =>
      expect(value.tiles[0]).toEqual({ flags: { n: 2, on: 1 }, a: [1, 2], b: [3, 3], c: [4, 4], d: [5, 6] }),
  },
  'a case with its frame': {
    set: [
      ['frames/0/kind', '2'],
      ['frames/0/body/body', '{"x": 7}'],
    ],
    then: value => expect(value.frames[0]).toEqual({ kind: 2, body: { x: 7 } }),
  },
  'two ranges of one word': {
    set: [
      ['tiles/0/flags/on', '3'],
      ['tiles/0/flags/n', '1'],
    ],
    query: 'tiles where flags.n = 1 set flags.on = 3, flags.n = 1',
    then: value => expect(value.tiles[0]?.flags).toEqual({ n: 1, on: 3 }),
  },
}

const valueThen = (result: Document) => read(File, result.bytes)

describe.each(Object.keys(WAYS))('by %s', way => {
  it.each(Object.keys(TORN))('%s is refused', name => {
    const edit = TORN[name]
    const result = edit && WAYS[way]?.(edit)
    if (result === undefined) return
    expect(typeof result === 'string' ? result : `accepted: ${Buffer.from(result.bytes).toString('hex')}`).toMatch(
      REFUSED,
    )
  })
  it.each(Object.keys(WHOLE))('%s is taken, and the file is whole', name => {
    const edit = WHOLE[name]
    // The table and the form take a body in its present case only; a patch sets fields that keep their place.
    const result =
      way === 'patch' || (way === 'table' && /body|case/.test(name)) ? undefined : edit && WAYS[way]?.(edit)
    if (!edit || result === undefined) return
    if (typeof result === 'string') throw new Error(result)
    expect(result.isWhole).toBe(true)
    edit.then(valueThen(result))
  })
})

describe('records', () => {
  it('that others belong to are neither added nor taken away alone', () => {
    const code = (work: () => { readonly splices: readonly unknown[] }): string => {
      try {
        return `accepted ${work().splices.length}`
      } catch (error) {
        if (error instanceof LayoutError) return error.code
        throw error
      }
    }
    for (const array of ['blobs', 'tiles/0/a', 'blobs/0/list']) {
      expect(code(() => insertRecords(opened, array, 0, [locate(opened, `${array}/0`)?.value ?? 0]))).toMatch(/^layout/)
      expect(code(() => removeRecords(opened, array, 0, 1))).toMatch(/^layout/)
    }
  })
})
