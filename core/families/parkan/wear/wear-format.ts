import type { Format } from '../../../format'
import type { LineParts } from '../../../layout'
import { typeIdOf } from '../nres/directory'
import { reportOn } from '../../../format/report'
import { textLayout } from '../text-lines'
import { readWear } from './wear'

/** A row: its number and the material, below LIGHTMAPS the light map. All other lines are plain. */
const WEAR_ROW: LineParts = [
  { name: 'id', doc: 'field.wear.id' },
  ' ',
  { name: 'name', doc: 'field.wear.name', names: 'parkan.material' },
]

/** Wear tables: loose `.wea` files and rows of type `WEAR` (parkan 8.1). */
export const WEAR: Format = {
  id: 'parkan.wear',
  match: entry =>
    entry.container === null ? /\.wea$/i.test(entry.name) : entry.attributes['type_id'] === typeIdOf('WEAR'),
  layout: textLayout('wear', 'parkan 8.1', [WEAR_ROW]),
  check(entry) {
    const report = reportOn(entry)
    readWear(entry.bytes, report)
    return Promise.resolve(report.problems())
  },
}
