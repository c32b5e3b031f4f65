import type { Format } from '../../../format'
import { reportOn } from '../../../format/report'
import { array, document, line, locate, struct, textLine, toEnd, type LineParts, type Meta } from '../../../layout'

const SOURCE: Meta = { certainty: 'likely', source: 'nwn2 20.4' }
/** A line with more words than this stays one line. */
const MOST_COLUMNS = 80

/** A line of one label and `count` cells. */
const cells = (count: number): LineParts =>
  Array.from({ length: count + 1 }, (_, cell) =>
    cell === 0 ? [{ name: 'row' }] : [' ', { name: `c${cell}`, words: 'cell' as const }],
  ).flat()

/** A table as a text: signature, default, names of the columns, rows (nwn2 20.4). A cell of four asterisks is empty. */
const TWO_DA = struct('nwn2-2da', {
  signature: line({ page: 'cp1252', ...SOURCE }),
  otherwise: line({ page: 'cp1252', ...SOURCE }),
  columns: line({ page: 'cp1252', ...SOURCE }),
  rows: array(
    textLine({
      parts: cells(1),
      or: Array.from({ length: MOST_COLUMNS - 1 }, (_, more) => cells(more + 2)),
      page: 'cp1252',
      ...SOURCE,
    }),
    toEnd,
    SOURCE,
  ),
})

/** Tables of rules: materials of the ground, footsteps. */
export const TWO_DA_FORMAT: Format = {
  id: 'nwn2.2da',
  match: ({ name }) => /\.2da$/i.test(name),
  layout: () => TWO_DA,
  async check(entry) {
    const report = reportOn(entry)
    const first = locate(document(TWO_DA, entry.bytes), 'signature')
    const words = first?.isWhole ? JSON.stringify(first.value) : ''
    if (!/2DA\s+V2\.\d/.test(words)) report.error('2da.signature', {}, { path: 'signature', range: [0, entry.size] })
    return report.problems()
  },
}
