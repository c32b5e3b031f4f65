import { computed, type Ref } from 'vue'
import type { Problem } from '@areal-studio/core/format'
import { locate, own, type Bytes } from '@areal-studio/core/layout'
import { editedRecords, recordsOf } from '@areal-studio/core/query'
import { numberShape, valueOf } from '../../value/value-text'
import { useText } from '../../state/settings.store'
import { storedPart } from '../scene/item-fields'
import { useDictionary } from '../../state/dictionary.store'
import { pristineDocument } from '../../state/entry-changes'
import type { Replica } from '../../state/replica'
import { useSelection } from '../../state/selection.store'
import { useWorkspace } from '../../state/workspace.store'
import { recordOfPath, type RecordItem } from '../scene/map-scene'

interface Sources {
  /** The item whose records are meant. */
  readonly regions: Readonly<Ref<RecordItem | undefined>>
  readonly replica: Readonly<Ref<Replica | undefined>>
  /** The bytes before any edit; undefined until they are read. */
  readonly pristine: Readonly<Ref<Bytes | undefined>>
  readonly isVisible: Readonly<Ref<boolean>>
  /** Numbers on the map name other records than those of the bytes, until it is rebuilt: none are shown. */
  readonly isStale: Readonly<Ref<boolean>>
}

/** Shared empty values: nothing is recomputed, and no frame drawn, where there was none and is none. */
const NONE: readonly number[] = []
const NO_RECORDS: ReadonlySet<number> = new Set()

/** The worst problem of each record of an item. */
export function problemLevels(
  problems: readonly Problem[],
  { entry, array }: Pick<RecordItem, 'entry' | 'array'>,
): ReadonlyMap<number, 'error' | 'warning'> {
  const found = new Map<number, 'error' | 'warning'>()
  for (const problem of problems) {
    const record = problem.entry === entry ? recordOfPath(problem.path ?? null, array) : undefined
    if (record === undefined || problem.severity === 'info') continue
    if (problem.severity === 'error' || !found.has(record)) found.set(record, problem.severity)
  }
  return found
}

/** Records of an item of the map: which are selected, edited and wrong, what they were, and what their values are called. */
export function useMapRecords({ regions, replica, pristine, isVisible, isStale }: Sources) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const dictionary = useDictionary()
  const text = useText()

  const edited = computed<ReadonlySet<number>>(() => {
    const now = replica.value?.document
    const array = regions.value?.array
    if (!replica.value || !now || array === undefined || !pristine.value || !isVisible.value || isStale.value)
      return NO_RECORDS
    const flags = editedRecords(
      recordsOf(pristineDocument(replica.value, pristine.value), array),
      recordsOf(now, array),
    )
    const found = new Set<number>()
    for (let record = flags.indexOf(1); record >= 0; record = flags.indexOf(1, record + 1)) found.add(record)
    return found.size > 0 ? found : NO_RECORDS
  })

  const selected = computed<readonly number[]>(() => {
    const item = regions.value
    if (!item || selection.entry !== item.entry || isStale.value) return NONE
    const found = selection.paths.flatMap(path => recordOfPath(path, item.array) ?? [])
    return found.length === 0 ? NONE : [...new Set(found)].filter(record => record < item.recordCount)
  })
  const primary = computed(() => {
    const item = regions.value
    if (isStale.value) return undefined
    const record = item && selection.entry === item.entry ? recordOfPath(selection.path, item.array) : undefined
    return record !== undefined && record < (item?.recordCount ?? 0) ? record : selected.value.at(-1)
  })
  const problems = computed<ReadonlyMap<number, 'error' | 'warning'>>(() =>
    regions.value && !isStale.value ? problemLevels(workspace.problems, regions.value) : new Map(),
  )

  /** What a field of a record held before any edit; undefined where records came or went. */
  function before(record: number, field: string): number | undefined {
    const old = replica.value && pristine.value && pristineDocument(replica.value, pristine.value)
    const records = old && locate(old, regions.value?.array ?? '')
    const { field: stored, mask } = storedPart(regions.value ?? {}, field)
    const node =
      records?.childCount === regions.value?.recordCount ? records?.child(record).childNamed(stored) : undefined
    const value = node && valueOf(node)
    return typeof value === 'number' ? (value & mask) >>> 0 : undefined
  }

  /** Names that the format and the modder give to values of a column: of bits those of the bits. */
  function names(column: string): Readonly<Record<number, string>> {
    const item = regions.value
    if (!item) return {}
    const { parts, blanks } = item
    const { field } = storedPart(item, column)
    const isPart = parts !== undefined && Object.hasOwn(parts, column)
    const blank = blanks && own(blanks, column)
    const named = new Map<number, string>(blank === undefined ? [] : [[blank, text.say('ui.viewport.value.none')]])
    const node = replica.value?.document && locate(replica.value.document, `${item.array}/0/${field}`)
    if (node && isPart)
      for (const [bit, name] of Object.entries(dictionary.bitNames(node.meta))) named.set(2 ** Number(bit), name)
    if (node && !isPart)
      for (const [value, name] of Object.entries(dictionary.valueNames(node.meta))) named.set(Number(value), name)
    for (const value of isPart ? [0, ...named.keys()] : [])
      if (text.has(`ui.viewport.value.${column}.${value}`))
        named.set(value, text.say(`ui.viewport.value.${column}.${value}`))
    return Object.fromEntries(named)
  }

  /** Hexadecimal digits that the form shows values of a column with; undefined where it shows them in decimal. */
  function hexDigits(column: string): number | undefined {
    const [item, whole] = [regions.value, replica.value?.document]
    const node = item && whole && locate(whole, `${item.array}/0/${column}`)
    return node && numberShape(node, node.meta.hex === true || node.kind === 'flags').hexDigits
  }

  return { edited, selected, primary, problems, before, names, hexDigits }
}
