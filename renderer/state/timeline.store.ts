import { useDebounceFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { Revision } from '@areal-studio/core/edit'
import type { FileChange, HistoryStep } from '@areal-studio/core/studio'
import { usePanes } from './panes.store'
import { useWorkspace } from './workspace.store'

const REST = 120

/** Navigation in the history, and comparison of one of its points with the present. */
export const useTimeline = defineStore('timeline', () => {
  const workspace = useWorkspace()
  const panes = usePanes()
  const isJumping = shallowRef(false)
  /** The point to compare with; 0: the start; null: none. */
  const point = shallowRef<Revision | null>(null)
  /** Undefined while they are computed. */
  const differences = shallowRef<readonly FileChange[]>()

  /**
   * Undoes and redoes until this step is the last in effect; 0: until none is. Returns false where that was refused.
   */
  async function jump(to: Revision): Promise<boolean> {
    if (isJumping.value) return false
    isJumping.value = true
    const made = await workspace.attempt(() => workspace.act(studio => studio.jump(to)))
    isJumping.value = false
    return made !== undefined
  }

  async function compareNow(): Promise<void> {
    const asked = point.value
    if (asked === null) return
    const found = await workspace.attempt(() => workspace.studio.compare(asked))
    if (point.value !== asked) return
    if (found) differences.value = found
    else leave()
  }

  /** Lists the differences between this point and now in the pane of changes. */
  async function compare(to: Revision): Promise<void> {
    point.value = to
    differences.value = undefined
    panes.show('changes')
    await compareNow()
  }

  function leave(): void {
    point.value = null
    differences.value = undefined
  }

  const compareSoon = useDebounceFn(compareNow, REST)
  watch(
    () => workspace.revision,
    () => {
      if (point.value !== null) void compareSoon()
    },
  )
  watch(() => workspace.info?.workspace, leave)

  return {
    isJumping,
    point,
    differences,
    jump,
    compare,
    leave,
    /** The step to compare with; undefined for the start. */
    step: computed<HistoryStep | undefined>(() => workspace.history.find(step => step.revision === point.value)),
  }
})
