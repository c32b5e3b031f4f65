import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Format } from '@areal-studio/core/format'
import { describe, expect, it } from 'vitest'
import { TABLE, formatDocument, formatTable, gameTable, games, withTable } from './formats'

const ROOT = join(import.meta.dirname, '..')
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const WORDS = 800
const PICTURE_BYTES = 300_000

const format = (id: string, more: Partial<Format> = {}): Format => ({ id, match: () => false, ...more })

describe('README', () => {
  it('has the table of games as the declarations give it (npm run formats)', () => {
    expect(TABLE.test(README)).toBe(true)
    expect(README).toBe(withTable(README, gameTable(games)))
  })
  it('has at most 800 words', () => {
    expect(README.split(/\s+/).filter(word => /\w/.test(word)).length).toBeLessThanOrEqual(WORDS)
  })
  it('shows pictures of at most 300 kB', () => {
    const pictures = Array.from(README.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g), match => match[1] ?? '')
    expect(pictures.length).toBeGreaterThan(0)
    for (const picture of pictures)
      expect(statSync(join(ROOT, picture)).size, picture).toBeLessThanOrEqual(PICTURE_BYTES)
  })
})

describe('the list of formats', () => {
  const written = readFileSync(join(ROOT, 'resources/docs/formats.md'), 'utf8')

  it('has every format of every game as the declarations give it (npm run formats)', () => {
    expect(written).toBe(formatDocument(games))
    for (const { id } of games.flatMap(({ formats }) => formats)) {
      const [stem = id, tail] = id.split(/\.(?=\d+$)/)
      expect(written).toContain(tail === undefined ? `\`${id}\`` : `${stem}.`)
    }
  })
  it('counts for each game the formats that offer something', () => {
    const table = gameTable([{ title: 'Game', formats: [format('a', { check: async () => [] }), format('b')] }])
    expect(table.split('\n')[2]).toBe('| Game (2) | – | – | – | – | – |')
  })

  it('joins formats with equal cells, numbered ones in braces, the richest first', () => {
    const scene = (): Promise<never[]> => Promise.resolve([])
    const table = formatTable([format('a.10'), format('a.2'), format('b'), format('c', { scene })])
    expect(table.split('\n').slice(2, 4)).toEqual([
      '| `c` | – | – | – | – | yes |',
      '| `a.{2,10}` `b` | – | – | – | – | – |',
    ])
  })
})
