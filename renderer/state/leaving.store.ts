import { useEventListener } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { Words } from '@areal-studio/core/format'
import { isUnderWay } from '@areal-studio/core/studio'
import { useSession } from './session.store'
import { useWorkspace } from './workspace.store'

/** Jobs that start automatically and write nothing: the next start repeats them. */
const HARMLESS = ['job.check', 'job.prove', 'job.plan']
/** Jobs that must not be cut off: they are finished or reverted. */
const WHOLE = ['job.deploy', 'job.restore']

/** Whether calls are pending when the window should close, and the dialog for that case. */
export const useLeaving = defineStore('leaving', () => {
  const workspace = useWorkspace()
  const session = useSession()
  const isAsked = shallowRef(false)
  const isWaiting = shallowRef(false)
  let isDecided = false
  const jobs = computed(() => workspace.jobs.filter(job => isUnderWay(job) && !HARMLESS.includes(job.words.code)))
  const reasons = computed<readonly Words[]>(() => [
    ...(workspace.isSending ? [{ code: 'ui.leave.unsent', params: {} }] : []),
    ...jobs.value.map(job => job.words),
  ])
  const canLeaveNow = computed(() => !jobs.value.some(job => WHOLE.includes(job.words.code)))

  /** Ends the program, with a confirmation where that would interrupt work. */
  async function quit(): Promise<void> {
    if (reasons.value.length > 0) {
      isAsked.value = true
      return
    }
    await leave()
  }

  async function leave(): Promise<void> {
    isDecided = true
    isAsked.value = false
    await session.quit()
  }

  watch(
    () => isWaiting.value && reasons.value.length === 0,
    isOver => {
      if (isOver) void leave()
    },
  )
  watch(isAsked, asked => {
    if (!asked) isWaiting.value = false
  })

  /**
   * Called once. A browser shows its own question where the window objects; Electron shows none, so the window shows
   * it.
   */
  function guard(): void {
    useEventListener(window, 'beforeunload', event => {
      if (isDecided) return
      // Typed text is committed when its field loses the focus.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      if (reasons.value.length === 0) return
      event.preventDefault()
      event.stopImmediatePropagation() // the dock would close its windows before it is answered
      if (window.arealBridge) isAsked.value = true
    })
  }

  return { isAsked, isWaiting, reasons, canLeaveNow, quit, leave, guard }
})
