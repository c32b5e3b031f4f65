import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StudioError } from '@areal-studio/core/format'
import type { Studio } from '@areal-studio/core/studio'
import { files as tinyGame, MAP, openBench, poke, present } from '../../core/studio/studio.fixture'
import { DEATHS, Ended, FaultyDisk } from '../node/faulty-disk.fixture'
import { FaultTurns, isTried } from './fault-share.fixture'
import { FaultyGame } from './faulty-game.fixture'

const RAW = `${MAP}!#2`
const POINTS = `${MAP}!#0`
const LOOSE = 'DATA/loose.pts'
type Change = readonly [entry: string, offset: number, to: number]
const OURS: readonly Change[] = [
  [RAW, 0, 40],
  [RAW, 0, 50],
  [POINTS, 4, 50],
]
const THEIRS: readonly Change[] = [
  [RAW, 0, 50],
  [POINTS, 8, 70],
]
const bed = new FaultyGame('settle')

/** The game is one without the map, too. */
const files = (): Record<string, Uint8Array> => ({
  ...tinyGame(),
  'DATA/Maps/Two.tin': tinyGame()[MAP] ?? new Uint8Array(0),
})

/** The map as it is now; undefined where there is none. */
const mapNow = (studio: Studio): Promise<Buffer | undefined> =>
  present(studio, MAP).then(
    bytes => Buffer.from(bytes),
    () => undefined,
  )

async function mapWith(...changes: readonly Change[]): Promise<Uint8Array> {
  const { studio } = await openBench()
  for (const [entry, offset, to] of changes) await poke(studio, entry, offset, to)
  return present(studio, MAP)
}

function game(): Record<string, string> {
  const found = readdirSync(bed.game(), { recursive: true, withFileTypes: true }).filter(item => item.isFile())
  return Object.fromEntries(
    found
      .map(item => join(item.parentPath, item.name))
      .sort()
      .map(path => [path, readFileSync(path, 'latin1')]),
  )
}

beforeAll(async () => {
  bed.fill(files())
  const studio = await bed.opened()
  await poke(studio, LOOSE, 4, 9)
  for (const change of OURS) await poke(studio, ...change)
  await studio.api.pack()
  writeFileSync(bed.game(MAP), await mapWith(...THEIRS))
  bed.keep('changed')
  rmSync(bed.game(MAP))
  bed.keep('gone')
})
afterAll(() => bed.remove())

describe('at every call to the disk while a file of another program is settled', () => {
  it.each([
    [0, 'changed', 'reload', THEIRS, 90],
    [1, 'changed', 'mine', OURS, 85],
    [2, 'changed', 'merge', [...OURS, [POINTS, 8, 70]] as const, 90],
    [3, 'gone', 'reload', undefined, 70],
    [4, 'gone', 'mine', OURS, 60],
  ] as const)(
    '%i: that is %s, by %s, nothing of ours is lost and the install stays',
    async (number, way, answer, wanted, calls) => {
      const settle = (studio: Studio): Promise<unknown> => studio.api.settle([{ file: MAP, answer }])
      const [ours, expected] = [await mapWith(...OURS), wanted && (await mapWith(...wanted))]
      bed.put(way)
      const before = game()
      const counting = new FaultyDisk(bed.live)
      const first = await bed.opened()
      await counting.during(() => settle(first))
      expect(counting.calls.length).toBeGreaterThanOrEqual(calls)
      const turns = new FaultTurns()
      for (const [at, call] of counting.calls.entries()) {
        if (!isTried(number, at, counting.calls)) continue
        for (const fault of turns.at(call)) {
          const point = `${answer}, ${fault} at call ${at} (${call})`
          bed.put(way)
          const one = await bed.opened()
          const said = await new FaultyDisk(bed.live, at, fault).during(() =>
            settle(one).then(
              () => 'done',
              (error: unknown) => error,
            ),
          )
          expect(
            said === 'done' || said instanceof Ended || said instanceof StudioError,
            `${point}: ${String(said)}`,
          ).toBe(true)
          const after = await bed.opened()
          expect(game(), point).toEqual(before)
          if ((await after.api.outside()).length > 0)
            await settle(after).catch((error: unknown) => {
              throw new Error(`${point}: again ${String(error)}`)
            })
          const now = await mapNow(after)
          // The step of the answer itself may be missing: then the file is as with `mine`.
          const isThere = [ours, expected].some(one => (one && now ? now.equals(one) : one === now))
          expect(isThere, point).toBe(true)
          expect((await present(after, LOOSE))[4], point).toBe(9)
          if (now?.equals(ours) !== true) {
            await after.api.undo()
            expect((await mapNow(after))?.equals(ours), `${point}: undo`).toBe(true)
          }
        }
      }
      expect(turns.tried).toEqual(expect.arrayContaining([...DEATHS, 'failure']))
      console.log(`faults of ${answer} where it is ${way}: ${counting.calls.length} points survived`)
    },
    600_000,
  )
})
