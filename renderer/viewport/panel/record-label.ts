import { valueWords } from '../scene/derived-fields'
import type { MapChoices } from '../scene/map-options'
import type { MapScene } from '../scene/map-scene'

/** Number and value of a record as they are written on the map; undefined where neither is shown. */
export function recordLabel(
  text: Parameters<typeof valueWords>[0],
  { overlays }: MapChoices,
  map: MapScene | undefined,
  field: string,
  values: Uint32Array | undefined,
): ((record: number) => string) | undefined {
  const shown = [
    overlays.has('numbers') && String,
    overlays.has('classes') && map && ((record: number): string => valueWords(text, map, field, values?.[record] ?? 0)),
  ].filter(one => typeof one === 'function')
  return shown.length === 0 ? undefined : record => shown.map(words => words(record)).join(' · ')
}
