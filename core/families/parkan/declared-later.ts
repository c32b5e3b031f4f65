import type { EntryInfo, Format } from '../../format'
import type { Row } from './nres/directory'
import { typeIdOf, typeWord } from './nres/directory'
import { reportOn, type Report } from './report'

// Kinds that are recognised, shown and kept, and wait for their turn to be opened and checked.

const hasType = (entry: EntryInfo, word: string): boolean =>
  entry.container !== null && entry.attributes['type_id'] === typeIdOf(word)

/** Check of a format without rules: one info problem per file or entry. */
const notChecked = (kind: string) => async (entry: EntryInfo) => {
  const report = reportOn(entry)
  report.info('format.not-checked', { kinds: kind, n: 1 }, {})
  return report.problems()
}

/** Rows of archives; their archive says for all of them that they are not checked. */
export const LATER_FORMATS: readonly Format[] = [
  { id: 'parkan.mission', match: entry => /\.tma$/i.test(entry.name), check: notChecked('TMA') },
  { id: 'parkan.effect', match: entry => hasType(entry, 'FXID') },
]

const LATER = ['FXID']

/** One info problem for all unchecked rows of an archive. Nested archives are counted by the outer one. */
export function reportNotChecked(entry: EntryInfo, rows: readonly Row[], report: Report): void {
  if (entry.container !== null) return
  const counts = new Map<string, number>()
  for (const row of rows) {
    const word = typeWord(row.type_id)
    if (LATER.includes(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const n = Array.from(counts.values()).reduce((sum, count) => sum + count, 0)
  if (n > 0)
    report.info(
      'format.not-checked',
      { kinds: Array.from(counts, ([word, count]) => `${word} × ${count}`).join(', '), n },
      {},
    )
}
