import { until } from '@vueuse/core'
import { computed, watch, type Ref } from 'vue'
import { locate } from '@areal-studio/core/layout'
import { usePanes } from '../../state/panes.store'
import { useSelection } from '../../state/selection.store'
import { useWorkspace } from '../../state/workspace.store'
import { ShownMap } from './shown-map'
import { useMapRecords } from './use-map-records'

/** Milliseconds: a map that could not be rebuilt is not waited for. */
const OLD_FOR = 10_000

/** The visible map or model: found from the selection, kept while something without a picture is selected. */
export function useMap(isVisible: Readonly<Ref<boolean>>) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const map = new ShownMap(workspace)
  const { state, isReading, picker, regions, fields, pristine, replica, model, placed } = map

  /** Records were added or removed: until the map is rebuilt its numbers mean other regions. */
  const isStale = computed(() => {
    const item = regions.value
    const now = replica.value?.document
    return item !== undefined && now !== undefined && locate(now, item.array)?.childCount !== item.recordCount
  })

  /** The selected entry cannot be drawn: it is shown as what it is, in place of the map. */
  const isOther = computed(
    () => map.undrawn.value !== null && (map.undrawn.value === selection.entry || isReading.value),
  )

  const panes = usePanes()
  watch(
    () => (isOther.value ? selection.entry : null),
    entry => {
      panes.undrawn = entry
    },
    { immediate: true },
  )

  watch(model, shown => {
    const entry = shown?.item.nodes.entry
    const info = entry === undefined ? undefined : shown?.read.get(entry)?.image.info
    panes.model = entry === undefined ? null : { entry, name: info?.container?.name ?? info?.name ?? '' }
  })

  watch(
    () => [selection.entry, isVisible.value] as const,
    ([entry, visible]) => {
      if (entry === null || !visible) return
      if (!map.isOf(entry)) void map.show(entry)
      else map.stopReadingAnother()
    },
    { immediate: true },
  )

  // A new array each time: whichever replica is replaced, this is called.
  watch(
    () => [...map.read.value.keys(), ...(model.value?.read.keys() ?? [])].map(entry => workspace.replica(entry)),
    () => map.update(),
    { flush: 'sync' },
  )
  watch(
    () => workspace.info?.workspace,
    (now, before) => {
      if (now !== before) map.close()
    },
  )
  watch(
    () => workspace.revision,
    () => {
      if (isVisible.value) map.seekAgain()
    },
  )

  return {
    state,
    isReading,
    isOther,
    isOld: (): boolean => isStale.value,
    upToDate: (): Promise<unknown> => until(isStale).toBe(false, { timeout: OLD_FOR }),
    picker,
    model,
    regions,
    placed,
    fields,
    ...useMapRecords({ regions, replica, pristine, isVisible, isStale }),
  }
}
