import { own } from '@areal-studio/core/layout'
import type { SurfaceItem } from '@areal-studio/core/format'
import type { useText } from '../../state/settings.store'
import type { Fields } from '../scene/column-change'
import { fieldWords } from '../scene/derived-fields'
import { printed } from '../scene/item-fields'
import { neighboursOf } from '../scene/map-scene'

/**
 * The selected regions in words, for the status bar and screen readers; of a single one each field that its item
 * declares for colouring, and its neighbours where it has links.
 */
export function selectedWords(
  text: ReturnType<typeof useText>,
  item: SurfaceItem,
  selected: readonly number[],
  primary: number,
  fields: Fields,
): string {
  if (selected.length > 1) return text.sayOf(item.noun, 'ui.viewport.live-many', { n: selected.length })
  const facts = item.colouring.flatMap(field => {
    const value = own(fields, field)?.[primary]
    return value === undefined ? [] : [`${fieldWords(text, field).toLowerCase()} ${printed(item, field, value)}`]
  })
  return [
    text.sayOf(item.noun, 'ui.viewport.live', { record: primary }),
    ...facts,
    ...(item.links ? [text.say('ui.viewport.neighbours', { n: neighboursOf(item, primary).length })] : []),
  ].join(' · ')
}
