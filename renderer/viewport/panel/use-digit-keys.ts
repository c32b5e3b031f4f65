import type { Ref } from 'vue'
import { useText } from '../../state/settings.store'
import { useWorkspace } from '../../state/workspace.store'
import type { View } from '../camera/camera'
import type { ViewOf } from '../camera/saved-cameras'
import { saveCamera, savedCamera } from '../camera/parse-location'
import type { useHiding } from '../tools/use-hiding'

interface Sources {
  readonly of: Readonly<Ref<ViewOf | undefined>>
  readonly view: Readonly<Ref<View>>
  readonly selected: Readonly<Ref<readonly number[]>>
  readonly sets: Pick<ReturnType<typeof useHiding>, 'storeSet' | 'recallSet'>
  /** What the records of a set are called. */
  noun(): string | undefined
  setView(view: View): void
  select(records: readonly number[]): void
}

/** Views and sets of regions that are kept under digits; `isStoring` keeps the present one there. */
export function useDigitKeys({ of, view, selected, sets, noun, setView, select }: Sources) {
  const workspace = useWorkspace()
  const text = useText()

  function camera(digit: number, isStoring: boolean): void {
    if (of.value === undefined) return
    const kept = savedCamera(of.value, digit)
    if (isStoring) {
      saveCamera(of.value, digit, view.value)
      workspace.notify({ code: 'notice.map-camera-kept', params: { digit } }, 'ok')
    } else if (kept) setView(kept)
    else workspace.notify({ code: 'notice.map-no-camera', params: { digit } })
  }

  function set(digit: number, isStoring: boolean): void {
    const found = sets.recallSet(digit)
    if (isStoring) {
      sets.storeSet(digit)
      workspace.notify(
        { code: text.keyOf(noun(), 'notice.map-set-kept'), params: { digit, n: selected.value.length } },
        'ok',
      )
    } else if (found) select(found)
    else workspace.notify({ code: 'notice.map-no-set', params: { digit } })
  }

  return { camera, set }
}
