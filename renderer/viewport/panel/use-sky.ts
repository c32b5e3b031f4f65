import { computed, shallowRef, type Ref } from 'vue'
import { DAY, skyAt, type EntryPath, type SkyItem, type SkyLight } from '@areal-studio/core/format'
import type { MapPicker } from '../geometry/map-picker'
import { FOG, isLayerShown, SKY, type MapChoices } from '../scene/map-options'

/** What the choice of the sky shows: its file, whether it can be shown, and the time. */
export interface ShownSky {
  readonly item: SkyItem
  readonly hasLight: boolean
  readonly hasFog: boolean
  /** Minute that is shown, of all days together. */
  readonly minute: number
}

/** Sky of the shown map: the time that is shown begins with that of the scene, and is kept for this scene only. */
export function useSky(picker: Readonly<Ref<MapPicker | undefined>>, choices: MapChoices) {
  const chosen = shallowRef<{ readonly entry: EntryPath; readonly minute: number }>()
  const item = computed(() => picker.value?.map.sky)
  const minute = computed(() => {
    const { entry, start = 0 } = item.value ?? {}
    return chosen.value?.entry === entry ? (chosen.value?.minute ?? start) : start
  })
  const shown = computed<ShownSky | undefined>(
    () =>
      item.value && {
        item: item.value,
        hasLight: isLayerShown(choices, SKY),
        hasFog: isLayerShown(choices, FOG),
        minute: minute.value,
      },
  )
  const light = computed<SkyLight | undefined>(() => {
    if (!shown.value?.hasLight) return undefined
    const found = skyAt(shown.value.item, shown.value.minute)
    return found && !shown.value.hasFog ? { ...found, fog: undefined } : found
  })
  return {
    shown,
    light,
    /** Shows another time; undefined: the one at which the scene begins. */
    setMinute(next: number | undefined): void {
      const entry = item.value?.entry
      chosen.value = entry === undefined || next === undefined ? undefined : { entry, minute: next }
    },
  }
}

/** Day, from 1, and time of a minute, as 09:05. */
export function timeOf(minute: number): { readonly day: number; readonly time: string } {
  const two = (value: number): string => String(value).padStart(2, '0')
  const ofDay = Math.floor(minute) % DAY
  return { day: Math.floor(minute / DAY) + 1, time: `${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}` }
}
