import { computed, type ComputedRef } from 'vue'
import type { PlacedItem } from '@areal-studio/core/format'
import { useText } from '../../state/settings.store'
import { recordsWith, type LegendRow } from '../tools/legend'
import type { useMapGestures } from '../tools/use-map-gestures'
import type { useHiding } from '../tools/use-hiding'
import { MOST_ORIGINS, type SightShown } from '../scene/sight'
import { listedLayers, type ListedLayer } from '../scene/map-layers'
import type { MapChoices } from '../scene/map-options'
import { neighboursOf, type MapScene, type RecordItem } from '../scene/map-scene'
import type { useColouring } from './use-colouring'
import type { Worded } from '../scene/derived-fields'
import type { useMap } from './use-map'
import type { usePlaced } from './use-placed'

/** What legend, list and colour of the map are about. */
export interface Subject {
  readonly item: RecordItem | undefined
  readonly fieldNames: readonly string[]
  readonly field: string
  readonly values: ArrayLike<number> | undefined
  readonly rows: readonly LegendRow[]
  readonly names: Readonly<Record<number, string>>
  /** Letters by value; a value that has one is shown with it instead of its pattern. */
  readonly letters: Readonly<Record<number, string>>
  /** The other layers of the map. */
  readonly layers: readonly ListedLayer[]
  /** What the colours are about, where the field does not say it; '' for none. */
  readonly note: string
  readonly hiding: ReturnType<typeof useHiding>
  readonly hidden: ReadonlySet<number>
  readonly hiddenRecords: number
  /** Values of the selected records. */
  readonly chosen: ReadonlySet<number>
  readonly selected: readonly number[]
  readonly primary: number | undefined
  /** What the list shows of a record: its value, its bits, what else is known. */
  readonly listed: ArrayLike<number> | undefined
  readonly listedField: string
  readonly bits: Uint32Array | undefined
  details(record: number): string
  /** What its values are worded by. */
  readonly worded: Worded
}

/** The regions, or placed records, as what was selected last. */
export function useSubject(
  map: ReturnType<typeof useMap>,
  regions: ReturnType<typeof useColouring>,
  placed: ReturnType<typeof usePlaced>,
  choices: Pick<MapChoices, 'layers'>,
): ComputedRef<Subject> {
  const text = useText()
  const sizes = (): MapScene['sizes'] => map.picker.value?.map.sizes ?? { lift: [0, 0], brush: 0, areas: [] }
  const ofRegions = computed<Subject>(() => ({
    item: map.regions.value,
    fieldNames: regions.fieldNames.value,
    field: regions.field.value,
    values: regions.values.value,
    rows: regions.rows.value,
    names: regions.names.value,
    letters: {},
    layers: [],
    note: sightWords(text, regions.sight.value, map.regions.value?.noun, map.selected.value),
    hiding: regions.hiding,
    hidden: regions.hidden.value,
    hiddenRecords: regions.hiddenRecords.value,
    chosen: regions.chosen.value,
    selected: map.selected.value,
    primary: map.primary.value,
    listed: regions.paintValues.value,
    listedField: regions.paintField.value,
    bits: regions.bits.value,
    details: record =>
      text.say('ui.viewport.neighbours', { n: map.regions.value ? neighboursOf(map.regions.value, record).length : 0 }),
    worded: { regions: map.regions.value, sizes: sizes() },
  }))
  const { colouring } = placed
  const ofPlaced = computed<Subject>(() => {
    const { value: one } = placed.primary
    return {
      item: placed.objects.value,
      fieldNames: colouring.fieldNames.value,
      field: colouring.field.value,
      values: colouring.values.value,
      rows: colouring.rows.value,
      names: colouring.names.value,
      letters: colouring.letters.value,
      layers: listedLayers(text, map.placed.value, map.regions.value, choices).filter(
        ({ title }) => title !== placed.objects.value?.title,
      ),
      note: colouring.range.value,
      hiding: colouring.hiding,
      hidden: colouring.hidden.value,
      hiddenRecords: colouring.hiddenRecords.value,
      chosen: colouring.chosen.value,
      selected: placed.selected.value,
      primary: one?.item === placed.objects.value ? one?.record : undefined,
      listed: colouring.values.value,
      listedField: colouring.field.value,
      bits: undefined,
      details: record => placed.objects.value?.labels?.[record] ?? '',
      worded: { regions: undefined, sizes: sizes(), hexDigits: colouring.hexDigits.value },
    }
  })
  return computed(() => (placed.isSubject.value && placed.objects.value ? ofPlaced.value : ofRegions.value))
}

/** What lines of sight are shown, or why none are. */
function sightWords(
  text: ReturnType<typeof useText>,
  sight: SightShown | undefined,
  noun: string | undefined,
  selected: readonly number[],
): string {
  if (!sight) return ''
  if (sight.state !== 'shown') return text.sayOf(noun, `ui.viewport.sight.${sight.state}`, { most: MOST_ORIGINS })
  const [record = 0] = selected
  return selected.length === 1
    ? text.sayOf(noun, 'ui.viewport.sight.one', { record })
    : text.sayOf(noun, 'ui.viewport.sight.of', { n: selected.length })
}

/** Selects records of what the legend and the list are about. */
export function subjectActions(
  subject: ComputedRef<Subject>,
  placed: ReturnType<typeof usePlaced>,
  gestures: Pick<ReturnType<typeof useMapGestures>, 'select' | 'follow' | 'followPlaced'>,
) {
  const objects = () => (placed.isSubject.value ? placed.objects.value : undefined)
  function select(records: readonly number[], record?: number): void {
    const item = objects()
    if (item) placed.select(item, records, record)
    else gestures.select(records, record)
  }
  return {
    /** Selects records of a listed layer. */
    selectLayer(item: PlacedItem, records: readonly number[], record: number): void {
      placed.select(item, records, record)
      gestures.followPlaced({ item, record })
    },
    selectValue(value: number): void {
      if (subject.value.values) select(recordsWith(subject.value.values, value))
    },
    selectListed(records: readonly number[], record: number): void {
      select(records, record)
      const item = objects()
      if (item) gestures.followPlaced({ item, record })
      else gestures.follow(record)
    },
  }
}
