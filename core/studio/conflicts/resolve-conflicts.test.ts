import { describe, expect, it } from 'vitest'
import { addEntry, apply, editFrom } from '../../edit'
import { MemoryFiles } from '../../format'
import { document, insertRecords, type Assignment, type Bytes, type Document, type Value } from '../../layout'
import type { OutsideAnswer } from '../api/conflicts'
import type { Studio } from '../studio'
import { Points } from '../tiny-family.fixture'
import { codeOf, files, hash, MAP, openBench, poke, present, transaction, type Bench } from '../studio.fixture'

const POINTS = `${MAP}!#0`
const RAW = `${MAP}!#2`
const LOOSE = 'DATA/loose.pts'
type Change = readonly [entry: string, offset: number, to: number]

const answer = (studio: Studio, one: OutsideAnswer['answer']): ReturnType<Studio['api']['settle']> =>
  studio.api.settle([{ file: MAP, answer: one }])

/** What a studio packs of these changes. */
async function mapWith(...changes: readonly Change[]): Promise<Bytes> {
  const { studio, store } = await openBench()
  for (const [entry, offset, to] of changes) await poke(studio, entry, offset, to)
  await studio.api.pack()
  return store().read(`overlay/${MAP}`)
}

/** The map as it would be packed now. */
const mapOf = (studio: Studio): Promise<Bytes> => present(studio, MAP)
const pristineMap = (): Bytes => files()[MAP] ?? new Uint8Array(0)

interface Case {
  readonly title: string
  readonly isDeployed: boolean
  readonly isPacked: boolean
  readonly isFitting: boolean
}
const CASES: readonly Case[] = [
  { title: 'never packed', isDeployed: false, isPacked: false, isFitting: false },
  { title: 'packed', isDeployed: false, isPacked: true, isFitting: false },
  { title: 'packed, and the edits fit', isDeployed: false, isPacked: true, isFitting: true },
  { title: 'deployed', isDeployed: true, isPacked: true, isFitting: false },
]
const OURS: readonly Change[] = [
  [RAW, 0, 40],
  [RAW, 0, 50],
  [POINTS, 4, 50],
]
/** What edits no longer fit: a value on the way to ours is missing. */
const THEIRS = ({ isFitting, isDeployed }: Case): readonly Change[] => [
  ...(isDeployed ? OURS.slice(1) : isFitting ? [] : [[RAW, 0, 50] as const]),
  [POINTS, 8, 70],
]

/** Ours beside an edit of another file; then another program writes its change. */
async function changed(one: Case): Promise<{ readonly bench: Bench; readonly ours: Bytes; readonly theirs: Bytes }> {
  const bench = await openBench()
  const { api } = bench.studio
  await poke(bench.studio, LOOSE, 4, 9)
  for (const [entry, offset, to] of OURS) await poke(bench.studio, entry, offset, to)
  const ours = await mapOf(bench.studio)
  if (one.isPacked) await api.pack()
  if (one.isDeployed) await api.deploy()
  const theirs = await mapWith(...THEIRS(one))
  bench.game.put(MAP, theirs)
  return { bench, ours, theirs }
}

describe.each(CASES)('a file changed by another program, $title', one => {
  it('is told, and nobody answers for it', async () => {
    const { bench } = await changed(one)
    expect(await bench.studio.api.outside()).toEqual([
      { file: MAP, way: 'changed', isFitting: one.isFitting, isDeployed: one.isDeployed },
    ])
  })

  it.each(['reload', 'mine', 'merge'] as const)(
    'is settled by %s: the install stays, undo goes back and redo there again, a restart tells the same',
    async said => {
      const { bench, ours, theirs } = await changed(one)
      const game = bench.game.snapshot()
      expect(await answer(bench.studio, said)).toEqual([])
      expect(bench.game.snapshot()).toEqual(game)
      const merged = await mapWith(...OURS, [POINTS, 8, 70])
      const expected = { reload: theirs, mine: ours, merge: merged }[said]
      expect(await mapOf(bench.studio)).toEqual(expected)
      expect((await bench.studio.api.read(RAW)).isEditable).toBe(true)
      const again = await bench.again()
      expect(await mapOf(again)).toEqual(expected)
      expect((await again.api.info())?.notices.map(({ code }) => code)).toEqual([])
      if (one.isFitting && said === 'merge') return // nothing was left to do
      if (!one.isDeployed || said !== 'mine') {
        await again.api.undo()
        expect(await mapOf(again)).toEqual(said === 'mine' ? theirs : ours)
        await again.api.redo()
      }
      expect(await mapOf(again)).toEqual(expected)
      expect((await present(again, LOOSE))[4]).toBe(9)
      expect(await bench.store().read(`backup/${hash(theirs)}`)).toEqual(theirs)
    },
  )

  it.each(['reload', 'mine', 'merge'] as const)(
    'that was settled by %s is edited, packed, deployed without a question and returned to the original',
    async said => {
      const { bench, theirs } = await changed(one)
      const original = one.isDeployed && said !== 'reload' ? pristineMap() : theirs
      await answer(bench.studio, said)
      await poke(bench.studio, RAW, 1, 99)
      const wanted = await mapOf(bench.studio)
      await bench.studio.api.pack()
      await bench.studio.api.deploy()
      expect(await bench.game.read(MAP)).toEqual(wanted)
      const again = await bench.again()
      expect(await again.api.info()).toMatchObject({ state: 'deployed', unpacked: 0, notices: [] })
      expect(await mapOf(again)).toEqual(wanted)
      await again.api.restore()
      expect(await bench.game.read(MAP)).toEqual(original)
      expect(await mapOf(await bench.again())).toEqual(wanted)
    },
  )

  it('whose steps are all undone is theirs, and every step is done again', async () => {
    const { bench, theirs } = await changed(one)
    await answer(bench.studio, 'reload')
    while ((await bench.studio.api.undo()) !== null) {
      /* to the start */
    }
    expect(await mapOf(bench.studio)).toEqual(theirs)
    while ((await bench.studio.api.redo()) !== null) {
      /* to the end */
    }
    expect(await mapOf(bench.studio)).toEqual(theirs)
    expect((await present(bench.studio, LOOSE))[4]).toBe(9)
  })
})

describe('an answer to a file of another program', () => {
  it('that was reloaded and packed leaves nothing for deploy to write over it', async () => {
    const [, one] = CASES
    if (!one) throw new Error('no case')
    const { bench, theirs } = await changed(one)
    await answer(bench.studio, 'reload')
    await bench.studio.api.deploy()
    expect(await bench.game.read(MAP)).toEqual(theirs)
    expect((await bench.studio.api.changes()).map(({ file }) => file)).toEqual([LOOSE])
  })

  it.each([
    { title: 'keeps the records that both added', isTakenBack: false },
    { title: 'adds no record again that was deployed and taken back', isTakenBack: true },
  ])('by merge $title', async ({ isTakenBack }) => {
    const bench = await openBench()
    const pointsOf = async (): Promise<readonly Value[]> => {
      const { value } = document(Points, await present(bench.studio, LOOSE)).root
      return (value as { readonly points: readonly Value[] }).points
    }
    const before = await pointsOf()
    const point = (x: number): Value => ({ x, y: x, kind: 1, unk_5: 0 })
    const added = (opened: Document, at: number, x: number): Assignment =>
      insertRecords(opened, 'points', at, [point(x)])
    const image = await bench.studio.api.read(LOOSE)
    await bench.studio.api.commit(transaction(editFrom(image, added(document(Points, image.bytes), 0, 11))))
    const theirs = document(Points, isTakenBack ? await present(bench.studio, LOOSE) : (files()[LOOSE] ?? image.bytes))
    if (isTakenBack) {
      await bench.studio.api.pack()
      await bench.studio.api.deploy()
      await bench.studio.api.undo()
    }
    const last = before.length + (isTakenBack ? 1 : 0)
    bench.game.put(LOOSE, apply(theirs.bytes, added(theirs, last, 22).splices))
    await bench.studio.api.outside()
    expect(await bench.studio.api.settle([{ file: LOOSE, answer: 'merge' }])).toEqual([])
    expect(await pointsOf()).toEqual([...(isTakenBack ? [] : [point(11)]), ...before, point(22)])
  })

  it('to merge what both changed otherwise is refused, and nothing is another one', async () => {
    const bench = await openBench()
    await poke(bench.studio, RAW, 0, 50)
    bench.game.put(MAP, await mapWith([RAW, 0, 60]))
    await bench.studio.api.outside()
    const [steps, notices] = [await bench.studio.api.history(), (await bench.studio.api.info())?.notices]
    const told: number[] = []
    bench.studio.listen('commit', commit => told.push(commit.revision))
    expect(await codeOf(answer(bench.studio, 'merge'))).toBe('deploy.conflicts')
    expect(told).toEqual([])
    expect(await bench.studio.api.history()).toEqual(steps)
    expect((await bench.studio.api.info())?.notices).toEqual(notices)
    expect(await bench.studio.api.outside()).toHaveLength(1)
    await answer(bench.studio, 'mine')
    expect((await present(bench.studio, RAW))[0]).toBe(50)
  })

  it('for a file that nobody changed is refused', async () => {
    const { studio } = await openBench()
    expect(await codeOf(answer(studio, 'reload'))).toBe('outside.no-file')
  })

  it('is asked for in a process that did not make the edits', async () => {
    const bench = await openBench()
    const other = await bench.again()
    await poke(other, RAW, 0, 40)
    await poke(other, RAW, 0, 50)
    await bench.studio.api.info()
    bench.game.put(MAP, await mapWith([RAW, 0, 50]))
    expect((await bench.studio.api.info())?.notices).toMatchObject([{ code: 'notice.pristine-changed' }])
    expect(await answer(bench.studio, 'mine')).toEqual([])
    expect((await present(other, RAW))[0]).toBe(50)
  })

  it('reaches another process that has the workspace open', async () => {
    const [one] = CASES
    if (!one) throw new Error('no case')
    const { bench, theirs } = await changed(one)
    const other = await bench.again()
    await answer(bench.studio, 'reload')
    expect(await mapOf(other)).toEqual(theirs)
    await poke(other, RAW, 1, 99)
    expect((await present(bench.studio, RAW))[1]).toBe(99)
    expect(await other.api.outside()).toEqual([])
  })
})

/** A game that is one without the map, too. */
const twoMaps = (): Record<string, Bytes> => ({ ...files(), 'DATA/Maps/Two.tin': pristineMap() })

/** An edited file that another program deletes; packed before or not. */
async function deleted(isPacked: boolean): Promise<Bench> {
  const bench = await openBench({ game: new MemoryFiles(twoMaps(), { root: '/game' }) })
  for (const [entry, offset, to] of OURS) await poke(bench.studio, entry, offset, to)
  await poke(bench.studio, LOOSE, 4, 9)
  if (isPacked) await bench.studio.api.pack()
  bench.game.delete(MAP)
  return bench
}
const isThere = (studio: Studio): Promise<boolean> =>
  studio.api.read(MAP).then(
    () => true,
    () => false,
  )

describe.each([
  { title: 'packed', isPacked: true },
  { title: 'never packed', isPacked: false },
])('a file deleted by another program, $title', ({ isPacked }) => {
  it('is told as gone, and nobody answers for it', async () => {
    const {
      studio,
      studio: { api },
    } = await deleted(isPacked)
    expect((await api.info())?.notices).toEqual([{ code: 'notice.pristine-gone', params: { file: MAP } }])
    expect(await api.outside()).toEqual([{ file: MAP, way: 'gone', isFitting: false, isDeployed: false }])
    expect(await codeOf(api.undo().then(() => api.undo()))).toBe('workspace.pristine-gone')
    expect(await codeOf(answer(studio, 'merge'))).toBe('outside.no-fields')
    expect(await api.outside()).toHaveLength(1)
  })

  it('is made anew with the edits where they are kept: at pack and deploy; undo shows it gone, return to original takes it away', async () => {
    const bench = await deleted(isPacked)
    const {
      studio,
      studio: { api },
    } = bench
    const ours = await mapWith(...OURS)
    expect(await answer(studio, 'mine')).toEqual([])
    expect(bench.game.snapshot()[MAP]).toBeUndefined()
    const again = await bench.again()
    for (const one of [studio, again]) expect([await mapOf(one), (await one.api.info())?.notices]).toEqual([ours, []])
    await api.undo()
    expect(await isThere(studio)).toBe(false)
    await api.redo()
    await poke(studio, RAW, 1, 60)
    await api.undo()
    await api.pack()
    expect((await api.plan()).files).toMatchObject([
      { file: MAP, action: 'add', isForeign: false },
      { file: LOOSE, action: 'replace' },
    ])
    await api.deploy()
    expect(bench.game.snapshot()[MAP]).toEqual(ours)
    await api.restore()
    expect(bench.game.snapshot()).toEqual(
      Object.fromEntries(Object.entries(twoMaps()).filter(([path]) => path !== MAP)),
    )
  })

  it('is let go with its edits; undo brings both back, also after a restart, and deploy writes nothing of it', async () => {
    const bench = await deleted(isPacked)
    expect(await answer(bench.studio, 'reload')).toEqual([])
    expect(await isThere(bench.studio)).toBe(false)
    await bench.studio.api.pack()
    expect((await bench.studio.api.plan()).files.map(({ file }) => file)).toEqual([LOOSE])
    const again = await bench.again()
    expect((await again.api.history()).map(step => step.label.code)).toEqual(
      expect.arrayContaining(['label.made-anew', 'label.let-go']),
    )
    await again.api.undo()
    expect(await mapOf(again)).toEqual(await mapWith(...OURS))
    await again.api.redo()
    expect(await isThere(again)).toBe(false)
  })

  it('that is put back before anybody answered has its edits again', async () => {
    const {
      studio,
      studio: { api },
      game,
    } = await deleted(isPacked)
    await api.info()
    game.put(MAP, pristineMap())
    expect(await api.outside()).toEqual([])
    expect([await mapOf(studio), (await api.info())?.notices.map(({ code }) => code)]).toEqual([
      await mapWith(...OURS),
      [],
    ])
  })
})

describe('a file added by another program where we add one', () => {
  const OWN = 'DATA/own.pts'
  const MINE = Uint8Array.of(0, 0, 0, 0)
  const THEIRS_ADDED = Uint8Array.of(0, 0, 0, 0, 1)
  async function added(): Promise<Bench> {
    const bench = await openBench()
    await bench.studio.api.commit(transaction(addEntry(OWN, 0, {}, MINE)))
    await bench.studio.api.pack()
    bench.game.put(OWN, THEIRS_ADDED)
    return bench
  }

  it('is told at the next look, and deploy asks before it writes over theirs', async () => {
    const {
      studio: { api },
    } = await added()
    expect(await api.outside()).toEqual([{ file: OWN, way: 'come', isFitting: false, isDeployed: false }])
    expect((await api.info())?.notices).toEqual([{ code: 'notice.pristine-come', params: { file: OWN } }])
    expect(await codeOf(api.deploy())).toBe('deploy.foreign')
  })

  it.each([
    ['mine', MINE, THEIRS_ADDED],
    ['reload', THEIRS_ADDED, MINE],
  ] as const)('is settled by %s, and undo shows the other', async (said, now, before) => {
    const {
      studio,
      studio: { api },
      game,
      again,
    } = await added()
    expect(await api.settle([{ file: OWN, answer: said }])).toEqual([])
    const second = await again()
    for (const one of [studio, second])
      expect([await present(one, OWN), (await one.api.info())?.notices]).toEqual([now, []])
    await api.undo()
    expect(await present(studio, OWN)).toEqual(before)
    await api.redo()
    await api.pack()
    await api.deploy()
    expect(game.snapshot()[OWN]).toEqual(now)
    await api.restore()
    expect(game.snapshot()[OWN]).toEqual(THEIRS_ADDED)
  })

  it('is none while it is we who put it there, here or in another process', async () => {
    const { studio, game, again } = await openBench()
    await studio.api.commit(transaction(addEntry(OWN, 0, {}, MINE)))
    await studio.api.pack()
    const second = await again()
    await second.api.deploy()
    expect([await studio.api.outside(), await second.api.outside()]).toEqual([[], []])
    await second.api.restore()
    expect([await studio.api.outside(), (await studio.api.info())?.notices, game.snapshot()[OWN]]).toEqual([
      [],
      [],
      undefined,
    ])
  })
})

describe('merge=external where the edits of a deployed file fit nothing that is there', () => {
  const ADDED = 'DATA/added.pts'
  const [MINE, THEIRS] = [Uint8Array.of(0, 0, 0, 0), Uint8Array.of(0, 0, 0, 0, 1)]

  it('takes the external version as a step; undo shows the edits again, which deploy then writes', async () => {
    const { studio, again, game } = await openBench()
    await studio.api.commit(transaction(addEntry(ADDED, 0, {}, MINE)))
    await studio.api.deploy()
    game.put(ADDED, THEIRS)
    expect(await studio.api.outside()).toMatchObject([{ file: ADDED, isFitting: false, isDeployed: true }])
    expect(await studio.api.settle([{ file: ADDED, answer: 'merge=external' }])).toEqual([])
    expect(await present(studio, ADDED)).toEqual(THEIRS)
    expect((await studio.api.history()).at(-1)?.label.code).toBe('label.reloaded')
    await studio.api.undo()
    for (const one of [studio, await again()]) expect(await present(one, ADDED)).toEqual(MINE)
    await studio.api.deploy()
    expect(await game.read(ADDED)).toEqual(MINE)
  })
})
