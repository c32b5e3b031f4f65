import { describe, expect, it } from 'vitest'
import { logEntries, printEntries, shownEntries } from './log-lines'

const LINES = [
  '  the end of an entry that was put aside',
  '2026-01-02T03:04:05.678Z error window: no such field',
  '  at form.ts:1',
  '2026-01-02T03:04:06.000Z info started',
  '2026-01-02T03:04:07.000Z warning watching: слишком много файлов',
]

describe('log lines', () => {
  it('give entries that print as the lines they were', () => {
    const entries = logEntries(LINES)
    expect(entries.map(entry => entry.level)).toEqual(['error', 'info', 'warning'])
    expect(printEntries(entries).split('\n')).toEqual(LINES.slice(1))
  })

  it('are found by level, by words of any line and in any case', () => {
    const entries = logEntries(LINES)
    expect(shownEntries(entries, 'all', '')).toEqual(entries)
    expect(shownEntries(entries, 'error', '')).toEqual(entries.slice(0, 1))
    expect(shownEntries(entries, 'all', 'FORM.TS')).toEqual(entries.slice(0, 1))
    expect(shownEntries(entries, 'all', 'МНОГО')).toEqual(entries.slice(2))
    expect(shownEntries(entries, 'info', 'form')).toEqual([])
  })
})
