import { computed, shallowRef, watch, type Ref } from 'vue'
import { badFilters, placesOf, shownRows, type Filters, type RecordTable, type Sorting } from '@areal-studio/core/query'
import { useSelection } from '../state/selection.store'
import { shapeOf } from './use-shown-array'

/** Which records the table shows, and in what order: filters and sorting, forgotten for arrays of another kind. */
export function useShownRows(table: Readonly<Ref<RecordTable | undefined>>, array: Readonly<Ref<string | null>>) {
  const selection = useSelection()
  const filters = shallowRef<Filters>({})
  const sorting = shallowRef<Sorting>()
  watch([() => selection.entry, array], ([now, nowArray], [before, beforeArray]) => {
    if (shapeOf(nowArray) === shapeOf(beforeArray) && (now === before || nowArray === beforeArray)) return
    filters.value = {}
    sorting.value = undefined
  })
  const rows = computed(() => (table.value ? shownRows(table.value, filters.value, sorting.value) : new Uint32Array(0)))

  return {
    filters,
    sorting,
    rows,
    /** Row of each record; -1 where it is not shown. */
    places: computed(() => placesOf(rows.value, table.value?.count ?? 0)),
    /** Columns whose filter cannot be read. */
    badFilters: computed(() => (table.value ? badFilters(table.value, filters.value) : [])),
    setFilter: (column: string, words: string): void => {
      const { [column]: _, ...others } = filters.value
      filters.value = words.trim() === '' ? others : { ...others, [column]: words }
    },
    clearFilters: (): void => {
      filters.value = {}
    },
    /** Up, down, as the file has them. */
    sortBy: (column: string): void => {
      const present = sorting.value
      sorting.value =
        present?.column !== column ? { column, isDown: false } : present.isDown ? undefined : { column, isDown: true }
    },
  }
}
