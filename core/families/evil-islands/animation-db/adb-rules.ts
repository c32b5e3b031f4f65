import type { Opened } from '../../../format'
import { numberOf, numbersOf, placeOf, records, textOf } from '../../../format/fields'
import type { Report } from '../../../format/report'
import type { Document, Node } from '../../../layout'
import { FIGURES, rowIn } from '../lookup'
import { framesOf } from '../model/model-files'
import { nameKey, stem } from '../names'

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

export const clipNames = (opened: Document): readonly string[] =>
  records(opened, 'records').map(record => textOf(record, 'clip_name'))

/** Clips that a database lists are in the ANM of its model, with a frame more than the last it names (evil-islands 6). */
export async function checkClipsOf(entry: Opened, opened: Document, report: Report): Promise<void> {
  const file = `${stem(entry.name)}.anm`
  const rows = await (await rowIn(entry, FIGURES, file))?.entries()
  if (!rows) return
  const clips = new Map(rows.map(row => [nameKey(row.name), row]))
  for (const record of records(opened, 'records')) {
    const name = textOf(record, 'clip_name')
    const clip = clips.get(nameKey(name))
    const frames = clip && (await framesOf(clip))
    const last = numberOf(record, 'last_frame')
    if (!clip) report.warning('adb.clip', { clip: name, file }, placeOf(record, 'clip_name'))
    else if (frames !== undefined && frames !== last + 1)
      report.warning('adb.frames', { clip: name, last, frames }, placeOf(record, 'last_frame'))
  }
}
