import { shallowRef, watch, type Ref } from 'vue'
import type { SurfaceItem } from '@areal-studio/core/format'
import { useSelection } from '../../state/selection.store'
import { zoomAt, type Size, type View } from '../camera/camera'
import type { MapPicker } from '../geometry/map-picker'
import type { PlacedRecord } from '../scene/placed-scene'
import type { Wish } from '../camera/parse-location'
import type { useFaults } from '../overlay/use-faults'
import type { useMapGestures } from '../tools/use-map-gestures'

interface Sources {
  readonly surface: Readonly<Ref<HTMLElement | undefined>>
  readonly view: Readonly<Ref<View>>
  readonly size: Readonly<Ref<Size>>
  readonly picker: Readonly<Ref<MapPicker | undefined>>
  readonly regions: Readonly<Ref<SurfaceItem | undefined>>
  readonly primary: Readonly<Ref<number | undefined>>
  readonly selectedFaces: Readonly<Ref<readonly number[]>>
  readonly faults: ReturnType<typeof useFaults>['faults']
  readonly placed: Readonly<Ref<PlacedRecord | undefined>>
  readonly gestures: Pick<
    ReturnType<typeof useMapGestures>,
    'pick' | 'select' | 'follow' | 'frameRecords' | 'followPlaced' | 'framePlaced'
  >
  setView(view: View): void
}

/** Moves the view to a typed place, a place of the overview map, or a selection of another pane. */
export function useGoing({
  surface,
  view,
  size,
  picker,
  regions,
  primary,
  selectedFaces,
  faults,
  placed,
  gestures,
  setView,
}: Sources) {
  const selection = useSelection()
  /** Whether a place is being typed. */
  const isGoing = shallowRef(false)

  function goTo(x: number, y: number): void {
    setView({ ...view.value, pivot: [x, y, picker.value?.heightAt(x, y) ?? view.value.pivot[2]] })
  }

  function goToWish(wish: Wish): void {
    if ('x' in wish) goTo(wish.x, wish.y)
    else if (wish.record < (regions.value?.recordCount ?? 0)) {
      gestures.select([wish.record])
      gestures.frameRecords([wish.record])
    }
    closeGoing()
  }

  function closeGoing(): void {
    isGoing.value = false
    surface.value?.focus({ preventScroll: true })
  }

  function zoom(factor: number): void {
    const middle = gestures.pick(size.value.width / 2, size.value.height / 2)
    setView(zoomAt(view.value, middle?.point ?? view.value.pivot, factor))
  }

  watch(
    () => [selection.entry, selection.path, selection.source] as const,
    ([, , source]) => {
      const record = primary.value
      if (source === 'viewport') return
      const isWrong = source === 'problems' || source === 'problem-step'
      const face = isWrong
        ? faults.value.find(one => one.kind === 'face' && one.record === selectedFaces.value.at(-1))
        : undefined
      if (face) goTo(face.at[0], face.at[1])
      else if (placed.value) {
        if (isWrong) gestures.framePlaced([placed.value])
        else gestures.followPlaced(placed.value)
      } else if (record === undefined || selection.entry !== regions.value?.entry) return
      else if (isWrong) gestures.frameRecords([record])
      else gestures.follow(record)
    },
  )

  return { isGoing, goTo, goToWish, closeGoing, zoom }
}
