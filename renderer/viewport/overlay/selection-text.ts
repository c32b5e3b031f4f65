import type { SurfaceItem } from '@areal-studio/core/format'
import type { useText } from '../../state/settings.store'
import type { Fields } from '../scene/column-change'
import { neighboursOf } from '../scene/map-scene'

/** The selected areals in words, for who does not see the map; empty where there are none. */
export function selectedWords(
  text: ReturnType<typeof useText>,
  item: SurfaceItem,
  selected: readonly number[],
  primary: number,
  fields: Fields,
): string {
  if (selected.length > 1) return text.say('ui.viewport.live-many', { n: selected.length })
  return text.say('ui.viewport.live', {
    record: primary,
    value: fields['class_id']?.[primary] ?? 0,
    flags: `0x${(fields['logic_flag']?.[primary] ?? 0).toString(16).toUpperCase()}`,
    n: neighboursOf(item, primary).length,
  })
}
