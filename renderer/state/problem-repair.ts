import { shallowRef } from 'vue'
import type { Problem } from '@areal-studio/core/format'
import { keyOf } from './hidden-problems.store'
import { useWorkspace } from './workspace.store'

/** Repairs by the studio, one at a time; an error is shown as a notification. */
export function useProblemRepair() {
  const workspace = useWorkspace()
  /** Key of the problem that is being repaired. */
  const repairing = shallowRef<string | null>(null)

  async function repair(problem: Problem): Promise<void> {
    repairing.value = keyOf(problem)
    await workspace.attempt(() => workspace.act(studio => studio.repair(problem)))
    repairing.value = null
  }

  return { repairing, repair }
}
