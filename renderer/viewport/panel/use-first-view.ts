import { watch, type Ref } from 'vue'
import type { Size, View } from '../camera/camera'
import { keepView, keptView, type ViewOf } from '../camera/saved-cameras'
import type { MapPicker } from '../geometry/map-picker'

interface Sources {
  readonly picker: Readonly<Ref<MapPicker | undefined>>
  /** The map that views are kept of; undefined while only a part of it is there. */
  readonly of: Readonly<Ref<ViewOf | undefined>>
  readonly size: Readonly<Ref<Size>>
  readonly view: Readonly<Ref<View>>
  setView(view: View): void
  goFirst(): void
  /** Another map is shown from now on, not the same one rebuilt. */
  changed(): void
}

/** Name of a map of which only a part is there. */
const PART = ''

/** The entries and items that a map consists of; edits of their records do not change them. */
const partsOf = (picker: MapPicker | undefined): string => {
  const { regions, terrain, placed = [] } = picker?.map ?? {}
  return JSON.stringify([regions?.entry, terrain?.entry, ...placed.map(({ entry, id }) => [entry, id])])
}

/**
 * Restores the last view of each map; the first time shows what it is about, once the pane has a size. A map arrives in
 * parts: what comes later is framed too, unless the view was moved meanwhile.
 */
export function useFirstView({ picker, of, size, view, setView, goFirst, changed }: Sources): void {
  /** Of the map that was framed last. */
  let framed: string | undefined
  /** The view it was shown in at first; undefined where it is restored, or not shown yet. */
  let first: View | undefined
  let isFramed = false
  const name = (): string => (of.value ? JSON.stringify(of.value) : '')

  function frameFirst(): void {
    if (isFramed || !picker.value || size.value.width < 2) return
    isFramed = true
    const kept = of.value === undefined || framed === name() ? undefined : keptView(of.value)
    framed = name()
    if (kept) setView(kept)
    else goFirst()
    first = kept ? undefined : view.value
  }

  watch(picker, (found, before) => {
    const isOther = partsOf(found) !== partsOf(before)
    const isAnother = framed !== name() && framed !== PART
    if (isOther && isAnother) changed()
    if (isOther && (isAnother || first === view.value)) isFramed = false
    frameFirst()
    if (framed === PART) framed = name()
  })
  watch(size, frameFirst)
  watch(view, now => {
    if (isFramed && of.value !== undefined) keepView(of.value, now)
  })
}
