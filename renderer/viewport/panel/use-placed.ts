import { until } from '@vueuse/core'
import { computed, shallowRef, watch, type Ref } from 'vue'
import type { InstancesItem, PlacedItem } from '@areal-studio/core/format'
import { locate, type Bytes, type Document } from '@areal-studio/core/layout'
import { useSelection } from '../../state/selection.store'
import { useWorkspace } from '../../state/workspace.store'
import type { PlacedSeen } from '../geometry/placed-picker'
import type { MapPicker } from '../geometry/map-picker'
import { placedMarks } from '../overlay/placed-marks'
import { RecordLook } from '../layers/record-look'
import type { SceneView } from '../layers/scene-view'
import { isLayerShown, type MapChoices } from '../scene/map-options'
import type { Vec } from '../camera/camera'
import {
  currentOf,
  movedItem,
  pathOfPlaced,
  placedAt,
  placeOf,
  type Place,
  type PlacedRecord,
} from '../scene/placed-scene'
import { hasSubject } from '../scene/map-scene'
import { combined, type Mode } from '../scene/select-mode'
import type { Places } from '../tools/placed-places'
import { addRecord, commitPlaces, removeRecords, type Added } from './placed-edits'
import { useLines } from './use-lines'
import { useMapRecords } from './use-map-records'
import { drawPlaced, usePlacedColouring } from './use-placed-colouring'
import { valueRings } from './value-rings'

interface Sources {
  readonly placed: Readonly<Ref<readonly PlacedItem[]>>
  readonly picker: Readonly<Ref<MapPicker | undefined>>
  readonly choices: MapChoices
  readonly isVisible: Readonly<Ref<boolean>>
  /** Their numbers mean other records than those of the bytes, until the map is rebuilt. */
  readonly isStale: Readonly<Ref<boolean>>
}

/** Milliseconds after which an added record is not waited for. */
const ADDED_FOR = 10_000

const isIn = (document: Document | undefined, path: string): boolean =>
  document !== undefined && locate(document, path) !== undefined

const isObjects = (item: PlacedItem): item is InstancesItem => item.kind === 'instances'

/** Placed records of the shown map: the selected, hidden and visible ones, and their colours. */
export function usePlaced({ placed, picker, choices, isVisible, isStale }: Sources) {
  const selection = useSelection()
  const workspace = useWorkspace()
  /** Places of records while a tool moves them. */
  const moving = shallowRef<Places>(new Map())
  const hovered = shallowRef<PlacedRecord>()
  const items = computed(() =>
    moving.value.size === 0
      ? placed.value
      : placed.value.map(item => movedItem(item, moving.value.get(item) ?? new Map<number, Place>())),
  )
  const shown = computed(() => items.value.filter(item => item.recordCount > 0 && isLayerShown(choices, item)))
  const objects = computed(() => items.value.find(isObjects))
  const stored = computed(() => placed.value.find(isObjects))
  const replica = computed(() => (stored.value ? workspace.replica(stored.value.entry) : undefined))
  const pristine = usePristine(replica)
  const states = useMapRecords({ regions: stored, replica, pristine, isVisible, isStale })

  const chosen = computed<readonly PlacedRecord[]>(() =>
    isStale.value ? [] : selection.paths.flatMap(path => placedAt(placed.value, selection.entry, path) ?? []),
  )
  const primary = computed(() =>
    isStale.value ? undefined : (placedAt(placed.value, selection.entry, selection.path) ?? chosen.value.at(-1)),
  )
  const selected = computed(() => chosen.value.flatMap(({ item, record }) => (item === stored.value ? [record] : [])))
  const isSubject = useIsSubject(placed, picker)

  const colouring = usePlacedColouring({ ...states, item: stored, choices, selected })
  const lines = useLines({ shown, chosen, rings: useRings({ shown, stored, picker }, colouring) })
  const look = computed(() => {
    const count = stored.value?.recordCount
    return count === undefined ? undefined : new RecordLook(count)
  })
  const isHidden = ({ item, record }: PlacedRecord): boolean => {
    if (!isLayerShown(choices, item)) return true
    if (item.kind === 'lines') return lines.isHidden(item, record)
    return item.kind === 'instances' && (look.value?.isHidden(record) ?? false)
  }
  const seen: PlacedSeen = {
    get items() {
      return isStale.value ? [] : shown.value
    },
    isHidden,
  }

  watch(isStale, () => {
    hovered.value = undefined
  })

  /** Makes records of an item the selection. */
  function select(item: PlacedItem, records: readonly number[], main = records.at(-1)): void {
    selection.select(
      {
        entry: item.entry,
        path: main === undefined ? null : pathOfPlaced({ item, record: main }),
        paths: records.map(record => pathOfPlaced({ item, record })),
      },
      'viewport',
    )
  }

  return {
    items,
    shown,
    objects: stored,
    seen,
    hovered,
    chosen,
    primary,
    selected,
    edited: states.edited,
    problems: states.problems,
    before: states.before,
    isSubject,
    isHidden,
    marks: marksOf({ shown, chosen, hovered, picker, isHidden }, colouring),
    select,
    selectMore: ({ item, record }: PlacedRecord, mode: Mode): void => {
      const present = chosen.value.flatMap(one => (one.item.id === item.id ? [one.record] : []))
      select(item, combined(present, [record], mode), record)
    },
    /** Where an object is, while objects are the subject. */
    objectAt: (record: number): Vec | undefined =>
      isSubject.value && objects.value && record < objects.value.recordCount
        ? placeOf({ item: objects.value, record })
        : undefined,
    colouring,
    lines,
    /** Access of tools to them. */
    tools: {
      ...toolsOf(workspace, chosen, moving, one => (isStale.value ? undefined : currentOf(placed.value, one))),
      ...addingOf(stored, () => replica.value?.image.isEditable === true),
    },
    /** Updates places, colours and states on the canvas. */
    draw: (scene: Readonly<Ref<SceneView | undefined>>): void => {
      drawPlaced({ scene, picker, objects, look, colouring, selected, edited: states.edited, hovered, choices })
      lines.draw(scene)
    },
  }
}

/** Adding records to the item, each selected when it is there. */
function addingOf(stored: Readonly<Ref<InstancesItem | undefined>>, isEditable: () => boolean) {
  const selection = useSelection()
  const workspace = useWorkspace()
  return {
    canAdd: (): boolean => stored.value?.adding !== undefined && isEditable(),
    async add(added: Added): Promise<void> {
      const item = stored.value
      const path = item && (await addRecord(workspace, item, added))
      if (!item || path === undefined) return
      // An edit that arrives later would move a selection of its records.
      await until(() => isIn(workspace.replica(item.entry)?.document, path)).toBe(true, { timeout: ADDED_FOR })
      selection.select({ entry: item.entry, path, paths: [path] }, 'viewport')
    },
  }
}

const toolsOf = (
  workspace: ReturnType<typeof useWorkspace>,
  chosen: Readonly<Ref<readonly PlacedRecord[]>>,
  moving: Ref<Places>,
  current: (one: PlacedRecord) => PlacedRecord | undefined,
) => ({
  chosen,
  current,
  showAt: (places: Places): void => {
    moving.value = places
  },
  commit: (places: Places): Promise<unknown> => commitPlaces(workspace, places),
  remove: (): boolean => removeRecords(workspace, chosen.value),
})

/** Rings around the shown objects. */
const useRings = (
  {
    shown,
    stored,
    picker,
  }: Pick<Drawn, 'shown' | 'picker'> & { readonly stored: Readonly<Ref<InstancesItem | undefined>> },
  { values, letters, field, hiding }: ReturnType<typeof usePlacedColouring>,
) =>
  computed(() => {
    const item = shown.value.find(isObjects)
    if (!item || !stored.value) return undefined
    const flags = { values: values.value, letters: letters.value, field: field.value }
    return valueRings({
      item,
      stored: stored.value,
      flags,
      isHidden: record => hiding.values.value.has(flags.values?.[record] ?? -1) || hiding.records.value.has(record),
      heightAt: (x, y) => picker.value?.heightAt(x, y),
    })
  })

/** What is drawn over the map. */
const marksOf =
  (
    { shown, chosen, hovered, picker, isHidden }: Drawn,
    { values, letters, field }: ReturnType<typeof usePlacedColouring>,
  ) =>
  () =>
    placedMarks({
      items: shown.value,
      chosen: chosen.value,
      hovered: hovered.value,
      isHidden,
      heightAt: (x, y) => picker.value?.heightAt(x, y),
      flags: { values: values.value, letters: letters.value, field: field.value },
    })

interface Drawn extends Pick<Sources, 'picker'> {
  readonly shown: Readonly<Ref<readonly PlacedItem[]>>
  readonly chosen: Readonly<Ref<readonly PlacedRecord[]>>
  readonly hovered: Readonly<Ref<PlacedRecord | undefined>>
  isHidden(one: PlacedRecord): boolean
}

/** Whether legend, list and colours concern placed records: from a selection among them until one of the map itself. */
function useIsSubject(placed: Readonly<Ref<readonly PlacedItem[]>>, picker: Readonly<Ref<MapPicker | undefined>>) {
  const selection = useSelection()
  const isSubject = shallowRef(false)
  watch(
    () => [selection.entry, placed.value, picker.value] as const,
    ([entry, items, found]) => {
      if (!hasSubject(items)) isSubject.value = false
      else if (items.some(item => item.entry === entry)) isSubject.value = true
      else if (found?.map.regions?.entry === entry || found?.map.terrain?.entry === entry) isSubject.value = false
    },
    { immediate: true },
  )
  return isSubject
}

/** The bytes of a replica before any edit; undefined until they are read. */
function usePristine(replica: Readonly<Ref<ReturnType<ReturnType<typeof useWorkspace>['replica']>>>) {
  const workspace = useWorkspace()
  const pristine = shallowRef<Bytes>()
  watch(
    () => replica.value?.pristine,
    async read => {
      pristine.value = undefined
      const bytes = read && (await workspace.attempt(read))
      if (replica.value?.pristine === read) pristine.value = bytes
    },
    { immediate: true },
  )
  return pristine
}
