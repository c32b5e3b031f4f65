import { watch, type Ref } from 'vue'
import { useKeys } from '../../commands/keys.store'
import { usePanes } from '../../state/panes.store'
import { hintsFor } from '../overlay/map-hints'
import type { Modifiers } from '../tools/controls'
import type { ToolId } from '../tools/tool'

const NONE_HELD: Modifiers = { shift: false, ctrl: false, alt: false, isFlying: false }

/**
 * Shows in the status bar what mouse and keys do on the map or the model over it. Returns the handler for pointer or focus
 * entering it.
 */
export function useMapHints(tool: Readonly<Ref<ToolId>>, isVisible: Readonly<Ref<boolean>>): () => void {
  const panes = usePanes()
  const keys = useKeys()
  const enter = (): void => {
    panes.hints = hintsFor(NONE_HELD, tool.value, keys.keymap.preset)
  }
  watch([tool, () => keys.keymap.preset], enter)
  watch(
    isVisible,
    visible => {
      if (visible && panes.hints.length === 0) enter()
    },
    { immediate: true },
  )
  return enter
}
