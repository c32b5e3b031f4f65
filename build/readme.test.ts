import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAMILIES } from '@areal-studio/core'
import type { Format } from '@areal-studio/core/format'
import { describe, expect, it } from 'vitest'

const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
type Can = Readonly<Record<'rows' | 'fields' | 'checked' | 'repairs' | 'drawn', boolean>>

/** What a format's declaration says it can do. */
function canOf(format: Format): Can {
  const fields = format.layout !== undefined
  // Formats without fields or rows have a check that only says that there is none.
  const checked = format.check !== undefined && (fields || format.archive !== undefined)
  return {
    rows: format.archive !== undefined,
    fields,
    checked,
    repairs: format.repair !== undefined,
    drawn: format.scene !== undefined,
  }
}

/** `a.{1,2}` stands for `a.1` and `a.2`. */
const spread = (id: string): string[] => {
  const [, head, tails] = /^(.*)\{(.+)\}$/.exec(id) ?? []
  return head === undefined || tails === undefined ? [id] : tails.split(',').map(tail => head + tail)
}

/** The table of formats as the README has it. */
function matrix(): ReadonlyMap<string, Can> {
  const lines = README.slice(README.indexOf('## Supported formats'), README.indexOf('## How it is built'))
    .split('\n')
    .filter(line => line.startsWith('| ') && !line.startsWith('| Format'))
  return new Map(
    lines.flatMap(line => {
      const cells = line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim())
      const yes = (at: number): boolean => cells[at + 2] === 'yes'
      const can: Can = { rows: yes(0), fields: yes(1), checked: yes(2), repairs: yes(3), drawn: yes(4) }
      return Array.from(cells[1]?.matchAll(/`([^`]+)`/g) ?? [], match => match[1] ?? '')
        .flatMap(spread)
        .map(id => [id, can] as const)
    }),
  )
}

describe('README', () => {
  it('names every format, and what it can do', () => {
    const declared = new Map(FAMILIES.flatMap(family => family.formats).map(format => [format.id, canOf(format)]))
    expect(Object.fromEntries(matrix())).toEqual(Object.fromEntries(declared))
  })
})
