import type { PlacedItem, SurfaceItem } from '@areal-studio/core/format'
import type { useText } from '../../state/settings.store'
import { isLayerShown, REGIONS, type MapChoices } from './map-options'
import { hasSubject } from './map-scene'

/** A layer of the map that is shown or hidden as a whole. */
export interface ListedLayer {
  readonly title: string
  readonly words: string
  /** Records in it. */
  readonly count: number
  readonly kind: PlacedItem['kind'] | 'regions'
  readonly isShown: boolean
}

/** The layers of placed records, and where there are some the regions. */
export function listedLayers(
  text: ReturnType<typeof useText>,
  placed: readonly PlacedItem[],
  regions: SurfaceItem | undefined,
  choices: Pick<MapChoices, 'layers'>,
): readonly ListedLayer[] {
  const found = new Map<string, ListedLayer>()
  for (const item of placed) {
    const { title, kind, recordCount } = item
    if (recordCount === 0) continue
    const count = recordCount + (found.get(title)?.count ?? 0)
    const words = text.say(title, item.titleParams)
    found.set(title, { title, words, count, kind, isShown: isLayerShown(choices, item) })
  }
  if (found.size > 0 && regions && hasSubject(placed))
    found.set(REGIONS.title, {
      title: REGIONS.title,
      words: text.sayOf(regions.noun, 'ui.map-layers.regions'),
      count: regions.recordCount,
      kind: 'regions',
      isShown: isLayerShown(choices, REGIONS),
    })
  return [...found.values()]
}
