import { shallowRef } from 'vue'
import type { ForeignAnswer, RestoreFile, RestoreOptions, RestorePlan } from '@areal-studio/core/studio'
import { useWorkspace } from './workspace.store'

type RestoreAnswer = 'restore' | 'keep'

interface RestoreHost {
  /** A step is under way. */
  isRunning(): boolean
  /** Answer to a foreign file in the plan of deploy. */
  answerTo(file: string): ForeignAnswer
  /** Restores, and shows the result. */
  restore(options: RestoreOptions): Promise<void>
}

const needsAnswer = ({ question, isLost }: RestoreFile): boolean => question !== null || isLost

/** The list of files that a restore would write, and the user's answers in it. */
export function useRestore({ isRunning, answerTo, restore: restoreNow }: RestoreHost) {
  const workspace = useWorkspace()
  /** The list that waits for confirmation. */
  const restoring = shallowRef<RestorePlan | null>(null)
  const restoreAnswers = shallowRef<ReadonlyMap<string, RestoreAnswer>>(new Map())

  /** Lists the files that are not the original; if there are none, nothing is done. */
  async function restore(): Promise<void> {
    if (isRunning() || restoring.value !== null) return
    await workspace.settled()
    const planned = await workspace.attempt(() => workspace.studio.restorePlan())
    if (!planned) return
    restoreAnswers.value = new Map(
      planned.files.filter(needsAnswer).flatMap(({ file, isLost }): (readonly [string, RestoreAnswer])[] => {
        if (isLost) return [[file, 'keep']]
        return answerTo(file) === 'keep' ? [[file, 'restore']] : []
      }),
    )
    if (planned.files.length === 0) await restoreNow({})
    else restoring.value = planned
  }

  function answerRestore(files: readonly RestoreFile[], given: RestoreAnswer): void {
    const open = files.filter(one => needsAnswer(one) && !(one.isLost && given === 'restore'))
    restoreAnswers.value = new Map([...restoreAnswers.value, ...open.map(({ file }) => [file, given] as const)])
  }

  /** Restores the listed files. */
  async function restoreListed(): Promise<void> {
    restoring.value = null
    await restoreNow({ answers: [...restoreAnswers.value].map(([file, given]) => ({ file, answer: given })) })
  }

  return { restoring, restoreAnswers, needsAnswer, restore, answerRestore, restoreListed }
}
