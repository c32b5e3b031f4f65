import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '@areal-studio/core/parkan/sample'
import { mutate, mutateText } from './mutate'
import { subjects } from './subjects'
import { trial } from './trial'

const SECONDS = 5
const fixtures = resolve(process.env['AREAL_FIXTURES'] ?? '../shared/fixtures', 'parkan-small')

describe('fuzz', () => {
  const all = subjects(existsSync(fixtures) ? fixtures : undefined)

  it('damages a file the same way for the same seed', () => {
    const bytes = all[0]?.bytes ?? new Uint8Array(0)
    const words = (seed: number): string[] => Array.from({ length: 20 }, (_, at) => mutate(seededRandom(seed + at), bytes, [bytes]).words)
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

  it(`finds no crash in ${SECONDS} seconds`, async () => {
    const end = Date.now() + SECONDS * 1000
    const crashes: string[] = []
    for (let seed = 1; Date.now() < end; seed++) {
      const random = seededRandom(seed * 7919)
      const subject = all[Math.floor(random() * all.length)]
      if (!subject) throw new Error('nothing to damage')
      const mutant = mutate(random, subject.bytes, Object.values(subject.beside))
      await trial(random, subject, mutant.bytes).catch((error: unknown) => { crashes.push(`${seed} ${subject.path} (${mutant.words}): ${String(error)}`) })
    }
    expect(crashes).toEqual([])
  }, 60_000)
})
