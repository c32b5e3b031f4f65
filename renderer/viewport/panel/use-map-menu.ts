import { shallowRef, type Ref } from 'vue'
import { useText } from '../../state/settings.store'
import type { MenuItem } from '../../ui/menu'
import type { Picked } from '../geometry/map-picker'
import { isSamePlaced } from '../scene/placed-scene'
import type { useMapGestures } from '../tools/use-map-gestures'
import type { useMapTools } from '../tools/use-map-tools'
import { mapMenu } from './map-menu'
import type { useColouring } from './use-colouring'
import type { useMap } from './use-map'
import type { usePlaced } from './use-placed'
import type { useSubject } from './use-subject'

interface Sources {
  readonly surface: Readonly<Ref<HTMLElement | undefined>>
  readonly hovered: Readonly<Ref<Picked | undefined>>
  readonly map: ReturnType<typeof useMap>
  readonly colouring: ReturnType<typeof useColouring>
  readonly subject: ReturnType<typeof useSubject>
  readonly placed: ReturnType<typeof usePlaced>
  readonly gestures: ReturnType<typeof useMapGestures>
  readonly tools: ReturnType<typeof useMapTools>
}

/** Context menu of the map: it selects what is under the pointer, unless that is selected already. */
export function useMapMenu({ surface, hovered, map, colouring, subject, placed, gestures, tools }: Sources) {
  const text = useText()
  const record = shallowRef<number>()
  const { field, values, hiding } = colouring

  function open(x: number, y: number, picked: Picked | undefined): void {
    const one = picked?.placed
    record.value = picked?.record
    if (one && !placed.chosen.value.some(other => isSamePlaced(other, one))) placed.selectMore(one, 'replace')
    if (record.value !== undefined && !map.selected.value.includes(record.value)) gestures.select([record.value])
    const box = surface.value?.getBoundingClientRect()
    surface.value?.parentElement?.dispatchEvent(
      new MouseEvent('contextmenu', {
        bubbles: true,
        cancelable: true,
        clientX: (box?.left ?? 0) + x,
        clientY: (box?.top ?? 0) + y,
      }),
    )
  }

  const items = (): MenuItem[] =>
    mapMenu({
      text,
      record: record.value,
      place: hovered.value?.point,
      values: values.value,
      field: field.value,
      hidden: hiding.values.value,
      map: map.picker.value?.map,
      isAnyHidden: subject.value.hiding.isAny.value,
      hideSelected: () => subject.value.hiding.hideSelected(),
      isolateSelected: () => subject.value.hiding.isolateSelected(),
      showAll: () => subject.value.hiding.showAll(),
      hide: hiding.hideValues,
      select: gestures.select,
      frame: gestures.frameSelection,
      home: gestures.goHome,
      chosen: placed.chosen.value.length || map.selected.value.length,
      isPlaced: placed.chosen.value.length > 0,
      canShape: tools.hasRegions.value,
      merge: () => void tools.merge(),
      remove: () => void tools.remove(),
    })

  return { open, items }
}
