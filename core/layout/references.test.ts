import { describe, expect, it } from 'vitest'
import { apply } from '../edit'
import {
  LayoutError,
  array,
  assign,
  assignAll,
  bitfield,
  count,
  counted,
  document,
  fromJson,
  i16,
  insertRecords,
  read,
  removeRecords,
  struct,
  toJson,
  u16,
  u8,
  write,
  type Assignment,
  type Infer,
} from '.'

/** Clans with an enemy each; objects that belong to a clan, with lists of clans; a clan in some bits of a word. */
const Clan = struct('clan', { name: u8(), enemy: i16({ refers: 'clans' }) })
const File = struct('file', {
  n: count('clans', { as: 'u8' }),
  clans: array(Clan, 'n'),
  m: count('objects', { as: 'u8' }),
  objects: array(
    struct('object', {
      owner: u8({ refers: 'clans' }),
      word: bitfield(u8(), { flag: [0, 1], clan: [1, 7, { refers: 'clans' }] }),
      allies: counted(u8(), u16({ refers: 'clans' })),
    }),
    'm',
  ),
})
const NONE = 0xff
const before: Infer<typeof File> = {
  n: 4,
  clans: [
    { name: 10, enemy: 1 },
    { name: 11, enemy: -1 },
    { name: 12, enemy: 3 },
    { name: 13, enemy: 1 },
  ],
  m: 2,
  objects: [
    { owner: 3, word: { flag: 1, clan: 3 }, allies: [0, 3] },
    { owner: NONE, word: { flag: 0, clan: 1 }, allies: [] },
  ],
}
const { bytes } = write(File, before)
const opened = document(File, bytes)
const after = ({ splices }: Assignment): Infer<typeof File> => read(File, apply(bytes, splices))
function refusal(work: () => unknown): { readonly code: string; readonly path: string; readonly field?: unknown } {
  try {
    work()
  } catch (error) {
    if (error instanceof LayoutError)
      return { code: error.code, path: error.path, ...('field' in error.params && { field: error.params['field'] }) }
    throw error
  }
  throw new Error('accepted')
}

describe('records that fields refer to by number', () => {
  it('give their new numbers to those fields when others are inserted', () => {
    const value = after(insertRecords(opened, 'clans', 1, [{ name: 99, enemy: 0 }]))
    expect(value.clans.map(({ enemy }) => enemy)).toEqual([2, 0, -1, 4, 2])
    expect(value.objects).toEqual([
      { owner: 4, word: { flag: 1, clan: 4 }, allies: [0, 4] },
      { owner: NONE, word: { flag: 0, clan: 2 }, allies: [] },
    ])
    expect(after(insertRecords(opened, 'clans', 4, [{ name: 99, enemy: 0 }])).objects).toEqual(before.objects)
  })
  it('are removed where no field names them, and the others are followed', () => {
    const value = after(removeRecords(opened, 'clans', 2, 1))
    expect(value.clans).toEqual([
      { name: 10, enemy: 1 },
      { name: 11, enemy: -1 },
      { name: 13, enemy: 1 },
    ])
    expect(value.objects[0]).toEqual({ owner: 2, word: { flag: 1, clan: 2 }, allies: [0, 2] })
    expect(refusal(() => removeRecords(opened, 'clans', 3, 1))).toEqual({
      code: 'layout.referred',
      path: 'clans',
      field: 'clans/2/enemy',
    })
    expect(after(removeRecords(opened, 'clans', 2, 0))).toEqual(before)
  })
  it('go back by removing what was inserted', () => {
    const grown = apply(bytes, insertRecords(opened, 'clans', 0, [{ name: 99, enemy: 0 }]).splices)
    expect([...apply(grown, removeRecords(document(File, grown), 'clans', 0, 1).splices)]).toEqual([...bytes])
  })
})

describe('a whole array in which records get other numbers', () => {
  const without = before.clans.toSpliced(2, 1)
  const set = (path: string, value: unknown) => () => assign(opened, path, value as never)

  it('is refused where a field keeps its number: of the array, of the root, with others', () => {
    const expected = { code: 'layout.referred', path: 'clans', field: 'objects/0/owner' }
    expect(refusal(set('clans', without))).toEqual(expected)
    expect(refusal(set('', { ...before, n: 3, clans: without }))).toEqual(expected)
    const json = JSON.stringify(without)
    expect(
      refusal(() =>
        assignAll(opened, [
          { path: 'clans', json },
          { path: 'objects/1/owner', json: '0' },
        ]),
      ),
    ).toEqual(expected)
    expect(refusal(set('clans', before.clans.toSpliced(1, 0, { name: 9, enemy: 0 })))).toEqual({
      ...expected,
      field: 'clans/0/enemy',
    })
  })
  it('is taken where every field has the new number, in JSON too', () => {
    const wanted = {
      ...before,
      n: 3,
      clans: without,
      objects: [
        { owner: 2, word: { flag: 1, clan: 2 }, allies: [0, 2] },
        { owner: NONE, word: { flag: 0, clan: 1 }, allies: [] },
      ],
    }
    expect(after(assign(opened, '', wanted))).toEqual(wanted)
    const text = toJson(document(File, write(File, wanted).bytes).root)
    expect(after(assign(opened, '', fromJson(File, text, opened.root)))).toEqual(wanted)
  })
  it('is taken where records come at the end, and where only values change', () => {
    const more = [...before.clans, { name: 99, enemy: 2 }]
    expect(after(assign(opened, 'clans', more)).clans).toEqual(more)
    const renamed = before.clans.map(clan => ({ ...clan, name: 1 }))
    expect(after(assign(opened, 'clans', renamed)).clans).toEqual(renamed)
  })
})

describe('records that other entries refer to by number', () => {
  const Points = struct('points', {
    n: count('points', { as: 'u8' }),
    points: array(struct('point', { x: u8() }), 'n', { isReferredElsewhere: true }),
  })
  const some = document(Points, Uint8Array.of(2, 7, 8))
  it('are added at the end only, by every way', () => {
    const more = insertRecords(some, 'points', 2, [{ x: 9 }])
    expect([...apply(some.bytes, more.splices)]).toEqual([3, 7, 8, 9])
    expect([...apply(some.bytes, assign(some, 'points', [{ x: 7 }, { x: 8 }, { x: 9 }]).splices)]).toEqual([3, 7, 8, 9])
    const expected = { code: 'layout.referred-elsewhere', path: 'points' }
    expect(refusal(() => insertRecords(some, 'points', 0, [{ x: 9 }]))).toEqual(expected)
    expect(refusal(() => removeRecords(some, 'points', 1, 1))).toEqual(expected)
    expect(refusal(() => assign(some, 'points', [{ x: 7 }]))).toEqual(expected)
    expect(refusal(() => assign(some, '', { n: 3, points: [{ x: 9 }, { x: 7 }, { x: 8 }] }))).toEqual(expected)
    expect([...apply(some.bytes, assign(some, 'points', [{ x: 5 }, { x: 6 }]).splices)]).toEqual([2, 5, 6])
  })
})
