import { own } from '@areal-studio/core/layout'
import type { SurfaceItem } from '@areal-studio/core/format'
import type { useText } from '../../state/settings.store'
import type { Fields } from '../scene/column-change'
import { printed } from '../scene/item-fields'
import { neighboursOf } from '../scene/map-scene'

/** The selected regions in words, for who does not see the map; empty where there are none. */
export function selectedWords(
  text: ReturnType<typeof useText>,
  item: SurfaceItem,
  selected: readonly number[],
  primary: number,
  fields: Fields,
): string {
  if (selected.length > 1) return text.sayOf(item.noun, 'ui.viewport.live-many', { n: selected.length })
  const values = item.colouring.map(field => [field, printed(item, field, own(fields, field)?.[primary] ?? 0)])
  return text.sayOf(item.noun, 'ui.viewport.live', {
    ...Object.fromEntries(values),
    record: primary,
    n: neighboursOf(item, primary).length,
  })
}
