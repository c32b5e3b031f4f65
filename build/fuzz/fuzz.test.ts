import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '@areal-studio/core/families/parkan/sample'
import { largestAllocation } from './allocations'
import { mutate, mutateText } from './mutate'
import { subjects } from './subjects'
import { glance, trial } from './trial'

const SECONDS = 8
/** A file that takes longer hangs; a few hundred times what the slowest takes. */
const HANG = 20_000
/** One file of this number runs through everything, the others are only opened and read. */
const TRIALS = 25
/** Most bytes allocated at once: a multiple of the bytes read, and the cost of any file. */
const TIMES = 8
const SMALL = 64 * 1024
const fixtures = resolve(process.env['AREAL_FIXTURES'] ?? '../shared/fixtures', 'parkan-small')

describe('fuzz', () => {
  const all = subjects(existsSync(fixtures) ? fixtures : undefined)

  it('damages a file the same way for the same seed', () => {
    const bytes = all[0]?.bytes ?? new Uint8Array(0)
    const words = (seed: number): string[] =>
      Array.from({ length: 20 }, (_, at) => mutate(seededRandom(seed + at), bytes, [bytes]).words)
    expect(words(1)).toEqual(words(1))
    expect(new Set(words(1)).size).toBeGreaterThan(15)
    expect(mutateText(seededRandom(3), '{"a": 1}')).toBe(mutateText(seededRandom(3), '{"a": 1}'))
  })

  it('leaves the original as it was', () => {
    for (const { bytes } of all.slice(0, 12)) {
      const before = bytes.slice()
      for (let seed = 0; seed < 12; seed++) mutate(seededRandom(seed), bytes, [bytes])
      expect(Buffer.compare(bytes, before)).toBe(0)
    }
  })

  it('finds nothing in whole files', async () => {
    for (const subject of all.filter(({ path }) => /\.(?:map|msh|lst|rlb|wea)$/i.test(path)).slice(0, 8)) {
      await expect(trial(seededRandom(1), subject, subject.bytes)).resolves.toBeUndefined()
    }
  }, 60_000)

  it(`finds no crash, no hang and no count that is believed in ${SECONDS} seconds`, async () => {
    const end = Date.now() + SECONDS * 1000
    const found: string[] = []
    let [tried, slowest, share] = [0, 0, 0]
    for (let seed = 1; Date.now() < end; seed++) {
      const random = seededRandom(seed * 7919)
      const subject = all[Math.floor(random() * all.length)]
      if (!subject) throw new Error('nothing to damage')
      const mutant = mutate(random, subject.bytes, Object.values(subject.beside))
      const input = Object.values(subject.beside).reduce((sum, bytes) => sum + bytes.length, mutant.bytes.length)
      const begun = performance.now()
      const tell = (what: string): void => {
        found.push(`${seed} ${subject.path} (${mutant.words}): ${what}`)
      }
      const largest = await largestAllocation(() =>
        (seed % TRIALS === 0 ? trial : glance)(random, subject, mutant.bytes).catch((error: unknown) =>
          tell(String(error)),
        ),
      )
      const milliseconds = performance.now() - begun
      if (largest > input * TIMES + SMALL) tell(`${largest} bytes for ${input}`)
      if (milliseconds > HANG) tell(`${milliseconds} ms`)
      tried++
      slowest = Math.max(slowest, milliseconds)
      share = Math.max(share, largest / Math.max(input, SMALL))
    }
    console.log(
      `fuzz: ${tried} files tried, slowest ${Math.round(slowest)} ms, largest allocation ${share.toFixed(2)} times its input`,
    )
    expect(found).toEqual([])
    expect(tried).toBeGreaterThan(50)
  }, 120_000)

  it('sees a count that is believed', async () => {
    const believe = (make: () => unknown): Promise<number> => largestAllocation(() => Promise.resolve(void make()))
    expect(await believe(() => new Uint32Array(1000))).toBe(4000)
    expect(await believe(() => Array.from({ length: 500 }, () => 0))).toBe(4000)
    expect(await believe(() => new Uint8Array([1, 2]))).toBeLessThan(100)
  })
})
