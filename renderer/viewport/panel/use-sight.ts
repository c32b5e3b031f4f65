import { watch, type Ref, type ShallowRef } from 'vue'
import type { RegionTools, SurfaceItem } from '@areal-studio/core/format'
import { sightFrom, type SightShown } from '../scene/sight'

interface Sources {
  /** The field that colours. */
  readonly field: Readonly<Ref<string>>
  readonly regions: Readonly<Ref<SurfaceItem | undefined>>
  readonly selected: Readonly<Ref<readonly number[]>>
  /** Where the result is put; undefined while another field colours. */
  readonly sight: ShallowRef<SightShown | undefined>
  /** The present image of the regions: another one after each edit. */
  image(): unknown
  tools(): Promise<RegionTools | undefined>
}

/** Follows the selection with lines of sight while they colour the map. */
export function useSight({ field, regions, selected, sight, image, tools }: Sources): void {
  let turn = 0
  watch(
    [field, regions, selected, image],
    async () => {
      const own = ++turn
      const made = field.value === 'sight' ? await tools() : undefined
      if (own !== turn) return
      sight.value = made?.sight && sightFrom(regions.value?.recordCount ?? 0, selected.value, made.sight)
    },
    { immediate: true },
  )
}
