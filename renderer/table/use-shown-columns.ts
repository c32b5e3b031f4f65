import { computed, shallowRef, type Ref } from 'vue'
import { isRecord } from '@areal-studio/core/format'
import { own } from '@areal-studio/core/layout'
import type { RecordTable, TableField } from '@areal-studio/core/query'
import { remember, remembered } from '../state/remembered'
import { firstColumns } from './columns'
import { shapeOf } from './use-shown-array'

const COLUMNS_KEPT = 'table-columns'

/** Which columns the table shows, and their order; remembered per format and kind of array. */
export function useShownColumns(
  table: Readonly<Ref<RecordTable | undefined>>,
  format: Readonly<Ref<string>>,
  array: Readonly<Ref<string | null>>,
) {
  const chosenColumns = shallowRef<Readonly<Record<string, readonly string[]>>>(keptColumns())
  const columnsKey = computed(() => `${format.value} ${shapeOf(array.value)}`)
  const columns = computed<readonly TableField[]>(() => {
    const present = table.value
    if (!present) return []
    const names = own(chosenColumns.value, columnsKey.value) ?? firstColumns(present.fields)
    return names.flatMap(name => present.field(name) ?? [])
  })
  function setColumns(names: readonly string[] | undefined): void {
    const { [columnsKey.value]: _, ...others } = chosenColumns.value
    chosenColumns.value = names === undefined ? others : { ...others, [columnsKey.value]: names }
    remember(COLUMNS_KEPT, chosenColumns.value)
  }

  return { columnsKey, columns, setColumns }
}

function keptColumns(): Readonly<Record<string, readonly string[]>> {
  const kept = remembered(COLUMNS_KEPT)
  if (!isRecord(kept)) return {}
  return Object.fromEntries(
    Object.entries(kept).flatMap(([key, names]) =>
      Array.isArray(names) ? [[key, names.filter((name): name is string => typeof name === 'string')] as const] : [],
    ),
  )
}
