import { until } from '@vueuse/core'
import { computed, shallowRef, watch, type Ref } from 'vue'
import type { EntryPath } from '@areal-studio/core/edit'
import { locate, type Bytes } from '@areal-studio/core/layout'
import { StudioError, type SurfaceItem } from '@areal-studio/core/format'
import { useSelection } from '../../state/selection.store'
import { useWorkspace } from '../../state/workspace.store'
import { changedColumns, type Fields } from '../scene/column-change'
import { MapPicker } from '../geometry/map-picker'
import { mapSceneOf } from '../scene/map-scene'
import { isCurrent, type ReadReplicas } from '../scene/entry-reader'
import { findScene, type SceneFound } from '../scene/scene-source'
import { useMapRecords } from './use-map-records'

/** none: nothing that can be seen is chosen; loading; failed: it could not be read; gone: an undo or another program removed it; ready. */
export type MapState = 'none' | 'loading' | 'failed' | 'gone' | 'ready'

/** A map of more regions keeps the window busy so long that it must say so before: milliseconds until that is on the screen. */
const MANY = 10_000
const SHOWN = 50
/** Milliseconds: a map that could not be built anew is not waited for. */
const OLD_FOR = 10_000

/** The map that is looked at: found from the selection, kept while something without a picture is selected. */
export function useMap(isVisible: Readonly<Ref<boolean>>) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const state = shallowRef<MapState>('none')
  /** Whether a map is being read, also while another one is shown. */
  const isReading = shallowRef(false)
  const picker = shallowRef<MapPicker>()
  const fields = shallowRef<Fields>({})
  const pristine = shallowRef<Bytes>()
  /** What the picture was computed from. */
  const read = shallowRef<ReadReplicas>(new Map())
  let subject: EntryPath | null = null
  /** What is being read, while `isReading`. */
  let wanted: EntryPath | null = null
  let turn = 0

  const regions = computed<SurfaceItem | undefined>(() => picker.value?.map.regions)
  const replica = computed(() => (regions.value ? workspace.replica(regions.value.entry) : undefined))
  /** The replica of the regions whose values are shown. */
  const drawn = () => read.value.get(regions.value?.entry ?? '')

  /** Records were added or removed: until the map is rebuilt its numbers mean other regions. */
  const isStale = computed(() => {
    const item = regions.value
    const now = replica.value?.document
    return item !== undefined && now !== undefined && locate(now, item.array)?.childCount !== item.recordCount
  })
  const isOld = (): boolean => isStale.value
  const upToDate = (): Promise<unknown> => until(isStale).toBe(false, { timeout: OLD_FOR })

  async function show(entry: EntryPath): Promise<void> {
    const mine = ++turn
    if (!picker.value && (state.value !== 'gone' || entry !== subject)) state.value = 'loading'
    isReading.value = true
    wanted = entry
    const found = await seek(entry)
    const scene = found && found !== 'gone' ? mapSceneOf(found.items) : undefined
    if ((scene?.regions?.recordCount ?? 0) > MANY)
      await new Promise(done => {
        setTimeout(done, SHOWN)
      })
    if (mine !== turn) return
    isReading.value = false
    if (found === 'gone') {
      if (!picker.value || entry === subject) forget(entry, 'gone')
      return
    }
    if (!scene || !found) {
      if (!picker.value) state.value = found === undefined ? 'none' : 'failed'
      return
    }
    subject = entry
    // What another map was before its edits says nothing of this one.
    if (scene.regions?.entry !== regions.value?.entry) pristine.value = undefined
    picker.value = new MapPicker(scene)
    fields.value = scene.regions?.fields ?? {}
    state.value = 'ready'
    read.value = found.read
    await readPristine()
  }

  /** Undefined where nothing of it can be seen, or a message says why it could not be read. */
  async function seek(entry: EntryPath): Promise<SceneFound | 'gone' | undefined> {
    try {
      return await findScene(workspace, entry)
    } catch (error) {
      if (error instanceof StudioError && error.code === 'entry.missing') return 'gone'
      workspace.refuse(error)
      return undefined
    }
  }

  function forget(next: EntryPath | null, why: MapState): void {
    subject = next
    picker.value = undefined
    fields.value = {}
    pristine.value = undefined
    read.value = new Map()
    state.value = why
  }

  async function readPristine(): Promise<void> {
    const present = drawn()
    const bytes = present && (await workspace.attempt(() => present.pristine()))
    if (present?.pristine === drawn()?.pristine) pristine.value = bytes
  }

  /** The map that is shown was selected again while another one was being read: that one must not take its place. */
  function stopReadingAnother(): void {
    if (!isReading.value || wanted === null || read.value.has(wanted)) return
    turn++
    isReading.value = false
    if (!isCurrent(read.value, workspace)) void refresh()
  }

  /** After a commit: new columns where only they have changed, else the whole scene again. */
  async function refresh(): Promise<void> {
    const item = regions.value
    const [before, now] = [drawn(), replica.value]
    if (!subject) return
    const others = new Map([...read.value].filter(([entry]) => entry !== item?.entry))
    const next =
      item && before && now?.document && isCurrent(others, workspace)
        ? changedColumns(before.image.bytes, now.document, item.array, Object.keys(item.fields))
        : undefined
    if (!next || !item || !now) return show(subject)
    fields.value = next
    read.value = new Map(read.value).set(item.entry, now)
    if (before?.pristine !== now.pristine) await readPristine()
  }

  watch(
    () => [selection.entry, isVisible.value] as const,
    ([entry, visible]) => {
      if (entry === null || !visible) return
      if (!read.value.has(entry)) void show(entry)
      else stopReadingAnother()
    },
    { immediate: true },
  )

  // A new array each time: whichever replica is replaced, this is called.
  watch(
    () => [...read.value.keys()].map(entry => workspace.replica(entry)),
    () => {
      if (!isCurrent(read.value, workspace)) void refresh()
    },
    { flush: 'sync' },
  )

  watch(
    () => workspace.info?.workspace,
    (now, before) => {
      if (now === before) return
      turn++
      isReading.value = false
      forget(null, 'none')
    },
  )

  // What was removed may come back: by redo, or by the program that took it.
  watch(
    () => workspace.revision,
    () => {
      if (state.value === 'gone' && isVisible.value && subject !== null) void show(subject)
    },
  )

  const records = useMapRecords({ regions, replica, pristine, isVisible, isStale })

  return {
    state,
    isReading,
    isOld,
    upToDate,
    picker,
    regions,
    fields,
    ...records,
  }
}
