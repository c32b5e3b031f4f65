import { computed, shallowRef, type Ref } from 'vue'
import type { Problem } from '@areal-studio/core/format'
import { RecordTable, arrayNode, editedRecords, recordsOf, type TableField } from '@areal-studio/core/query'
import { overlaps } from '../value/ranges'
import { useDictionary } from '../state/dictionary.store'
import { useOpenEntry } from '../state/open-entry'
import { useSelection } from '../state/selection.store'
import { useWorkspace } from '../state/workspace.store'
import { useChosenRecords } from './use-chosen-records'
import { useShownArray } from './use-shown-array'
import { useShownColumns } from './use-shown-columns'
import { useShownRows } from './use-shown-rows'

/** The records of one array of the open entry as rows: which are shown, in what order, which are selected. */
export function useRecordTable(isVisible: Readonly<Ref<boolean>>) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const dictionary = useDictionary()
  const entry = useOpenEntry(isVisible)
  const { arrays, array, setArray } = useShownArray(entry.document, () => entry.replica.value?.format?.numbered)

  const problemsOf = computed<ReadonlyMap<number, readonly Problem[]>>(() =>
    !isVisible.value || array.value === null
      ? new Map()
      : problemsByRecord(workspace.problems, selection.entry, array.value),
  )
  /** Not updated while the pane is hidden, so that the grid keeps its scroll position. */
  const table = computed<RecordTable | undefined>(old => {
    if (!isVisible.value) return old
    const whole = entry.document.value
    const node = whole && array.value !== null ? arrayNode(whole, array.value) : undefined
    if (!whole || !node) return undefined
    const plain = new RecordTable(whole, node)
    const before = entry.before.value
    const problems = new Uint32Array(plain.count)
    for (const [record, list] of problemsOf.value) if (record < problems.length) problems[record] = list.length
    return new RecordTable(
      whole,
      node,
      {
        edited: before
          ? editedRecords(recordsOf(before, node.path), recordsOf(whole, node.path))
          : new Uint8Array(plain.count),
        problems,
      },
      dictionary.valueNames,
      dictionary.bitNames,
    )
  })

  const format = computed(() => entry.replica.value?.image.format ?? '')
  const { columnsKey, columns, setColumns } = useShownColumns(table, format, array)
  const shown = useShownRows(table, array)
  const activeColumn = shallowRef<string>('')
  const active = computed(() => columns.value.find(column => column.name === activeColumn.value) ?? columns.value[0])

  return {
    ...entry,
    ...shown,
    ...useChosenRecords({ table, array, places: shown.places, activeColumn, isVisible }),
    arrays,
    array,
    setArray,
    table,
    columns,
    columnsKey,
    setColumns,
    active,
    activeColumn,
    problemsOf,
    isCellEdited: (field: TableField, record: number): boolean => {
      const present = table.value
      if (!present || field.computed === 'given' || field.computed === 'record' || field.computed === 'edited')
        return false
      const [offset, size] = present.range(field, record)
      return field.computed === undefined && overlaps(entry.changed.value, offset, offset + size)
    },
  }
}

export type RecordRows = ReturnType<typeof useRecordTable>

/** Errors and warnings of the records of an array, by the index of the record. */
function problemsByRecord(
  problems: readonly Problem[],
  entry: string | null,
  array: string,
): ReadonlyMap<number, readonly Problem[]> {
  const found = new Map<number, Problem[]>()
  const prefix = `${array}/`
  for (const problem of problems) {
    if (problem.entry !== entry || problem.severity === 'info' || !problem.path?.startsWith(prefix)) continue
    const record = Number.parseInt(problem.path.slice(prefix.length), 10)
    found.set(record, [...(found.get(record) ?? []), problem])
  }
  return found
}
