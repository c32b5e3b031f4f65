import { describe, expect, it } from 'vitest'
import { addEntry, removeEntry } from '../../edit'
import type { Bytes } from '../../layout'
import type { ConflictAnswer, ConflictChoice, OutsideAnswer } from '../api/conflicts'
import { memoryHost } from '../memory-host.fixture'
import { openWorkspace } from '../opening/open'
import type { Studio } from '../studio'
import { codeOf, hash, MAP, openBench, poke, present, transaction, type Bench } from '../studio.fixture'
import { TINY_KNOWN } from '../tiny-family.fixture'
import { guardPresent } from './answers'
import { targetOf } from './target'

const POINTS = `${MAP}!#0`
const RAW = `${MAP}!#2`
type Change = readonly [entry: string, offset: number, to: number]

/** The map with these changes, as another program would write it. */
async function mapWith(...changes: readonly Change[]): Promise<Bytes> {
  const { studio } = await openBench()
  for (const change of changes) await poke(studio, ...change)
  return present(studio, MAP)
}

/** Field of the first point; bytes 4 and 5 are one number. */
const X = 4
const LOCAL: readonly Change[] = [
  [POINTS, X, 77],
  [RAW, 0, 40],
]
const EXTERNAL: readonly Change[] = [[POINTS, 8, 88]]
const COMMON: readonly Change[] = [[POINTS, X, 99]]

interface Case {
  readonly title: string
  readonly isPacked: boolean
  readonly isDeployed: boolean
  /** An edit on the way to the local version that no longer fits the external file. */
  readonly isFitting: boolean
}
const CASES: readonly Case[] = [
  { title: 'never packed', isPacked: false, isDeployed: false, isFitting: true },
  { title: 'packed', isPacked: true, isDeployed: false, isFitting: true },
  { title: 'packed, edits that do not fit', isPacked: true, isDeployed: false, isFitting: false },
  { title: 'deployed', isPacked: true, isDeployed: true, isFitting: true },
]

/** The local changes; then another program writes its own into what it finds. */
async function changed(
  one: Case,
  external: readonly Change[],
): Promise<{ readonly bench: Bench; readonly theirs: Bytes }> {
  const bench = await openBench()
  if (!one.isFitting) await poke(bench.studio, RAW, 2, 30)
  for (const change of LOCAL) await poke(bench.studio, ...change)
  if (!one.isFitting) await poke(bench.studio, RAW, 2, 3)
  if (one.isPacked) await bench.studio.api.pack()
  if (one.isDeployed) await bench.studio.api.deploy()
  const theirs = await mapWith(
    ...(one.isDeployed ? LOCAL : []),
    ...external,
    ...(one.isFitting ? [] : [[RAW, 2, 31] as const]),
  )
  bench.game.put(MAP, theirs)
  return { bench, theirs }
}

const merged = (one: Case, ...changes: readonly Change[]): Promise<Bytes> =>
  mapWith(...LOCAL, ...EXTERNAL, ...changes, ...(one.isFitting ? [] : [[RAW, 2, 31] as const]))
const ANSWERS = ['reload', 'keep', 'mine', 'merge', 'merge=local', 'merge=external'] as const

/** What the answer makes of a file where both changed X. */
async function expectedOf(one: Case, answer: OutsideAnswer['answer'], theirs: Bytes): Promise<Bytes> {
  if (answer === 'reload') return theirs
  if (answer === 'keep' || answer === 'mine') return mapWith(...LOCAL)
  return answer === 'merge=external' ? merged(one, [POINTS, X, 99]) : merged(one)
}

describe.each(CASES)('an answer to a file of another program, $title', one => {
  it.each(ANSWERS)(
    '%s: means the same in settling and in deploying, and the game gets what the window shows',
    async answer => {
      const common = answer === 'merge' ? [] : COMMON
      for (const way of ['settle', 'deploy', 'each'] as const) {
        const {
          bench: {
            studio,
            studio: { api },
            game,
            again,
          },
          theirs,
        } = await changed(one, [...EXTERNAL, ...common])
        const expected = await expectedOf(one, answer, theirs)
        if (way === 'settle') {
          expect(await api.settle([{ file: MAP, answer }]), way).toEqual([])
          expect(await present(studio, MAP), way).toEqual(expected)
          expect(await game.read(MAP), way).toEqual(theirs)
        }
        const report = await api.deploy(
          way === 'settle' ? {} : way === 'deploy' ? { foreign: answer } : { answers: [{ file: MAP, answer }] },
        )
        expect(await game.read(MAP), way).toEqual(expected)
        expect(hash(await present(studio, MAP)), way).toBe(hash(expected))
        expect(
          [...report.written, ...report.left].filter(file => file === MAP),
          way,
        ).toHaveLength(way !== 'settle' || report.written.length > 0 ? 1 : 0)
        for (const other of [studio, await again()]) {
          expect(await present(other, MAP), way).toEqual(expected)
          expect(await other.api.outside(), way).toEqual([])
        }
      }
    },
  )

  it('merge: is refused where one field is left open, and nothing is changed', async () => {
    for (const way of ['settle', 'deploy'] as const) {
      const {
        bench: {
          studio,
          studio: { api },
          game,
        },
        theirs,
      } = await changed(one, [...EXTERNAL, ...COMMON])
      const steps = await api.history()
      const conflicts = await api.conflicts(MAP)
      expect(conflicts.map(({ entry, local, external }) => [entry, local, external])).toEqual([[POINTS, '77', '99']])
      const choices: ConflictChoice[] = conflicts.map(({ entry, path }) => ({ entry, path, side: 'external' }))
      const run = (choices: readonly ConflictChoice[]): Promise<unknown> =>
        way === 'settle'
          ? api.settle([{ file: MAP, answer: 'merge', choices }])
          : api.deploy({ answers: [{ file: MAP, answer: 'merge', choices }] })
      expect(await codeOf(run([]))).toBe('deploy.conflicts')
      expect(await api.history()).toEqual(steps)
      expect(await game.read(MAP)).toEqual(theirs)
      await run(choices)
      expect(await present(studio, MAP)).toEqual(await merged(one, [POINTS, X, 99]))
    }
  })

  it('keep: undo shows what the other program wrote, or the file stays ours where it was deployed', async () => {
    const {
      bench: {
        studio,
        studio: { api },
      },
      theirs,
    } = await changed(one, EXTERNAL)
    await api.settle([{ file: MAP, answer: 'keep' }])
    if (!one.isDeployed) await api.undo()
    expect(await present(studio, MAP)).toEqual(one.isDeployed ? await mapWith(...LOCAL) : theirs)
  })
})

describe('a merge by field', () => {
  const settled = (studio: Studio, answer: ConflictAnswer): Promise<unknown> =>
    studio.api.settle([{ file: MAP, answer }])

  it('counts a field as changed by the other program only where it is neither the original nor what was deployed', async () => {
    const {
      studio,
      studio: { api },
      game,
    } = await openBench()
    await poke(studio, POINTS, X, 50)
    await api.pack()
    await api.deploy()
    await poke(studio, POINTS, X, 60)
    game.put(MAP, await mapWith([POINTS, X, 50], [POINTS, 8, 88]))
    expect(await api.conflicts(MAP)).toEqual([])
    await settled(studio, 'merge')
    expect(await present(studio, MAP)).toEqual(await mapWith([POINTS, X, 60], [POINTS, 8, 88]))
  })

  it('finds a conflict in one number of which each side changed another byte, though each edit finds its bytes', async () => {
    const {
      studio,
      studio: { api },
      game,
    } = await openBench()
    await poke(studio, POINTS, X, 50)
    game.put(MAP, await mapWith([POINTS, X + 1, 1]))
    expect(await api.outside()).toMatchObject([{ isFitting: false }])
    expect(await api.conflicts(MAP)).toHaveLength(1)
    expect(await codeOf(settled(studio, 'merge'))).toBe('deploy.conflicts')
    await settled(studio, 'merge=external')
    expect(await present(studio, MAP)).toEqual(await mapWith([POINTS, X + 1, 1]))
  })

  it('goes on where a row was added and one removed here: rows are the same ones, not the same numbers', async () => {
    for (const isDeployed of [false, true]) {
      const {
        studio,
        studio: { api },
        game,
      } = await openBench()
      await api.commit(
        transaction(addEntry(await api.nextEntry(MAP), 0, { name: 'own', type_id: 0, flag: 0 }, Uint8Array.of(5, 5))),
      )
      await api.commit(transaction(removeEntry(await api.read(`${MAP}!#1`))))
      await api.pack()
      if (isDeployed) await api.deploy()
      const other = await openBench(isDeployed ? { game } : {})
      await poke(other.studio, isDeployed ? `${MAP}!#1` : RAW, 1, 66)
      game.put(MAP, await present(other.studio, MAP))
      await settled(studio, 'merge')
      const rows = (await api.list(MAP)).filter(row => row.state !== 'removed' && !row.path.includes('gap'))
      const bytes = await Promise.all(
        rows.map(async row => [row.name, [...(await present(studio, row.path))].slice(0, 3)]),
      )
      expect(bytes.filter(([name]) => name !== 'pts')).toEqual([
        ['raw', [1, 66, 3]],
        ['own', [5, 5]],
      ])
    }
  })

  it.each([
    ['merge=local', undefined],
    ['merge=external', 66],
  ] as const)('%s decides about a row that was removed here and changed there', async (answer, expected) => {
    const {
      studio,
      studio: { api },
      game,
    } = await openBench()
    await api.commit(transaction(removeEntry(await api.read(RAW))))
    game.put(MAP, await mapWith([RAW, 1, 66], [POINTS, 8, 88]))
    expect(await codeOf(settled(studio, 'merge'))).toBe('deploy.conflicts')
    await settled(studio, answer)
    const raw = (await api.list(MAP)).find(row => row.name === 'raw' && row.state !== 'removed')
    expect(raw && (await present(studio, raw.path))[1]).toBe(expected)
    expect((await present(studio, POINTS))[8]).toBe(88)
  })

  it.each(['merge=local', 'merge=external'] as const)(
    '%s is obeyed where the file cannot be told apart by field: one side as a whole',
    async answer => {
      for (const way of ['settle', 'deploy'] as const) {
        const {
          studio,
          studio: { api },
          game,
        } = await openBench()
        await poke(studio, RAW, 0, 40)
        await poke(studio, RAW, 0, 50)
        const theirs = Uint8Array.of(...(await mapWith([RAW, 0, 50])), 7, 7)
        game.put(MAP, theirs)
        expect(await codeOf(settled(studio, 'merge'))).toBe('deploy.no-base')
        expect((await api.conflicts(MAP)).map(({ entry, path }) => [entry, path])).toEqual([[MAP, '']])
        if (way === 'settle') await settled(studio, answer)
        await api.deploy({ foreign: answer })
        const expected = answer === 'merge=local' ? await mapWith([RAW, 0, 50]) : theirs
        expect([await present(studio, MAP), await game.read(MAP)]).toEqual([expected, expected])
      }
    },
  )
})

it.each(['settle', 'deploy'] as const)(
  'an external version that was replaced and comes back is asked for again: %s',
  async way => {
    const {
      studio: { api },
      studio,
      game,
    } = await openBench()
    await poke(studio, RAW, 0, 50)
    await api.pack()
    await api.deploy()
    const theirs = await mapWith([RAW, 0, 50], [POINTS, 8, 88])
    game.put(MAP, theirs)
    if (way === 'settle') await api.settle([{ file: MAP, answer: 'keep' }])
    await api.deploy({ foreign: 'keep' })
    game.put(MAP, theirs)
    expect(await api.outside()).toMatchObject([{ file: MAP }])
    expect(await codeOf(api.deploy())).toBe('deploy.foreign')
  },
)

describe('what is deployed', () => {
  it('is what the window shows: edits that were not packed are packed first', async () => {
    const {
      studio,
      studio: { api },
      game,
    } = await openBench()
    await poke(studio, RAW, 0, 50)
    await api.pack()
    await poke(studio, RAW, 1, 60)
    await api.deploy()
    expect(await game.read(MAP)).toEqual(await present(studio, MAP))
  })

  it('is packed again where the install changed under the edits and no edit is newer than the pack', async () => {
    const {
      studio,
      studio: { api },
      game,
    } = await openBench()
    await poke(studio, RAW, 0, 50)
    await api.pack()
    game.put(MAP, await mapWith([POINTS, 8, 88]))
    await api.settle([{ file: MAP, answer: 'merge' }])
    await api.deploy()
    expect(await game.read(MAP)).toEqual(await mapWith([RAW, 0, 50], [POINTS, 8, 88]))
    expect(await game.read(MAP)).toEqual(await present(studio, MAP))
  })

  it('is refused where a planned digest is not that of what the present entries make', async () => {
    const { studio, folders } = await openBench()
    await poke(studio, RAW, 0, 50)
    const workspace = await openWorkspace(memoryHost({ hash, folders, pid: 7 }), [TINY_KNOWN], '/game', {})
    const planned = {
      file: MAP,
      action: 'replace',
      pristineHash: '',
      installHash: '',
      newHash: hash(await present(studio, MAP)),
      size: 0,
      isForeign: false,
    } as const
    expect(await codeOf(guardPresent(await targetOf(workspace), [planned]))).toBe('done')
    expect(
      await codeOf(guardPresent(await targetOf(workspace), [{ ...planned, newHash: hash(Uint8Array.of(1)) }])),
    ).toBe('deploy.stale')
    expect(await codeOf(guardPresent(await targetOf(workspace), [{ ...planned, action: 'restore' }]))).toBe(
      'deploy.stale',
    )
  })
})
