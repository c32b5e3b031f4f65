import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply, canonicalSplices, type Edit } from '../../edit'
import {
  array,
  document,
  insertRecords,
  locate,
  removeRecords,
  struct,
  toEnd,
  u16,
  u8,
  type Splice,
} from '../../layout'
import { NO_MARKS, parseMarks, printMarks, rebaseMark, spliceRange, withMark, type MarkFile } from './bookmarks'
import type { ByteMark, GivenMark } from '../api/annotations'
import { openBench, pristine, setByte, transaction, type Bench } from '../studio.fixture'
import { fromText } from '../../format/text-bytes'

const RAW = 'DATA/Maps/One.tin!#2'
const given: GivenMark = { entry: 'a', offset: 2, size: 3, colour: 'blue', note: 'why' }
const mark: ByteMark = { ...given, id: 0 }
const edit = (splices: readonly Splice[], moves: NonNullable<Edit['moves']> = []): Edit => ({
  entry: 'a',
  base: 0,
  splices,
  moves,
})

/** Disjoint splices over 40 bytes, and a range of them. */
const cuts = fc
  .uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 2, maxLength: 8 })
  .map(places => [...places].sort((a, b) => a - b))
const splices = fc
  .tuple(cuts, fc.array(fc.nat({ max: 4 }), { minLength: 4, maxLength: 4 }))
  .map(([places, sizes]): Splice[] =>
    sizes.flatMap((size, i) => {
      const [from, to] = [places[2 * i], places[2 * i + 1]]
      return from === undefined || to === undefined
        ? []
        : [{ offset: from, removed: new Uint8Array(to - from), inserted: new Uint8Array(size) }]
    }),
  )

describe('a range under splices', () => {
  it('keeps the bytes that stay, and takes in none that stood outside', () => {
    fc.assert(
      fc.property(splices, fc.nat({ max: 39 }), fc.integer({ min: 1, max: 40 }), (list, start, length) => {
        const end = Math.min(40, start + length)
        const [from, to] = spliceRange(start, end, list)
        // Each byte is followed by its number; 99 is one that was put in.
        const after: number[] = []
        let at = 0
        for (const { offset, removed, inserted } of list) {
          while (at < offset) after.push(at++)
          const isMoving = removed.length !== inserted.length
          for (let i = 0; i < inserted.length; i++) after.push(isMoving ? 99 : offset + i)
          at = offset + removed.length
        }
        while (at < 40) after.push(at++)
        const isIn = (byte: number): boolean => byte >= start && byte < end
        const inside = after.slice(from, to).filter(byte => byte !== 99)
        expect(to).toBeGreaterThanOrEqual(from)
        expect(to).toBeLessThanOrEqual(after.length)
        expect(inside).toEqual(after.filter(byte => byte !== 99 && isIn(byte)))
      }),
      { seed: 7, numRuns: 2000 },
    )
  })

  it('grows by what is put between its bytes, not by what is put at its rims', () => {
    const put = (offset: number): Splice[] => [{ offset, removed: new Uint8Array(), inserted: new Uint8Array(2) }]
    expect([2, 3, 5].map(at => spliceRange(2, 5, put(at)))).toEqual([
      [4, 7],
      [2, 7],
      [2, 5],
    ])
  })
})

const Record = struct('record', { a: u8(), b: u8(), c: u16() })
const layout = struct('root', { records: array(Record, toEnd) })

describe('a mark on a record', () => {
  it('stays with its record when equal ones are put in or taken out before it', () => {
    const bytes = fc
      .array(fc.nat({ max: 1 }), { minLength: 4, maxLength: 48 })
      .map(list => Uint8Array.from(list.slice(0, list.length - (list.length % 4))))
    fc.assert(
      fc.property(bytes, fc.nat(), fc.nat(), fc.boolean(), (image, i, k, isRemoval) => {
        const count = image.length / 4
        const [at, marked] = [i % (count + (isRemoval ? 0 : 1)), k % count]
        const root = document(layout, image)
        const change = isRemoval
          ? removeRecords(root, 'records', at, 1)
          : insertRecords(root, 'records', at, [{ a: 0, b: 1, c: 0 }])
        const moved = rebaseMark(
          { ...mark, path: `records/${marked}/b`, offset: marked * 4 + 1, size: 1 },
          edit(canonicalSplices(image, change.splices), change.moves),
        )
        const after = document(layout, apply(image, change.splices))
        const isGone = isRemoval && at === marked
        expect([isGone ? undefined : moved.offset, moved.size]).toEqual([
          locate(after, moved.path ?? '-')?.offset,
          isGone ? 0 : 1,
        ])
      }),
      { seed: 9, numRuns: 500 },
    )
  })
})

describe('the file of marks', () => {
  it('is its text again, with what it does not know', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            note: fc.string({ maxLength: 20 }).filter(text => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)),
            offset: fc.nat(),
          }),
        ),
        list => {
          const file = list.reduce<MarkFile>(
            (before, one, i) => withMark(before, { ...given, ...one, ...(i % 2 ? { path: `x/${i}` } : {}) }, i),
            { ...NO_MARKS, rest: { author: 'me' } },
          )
          expect(parseMarks(printMarks(file))).toEqual(file)
        },
      ),
      { seed: 3 },
    )
  })
  it.each([
    ['[]', 'mark.damaged'],
    ['{"version":2}', 'mark.version'],
    ['{"version":1,"next":0,"marks":[{"id":0}]}', 'mark.damaged'],
  ])('refuses %s', (text, code) => {
    expect(() => parseMarks(text)).toThrow(code)
  })
  it('refuses notes that cannot be read, and changes of marks that are gone', () => {
    expect(() => withMark(NO_MARKS, { ...given, note: 'a\u202eb' }, 0)).toThrow('mark.note')
    expect(() => withMark(NO_MARKS, { ...given, note: 'a'.repeat(2001) }, 0)).toThrow('mark.note')
    expect(() => withMark(NO_MARKS, { ...given, id: 3 }, 0)).toThrow('mark.missing')
  })
})

/** Takes bytes out of an entry, or puts some in. */
async function splice(
  { studio }: Bench,
  entry: string,
  offset: number,
  removed: number,
  inserted: number[],
): Promise<void> {
  const image = await studio.api.read(entry)
  await studio.api.commit(
    transaction({
      entry,
      base: image.revision,
      splices: [{ offset, removed: image.bytes.slice(offset, offset + removed), inserted: Uint8Array.from(inserted) }],
    }),
  )
}

describe('marks of a workspace', () => {
  const raw = { ...given, entry: RAW, offset: 1, size: 2 }

  it('follow the bytes, survive a restart, and are told to every window', async () => {
    const bench = await openBench()
    const heard: unknown[] = []
    bench.studio.listen('marks', marks => heard.push(marks))
    const [made] = await bench.studio.api.setMark(raw)
    expect(made).toEqual({ ...raw, id: 0 })
    await splice(bench, RAW, 0, 0, [9, 9])
    expect(await bench.studio.api.marks()).toMatchObject([{ offset: 3, size: 2, note: 'why' }])
    await expect.poll(() => heard).toHaveLength(2)
    const again = await bench.again()
    expect(await again.api.marks()).toMatchObject([{ offset: 3, size: 2 }])
    await again.api.setMark({ ...raw, id: 0, colour: 'red', note: 'seen' })
    expect(await bench.studio.api.marks()).toMatchObject([{ offset: 3, colour: 'red', note: 'seen' }])
    await bench.studio.api.undo()
    expect(await bench.studio.api.marks()).toMatchObject([{ offset: 1, size: 2, note: 'seen' }])
    expect(await bench.studio.api.removeMarks([0])).toEqual([])
    expect((await bench.studio.api.setMark(raw)).map(one => one.id)).toEqual([1])
  })

  it('come back with what was deleted, whichever way history goes', async () => {
    const bench = await openBench()
    const places = async (): Promise<unknown> =>
      (await bench.studio.api.marks()).map(({ offset, size }) => [offset, size])
    await splice(bench, RAW, 0, 0, [5])
    await bench.studio.api.setMark({ ...raw, offset: 2, size: 2 })
    await splice(bench, RAW, 1, 3, [])
    await splice(bench, RAW, 0, 0, [1, 2, 3])
    expect(await places()).toEqual([[4, 0]])
    await bench.studio.api.undo()
    await bench.studio.api.undo()
    expect(await places()).toEqual([[2, 2]])
    await bench.studio.api.undo()
    expect(await places()).toEqual([[1, 2]])
    await bench.studio.api.redo()
    expect(await places()).toEqual([[2, 2]])
    await bench.studio.api.undo()
    await splice(bench, RAW, 0, 0, [4, 4])
    expect(await places()).toEqual([[3, 2]])
    expect(await (await bench.again()).api.marks()).toMatchObject([{ offset: 3, size: 2 }])
  })

  it('are refused outside of the bytes, and left as they are where their file is damaged', async () => {
    const bench = await openBench()
    await expect(
      bench.studio.api.setMark({ ...raw, offset: (await pristine(bench.studio, RAW)).length }),
    ).rejects.toThrow('mark.outside')
    await expect(bench.studio.api.setMark({ ...raw, entry: 'none' })).rejects.toThrow('entry.missing')
    await bench.store().write('marks.json', fromText('{"version":1,'))
    await expect(bench.studio.api.setMark(raw)).rejects.toThrow('mark.damaged')
    expect(await bench.store().read('marks.json')).toEqual(fromText('{"version":1,'))
    await bench.studio.api.commit(transaction(setByte(await bench.studio.api.read(RAW), 0, 8)))
  })
})
