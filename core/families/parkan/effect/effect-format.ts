import type { Format } from '../../../format'
import { typeIdOf } from '../nres/directory'
import { reportOn } from '../../../format/report'
import { EFFECT } from './effect'
import { checkEffect } from './effect-rules'

/** Effects: rows of type `FXID` (parkan 8.4). */
export const EFFECT_FORMAT: Format = {
  id: 'parkan.effect',
  match: ({ container, attributes }) => container !== null && attributes['type_id'] === typeIdOf('FXID'),
  layout: () => EFFECT,
  async check(entry) {
    const report = reportOn(entry)
    await checkEffect(entry, report)
    return report.problems()
  },
}
