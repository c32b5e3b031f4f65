import { describe, expect, it } from 'vitest'
import { addEntry, removeEntry, setAttributes, type Edit } from '../../edit'
import { files, hash, MAP, openBench, poke, present, pristine, setByte, transaction } from '../studio.fixture'
import type { Studio } from '../studio'

const PTS = `${MAP}!#0`
const RAW = `${MAP}!#2`
const LOOSE = 'DATA/loose.pts'

const sums = async ({ api }: Studio): Promise<readonly string[]> =>
  Promise.all(
    (await api.list('', { deep: true })).map(async ({ path }) => `${path} ${hash((await api.read(path)).bytes)}`),
  )

/** Numbers that look random and are the same every time. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

describe('a thousand mixed edits with undo, redo and branches', () => {
  it('after a restart lead back to the original hashes, and every branch is still there', async () => {
    const bench = await openBench({ historyBudget: 20_000 })
    const {
      studio: { api },
      studio,
    } = bench
    const before = await sums(studio)
    const roll = dice(7)
    const seen = new Map<number, string>()
    for (let i = 0; i < 1000; i++) {
      const act = roll(20)
      const steps = await api.history()
      if (act < 3) await api.undo()
      else if (act === 3) await api.redo()
      else if (act === 4) await api.jump(steps[steps.length - 1 - roll(Math.min(12, steps.length))]?.revision ?? 0)
      else if (act === 5 && i % 7 === 0) await api.pack()
      else if (act === 6) await api.commit(transaction(setAttributes(await api.read(PTS), { name: `n${roll(9)}` })))
      else if (act === 7)
        await api.commit({
          ...transaction(setByte(await api.read(RAW), 0, roll(256))),
          joins: (await api.info())?.revision ?? 0,
        })
      else if (act === 8) {
        const { bytes, revision } = await api.read(RAW)
        const edit: Edit = {
          entry: RAW,
          base: revision,
          splices: [{ offset: bytes.length, removed: new Uint8Array(0), inserted: Uint8Array.of(roll(256)) }],
        }
        await api.commit(transaction(edit))
      } else await poke(studio, [PTS, RAW, LOOSE, 'readme.txt'][roll(4)] ?? RAW, 0, roll(256))
      const present = (await api.history()).findLast(step => step.state === 'done')?.revision ?? 0
      if (i % 10 === 0) seen.set(present, (await sums(studio)).join('\n'))
    }
    const again = await bench.again()
    expect(await again.api.history()).toEqual(await api.history())
    const branches = (await again.api.history()).filter(step => step.state === 'branch' && seen.has(step.revision))
    expect(branches.length).toBeGreaterThan(3)
    for (const { revision } of branches.slice(-5)) {
      await again.api.jump(revision)
      expect((await sums(again)).join('\n')).toBe(seen.get(revision))
    }
    while (await again.api.undo());
    expect(await sums(again)).toEqual(before)
    expect(await again.api.info()).toMatchObject({ changed: 0 })
  }, 120_000)
})

describe('jump', () => {
  it('goes to a branch by undo and redo, each a line of the journal, and comes back', async () => {
    const {
      studio: { api },
      studio,
    } = await openBench()
    await poke(studio, RAW, 0, 10)
    await poke(studio, RAW, 1, 20)
    await api.undo()
    await poke(studio, RAW, 2, 30)
    const made = await api.jump(2)
    expect(made.map(commit => commit.kind)).toEqual(['undo', 'redo'])
    expect(made[1]).toMatchObject({ step: 2 })
    expect(await present(studio, RAW)).toEqual(Uint8Array.of(10, 20, 3))
    expect((await api.history()).map(({ revision, state, parent }) => [revision, state, parent])).toEqual([
      [1, 'done', 0],
      [2, 'done', 1],
      [4, 'branch', 1],
    ])
    await api.jump(4)
    expect(await present(studio, RAW)).toEqual(Uint8Array.of(10, 2, 30))
    expect(await api.jump(4)).toEqual([])
    await api.jump(0)
    expect(await present(studio, RAW)).toEqual(await pristine(studio, RAW))
  })

  it('goes to what a pack had', async () => {
    const {
      studio: { api },
      studio,
    } = await openBench()
    await poke(studio, RAW, 0, 10)
    await api.pack()
    await poke(studio, RAW, 0, 11)
    await api.jump(2)
    expect((await present(studio, RAW))[0]).toBe(10)
    expect(await api.info()).toMatchObject({ unpacked: 0 })
  })

  it('is refused whole where a file on the way was changed outside, and for a step that never was', async () => {
    const bench = await openBench()
    const {
      studio: { api },
      studio,
    } = bench
    await poke(studio, 'readme.txt', 0, 66)
    await poke(studio, RAW, 0, 10)
    bench.game.put('readme.txt', Uint8Array.of(7))
    await expect(api.jump(0)).rejects.toThrow(expect.objectContaining({ code: 'workspace.pristine-changed' }) as Error)
    expect((await present(studio, RAW))[0]).toBe(10)
    await expect(api.jump(99)).rejects.toThrow(expect.objectContaining({ code: 'history.no-step' }) as Error)
  })
})

describe('a file that goes back to a point', () => {
  it('is what it was then, as one step that is undone; other files stay', async () => {
    const {
      studio: { api },
      studio,
    } = await openBench()
    for (const entry of [RAW, LOOSE]) await poke(studio, entry, 0, 10)
    await api.pack()
    const packed = await present(studio, MAP)
    for (const entry of [RAW, LOOSE]) await poke(studio, entry, 1, 20)
    await api.commit(transaction(removeEntry(await api.read(PTS))))
    await api.commit(
      transaction(addEntry(await api.nextEntry(MAP), 6, { name: 'new', type_id: 0, flag: 0 }, Uint8Array.of(5))),
    )
    const edited = await present(studio, MAP)
    expect(await api.returnFile(MAP.toLowerCase(), 2)).toMatchObject({ kind: 'edit' })
    expect(await present(studio, MAP)).toEqual(packed)
    expect((await present(studio, LOOSE)).subarray(0, 2)).toEqual(Uint8Array.of(10, 20))
    expect(await api.returnFile(MAP, 2)).toBeNull()
    await api.undo()
    expect(await present(studio, MAP)).toEqual(edited)
  })

  it('goes where it was not there, and comes where it was', async () => {
    const {
      studio: { api },
    } = await openBench()
    const there = async (): Promise<boolean> => (await api.list('DATA')).some(({ path }) => path === 'DATA/own.pts')
    await api.commit(transaction(addEntry('DATA/own.pts', 0, {}, Uint8Array.of(0, 0, 0, 0))))
    await api.returnFile('DATA/own.pts', 0)
    expect(await there()).toBe(false)
    await api.returnFile('DATA/own.pts', 1)
    expect(await there()).toBe(true)
  })
})

describe('compare with a point', () => {
  it('names the fields that differ between then and now, whichever way it lies', async () => {
    const {
      studio: { api },
      studio,
    } = await openBench()
    await poke(studio, PTS, 8, 12)
    await poke(studio, PTS, 8, 13)
    await poke(studio, LOOSE, 8, 4)
    await api.undo()
    const fieldsSince = async (revision: number): Promise<unknown> =>
      (await api.compare(revision)).flatMap(file =>
        file.entries.flatMap(entry => entry.fields.map(field => [entry.entry, field.path, field.before, field.after])),
      )
    expect(await fieldsSince(1)).toEqual([[PTS, 'points/0/kind', '12', '13']])
    expect(await fieldsSince(0)).toEqual([[PTS, 'points/0/kind', '7', '13']])
    expect(await fieldsSince(3)).toEqual([[LOOSE, 'points/0/kind', '4', '1']])
    expect(await fieldsSince(2)).toEqual([])
  })

  it('of entries added and taken away since', async () => {
    const {
      studio: { api },
      studio,
    } = await openBench()
    await poke(studio, RAW, 0, 10)
    const path = await api.nextEntry(MAP)
    await api.commit(
      transaction({
        entry: path,
        base: 1,
        splices: [],
        attributes: { before: null, after: { name: 'new', type_id: 0, flag: 0 } },
      }),
    )
    expect(await api.compare(1)).toMatchObject([{ file: MAP, entries: [{ entry: path, state: 'added' }] }])
    await api.undo()
    expect(await api.compare(2)).toMatchObject([{ file: MAP, entries: [{ entry: path, state: 'removed' }] }])
  })

  it('of a file changed outside tells what it was with our edits and what is there, attributes and rows too', async () => {
    const bench = await openBench()
    const {
      studio: { api },
      studio,
    } = bench
    await poke(studio, LOOSE, 8, 4)
    await api.commit(transaction(setAttributes(await api.read(PTS), { name: 'new' })))
    await poke(studio, RAW, 0, 10)
    const theirs = (await api.read(MAP, { of: 'pristine' })).bytes.slice()
    theirs[theirs.length - 3] = 99 // the first byte of RAW, which is the last row
    bench.game.put(MAP, theirs)
    const changed = (files()[LOOSE] ?? new Uint8Array(0)).slice()
    changed[8] = 9
    bench.game.put(LOOSE, changed)
    await expect(api.undo()).rejects.toThrow(expect.objectContaining({ code: 'workspace.pristine-changed' }) as Error)
    const told = async (revision: number): Promise<unknown> => {
      const compared = await api.compare(revision)
      expect(compared.map(({ file, state }) => `${file} ${state}`)).toEqual([`${MAP} differs`, `${LOOSE} differs`])
      return compared.flatMap(({ entries }) =>
        entries.flatMap(entry => entry.fields.map(field => [entry.entry, field.path, field.before, field.after])),
      )
    }
    expect(await told(3)).toEqual([
      [PTS, '@name', '"new"', '"pts"'],
      [RAW, '', '0a', '63'],
      [LOOSE, 'points/0/kind', '4', '9'],
    ])
    expect(await told(0)).toEqual([
      [RAW, '', '01', '63'],
      [LOOSE, 'points/0/kind', '1', '9'],
    ])
    expect((await api.history()).map(step => step.state)).toEqual(['done', 'done', 'done'])
  })
})
