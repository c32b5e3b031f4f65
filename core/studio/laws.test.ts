import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addEntry, concat, removeEntry, setAttributes } from '../edit'
import { MemoryFiles } from '../format'
import {
  files,
  INSTALLS,
  MAP,
  NESTED,
  openBench,
  poke,
  present,
  setByte,
  transaction,
  type Bench,
  type BenchOptions,
} from './studio.fixture'
import type { Studio } from './studio'
import { tinyArchive, tinyPoints } from './tiny-family.fixture'

const RAW = `${MAP}!#2`
const ENTRIES = [RAW, `${MAP}!#0`, `${NESTED}!#0`, `${NESTED}!#1`, 'readme.txt', `${MAP}!gap#0`]

type Act =
  | { readonly do: 'poke'; readonly entry: number; readonly at: number; readonly to: number }
  | { readonly do: 'grow'; readonly entry: number; readonly bytes: Uint8Array }
  | { readonly do: 'add' | 'remove' | 'move'; readonly entry: number; readonly at: number }
  | { readonly do: 'undo' | 'redo' | 'pack' | 'reopen' }

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('poke' as const), entry: fc.nat(5), at: fc.nat(30), to: fc.nat(255) }),
  fc.record({
    do: fc.constant('grow' as const),
    entry: fc.nat(4),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 9 }),
  }),
  fc.record({
    do: fc.constantFrom('add' as const, 'remove' as const, 'move' as const),
    entry: fc.nat(3),
    at: fc.nat(4),
  }),
  fc.record({
    do: fc.constantFrom('undo' as const, 'undo' as const, 'redo' as const, 'pack' as const, 'reopen' as const),
  }),
)

async function perform(bench: Bench, studio: Studio, one: Act): Promise<Studio> {
  const { api } = studio
  if (one.do === 'undo' || one.do === 'redo') await api[one.do]()
  else if (one.do === 'pack') await api.pack()
  else if (one.do === 'reopen') return bench.again()
  else
    await change(studio, one).catch((error: unknown) => {
      if (!isRefusal(error)) throw error
    })
  return studio
}

const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'StudioError'

async function change({ api }: Studio, one: Act): Promise<void> {
  if (one.do === 'add') {
    const path = await api.nextEntry(one.entry % 2 === 0 ? MAP : NESTED)
    const info = await api.info()
    await api.commit(
      transaction(
        addEntry(
          path,
          info?.revision ?? 0,
          { name: 'n', type_id: 0, flag: one.at, row: one.at },
          Uint8Array.of(one.at),
        ),
      ),
    )
  } else if (one.do === 'remove')
    await api.commit(
      transaction(removeEntry(await api.read([RAW, `${MAP}!#0`, NESTED, `${NESTED}!#0`][one.entry] ?? RAW))),
    )
  else if (one.do === 'move')
    await api.commit(
      transaction(
        setAttributes(await api.read([RAW, `${MAP}!#0`, NESTED, `${NESTED}!#0`][one.entry] ?? RAW), { row: one.at }),
      ),
    )
  else if (one.do === 'poke' || one.do === 'grow') {
    const image = await api.read(ENTRIES[one.entry] ?? RAW)
    if (one.do === 'poke')
      await api.commit(transaction(setByte(image, one.at % Math.max(1, image.bytes.length), one.to)))
    else
      await api.commit(
        transaction({
          entry: image.entry,
          base: image.revision,
          splices: [{ offset: image.bytes.length, removed: new Uint8Array(0), inserted: one.bytes }],
        }),
      )
  }
}

/** Everything that can be seen of the install: each file packed, and the rows in it with what they are. */
async function seen({ api }: Studio): Promise<unknown> {
  const names = (await api.list('', { deep: true })).map(item => item.path)
  return Promise.all(names.map(async name => [name, (await api.read(name)).bytes]))
}

describe.each(INSTALLS)('laws of the studio, archives %s', (name, install) => {
  const runs = (all: number): number => (name === 'plain' ? all : all / 3)
  const open = (options: BenchOptions = {}): Promise<Bench> =>
    openBench({ ...options, game: new MemoryFiles(install(), { root: '/game' }) })

  it('undo of everything is the pristine install; redo of everything is where it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 14 }), async acts => {
        const bench = await open({ historyBudget: acts.length % 2 === 0 ? 500 : 1_000_000 })
        let { studio } = bench
        const pristine = await seen(studio)
        for (const one of acts) studio = await perform(bench, studio, one)
        const end = await seen(studio)
        expect(await seen(await bench.again())).toEqual(end)
        let steps = 0
        while (await studio.api.undo()) steps++
        expect(await seen(studio)).toEqual(pristine)
        expect(await studio.api.info()).toMatchObject({ changed: 0, canUndo: false })
        for (let i = 0; i < steps; i++) await studio.api.redo()
        expect(await seen(studio)).toEqual(end)
      }),
      { numRuns: runs(60), seed: 11 },
    )
  })

  it('pack is a function of the present entries: whatever came before, the same file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), fc.array(act, { maxLength: 6 }), async (before, acts) => {
        const long = await open()
        let { studio } = long
        for (const one of before) studio = await perform(long, studio, one)
        await studio.api.pack()
        while (await studio.api.undo());
        const short = await open()
        for (const one of acts.filter(one => one.do === 'poke' || one.do === 'grow' || one.do === 'move')) {
          studio = await perform(long, studio, one)
          await perform(short, short.studio, one)
        }
        await studio.api.pack()
        await short.studio.api.pack()
        const overlay = ({ store }: Bench): object =>
          Object.fromEntries(Object.entries(store().snapshot()).filter(([path]) => path.startsWith('overlay/')))
        expect(overlay(long)).toEqual(overlay(short))
        expect(await studio.api.info()).toMatchObject({ unpacked: 0 })
      }),
      { numRuns: runs(60), seed: 12 },
    )
  })

  it('pack, then deploy, then restore is the same install', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 10 }), fc.array(act, { maxLength: 5 }), async (first, second) => {
        const bench = await open()
        let { studio } = bench
        for (const acts of [first, second]) {
          for (const one of acts) studio = await perform(bench, studio, one)
          await studio.api.pack()
          await studio.api.deploy({ force: true })
          for (const file of await studio.api.changes())
            if (file.state === 'deployed')
              expect(bench.game.snapshot()[file.file]).toEqual(await present(studio, file.file))
        }
        await studio.api.restore()
        expect(bench.game.snapshot()).toEqual(install())
      }),
      { numRuns: Math.ceil(runs(40)), seed: 13 },
    )
  })
})

describe('the journal', () => {
  it('torn at any byte of its last two lines opens with what was whole before', async () => {
    const bench = await openBench()
    const states: unknown[] = [await seen(bench.studio)]
    for (const to of [10, 20, 30]) {
      await poke(bench.studio, RAW, 0, to)
      states.push(await seen(bench.studio))
    }
    const journal = bench.store().snapshot()['journal.ndjson'] ?? new Uint8Array(0)
    const ends = [...journal.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1)
    for (let size = ends[0] ?? 0; size <= journal.length; size++) {
      bench.store().put('journal.ndjson', journal.slice(0, size))
      const studio = await bench.again()
      const whole = ends.filter(end => end <= size).length
      expect(await seen(studio)).toEqual(states[whole])
      expect((await studio.api.info())?.notices).toHaveLength(ends.includes(size) ? 0 : 1)
      expect(bench.store().snapshot()['journal.ndjson']?.length).toBe(ends[whole - 1])
    }
  })

  it('read anew gives what was seen: an entry edited, then its archive put in place of another', async () => {
    const bench = await openBench()
    await poke(bench.studio, `${NESTED}!#1`, 0, 8)
    const nested = await bench.studio.api.read(NESTED)
    const other = tinyArchive([
      { name: 'in', type: 1, bytes: tinyPoints([3]) },
      { name: 'other', bytes: Uint8Array.of(1, 2) },
    ])
    await bench.studio.api.commit(
      transaction({
        entry: NESTED,
        base: nested.revision,
        splices: [{ offset: 0, removed: nested.bytes, inserted: other }],
      }),
    )
    expect(await present(bench.studio, `${NESTED}!#1`)).toEqual(Uint8Array.of(1, 2))
    expect(await seen(await bench.again())).toEqual(await seen(bench.studio))
    expect(await present(await bench.again(), `${NESTED}!#1`)).toEqual(Uint8Array.of(1, 2))
  })

  it('read anew gives what was seen: an entry edited, removed, brought back and edited', async () => {
    const bench = await openBench()
    await poke(bench.studio, RAW, 0, 10)
    await bench.studio.api.commit(transaction(removeEntry(await bench.studio.api.read(RAW))))
    await bench.studio.api.revert(RAW)
    await poke(bench.studio, RAW, 1, 11)
    expect(await present(await bench.again(), RAW)).toEqual(Uint8Array.of(1, 11, 3))
  })

  it('survives garbage: what follows it is moved aside, not lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 60 }), async garbage => {
        const bench = await openBench()
        await poke(bench.studio, RAW, 0, 10)
        const journal = bench.store().snapshot()['journal.ndjson'] ?? new Uint8Array(0)
        bench.store().put('journal.ndjson', concat(journal, garbage))
        const studio = await bench.again()
        expect((await present(studio, RAW))[0]).toBe(10)
        const kept = Object.entries(bench.store().snapshot()).find(([path]) => path.startsWith('journal-damaged'))
        expect(kept?.[1]).toEqual(garbage)
        await poke(studio, RAW, 0, 11)
        expect((await present(await bench.again(), RAW))[0]).toBe(11)
      }),
      { numRuns: 30, seed: 14 },
    )
  })

  it('of two processes stays in step; the slower one of a race tries again', async () => {
    const bench = await openBench({ living: [1, 2, 3] })
    const other = await bench.again()
    const told: number[] = []
    other.listen('commit', commit => told.push(commit.revision))
    await poke(bench.studio, RAW, 0, 10)
    await poke(other, RAW, 1, 11)
    expect(told).toEqual([1, 2])
    expect(await present(bench.studio, RAW)).toEqual(await present(other, RAW))
    await Promise.all([poke(bench.studio, 'readme.txt', 0, 5), poke(other, 'DATA/loose.pts', 8, 6)])
    await bench.studio.api.undo()
    await other.api.redo()
    await bench.studio.api.undo()
    await bench.studio.api.redo()
    expect(await seen(bench.studio)).toEqual(await seen(await bench.again()))
    const stale = await bench.studio.api.read(RAW)
    await poke(other, RAW, 2, 99)
    await expect(bench.studio.api.commit(transaction(setByte(stale, 2, 98)))).rejects.toThrow(
      expect.objectContaining({ code: 'edit.stale' }) as Error,
    )
  })
})

describe('a file changed outside', () => {
  it('where the edits still fit, they stand on the new bytes', async () => {
    const bench = await openBench()
    await poke(bench.studio, 'DATA/loose.pts', 8, 4)
    const changed = (files()['DATA/loose.pts'] ?? new Uint8Array(0)).slice()
    changed[9] = 1
    bench.game.put('DATA/loose.pts', changed)
    const studio = await bench.again()
    changed[8] = 4
    expect(await present(studio, 'DATA/loose.pts')).toEqual(changed)
    await studio.api.plan()
    expect((await studio.api.info())?.notices).toMatchObject([{ code: 'notice.outside-fits' }])
    await studio.api.pack()
    expect((await (await bench.again()).api.info())?.notices).toEqual([])
  })

  it('where they do not, the file is shown without them and read only; put back, nothing is lost', async () => {
    const bench = await openBench()
    await poke(bench.studio, RAW, 0, 10)
    await poke(bench.studio, 'readme.txt', 0, 66)
    bench.game.put('readme.txt', Uint8Array.of(7))
    const outside: string[][] = []
    bench.studio.listen('outside', ({ files: changed }) => outside.push([...changed]))
    await expect(poke(bench.studio, 'readme.txt', 0, 67)).rejects.toThrow()
    expect(outside).toEqual([['readme.txt']])
    const studio = await bench.again()
    expect(await studio.api.read('readme.txt')).toMatchObject({ bytes: Uint8Array.of(7), isEditable: false })
    expect((await present(studio, RAW))[0]).toBe(10)
    expect((await studio.api.info())?.notices).toMatchObject([
      { code: 'notice.pristine-changed', params: { file: 'readme.txt' } },
    ])
    expect(await studio.api.check('readme.txt')).toMatchObject([{ code: 'studio.pristine-changed' }])
    await expect(studio.api.undo()).rejects.toThrow(
      expect.objectContaining({ code: 'workspace.pristine-changed' }) as Error,
    )
    await poke(studio, RAW, 1, 11)
    bench.game.put('readme.txt', Uint8Array.of(65))
    await studio.api.plan()
    expect(await studio.api.read('readme.txt')).toMatchObject({ bytes: Uint8Array.of(66), isEditable: true })
    expect((await studio.api.info())?.notices).toEqual([])
    expect(await present(await bench.again(), 'readme.txt')).toEqual(Uint8Array.of(66))
  })

  it('files that come and go are seen; one that is gone is a refusal, not a crash', async () => {
    const bench = await openBench()
    bench.game.delete(MAP)
    bench.game.put('DATA/new.pts', Uint8Array.of(0, 0, 0, 0))
    await expect(bench.studio.api.read(MAP)).rejects.toThrow(
      expect.objectContaining({ code: 'entry.missing' }) as Error,
    )
    expect((await bench.studio.api.list('', { deep: true })).map(item => item.path)).toEqual([
      'DATA/loose.pts',
      'DATA/new.pts',
      'readme.txt',
      'TINY.EXE',
    ])
  })
})
