import type { EntryInfo, Format } from '../../../format'
import { document, own } from '../../../layout'
import { isExplained } from '../../../format/fields'
import { typeIdOf } from '../nres/directory'
import { reportOn } from '../../../format/report'
import { RESEARCH_LETTERS, researchLayout } from './research'
import { checkRow } from './research-rules'

/** Records that the directory row gives (`attr1`), 0 where it gives none. */
function recordsOf(entry: EntryInfo): number {
  const value = own(entry.attributes, 'attr1')
  return typeof value === 'number' ? value : 0
}

const rowFormat = (letter: string): Format => ({
  id: `parkan.research.${letter.toLowerCase()}`,
  match: ({ container, attributes }) => container !== null && attributes['type_id'] === typeIdOf(`TRF${letter}`),
  layout: entry => researchLayout(letter, recordsOf(entry)),
  async check(entry) {
    const report = reportOn(entry)
    const opened = document(researchLayout(letter, recordsOf(entry)), entry.bytes)
    if (isExplained(opened, { cut: 'research.cut', trailing: 'research.trailing' }, report))
      await checkRow(letter, opened, entry, report)
    return report.problems()
  },
})

/** The twelve rows of a research tree, `.trf` (parkan 9.10). */
export const RESEARCH_FORMATS: readonly Format[] = RESEARCH_LETTERS.map(rowFormat)
