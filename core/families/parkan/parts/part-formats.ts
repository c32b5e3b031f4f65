import type { Format, Opened } from '../../../format'
import type { AnyLayout, Document } from '../../../layout'
import { typeIdOf } from '../nres/directory'
import { reportOn, type Report } from '../../../format/report'
import { checkDamage, checkOutlines, checkPoints, wholePart } from './part-rules'
import { BASE, CONTROL_POINTS, DAMAGE } from './parts'

/** Rows of archives of one type, which have one layout. */
const partFormat = (
  id: string,
  word: string,
  layout: AnyLayout,
  rules: (opened: Document, entry: Opened, report: Report) => Promise<void>,
): Format => ({
  id,
  match: entry => entry.container !== null && entry.attributes['type_id'] === typeIdOf(word),
  layout: () => layout,
  async check(entry) {
    const report = reportOn(entry)
    const opened = wholePart(entry, layout, report)
    if (opened) await rules(opened, entry, report)
    return report.problems()
  },
})

/** Formats of the entries beside a model in its archive (parkan 9.5). */
export const PART_FORMATS: readonly Format[] = [
  partFormat('parkan.control-points', 'CTPT', CONTROL_POINTS, checkPoints),
  partFormat('parkan.damage', 'NDPR', DAMAGE, checkDamage),
  partFormat('parkan.base', 'BASE', BASE, checkOutlines),
]
