import { shallowRef } from 'vue'
import type { PastDeployment } from '@areal-studio/core/studio'
import { useTimeline } from './timeline.store'
import { useWorkspace } from './workspace.store'

interface HistoryHost {
  /** A step is under way. */
  isRunning(): boolean
  deploy(): Promise<boolean>
}

/** Earlier deployments, and the way back to one of them. */
export function useDeployHistory({ isRunning, deploy }: HistoryHost) {
  const workspace = useWorkspace()
  /** Deploys and returns to the original, newest first. */
  const past = shallowRef<readonly PastDeployment[]>([])

  async function refreshPast(): Promise<void> {
    if (workspace.isOpen) past.value = (await workspace.attempt(() => workspace.studio.deployments())) ?? past.value
  }

  /** Takes the edits back to those of an earlier deploy, as steps that can be redone, and deploys them. */
  async function deployAgain({ revision }: PastDeployment): Promise<boolean> {
    if (isRunning()) return false
    await workspace.settled()
    return (await useTimeline().jump(revision)) && (await deploy())
  }

  function forget(): void {
    past.value = []
  }
  return { past, refreshPast, deployAgain, forget }
}
