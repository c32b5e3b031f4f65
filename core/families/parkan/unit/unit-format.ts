import type { Format } from '../../../format'
import { reportOn } from '../../../format/report'
import { sampleUnit, UNIT_POSE } from '../assembly/unit-pose'
import { unitModel, unitPaints, unitScene } from '../assembly/unit-scene'
import { UNIT } from './unit'
import { UNIT_OPERATIONS } from './unit-operations'
import { checkUnit, isUnit } from './unit-rules'

/** Units (`.dat`): loose files below UNITS (parkan 9.3). */
export const UNIT_FORMAT: Format = {
  id: 'parkan.unit',
  match: ({ container, name, head, size }) => container === null && isUnit(name, head, size),
  layout: () => UNIT,
  operations: UNIT_OPERATIONS,
  outline: [{ array: 'records', names: ['name'], childCount: 'child_count', isFlat: true }],
  scene: unitScene,
  paints: unitPaints,
  model: unitModel,
  samplers: { [UNIT_POSE]: sampleUnit },
  async check(entry) {
    const report = reportOn(entry)
    await checkUnit(entry, report)
    return report.problems()
  },
}
