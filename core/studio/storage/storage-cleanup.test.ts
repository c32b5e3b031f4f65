import { describe, expect, it } from 'vitest'
import { journalLine, readJournal } from '../../edit'
import { MemoryFiles, StudioError } from '../../format'
import { backupPath } from '../install/copies'
import { RECORD } from '../install/deployed'
import { JOURNAL } from '../journal/journal-file'
import { ABOUT, migrate, VERSION } from '../journal/migrate'
import type { Studio } from '../studio'
import { files, MAP, openBench, poke, present, setByte, transaction } from '../studio.fixture'
import { fromText, toText } from '../../format/text-bytes'
import { outdated, outlived } from './storage-cleanup'

const RAW = `${MAP}!#2`
const README = 'readme.txt'
const DAY = 24 * 60 * 60_000

/** A drag: many commits that are one step. */
async function drag(studio: Studio, to: readonly number[]): Promise<void> {
  let joins: number | undefined
  for (const value of to) {
    const image = await studio.api.read(RAW)
    const commit = await studio.api.commit({
      ...transaction(setByte(image, 0, value)),
      ...(joins !== undefined && { joins }),
    })
    joins = commit.revision
  }
}

/** Drags, a branch left behind, a pack, and something undone. */
async function worked(studio: Studio): Promise<void> {
  await drag(studio, [10, 11, 12, 13, 14, 15])
  await poke(studio, README, 0, 66)
  await studio.api.undo()
  await drag(studio, [20, 21, 22, 23, 24])
  await studio.api.pack()
  await drag(studio, [30, 31, 32])
  await studio.api.undo()
}
const told = async ({ api }: Studio): Promise<unknown> => ({
  history: await api.history(),
  changes: await api.changes(),
  info: { ...(await api.info()), notices: [] },
})

describe('a journal made compact', () => {
  it('is shorter and tells the same: in this process, in one that is open beside, and in the next', async () => {
    const bench = await openBench()
    const beside = await bench.again()
    await worked(bench.studio)
    const before = await told(bench.studio)
    expect(await told(beside)).toEqual(before)
    const lines = readJournal(await bench.store().read(JOURNAL)).commits.length
    const report = await bench.studio.api.tidyUp()
    expect(report.after.journal).toBeLessThan(report.before.journal)
    expect(readJournal(await bench.store().read(JOURNAL)).commits.length).toBeLessThan(lines)
    for (const studio of [bench.studio, beside, await bench.again()]) expect(await told(studio)).toEqual(before)
    const again = await bench.studio.api.tidyUp()
    expect(again.after).toEqual(again.before)
  })

  it('is gone on from by a process that knew the long one, also where it is as long again', async () => {
    const bench = await openBench()
    const beside = await bench.again()
    await worked(bench.studio)
    await beside.api.info()
    const long = (await bench.store().read(JOURNAL)).length
    await bench.studio.api.tidyUp()
    for (let value = 1; (await bench.store().read(JOURNAL)).length <= long; value++)
      await poke(bench.studio, README, 0, value)
    const commits: number[] = []
    beside.listen('commit', commit => commits.push(commit.revision))
    await poke(beside, RAW, 1, 99)
    expect(commits.length).toBeGreaterThan(1)
    expect(await told(bench.studio)).toEqual(await told(beside))
    expect(await present(bench.studio, RAW)).toEqual(await present(beside, RAW))
  })

  it('undoes back to the pristine bytes and reaches every branch', async () => {
    const bench = await openBench()
    await worked(bench.studio)
    await bench.studio.api.tidyUp()
    const { api } = await bench.again()
    for (const { revision, state } of await api.history()) if (state !== 'packed') await api.jump(revision)
    await api.jump(0)
    for (const [path, bytes] of Object.entries(files())) expect((await api.read(path)).bytes).toEqual(bytes)
  })

  it('stays as it was where it cannot be written', async () => {
    const bench = await openBench()
    await worked(bench.studio)
    const before = await bench.store().read(JOURNAL)
    const guarded = new MemoryFiles(bench.store().snapshot(), {
      root: bench.info.workspace,
      before: (operation, path) => {
        if (operation === 'write' && path === JOURNAL) throw new StudioError('file.disk-full', { path })
      },
    })
    bench.folders.set(bench.info.workspace, guarded)
    const studio = await bench.again()
    await expect(studio.api.tidyUp()).rejects.toMatchObject({ code: 'file.disk-full' })
    expect(await guarded.read(JOURNAL)).toEqual(before)
    await poke(studio, RAW, 1, 77)
    expect(readJournal(await guarded.read(JOURNAL)).commits.length).toBe(readJournal(before).commits.length + 1)
  })
})

describe('copies that are kept', () => {
  it('are the fifty newest and the last of each day of a month', () => {
    const now = 100 * DAY
    const made = Array.from({ length: 400 }, (_, i) => ({
      path: `backup/${i}`,
      size: 1,
      modified: now - i * (DAY / 4),
    }))
    const gone = new Set(outdated(made, now).map(file => file.path))
    const kept = made.filter(file => !gone.has(file.path))
    expect(kept.slice(0, 50)).toEqual(made.slice(0, 50))
    const later = kept.slice(50)
    expect(later.length).toBeGreaterThan(10)
    expect(new Set(later.map(file => Math.floor(file.modified / DAY))).size).toBe(later.length)
    expect(later.every(file => now - file.modified < 30 * DAY)).toBe(true)
    expect(outdated(made.slice(0, 50), now + 1000 * DAY)).toEqual([])
  })

  it('of an older version are kept for thirty days, whatever else is in the workspace', () => {
    const now = 100 * DAY
    const made = ['before-version-2/workspace.json', 'before-version-1/journal.jsonl', 'journal.jsonl'].map(
      (path, i) => ({ path, size: 1, modified: (80 - 10 * i) * DAY }),
    )
    expect(outlived(made, now).map(file => file.path)).toEqual(['before-version-1/journal.jsonl'])
    expect(outlived(made, now + 20 * DAY).map(file => file.path)).toEqual([
      'before-version-2/workspace.json',
      'before-version-1/journal.jsonl',
    ])
  })

  it('are never those that restore needs, however old', async () => {
    const bench = await openBench()
    await poke(bench.studio, RAW, 0, 50)
    await bench.studio.api.pack()
    await bench.studio.api.deploy()
    for (let i = 0; i < 70; i++) bench.store().put(backupPath(`spare-${i}`), Uint8Array.of(i))
    const { before, after } = await bench.studio.api.tidyUp()
    expect(before.backupCount).toBe(71)
    expect(after.backupCount).toBeLessThan(before.backupCount)
    await bench.studio.api.restore()
    expect(await bench.game.read(MAP)).toEqual(files()[MAP])
  })

  it('are fewer again after each deploy, which makes new ones', async () => {
    const bench = await openBench()
    for (let i = 0; i < 70; i++) bench.store().put(backupPath(`spare-${i}`), Uint8Array.of(i))
    await poke(bench.studio, RAW, 0, 50)
    await bench.studio.api.pack()
    await bench.studio.api.deploy()
    expect((await bench.studio.api.storage()).backupCount).toBeLessThan(60)
    await bench.studio.api.restore()
    expect(await bench.game.read(MAP)).toEqual(files()[MAP])
  })

  it('are all of them where the record of the deploy cannot be read', async () => {
    const bench = await openBench()
    await poke(bench.studio, RAW, 0, 50)
    bench.store().put(RECORD, fromText('{ half'))
    for (let i = 0; i < 70; i++) bench.store().put(backupPath(`spare-${i}`), Uint8Array.of(i))
    expect((await bench.studio.api.tidyUp()).after.backupCount).toBe(71) // and the original of the edited file
  })
})

describe('a workspace of an older version', () => {
  it('without a version, is brought to the present one, with a copy of what it was and all edits', async () => {
    const bench = await openBench()
    await poke(bench.studio, RAW, 0, 50)
    const { version: _, ...early } = JSON.parse(toText(await bench.store().read(ABOUT))) as Record<string, unknown>
    bench.store().put(ABOUT, fromText(JSON.stringify({ ...early, mine: 'kept' })))
    const journal = await bench.store().read(JOURNAL)
    const studio = await bench.again()
    expect((await studio.api.info())?.notices).toContainEqual({
      code: 'notice.workspace-migrated',
      params: { from: 0, to: VERSION, folder: 'before-version-1' },
    })
    expect(JSON.parse(toText(await bench.store().read(ABOUT)))).toMatchObject({ version: VERSION, mine: 'kept' })
    expect(JSON.parse(toText(await bench.store().read(`before-version-1/${ABOUT}`)))).not.toHaveProperty('version')
    expect(await bench.store().read(`before-version-1/${JOURNAL}`)).toEqual(journal)
    expect(await present(studio, RAW)).toEqual(Uint8Array.of(50, 2, 3))
    const again = await bench.again()
    expect((await again.api.info())?.notices).toEqual([])
  })

  it('goes through every version between, in order, and begins anew where it was cut off', async () => {
    const steps: string[] = []
    const store = new MemoryFiles({
      [ABOUT]: fromText('{"version":1}'),
      [JOURNAL]: journalLine({ kind: 'packed', revision: 1, files: [], time: 0 }),
    })
    const step =
      (name: string, fails = false) =>
      (about: Readonly<Record<string, unknown>>) => {
        steps.push(name)
        if (fails) throw new StudioError('file.disk-full', { path: name })
        return { ...about, [name]: true }
      }
    await expect(
      migrate(store, { version: 1 }, [], [step('one'), step('two'), step('three', true)]),
    ).rejects.toMatchObject({ code: 'file.disk-full' })
    expect(toText(await store.read(ABOUT))).toBe('{"version":1}')
    await migrate(store, { version: 1 }, [], [step('one'), step('two'), step('three')])
    expect(steps).toEqual(['two', 'three', 'two', 'three'])
    expect(JSON.parse(toText(await store.read(ABOUT)))).toEqual({ version: 3, two: true, three: true })
    expect(toText(await store.read(`before-version-3/${ABOUT}`))).toBe('{"version":1}')
  })
})
