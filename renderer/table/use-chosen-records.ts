import { computed, type Ref } from 'vue'
import type { RecordTable } from '@areal-studio/core/query'
import { useSelection } from '../state/selection.store'

interface Sources {
  readonly table: Readonly<Ref<RecordTable | undefined>>
  readonly array: Readonly<Ref<string | null>>
  /** Row of each record; negative where it is not shown. */
  readonly places: Readonly<Ref<Int32Array>>
  /** Name of the column of the current cell. */
  readonly activeColumn: Ref<string>
  readonly isVisible: Readonly<Ref<boolean>>
}

/** The selection as records of the table, and records of the table as the selection. */
export function useChosenRecords({ table, array, places, activeColumn, isVisible }: Sources) {
  const selection = useSelection()

  const recordOf = (path: string): number => {
    const prefix = `${array.value ?? ''}/`
    return path.startsWith(prefix) ? Number.parseInt(path.slice(prefix.length), 10) : Number.NaN
  }
  const chosen = computed<ReadonlySet<number>>(() => {
    const found = new Set<number>()
    if (!isVisible.value || array.value === null) return found
    // Of an array inside a record the paths name that record; the row is the one of the path itself.
    for (const path of selection.path === null ? selection.paths : [...selection.paths, selection.path]) {
      const record = recordOf(path)
      if (record >= 0) found.add(record)
    }
    return found
  })
  const primary = computed<number | undefined>(() => {
    const record = recordOf(selection.path ?? selection.paths.at(-1) ?? '')
    return record >= 0 && record < (table.value?.count ?? 0) ? record : undefined
  })
  /** Chosen records that are shown, in the order of the rows. */
  const chosenRows = computed(() =>
    [...chosen.value]
      .filter(record => (places.value[record] ?? -1) >= 0)
      .sort((a, b) => (places.value[a] ?? 0) - (places.value[b] ?? 0)),
  )
  function select(records: readonly number[], primaryRecord: number, column = activeColumn.value): void {
    const name = selection.entry
    const present = table.value
    if (name === null || !present) return
    activeColumn.value = column
    const field = present.field(column)
    const path = present.pathOf(
      primaryRecord,
      field?.computed === undefined || field.computed === 'count' ? field : undefined,
    )
    selection.select({ entry: name, path, paths: records.map(record => present.pathOf(record)) }, 'table')
  }

  return { chosen, chosenRows, primary, select }
}
