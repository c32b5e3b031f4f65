import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { Replica } from '../state/replica'
import { useSelection } from '../state/selection.store'

/** Milliseconds that an entry stays on the screen while the next one is read. */
const HELD = 200

/**
 * The open entry. While the next one is read, the previous one stays for up to `HELD` milliseconds, so that the pane is not
 * rebuilt for each entry; `isHeld` is then set and the pane must accept no input.
 */
export function useHeld(replica: Readonly<Ref<Replica | undefined>>) {
  const selection = useSelection()
  const shown = shallowRef(replica.value)
  const isHeld = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (next: Replica | undefined): void => {
    clearTimeout(timer)
    isHeld.value = false
    shown.value = next
  }
  watch([replica, () => selection.entry], ([next, entry]) => {
    const isOther = shown.value !== undefined && shown.value.image.entry !== entry
    if (next || entry === null || !isOther) return show(next)
    if (isHeld.value) return
    isHeld.value = true
    timer = setTimeout(() => show(replica.value), HELD)
  })
  onScopeDispose(() => clearTimeout(timer))
  return { shown, isHeld }
}
