import { computed, watch, type Ref } from 'vue'
import type { InstancesItem } from '@areal-studio/core/format'
import { own } from '@areal-studio/core/layout'
import { useText } from '../../state/settings.store'
import { lettersOf } from '../../palette/letters'
import { measuredField, measuredName, palette } from '../../palette/palette'
import type { MapPicker } from '../geometry/map-picker'
import type { Dots } from '../geometry/top-view'
import type { RecordLook } from '../layers/record-look'
import type { SceneView } from '../layers/scene-view'
import { isLayerShown, type MapChoices } from '../scene/map-options'
import { namesInWords } from '../scene/derived-fields'
import { measured, rangeWords } from '../scene/measured'
import type { PlacedRecord } from '../scene/placed-scene'
import { hiddenCount, legendRows } from '../tools/legend'
import { useHiding } from '../tools/use-hiding'
import type { useMapRecords } from './use-map-records'

type Records = ReturnType<typeof useMapRecords>

interface Sources extends Pick<Records, 'edited' | 'problems' | 'names' | 'hexDigits'> {
  readonly item: Readonly<Ref<InstancesItem | undefined>>
  readonly choices: MapChoices
  readonly selected: Readonly<Ref<readonly number[]>>
}

/** Colouring of the objects: the field, its values with their legend, and the hidden ones. */
export function usePlacedColouring({ item, choices, edited, problems, selected, names, hexDigits }: Sources) {
  const text = useText()
  const fieldNames = computed(() =>
    item.value ? [...item.value.colouring, ...(item.value.measures ?? []).map(measuredName), 'edited', 'problems'] : [],
  )
  const field = computed(() => fieldNames.value.find(name => name === choices.placedField) ?? fieldNames.value[0] ?? '')
  const steps = computed(() => {
    const name = measuredField(field.value)
    const column = name === undefined ? undefined : own(item.value?.fields ?? {}, name)
    return column && measured(column)
  })
  const values = computed<ArrayLike<number> | undefined>(() => {
    const now = item.value
    const level = (record: number): number => ({ error: 2, warning: 1, none: 0 })[problems.value.get(record) ?? 'none']
    if (!now) return undefined
    if (field.value === 'edited')
      return Uint8Array.from({ length: now.recordCount }, (_, r) => Number(edited.value.has(r)))
    if (field.value === 'problems') return Uint8Array.from({ length: now.recordCount }, (_, r) => level(r))
    return steps.value?.values ?? own(now.fields, field.value)
  })
  const hiding = useHiding(field, selected, () => item.value?.recordCount ?? 0)
  const dots = computed<Dots | undefined>(() => {
    const now = item.value
    return now?.isSubject === true && values.value && isLayerShown(choices, now)
      ? { positions: now.positions, values: values.value, field: field.value, hidden: hiding.values.value }
      : undefined
  })

  const valueNames = computed(() => own(item.value?.valueNames ?? {}, field.value))
  const namesNow = computed(() => ({
    ...names(field.value),
    ...namesInWords(text, field.value, valueNames.value ?? {}),
  }))

  return {
    fieldNames,
    field,
    values,
    hiding,
    /** Letters of the values that the entry itself names. */
    letters: computed(() => (valueNames.value ? lettersOf(namesNow.value) : {})),
    /** The records as the small map shows them; undefined where the map is not about them. */
    dots,
    hidden: hiding.values,
    hiddenRecords: computed(() =>
      values.value ? hiddenCount(values.value, hiding.values.value, hiding.records.value) : 0,
    ),
    rows: computed(() => (values.value ? legendRows(values.value, hiding.values.value) : [])),
    /** Values of the selected records. */
    chosen: computed(() => new Set(selected.value.map(record => values.value?.[record] ?? NaN))),
    /** Hexadecimal digits of its values; undefined of decimal ones. */
    hexDigits: computed(() => hexDigits(field.value)),
    names: computed(() => steps.value?.names ?? namesNow.value),
    /** Least and greatest value of a measured field; '' of any other. */
    range: computed(() => (steps.value ? rangeWords(steps.value) : '')),
  }
}

interface Drawn extends Pick<Records, 'edited'> {
  readonly scene: Readonly<Ref<SceneView | undefined>>
  readonly picker: Readonly<Ref<MapPicker | undefined>>
  readonly objects: Readonly<Ref<InstancesItem | undefined>>
  readonly look: Readonly<Ref<RecordLook | undefined>>
  readonly colouring: ReturnType<typeof usePlacedColouring>
  readonly selected: Readonly<Ref<readonly number[]>>
  readonly hovered: Readonly<Ref<PlacedRecord | undefined>>
  readonly choices: MapChoices
}

const NO_VALUES: ArrayLike<number> = []

/** Updates places, colours and states of the objects on the canvas. */
export function drawPlaced({
  scene,
  picker,
  objects,
  look,
  colouring,
  selected,
  edited,
  hovered,
  choices,
}: Drawn): void {
  const { values, field, hiding } = colouring
  const isShown = (): boolean => objects.value !== undefined && isLayerShown(choices, objects.value)
  watch(
    [scene, picker, objects, values, field, hiding.values, hiding.records, selected, edited, hovered, palette, isShown],
    () => {
      const [item, records] = [objects.value, look.value]
      if (!item || !records || !isShown()) {
        scene.value?.setPlacedLook(undefined)
        return
      }
      const column = values.value ?? NO_VALUES
      records.colour(column, field.value)
      records.mark(
        column,
        { values: hiding.values.value, records: hiding.records.value },
        new Set(selected.value),
        edited.value,
      )
      const over = hovered.value
      scene.value?.setPlacedLook({ item, records, hovered: over?.item.id === item.id ? over.record : undefined })
    },
    { immediate: true, flush: 'post' },
  )
}
