import type { Format } from '../../../format'
import { typeIdOf } from '../nres/directory'
import { reportOn } from '../report'
import { textLayout } from '../text-lines'
import { readWear } from './wear'

/** Wear tables: loose `.wea` files and rows of type `WEAR` (parkan 8.1). */
export const WEAR: Format = {
  id: 'parkan.wear',
  match: entry =>
    entry.container === null ? /\.wea$/i.test(entry.name) : entry.attributes['type_id'] === typeIdOf('WEAR'),
  layout: textLayout('wear', 'parkan 8.1'),
  check(entry) {
    const report = reportOn(entry)
    readWear(entry.bytes, report)
    return Promise.resolve(report.problems())
  },
}
