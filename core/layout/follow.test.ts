import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  array,
  assign,
  assignAll,
  bigEndian,
  brokenLaws,
  bytes,
  count,
  derived,
  describe as printed,
  document,
  encode,
  f32,
  follow,
  fromJson,
  insertRecords,
  jsonSchema,
  locate,
  offsetTo,
  read,
  removeRecords,
  repairedWords,
  slotLink,
  struct,
  toJson,
  u16,
  u32,
  u8,
  union,
  write,
  type Assignment,
  type Document,
  type Value,
} from '.'
import { Paired, pairedFile, pairedValues } from './paired.fixture'
import { applied } from './random.fixture'

const SEED = { seed: 20_001_124, numRuns: 40, endOnFailure: true }

/** An assignment with the words that follow from it. */
function after(opened: Document, made: Assignment): Document {
  const then = document(opened.layout, applied(opened.bytes, made.splices))
  return document(opened.layout, applied(then.bytes, follow(opened, then, made)))
}
const open = (value: Value): Document => document(Paired, pairedFile(value))
const odd = ({ findings }: Document): readonly string[] =>
  findings.filter(({ what }) => what === 'derived').map(({ path }) => path)
const valueAt = (opened: Document, path: string): Value | undefined => locate(opened, path)?.value
const countOf = (opened: Document, path: string): number => locate(opened, path)?.childCount ?? 0

const FILE: Value = {
  version: 1,
  slot_count: 3,
  slots: [
    { kind: 0, point_count: 0 },
    { kind: 1, point_count: 1 },
    { kind: 0, point_count: 2 },
  ],
  blobs: [
    { points: [] },
    { points: [{ x: 7, slot: 0 }] },
    {
      points: [
        { x: 8, slot: 1 },
        { x: 9, slot: 2 },
      ],
    },
  ],
  runs: [
    { length: 4, tags: [1] },
    { length: 2, tags: [] },
  ],
  refs: [0, 2],
  places: [0, 0, 0],
}

/** One random edit; undefined where the file has nothing for it. */
const edits: fc.Arbitrary<(opened: Document) => Assignment | undefined> = fc
  .tuple(fc.constantFrom('point', 'point-', 'run', 'run-', 'slot', 'kind', 'x', 'ref', 'length'), fc.nat(), fc.nat())
  .map(([what, a, b]) => opened => {
    const slot = a % countOf(opened, 'slots')
    const points = `blobs/${slot}/points`
    const runs = countOf(opened, 'runs')
    const refs = countOf(opened, 'refs') - 1
    switch (what) {
      case 'point':
        return insertRecords(opened, points, b % (countOf(opened, points) + 1), [{ x: a % 256, slot: 0 }])
      case 'point-':
        return countOf(opened, points) > 0 ? removeRecords(opened, points, b % countOf(opened, points), 1) : undefined
      case 'run':
        return insertRecords(opened, 'runs', a % (runs + 1), [{ length: b % 9, tags: b % 2 ? [1, 2] : [] }])
      case 'run-':
        return runs > 0 ? removeRecords(opened, 'runs', a % runs, 1) : undefined
      case 'slot':
        return assignAll(opened, [
          { path: 'slots', value: [...(valueAt(opened, 'slots') as Value[]), { kind: a % 2, point_count: 0 }] },
          { path: 'blobs', value: [...(valueAt(opened, 'blobs') as Value[]), { points: [] }] },
          { path: 'places', value: [...(valueAt(opened, 'places') as Value[]), 0] },
        ])
      case 'kind':
        return assign(opened, `slots/${slot}`, { kind: b % 2, point_count: countOf(opened, points) })
      case 'x':
        return countOf(opened, points) > 0 ? assign(opened, `${points}/0/x`, b % 256) : undefined
      case 'ref':
        return insertRecords(opened, 'refs', b % (refs + 1), [-1])
      default:
        return runs > 0 ? assign(opened, `runs/${a % runs}/length`, b % 9) : undefined
    }
  })

describe('following words', () => {
  it('keep the laws, right or odd, and may be left out of a value', () => {
    fc.assert(
      fc.property(pairedValues, fc.nat(), fc.nat(255), (value, at, byte) => {
        const file = pairedFile(value)
        expect(brokenLaws(Paired, file)).toEqual([])
        expect(odd(document(Paired, file))).toEqual([])
        const other = file.slice()
        other[at % file.length] = byte
        if (document(Paired, other).isWhole) expect(brokenLaws(Paired, other)).toEqual([])
      }),
      SEED,
    )
  })

  it('are right after any edits', () => {
    fc.assert(
      fc.property(pairedValues, fc.array(edits, { minLength: 1, maxLength: 6 }), (value, list) => {
        let opened = open(value)
        for (const edit of list) {
          const made = edit(opened)
          if (!made) continue
          const then = after(opened, made)
          expect(then.isWhole).toBe(true)
          expect(odd(then)).toEqual([])
          expect(brokenLaws(Paired, then.bytes)).toEqual([])
          opened = then
        }
      }),
      SEED,
    )
  })

  it('stay odd through a hundred edits elsewhere', () => {
    fc.assert(
      fc.property(
        pairedValues,
        fc.array(edits, { minLength: 100, maxLength: 100 }),
        fc.integer({ min: 1, max: 255 }),
        (value, list, typed) => {
          let opened = open(value)
          const file = opened.bytes.slice()
          const word = locate(opened, 'last_slot')
          file[(word?.offset ?? 0) + 1] = typed
          const given = valueAt(document(Paired, file), 'last_slot')
          opened = document(Paired, file)
          for (const edit of list) {
            const made = edit(opened)
            if (!made) continue
            opened = after(opened, made)
            expect(valueAt(opened, 'last_slot')).toBe(given)
            expect(odd(opened)).toEqual(['last_slot'])
          }
        },
      ),
      { ...SEED, numRuns: 10 },
    )
  })

  it('are set by what they follow: places, counts, links and sums', () => {
    const opened = open(FILE)
    expect(read(Paired, opened.bytes)).toMatchObject({
      blobs_offset: (locate(opened, 'blobs')?.offset ?? 0) + 2,
      last_slot: 2,
      run_count: 2,
      slots: [
        { word: 2, previous: 255 },
        { word: locate(opened, 'blobs/1')?.offset, previous: 0 },
        { word: -1, previous: 1 },
      ],
      runs: [
        { start: 0, tag_place: 3 },
        { start: 4, tag_place: 3 },
      ],
    })
    const then = after(opened, assign(opened, 'slots/1', { kind: 0, point_count: 1 }))
    expect([0, 1, 2].map(k => valueAt(then, `slots/${k}/word`))).toEqual([1, 2, -1])
    const sooner = after(opened, removeRecords(opened, 'runs', 0, 1))
    expect([valueAt(sooner, 'runs/0/start'), valueAt(sooner, 'run_count')]).toEqual([0, 1])
  })

  it('that are odd are found, keep their bytes, and are repaired one by one', () => {
    const file = pairedFile(FILE)
    const [last, start] = ['last_slot', 'runs/1/start'].map(path => locate(document(Paired, file), path)?.offset ?? 0)
    file[last ?? 0] = 77
    file[start ?? 0] = 99
    const opened = document(Paired, file)
    expect(opened.findings.filter(({ what }) => what === 'derived')).toMatchObject([
      { path: 'last_slot', params: { expected: 2, found: 77 } },
      { path: 'runs/1/start', params: { expected: 4, found: 99 } },
    ])
    const longer = after(opened, insertRecords(opened, 'blobs/1/points', 0, [{ x: 1, slot: 0 }]))
    expect(odd(longer)).toEqual(['last_slot', 'runs/1/start'])
    const moved = after(opened, insertRecords(opened, 'runs', 0, [{ length: 1, tags: [] }]))
    expect([valueAt(moved, 'last_slot'), valueAt(moved, 'runs/2/start')]).toEqual([77, 99])
    expect(valueAt(moved, 'runs/1/start')).toBe(1)
    const one = document(Paired, applied(file, repairedWords(opened, 'last_slot')))
    expect(odd(one)).toEqual(['runs/1/start'])
    expect(applied(file, repairedWords(opened))).toEqual(pairedFile(FILE))
    expect(assign(opened, 'last_slot', 2).splices).toHaveLength(1)
    expect(() => assign(opened, 'last_slot', 5)).toThrow('layout.derived')
  })

  it('refuse an edit that moves bytes while a place is odd, and a number given for a word', () => {
    const file = pairedFile(FILE)
    const place = locate(document(Paired, file), 'slots/1/word')?.offset ?? 0
    file[place] = (file[place] ?? 0) + 1
    const opened = document(Paired, file)
    expect(() => after(opened, insertRecords(opened, 'refs', 0, [-1]))).toThrow('layout.odd-place')
    expect(valueAt(after(opened, assign(opened, 'runs/0/length', 5)), 'runs/1/start')).toBe(5)
    const right = open(FILE)
    const given = { ...(valueAt(right, 'runs/1') as object), start: 7 }
    expect(() => after(right, assign(right, 'runs/1', given))).toThrow('layout.derived')
    const left = after(opened, assign(opened, 'slots/1', { kind: 1, point_count: 1 }))
    expect(left.bytes).toEqual(file)
  })

  it('are set whatever else an edit changes in one go, also as JSON', () => {
    const opened = open(FILE)
    const text = toJson(opened.root)
      .replace('"version": 1', '"version": 3, "note": 5')
      .replace('"refs": [', '"refs": [ -1, ')
    const then = after(opened, assign(opened, '', fromJson(Paired, text) as Value))
    expect(odd(then)).toEqual([])
    expect(countOf(then, 'refs')).toBe(countOf(opened, 'refs') + 1)
    expect(jsonSchema(Paired)).toMatchObject({
      definitions: { paired: { properties: { last_slot: { readOnly: true } } } },
    })
    expect(printed(Paired).join('\n')).toContain('i32 = slot_count - 1')
  })

  it('may be big-endian, chained, and are refused where a declaration or a number cannot hold', () => {
    const Chained = struct('chained', {
      first: derived(bigEndian(u16()), 'data.size'),
      second: derived(u8(), 'first * 2'),
      third: derived(u8(), 'second + data.offset'),
      n: count('data', { as: 'u8' }),
      data: bytes('n'),
    })
    const file = write(Chained, { data: Uint8Array.of(1, 2, 3) } as never).bytes
    expect([...file]).toEqual([0, 3, 6, 11, 3, 1, 2, 3])
    const opened = document(Chained, file)
    expect([...after(opened, assign(opened, 'data', Uint8Array.of(9))).bytes]).toEqual([0, 1, 2, 7, 1, 9])
    expect(() => after(opened, assign(opened, 'data', new Uint8Array(200)))).toThrow('layout.range')
    expect(() => struct('a', { x: derived(u8(), 'y') })).toThrow("a.x: 'y' is no field")
    expect(() => struct('a', { n: derived(u8(), 'x.length'), x: array(u8(), 'n') })).toThrow("'n' is no integer")
    expect(() => derived(f32() as never, '1')).toThrow('integer')
    expect(() => derived(bytes(2) as never, '1')).toThrow('integer')
  })

  it('point at what a field is counted from, and at nothing where it is empty', () => {
    const Inner = struct('inner', {
      at: offsetTo('..body', { from: '..', none: 0 }),
      own: offsetTo('own', { from: '.' }),
    })
    const Outer = struct('outer', { head: u32(), inner: Inner, n: u8(), body: bytes('n') })
    const at = (n: number): Value =>
      read(Outer, write(Outer, { head: 0, inner: {}, n, body: new Uint8Array(n) } as never).bytes)
    expect(at(2)).toMatchObject({ inner: { at: 13, own: 4 } })
    expect(at(0)).toMatchObject({ inner: { at: 0 } })
    const Cased = struct('cased', {
      tag: u8(),
      word: union('tag', { 0: slotLink(u8(), 'next', { none: 9 }), 1: u8() }),
    })
    const Slots = struct('slots', { slots: array(Cased, 3) })
    expect(encode(Slots, { slots: [{ tag: 0 }, { tag: 1, word: 4 }, { tag: 0 }] }, '').bytes).toHaveLength(6)
    const { bytes: linked } = write(Slots, { slots: [{ tag: 0 }, { tag: 1, word: 4 }, { tag: 0 }] } as never)
    expect([...linked]).toEqual([0, 2, 1, 4, 0, 9])
  })
})
