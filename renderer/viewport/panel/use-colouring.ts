import { own } from '@areal-studio/core/layout'
import { computed, shallowRef } from 'vue'
import { hiddenCount, legendRows } from '../tools/legend'
import type { MapChoices } from '../scene/map-options'
import { fieldPainted, paintOf } from '../scene/item-fields'
import { isTold, toldOf, toldValues } from '../scene/derived-fields'
import { useHiding } from '../tools/use-hiding'
import type { SightShown } from '../scene/sight'
import type { useMap } from './use-map'

/** What the regions are coloured by: the field, its values with their legend, which of them are hidden, and what tools paint. */
export function useColouring(
  { picker, regions, fields, edited, problems, selected, names }: ReturnType<typeof useMap>,
  choices: MapChoices,
) {
  const painted = computed(() => (regions.value?.colouring ?? []).filter(name => Object.hasOwn(fields.value, name)))
  const fieldNames = computed(() => (regions.value ? [...painted.value, ...toldOf(regions.value)] : []))
  const field = computed(() => fieldNames.value.find(name => name === choices.field) ?? fieldNames.value[0] ?? '')
  /** What tools paint: the field that colours, or the first where that cannot be painted. */
  const paintField = computed(() =>
    paintOf(regions.value, field.value)
      ? field.value
      : (painted.value.find(name => paintOf(regions.value, name)) ?? painted.value[0] ?? ''),
  )
  const paintValues = computed(() => own(fields.value, paintField.value))
  const sight = shallowRef<SightShown>()
  const values = computed(() =>
    picker.value && regions.value && isTold(field.value)
      ? toldValues(regions.value, field.value, picker.value.map.sizes, {
          edited: edited.value,
          problems: problems.value,
          passable: own(fields.value, regions.value.passable ?? ''),
          sight: sight.value?.values,
        })
      : own(fields.value, field.value),
  )
  const hiding = useHiding(field, selected, () => regions.value?.recordCount ?? 0)
  const hidden = hiding.values
  return {
    /** The column of bits, for the list. */
    bits: computed(() => own(fields.value, fieldPainted(regions.value, 'bits') ?? '')),
    fieldNames,
    field,
    values,
    /** Lines of sight from the selection, while they colour. */
    sight,
    hiding,
    hidden,
    /** How many records are hidden, by their value or one by one. */
    hiddenRecords: computed(() => (values.value ? hiddenCount(values.value, hidden.value, hiding.records.value) : 0)),
    paintField,
    paintValues,
    /** Column that is 0 for records that may not be painted; undefined: all may. */
    where: computed(() => own(fields.value, paintOf(regions.value, paintField.value)?.where ?? '')),
    rows: computed(() => (values.value ? legendRows(values.value, hidden.value) : [])),
    paintRows: computed(() => (paintValues.value ? legendRows(paintValues.value) : [])),
    /** Values of the selected regions. */
    chosen: computed(() => new Set(selected.value.map(record => values.value?.[record] ?? -1))),
    names: computed(() => names(field.value)),
    paintNames: computed(() => names(paintField.value)),
  }
}
