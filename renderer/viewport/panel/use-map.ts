import { until } from '@vueuse/core'
import { computed, watch, type Ref } from 'vue'
import { usePanes } from '../../state/panes.store'
import { useSelection } from '../../state/selection.store'
import { useWorkspace } from '../../state/workspace.store'
import { isStaleItem } from '../scene/stale-item'
import type { Scenes } from '../scene/use-scenes'
import { ShownMap } from './shown-map'
import { useMapRecords } from './use-map-records'

/** Milliseconds: a map that could not be rebuilt is not waited for. */
const OLD_FOR = 10_000

/** The visible map or model: found from the selection, kept while something without a picture is selected. */
export function useMap(isVisible: Readonly<Ref<boolean>>, scenes: Pick<Scenes, 'find'>) {
  const workspace = useWorkspace()
  const selection = useSelection()
  const map = new ShownMap(workspace, scenes)
  const { state, isReading, picker, regions, fields, pristine, replica, model, placed } = map

  const isStale = computed(() => regions.value !== undefined && isStaleItem(regions.value, replica.value?.document))
  const isPlacedStale = computed(() =>
    placed.value.some(item => isStaleItem(item, workspace.replica(item.entry)?.document)),
  )
  const isAnyStale = computed(() => isStale.value || isPlacedStale.value)

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
    const info = entry === undefined ? undefined : workspace.replica(entry)?.image.info
    panes.model = entry === undefined ? null : { entry, name: info?.container?.name ?? info?.name ?? '' }
  })

  watch(
    () => [selection.entry, isVisible.value] as const,
    ([entry, visible]) => {
      if (entry === null || !visible) return
      if (selection.source === 'viewport' && map.isOver(entry)) map.stopReadingAnother()
      else if (!map.isOf(entry)) void map.show(entry)
      else map.stopReadingAnother()
    },
    { immediate: true },
  )

  watch(
    () => [workspace.lastChange, map.seen.value, model.value],
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
    isPartial: map.isPartial,
    isPlacedStale,
    /** Record numbers of the map mean other records than those of the bytes, until it is rebuilt. */
    isOld: (): boolean => isAnyStale.value || map.isPartial.value,
    upToDate: (): Promise<unknown> =>
      until(() => isAnyStale.value || map.isPartial.value).toBe(false, { timeout: OLD_FOR }),
    picker,
    model,
    regions,
    placed,
    fields,
    notes: map.notes,
    ...useMapRecords({ regions, replica, pristine, isVisible, isStale }),
  }
}
