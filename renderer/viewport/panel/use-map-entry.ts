import { computed } from 'vue'
import { useWorkspace } from '../../state/workspace.store'
import type { useMap } from './use-map'

/** The entry that a shown map is named after, and the one that its views are kept of. */
export function useMapEntry({
  picker,
  placed,
  isPartial,
}: Pick<ReturnType<typeof useMap>, 'picker' | 'placed' | 'isPartial'>) {
  const workspace = useWorkspace()
  const mapEntry = computed(() => picker.value?.map.regions?.entry ?? picker.value?.map.terrain?.entry)
  /** Objects that are a subject of their own have views apart from those of the map below. A part of a map has none. */
  const viewOf = computed(() => {
    const of = workspace.info?.workspace
    const entry = placed.value.find(item => item.kind === 'instances' && item.isSubject)?.entry ?? mapEntry.value
    return of === undefined || entry === undefined || isPartial.value ? undefined : { workspace: of, entry }
  })
  return { mapEntry, viewOf }
}
