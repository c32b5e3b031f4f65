import { computed, shallowRef } from 'vue'
import type { DeployOptions, DeployPlan, ForeignAnswer } from '@areal-studio/core/studio'
import { StudioError } from '@areal-studio/core/format'
import { keyOf } from './hidden-problems.store'
import { useWorkspace } from './workspace.store'

/** The plan of the next deploy, refreshed on request. */
function usePlan() {
  const workspace = useWorkspace()
  const plan = shallowRef<DeployPlan | null>(null)
  /** The plan was cancelled. */
  const isPlanStopped = shallowRef(false)
  let planning = Promise.resolve()
  let isPlanning = false
  let isPlanWanted = false

  /** On a slow disk a plan takes time: requests during one share the next. */
  function refreshPlan(): Promise<void> {
    isPlanWanted = true
    if (!isPlanning) planning = makePlans()
    return planning
  }

  async function makePlans(): Promise<void> {
    isPlanning = true
    try {
      while (isPlanWanted && workspace.isOpen) {
        isPlanWanted = false
        await makePlan()
      }
    } finally {
      isPlanning = false
    }
  }

  async function makePlan(): Promise<void> {
    isPlanStopped.value = false
    try {
      plan.value = await workspace.studio.plan()
    } catch (error) {
      plan.value = null
      if (!(error instanceof StudioError)) throw error
      isPlanStopped.value = error.code === 'job.cancelled'
      if (isPlanStopped.value) isPlanWanted = false
    }
  }

  /** Resolves when no plan is being computed. */
  const planned = (): Promise<void> => planning
  return { plan, isPlanStopped, refreshPlan, planned }
}

/** The plan of the next deploy and what the user decided about it: warnings confirmed, answers about foreign files. */
export function useDeployPlan() {
  const { plan, isPlanStopped, refreshPlan, planned } = usePlan()
  /** What the user decided about files that another program changed, by file. */
  const answers = shallowRef<ReadonlyMap<string, ForeignAnswer>>(new Map())
  const isForced = shallowRef(false)
  /** Warnings that the user has confirmed for deploy. */
  const accepted = shallowRef<ReadonlySet<string>>(new Set())

  const toWrite = computed(() => plan.value?.files.filter(file => file.action !== 'none') ?? [])
  /** New, unconfirmed warnings about the files to write. */
  const isWarned = computed(
    () =>
      toWrite.value.length > 0 && plan.value?.warnings.some(problem => !accepted.value.has(keyOf(problem))) === true,
  )
  const isAccepted = computed({
    get: () => !isWarned.value,
    set: isYes => {
      accepted.value = new Set(isYes ? plan.value?.warnings.map(keyOf) : [])
    },
  })
  const foreignFiles = computed(() => plan.value?.files.filter(file => file.isForeign) ?? [])
  const answerTo = (file: string): ForeignAnswer => answers.value.get(file) ?? 'refuse'
  function answer(files: readonly string[], given: ForeignAnswer): void {
    answers.value = new Map([...answers.value, ...files.map(file => [file, given] as const)])
  }

  /** Clears the answers: they are valid for one deploy only. */
  function clearAnswers(): void {
    answers.value = new Map()
    isForced.value = false
  }

  const options = (): DeployOptions => ({
    force: isForced.value,
    answers: [...answers.value].map(([file, given]) => ({ file, answer: given })),
  })

  const isBlocked = computed(
    () =>
      plan.value !== null &&
      (plan.value.unwritable.length > 0 ||
        isWarned.value ||
        (plan.value.blocking.length + plan.value.running.length > 0 && !isForced.value) ||
        foreignFiles.value.some(({ file, action }) => action !== 'none' && answerTo(file) === 'refuse')),
  )

  /** Digest of what would be written: equal for the same bytes in the same files. */
  const changeSet = (): string =>
    JSON.stringify(
      toWrite.value.map(({ file, action, newHash, installHash, isForeign }) => [
        file,
        action,
        newHash,
        ...(isForeign ? [installHash, answerTo(file)] : []),
      ]),
    )

  function forget(): void {
    plan.value = null
    isPlanStopped.value = false
    clearAnswers()
    accepted.value = new Set()
  }

  return {
    ...{ plan, isPlanStopped, refreshPlan, planned, toWrite, isWarned, isAccepted, isForced, foreignFiles },
    ...{ answerTo, answer, clearAnswers, options, isBlocked, changeSet, forget },
  }
}
