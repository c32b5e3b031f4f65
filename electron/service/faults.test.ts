import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { addEntry } from '@areal-studio/core/edit'
import { filePath, StudioError } from '@areal-studio/core/format'
import type { Studio, StudioApi } from '@areal-studio/core/studio'
import { files as tinyGame, MAP, poke, setByte, transaction } from '../../core/studio/studio.fixture'
import { DEATHS, Ended, FaultyDisk } from '../node/faulty-disk.fixture'
import { FaultTurns, isTried } from './fault-share.fixture'
import { FaultyGame } from './faulty-game.fixture'

const RAW = `${MAP}!#2`
const README = 'readme.txt'
const MARKER = 'areal-deployed.json'
const bed = new FaultyGame('faults')
const points: string[] = []
const met: string[] = []

type Snapshot = Readonly<Record<string, string>>

function snapshot(folder: string): Snapshot {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(item => item.isFile())
  const paths = found
    .map(item => join(item.parentPath, item.name))
    .filter(path => !path.endsWith(MARKER))
    .sort()
  return Object.fromEntries(paths.map(path => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]))
}

const edits = async (api: StudioApi): Promise<number> =>
  (await api.history()).filter(step => step.state === 'done').length

/** One thing that is interrupted at every call it makes to the disk. */
interface Act {
  readonly name: string
  /** What must have happened before it. */
  prepare(studio: Studio): Promise<void>
  act(studio: Studio): Promise<unknown>
  /** Calls to the disk that were counted when this was written; a run with fewer tests less. */
  readonly calls: number
  /** It is the opening itself that is interrupted. */
  readonly isOpening?: boolean
}

const change = async (one: Studio): Promise<void> => {
  await poke(one, RAW, 0, 50)
  await poke(one, README, 0, 66)
  await one.api.commit(transaction(addEntry('DATA/own.pts', 0, {}, Uint8Array.of(0, 0, 0, 0))))
}
const deployed = async (one: Studio): Promise<void> => {
  await change(one)
  await one.api.pack()
  await one.api.deploy()
}
/** A drag, a step undone and copies enough that some of them go. */
const dragged = async (one: Studio): Promise<void> => {
  await deployed(one)
  let joins: number | undefined
  for (let to = 60; to < 70; to++) {
    const commit = await one.api.commit({
      ...transaction(setByte(await one.api.read(RAW), 0, to)),
      ...(joins !== undefined && { joins }),
    })
    joins = commit.revision
  }
  await poke(one, README, 0, 67)
  await one.api.undo()
  const { workspace } = (await one.api.info()) ?? { workspace: '' }
  for (let i = 0; i < 53; i++) writeFileSync(join(workspace, 'backup', `spare-${i}`), 'spare')
}
const ACTS: readonly Act[] = [
  {
    name: 'open',
    calls: 40,
    isOpening: true,
    prepare: () => Promise.resolve(),
    act: one => one.api.open(bed.game()),
  },
  { name: 'first commit', calls: 43, prepare: () => Promise.resolve(), act: one => poke(one, RAW, 0, 50) },
  { name: 'commit', calls: 14, prepare: change, act: one => poke(one, RAW, 1, 51) },
  { name: 'undo', calls: 14, prepare: change, act: one => one.api.undo() },
  { name: 'pack', calls: 47, prepare: change, act: one => one.api.pack() },
  {
    name: 'pack again',
    calls: 34,
    prepare: async one => {
      await deployed(one)
      await poke(one, RAW, 1, 51)
      await poke(one, README, 0, 65)
    },
    act: one => one.api.pack(),
  },
  {
    name: 'deploy',
    calls: 171,
    prepare: async one => {
      await change(one)
      await one.api.pack()
    },
    act: one => one.api.deploy(),
  },
  {
    name: 'deploy again',
    calls: 122,
    act: one => one.api.deploy(),
    prepare: async one => {
      await deployed(one)
      await poke(one, RAW, 1, 51)
      await poke(one, README, 0, 65)
      await one.api.pack()
    },
  },
  { name: 'compact', calls: 54, prepare: dragged, act: one => one.api.tidyUp() },
  { name: 'restore', calls: 99, prepare: deployed, act: one => one.api.restore() },
]

const told = (error: unknown): string =>
  error instanceof StudioError ? JSON.stringify([error.code, error.params]) : String(error)

/** Without the hash of what an edit was made on, nobody finds out that another program put something else in its place. */
async function isEachOriginalNoted(api: StudioApi): Promise<boolean> {
  const edited = (await api.history())
    .flatMap(({ entries }) => entries.map(filePath))
    .filter(file => file in tinyGame())
  const path = join((await api.info())?.workspace ?? '', 'pristine.json')
  const noted = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return edited.every(file => noted.includes(JSON.stringify(file)))
}

async function goesOn(api: StudioApi): Promise<void> {
  await api.pack()
  await api.deploy()
  await api.restore()
}

/** With fewer points than these in all, the table tests less than it should. */
const LEAST_POINTS = 200

afterAll(() => {
  bed.remove()
  console.log(`faults: ${points.length} points survived (calls: ${met.join(', ')})`)
})

describe('at every call to the disk, a failure or an end', () => {
  it.each(ACTS.map((one, number) => ({ ...one, number })))(
    'of $name leaves all old or all new, and no acknowledged commit is lost',
    async ({ name, number, calls, prepare, act, isOpening }) => {
      bed.fill(tinyGame())
      const pristine = snapshot(bed.game())
      if (!isOpening) await prepare(await bed.opened())
      const template = `template ${name}`
      bed.keep(template)
      const old = { game: snapshot(bed.game()), done: isOpening ? 0 : await edits((await bed.opened()).api) }
      bed.put(template)

      const counting = new FaultyDisk(bed.live)
      const first = isOpening ? bed.studio() : await bed.opened()
      await counting.during(() => act(first))
      const next = { game: snapshot(bed.game()), done: await edits(first.api) }
      met.push(`${name} ${counting.calls.length}`)
      expect(counting.calls.length).toBeGreaterThanOrEqual(calls)
      counting.cutPower()
      const held = { done: await edits((await bed.opened()).api), game: snapshot(bed.game()) }
      expect(held, `${name}, the power cut once it was acknowledged`).toEqual(next)

      const turns = new FaultTurns()
      for (const [at, call] of counting.calls.entries()) {
        if (!isTried(number, at, counting.calls)) continue
        for (const fault of turns.at(call)) {
          const point = `${name}, ${fault} at call ${at} (${call})`
          bed.put(template)
          const disk = new FaultyDisk(bed.live, at, fault)
          const one = isOpening ? bed.studio() : await bed.opened()
          const said = await disk.during(() =>
            act(one).then(
              () => 'done',
              (error: unknown) => error,
            ),
          )
          const isFine = said === 'done' || said instanceof Ended || said instanceof StudioError
          expect(isFine, `${point}: ${told(said)}`).toBe(true)
          if (said instanceof StudioError)
            await act(one).catch((error: unknown) => {
              throw new Error(`${point}: again ${told(error)}`)
            })

          const after = await bed.opened().catch((error: unknown) => {
            throw new Error(`${point}: open ${told(error)}`)
          })
          const game = snapshot(bed.game())
          const done = await edits(after.api)
          if (said instanceof Ended) {
            expect([old.game, next.game], point).toContainEqual(game)
            expect([old.done, next.done], point).toContain(done)
            expect(await isEachOriginalNoted(after.api), point).toBe(true)
          } else {
            expect(game, point).toEqual(next.game)
            expect(done, point).toBe(next.done)
          }
          await goesOn(after.api).catch((error: unknown) => {
            throw new Error(`${point}: then ${told(error)}`)
          })
          expect(snapshot(bed.game()), point).toEqual(pristine)
          points.push(point)
        }
      }
      expect(turns.tried).toEqual(expect.arrayContaining([...DEATHS, 'failure']))
    },
    600_000,
  )

  it(`at ${LEAST_POINTS} points at least`, () => expect(points.length).toBeGreaterThanOrEqual(LEAST_POINTS))
})
