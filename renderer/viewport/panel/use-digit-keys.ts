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

/** What is kept under a digit: with Shift a view, with Alt a set of regions; Ctrl besides keeps it. Answers whether the key meant something. */
export function useDigitKeys({
  of,
  view,
  selected,
  sets,
  noun,
  setView,
  select,
}: Sources): (event: KeyboardEvent) => boolean {
  const workspace = useWorkspace()
  const text = useText()
  const isStoring = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey

  function cameraKey(event: KeyboardEvent): boolean {
    const digit = event.shiftKey && !event.altKey ? Number(/^Digit([1-9])$/.exec(event.code)?.[1]) : NaN
    if (!(digit > 0) || of.value === undefined) return false
    const kept = savedCamera(of.value, digit)
    if (isStoring(event)) {
      saveCamera(of.value, digit, view.value)
      workspace.notify({ code: 'notice.map-camera-kept', params: { digit } }, 'ok')
    } else if (kept) setView(kept)
    else workspace.notify({ code: 'notice.map-no-camera', params: { digit } })
    return true
  }

  function setKey(event: KeyboardEvent): boolean {
    const digit = event.altKey && !event.shiftKey ? Number(/^Digit(\d)$/.exec(event.code)?.[1]) : NaN
    if (Number.isNaN(digit)) return false
    const found = sets.recallSet(digit)
    if (isStoring(event)) {
      sets.storeSet(digit)
      workspace.notify(
        { code: text.keyOf(noun(), 'notice.map-set-kept'), params: { digit, n: selected.value.length } },
        'ok',
      )
    } else if (found) select(found)
    else workspace.notify({ code: 'notice.map-no-set', params: { digit } })
    return true
  }

  return event => cameraKey(event) || setKey(event)
}
