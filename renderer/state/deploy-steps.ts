import { shallowRef } from 'vue'
import { useWorkspace } from './workspace.store'

export type Step = 'check' | 'pack' | 'deploy' | 'restore' | 'launch'

/** Runs a step after the pending commits; undefined where it failed or another one runs. Errors are shown. */
export type RunStep = <T>(step: Step, run: () => Promise<T>) => Promise<T | undefined>

/** The running step: one at a time. `after` is called when one has ended. */
export function useSteps(after: () => void) {
  const workspace = useWorkspace()
  const running = shallowRef<Step | null>(null)
  const during: RunStep = async (step, run) => {
    if (running.value !== null) return undefined
    running.value = step
    try {
      await workspace.settled()
      return await run()
    } catch (error) {
      workspace.refuse(error)
      return undefined
    } finally {
      running.value = null
      workspace.refreshLists()
      after()
    }
  }
  return { running, during }
}
