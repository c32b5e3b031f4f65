import type { EntryInfo } from '../../format'
import type { Row } from './nres/directory'
import { typeWord } from './nres/directory'
import type { Report } from '../../format/report'

/** Types of rows whose content the notes do not describe (parkan 9.5). */
const LATER = ['SUND']

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
