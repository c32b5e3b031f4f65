import { numberOf, numbersOf, placeOf, records, textOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import type { Document, Node } from '../../../layout'

const FIELDS = ['show_frame', 'hide_frame', 'hit_frame', 'sound_frame']

/** Events of a clip lie within it (evil-islands 6). */
export function checkAnimations(opened: Document, report: Report): void {
  for (const record of records(opened, 'records')) {
    const last = numberOf(record, 'last_frame')
    const late = FIELDS.find(field => numberOf(record, field) > last) ?? lateStep(record, last)
    if (late !== undefined)
      report.warning('adb.event', { clip: textOf(record, 'clip_name'), field: late, last }, placeOf(record, late))
  }
}

function lateStep(record: Node, last: number): string | undefined {
  const at = numbersOf(record, 'step_frames').findIndex(frame => frame > last)
  return at < 0 ? undefined : `step_frames/${at}`
}
