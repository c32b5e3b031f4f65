import { computed, shallowRef, watch, type Ref } from 'vue'
import { isRecord, type Problem } from '@areal-studio/core/format'
import { locate, own } from '@areal-studio/core/layout'
import {
  RecordTable,
  arrayNode,
  arraysOf,
  badFilters,
  editedRecords,
  placesOf,
  recordsOf,
  shownRows,
  type Filters,
  type Sorting,
  type TableField,
} from '@areal-studio/core/query'
import { overlaps } from '../value/ranges'
import { useDictionary } from '../state/dictionary.store'
import { useOpenEntry } from '../state/open-entry'
import { remember, remembered } from '../state/remembered'
import { useSelection } from '../state/selection.store'
import { useWorkspace } from '../state/workspace.store'
import { firstColumns } from './columns'

const COLUMNS_KEPT = 'table-columns'

/** The records of one array of the open entry as rows: which are shown, in what order, which are selected. */
export function useRecordTable(isVisible: Readonly<Ref<boolean>>) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const dictionary = useDictionary()
  const entry = useOpenEntry(isVisible)
  const asked = shallowRef<string | null>(null)
  const filters = shallowRef<Filters>({})
  const sorting = shallowRef<Sorting>()
  const activeColumn = shallowRef<string>('')
  const chosenColumns = shallowRef<Readonly<Record<string, readonly string[]>>>(keptColumns())

  /** Arrays at fixed places, then those of the selected record. */
  const arrays = computed<readonly string[]>(() => {
    const whole = entry.document.value
    if (!whole) return []
    const fixed = arraysOf(whole)
    const record = primaryPath.value
    const node = record === null ? undefined : locate(whole, record)
    const own =
      node?.kind === 'struct'
        ? Array.from({ length: node.childCount }, (_, i) => node.child(i))
            .filter(child => child.kind === 'array')
            .map(child => child.path)
        : []
    return [...fixed, ...own]
  })
  /** The record of the outermost array in which the selection lies. */
  const primaryPath = computed(() => {
    const path = selection.path ?? selection.paths.at(-1) ?? null
    return path === null ? null : (/^\D[^/]*(?:\/\D[^/]*)*\/\d+/.exec(path)?.[0] ?? null)
  })
  const array = computed(() => {
    const whole = entry.document.value
    if (!whole) return null
    if (asked.value !== null && arrayNode(whole, asked.value)) return asked.value
    return arrays.value[0] ?? null
  })
  let followed = ''
  watch(
    [() => selection.entry, () => selection.path ?? selection.paths.at(-1) ?? null, entry.document],
    ([name, path, whole]) => {
      if (!whole || followed === `${name}\n${path}`) return
      followed = `${name}\n${path}`
      if (path !== null) asked.value = followedArray(path, array.value, arrays.value)
    },
    { immediate: true },
  )
  watch([() => selection.entry, array], ([now, nowArray], [before, beforeArray]) => {
    if (shapeOf(nowArray) === shapeOf(beforeArray) && (now === before || nowArray === beforeArray)) return
    filters.value = {}
    sorting.value = undefined
  })

  const problemsOf = computed<ReadonlyMap<number, readonly Problem[]>>(() => {
    const found = new Map<number, Problem[]>()
    if (!isVisible.value || array.value === null) return found
    const prefix = `${array.value}/`
    for (const problem of workspace.problems) {
      if (problem.entry !== selection.entry || problem.severity === 'info' || !problem.path?.startsWith(prefix))
        continue
      const record = Number.parseInt(problem.path.slice(prefix.length), 10)
      found.set(record, [...(found.get(record) ?? []), problem])
    }
    return found
  })
  /** While the pane is hidden it is not updated: the grid keeps its scroll position. */
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

  const columnsKey = computed(() => `${entry.replica.value?.image.format ?? ''} ${shapeOf(array.value)}`)
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

  const rows = computed(() => (table.value ? shownRows(table.value, filters.value, sorting.value) : new Uint32Array(0)))
  const places = computed(() => placesOf(rows.value, table.value?.count ?? 0))
  const bad = computed(() => (table.value ? badFilters(table.value, filters.value) : []))

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
  const active = computed(() => columns.value.find(column => column.name === activeColumn.value) ?? columns.value[0])

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

  return {
    ...entry,
    arrays,
    array,
    table,
    columns,
    columnsKey,
    rows,
    places,
    filters,
    badFilters: bad,
    sorting,
    chosen,
    chosenRows,
    primary,
    active,
    activeColumn,
    problemsOf,
    setColumns,
    select,
    setArray: (path: string): void => {
      asked.value = path
    },
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

/** `records/3/points` and `records/4/points` are tables of one kind. */
const shapeOf = (array: string | null): string => (array ?? '').replace(/\/\d+/g, '/*')

/**
 * The array that shows the record at `path`: the present one where it does, and of those inside records again one inside a
 * record; the present one stays where none does.
 */
export function followedArray(path: string, present: string | null, arrays: readonly string[]): string | null {
  const holders = arrays.filter(array => path.startsWith(`${array}/`)).sort((a, b) => a.length - b.length)
  if (present !== null && holders.includes(present)) return present
  const isInside = present !== null && shapeOf(present) !== present
  return (isInside ? holders.at(-1) : holders[0]) ?? present
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
