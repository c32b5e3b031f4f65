import { describe, expect, it } from 'vitest'
import type { HistoryStep } from '@areal-studio/core/studio'
import { linesOf, presentOf, shortPath, START } from './lines'

const step = (
  revision: number,
  state: HistoryStep['state'],
  parent: number,
  name: string,
  entry = `DATA/MAPS/${name}/Land.map!#0`,
): HistoryStep => ({
  revision,
  state,
  parent,
  label: { code: 'label.fields-set', params: { name, n: revision } },
  time: 0,
  entries: [entry],
})
const text = {
  say: (key: string, params: Readonly<Record<string, string | number>> = {}): string =>
    `${key} ${params['name'] ?? ''}`.trim(),
}
const history = [
  step(1, 'done', 0, 'SC_1'),
  step(2, 'branch', 1, 'SC_2'),
  step(4, 'done', 1, 'SC_1'),
  step(5, 'packed', 4, 'SC_1'),
  step(6, 'undone', 4, 'SC_2'),
]
const revisions = (words = '', file: string | null = null): number[] =>
  linesOf(history, { text, words, file }).map(line => line.revision)

describe('lines of the history', () => {
  it('are the steps, newest first, and the start below them', () => {
    expect(revisions()).toEqual([6, 5, 4, 2, 1, START])
  })
  it('are filtered by words, by entry and by file; the start stays', () => {
    expect(revisions('sc_2')).toEqual([6, 2, START])
    expect(revisions('fields-set', 'DATA/MAPS/SC_1/Land.map')).toEqual([4, 1, START])
    expect(revisions('', 'DATA/MAPS/SC_9/Land.map')).toEqual([START])
  })
  it('of a branch tell what it began on', () => {
    const lines = linesOf(history, { text, words: '', file: null })
    expect(lines.map(line => line.from)).toEqual(['', '', '', 'label.fields-set SC_1', '', ''])
  })
  it('the present step is the last one in effect', () => {
    expect(presentOf(history)).toBe(4)
    expect(presentOf([])).toBe(START)
  })
  it('name the file with its folder', () => {
    expect(shortPath('DATA/MAPS/SC_1/Land.map!#0')).toBe('SC_1/Land.map')
  })
})
