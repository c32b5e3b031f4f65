import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { StudioError } from '@areal-studio/core/format'
import type { Studio } from '@areal-studio/core/studio'
import { files as tinyGame, MAP, poke } from '../../core/studio/studio.fixture'
import { FaultyDisk } from '../node/faulty-disk.fixture'
import { FaultTurns, isTried } from './fault-share.fixture'
import { FaultyGame } from './faulty-game.fixture'

const RAW = `${MAP}!#2`
const README = 'readme.txt'
const MARKER = 'areal-deployed.json'
/** What another program writes: the file that is written first, the one after it, the marker. Each call that is tried meets one. */
const VICTIMS = [MAP, README, MARKER] as const

const bed = new FaultyGame('foreign')
let points = 0

function bytesBelow(folder: string): ReadonlyMap<string, Buffer> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(item => item.isFile())
  return new Map(
    found
      .map(item => join(item.parentPath, item.name))
      .map(path => [path.slice(folder.length + 1), readFileSync(path)]),
  )
}
const game = (): ReadonlyMap<string, Buffer> => bytesBelow(bed.game())

/** Copies that the workspace keeps by their digest. */
async function copies({ api }: Studio): Promise<readonly Buffer[]> {
  const folder = join((await api.info())?.workspace ?? '', 'backup')
  return existsSync(folder) ? [...bytesBelow(folder).values()] : []
}

/** A file changed at its end: an edit of ours fits it. */
function theirs(victim: string, at: number): Buffer {
  if (victim === MARKER) return Buffer.from(`another program's, ${at}`)
  const bytes = Buffer.from(tinyGame()[victim] ?? [])
  return victim === MAP
    ? Buffer.concat([bytes.subarray(0, -1), Buffer.of(100 + (at % 100))])
    : Buffer.from(`theirs ${at}`)
}

const edited = async (one: Studio): Promise<void> => {
  await poke(one, RAW, 0, 50)
  await poke(one, README, 0, 66)
  await one.api.pack()
}
const deployed = async (one: Studio): Promise<void> => {
  await edited(one)
  await one.api.deploy()
}
const changedOutside = async (one: Studio): Promise<void> => {
  await edited(one)
  writeFileSync(bed.game(README), 'external')
}
const settled =
  (answer: 'reload' | 'keep') =>
  (one: Studio): Promise<unknown> =>
    one.api.settle([{ file: README, answer }])

/** `calls`: to the disk, when this was written. */
interface Act {
  readonly name: string
  readonly calls: number
  prepare(one: Studio): Promise<void>
  act(one: Studio): Promise<unknown>
}
const ACTS: readonly Act[] = [
  { name: 'deploy', calls: 100, prepare: edited, act: one => one.api.deploy() },
  {
    name: 'deploy again',
    calls: 80,
    prepare: async one => {
      await deployed(one)
      await poke(one, RAW, 1, 51)
      await poke(one, README, 0, 67)
      await one.api.pack()
    },
    act: one => one.api.deploy(),
  },
  { name: 'restore', calls: 60, prepare: deployed, act: one => one.api.restore() },
  { name: 'reload', calls: 50, prepare: changedOutside, act: settled('reload') },
  { name: 'keep', calls: 40, prepare: changedOutside, act: settled('keep') },
]

afterAll(() => {
  bed.remove()
  console.log(`another program at every call: ${points} points survived`)
})

const isIn = (bytes: Buffer, all: Iterable<Buffer>): boolean => [...all].some(one => one.equals(bytes))

/** What the game had before, and what another program wrote, is in the game or in a copy. */
async function expectKept(
  point: string,
  one: Studio,
  wanted: readonly (readonly [name: string, bytes: Buffer])[],
): Promise<void> {
  const all = [...game().values(), ...(await copies(one))]
  for (const [name, bytes] of wanted) expect(isIn(bytes, all), `${point}: ${name} is lost`).toBe(true)
}

describe('at every call to the disk another program writes', () => {
  it.each(ACTS.map((one, number) => ({ ...one, number })))(
    'while $name runs: no byte is lost, and what the studio says is true',
    async ({ name, number, calls, prepare, act }) => {
      bed.fill(tinyGame())
      const originals = [...game()]
      await prepare(await bed.opened())
      const template = `template ${name}`
      bed.keep(template)
      const external = [...game()].filter(([path, bytes]) => path === README && bytes.toString() === 'external')
      const counting = new FaultyDisk(bed.live)
      const first = await bed.opened()
      await counting.during(() => act(first))
      const ours = [...game()].filter(
        ([path, bytes]) =>
          path !== MARKER &&
          !originals.some(([other, old]) => other === path && old.equals(bytes)) &&
          bytes.toString() !== 'external',
      )
      expect(counting.calls.length).toBeGreaterThanOrEqual(calls)

      const turns = new FaultTurns()
      for (const [at, call] of counting.calls.entries()) {
        if (!isTried(number, at, counting.calls)) continue
        for (const victim of turns.next(VICTIMS)) {
          const isTooLate = isAtReplacing(counting, at, bed.game(victim))
          if (isTooLate) continue
          const point = `${name}, ${victim} at call ${at} (${call} ${counting.places[at]?.slice(bed.live.length) ?? ''})`
          const bytes = theirs(victim, at)
          bed.put(template)
          const one = await bed.opened()
          const intrude = (): void => writeFileSync(bed.game(victim), bytes)
          const said = await new FaultyDisk(bed.live, at, intrude).during(() =>
            act(one).then(
              () => 'done',
              (error: unknown) => error,
            ),
          )
          expect(said === 'done' || said instanceof StudioError, `${point}: ${String(said)}`).toBe(true)
          const kept = [
            ...originals,
            ...(victim === README ? [] : external),
            [`${victim} of the other program`, bytes] as const,
          ]
          await expectKept(point, one, kept)

          const after = await bed.opened().catch((error: unknown) => {
            throw new Error(`${point}: open ${String(error)}`)
          })
          expect(await after.api.info(), point).not.toBeNull()
          await after.api.outside()
          await expectKept(`${point}, opened again`, after, kept)
          await returned(point, after)
          await expectKept(`${point}, returned`, after, kept)
          for (const [path, deployedBytes] of ours)
            expect(game().get(path)?.equals(deployedBytes), `${point}: ${path} is ours still`).not.toBe(true)
          points++
        }
      }
      expect(turns.tried).toEqual(expect.arrayContaining([...VICTIMS]))
    },
    600_000,
  )
})

/**
 * Whether a call is about to replace the file or is one by which this disk remembers what it replaces. The system has no rename that
 * compares: what is written between the last look at a file and its rename is not seen.
 */
function isAtReplacing({ calls, places }: FaultyDisk, at: number, path: string): boolean {
  const isReplaced = (i: number): boolean => (calls[i] === 'rename' || calls[i] === 'unlink') && places[i] === path
  return places[at] === path && [at - 2, at - 1, at, at + 1].some(isReplaced)
}

/** Returns to the original whatever the studio says was deployed; a file that needs an answer is restored, a copy is kept. */
async function returned(point: string, { api }: Studio): Promise<void> {
  const { files } = await api.restorePlan()
  const answers = files.map(({ file, isLost }) => ({ file, answer: isLost ? ('keep' as const) : ('restore' as const) }))
  await api.restore({ foreign: 'overwrite', answers }).catch((error: unknown) => {
    throw new Error(`${point}: restore ${String(error)}`)
  })
}
