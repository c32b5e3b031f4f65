import { own } from '@areal-studio/core/layout'
import { computed } from 'vue'
import { legendRows } from '../tools/legend'
import type { MapChoices } from '../scene/map-options'
import { isTold, TOLD, toldValues } from '../scene/derived-fields'
import { useHiding } from '../tools/use-hiding'
import type { useMap } from './use-map'

/** Fields that may colour the areals. */
const COLOURED = ['class_id', 'logic_flag']

/** What the areals are coloured by: the field, its values with their legend, which of them are hidden, and what tools paint. */
export function useColouring(
  { areals, fields, edited, problems, selected, names }: ReturnType<typeof useMap>,
  choices: MapChoices,
) {
  const painted = computed(() => COLOURED.filter(name => Object.hasOwn(fields.value, name)))
  const fieldNames = computed(() => (areals.value ? [...painted.value, ...TOLD] : []))
  const field = computed(
    () => fieldNames.value.find(name => name === choices.field) ?? fieldNames.value[0] ?? 'class_id',
  )
  /** What tools paint: the field that colours, or the first where that cannot be painted. */
  const paintField = computed(() => (isTold(field.value) ? (painted.value[0] ?? 'class_id') : field.value))
  const paintValues = computed(() => own(fields.value, paintField.value))
  const values = computed(() =>
    areals.value && isTold(field.value)
      ? toldValues(areals.value, field.value, { edited: edited.value, problems: problems.value })
      : own(fields.value, field.value),
  )
  const hiding = useHiding(field, selected, () => areals.value?.recordCount ?? 0)
  const hidden = hiding.values
  return {
    fieldNames,
    field,
    values,
    hiding,
    hidden,
    paintField,
    paintValues,
    rows: computed(() => (values.value ? legendRows(values.value, hidden.value) : [])),
    paintRows: computed(() => (paintValues.value ? legendRows(paintValues.value) : [])),
    /** Values of the selected areals. */
    chosen: computed(() => new Set(selected.value.map(record => values.value?.[record] ?? -1))),
    names: computed(() => names(field.value)),
    paintNames: computed(() => names(paintField.value)),
  }
}
