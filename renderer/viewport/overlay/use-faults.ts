import { computed, shallowRef, watch, type Ref } from 'vue'
import type { BrokenRegion, RegionTools } from '@areal-studio/core/format'
import { useWorkspace } from '../../state/workspace.store'
import { project, type Lens } from '../camera/camera'
import type { MapPicker } from '../geometry/map-picker'
import type { Pointer, ToolMark } from '../tools/tool'
import { FaultPopover } from './fault-popover'
import { faultMarks, faultsOf, type Fault } from './faults'

interface Sources {
  readonly picker: Readonly<Ref<MapPicker | undefined>>
  readonly isShown: Readonly<Ref<boolean>>
  /** The region whose mark is drawn above its anchor. */
  readonly primary: Readonly<Ref<number | undefined>>
  regions(): Promise<RegionTools | undefined>
  lens(): Lens
  redraw(): void
}

/** How far the mark of the selected region is lifted, in pixels. */
const LIFT = 18

/** Problems at their places on the map: marks, the one under the pointer, and the open card. */
export function useFaults({ picker, isShown, primary, regions, lens, redraw }: Sources) {
  const workspace = useWorkspace()
  const broken = shallowRef<readonly BrokenRegion[]>([])
  watch(
    picker,
    async found => {
      const tools = found?.map.regions && isShown.value ? await regions() : undefined
      if (found !== picker.value) return
      broken.value = tools?.broken?.() ?? []
      redraw()
    },
    { immediate: true },
  )

  const faults = computed<readonly Fault[]>(() =>
    picker.value ? faultsOf(picker.value.map, workspace.problems, broken.value) : [],
  )
  const card = new FaultPopover(fault => {
    const seen = project(lens(), fault.at)
    const lift = fault.kind === 'region' && fault.record === primary.value ? LIFT : 0
    return seen && { x: seen.x, y: seen.y - lift }
  })
  // The card is where its mark was seen.
  watch(lens, card.close)
  watch(faults, now => {
    card.update(now)
    redraw()
  })

  return {
    faults,
    open: card.open,
    keep: card.keep,
    leave: card.leave,
    close: card.close,
    hover: (pointer: Pointer | undefined): void => (isShown.value ? card.hover(pointer, faults.value) : card.close()),
    marks: (): readonly ToolMark[] => (isShown.value ? faultMarks(picker.value?.map.regions, faults.value) : []),
  }
}
