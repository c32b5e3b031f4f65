import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { DeployReport, LaunchOptions, PackReport, RestoreOptions } from '@areal-studio/core/studio'
import { useDeployHistory } from './deploy-history'
import { useDeployPlan } from './deploy-plan'
import { useSteps, type RunStep } from './deploy-steps'
import { useJobs } from './jobs.store'
import { useLaunch } from './launch-steps'
import { usePanes } from './panes.store'
import { useRestore } from './restore-steps'
import { useSettings } from './settings.store'
import { useWorkspace } from './workspace.store'

type Plan = ReturnType<typeof useDeployPlan>

/** The list of files that Run is about to write, where the settings require it. */
function useConfirmation({ toWrite, changeSet }: Plan) {
  const settings = useSettings()
  /** The list waits for confirmation. */
  const asking = shallowRef<{ readonly answer: (isYes: boolean) => void } | null>(null)
  /** The set of changes that Run or Deploy wrote last. */
  let confirmed = ''

  /** Shows the list. False: the user declined. */
  async function isConfirmed(): Promise<boolean> {
    const mode = settings.runList
    if (toWrite.value.length === 0 || mode === 'never' || (mode === 'changes' && confirmed === changeSet())) return true
    const isYes = await new Promise<boolean>(answer => {
      asking.value = { answer }
    })
    asking.value = null
    return isYes
  }

  const confirm = (written: string): void => {
    confirmed = written
  }
  function forget(): void {
    asking.value?.answer(false)
    confirmed = ''
  }
  return { asking, isConfirmed, confirm, forget }
}

/** The steps that write: pack, deploy, restore, and their reports. `written` receives the set of changes of a deploy. */
function useWriting(planning: Plan, during: RunStep, written: (changeSet: string) => void) {
  const workspace = useWorkspace()
  const panes = usePanes()
  const packed = shallowRef<PackReport | null>(null)
  const deployed = shallowRef<DeployReport | null>(null)

  /** Packs all edited files, or only the named ones. */
  async function pack(files?: readonly string[]): Promise<boolean> {
    const report = await during('pack', () => workspace.studio.pack(files && { files }))
    if (!report) return false
    packed.value = report
    const n = report.files.length
    workspace.notify(
      n > 0 ? { code: 'ui.deploy.packed', params: { n } } : { code: 'ui.deploy.packed-none', params: {} },
      'ok',
    )
    return true
  }

  async function deploy(confirm = (): Promise<boolean> => Promise.resolve(true)): Promise<boolean> {
    if ((workspace.info?.unpacked ?? 0) === 0) await planning.refreshPlan()
    else if (await pack()) await planning.planned()
    else return false
    const { plan, isWarned, isBlocked, isPlanStopped } = planning
    if (isPlanStopped.value) {
      panes.show('deploy')
      return false
    }
    if (isWarned.value) {
      panes.show('deploy')
      workspace.notify({ code: 'ui.deploy.warned', params: { n: plan.value?.warnings.length ?? 0 } }, 'warning')
      return false
    }
    if (!isBlocked.value && !(await confirm())) return false
    const changeSet = planning.changeSet()
    const planned = plan.value?.files.filter(file => file.action !== 'restore') ?? []
    const report = await during('deploy', () => workspace.studio.deploy(planning.options()))
    if (!report) {
      panes.show('deploy')
      return false
    }
    deployed.value = report
    written(changeSet)
    planning.clearAnswers()
    workspace.notify(
      { code: 'ui.deploy.deployed', params: { n: planned.filter(({ file }) => !report.left.includes(file)).length } },
      'ok',
    )
    return true
  }

  async function restoreNow(given: RestoreOptions): Promise<void> {
    const report = await during('restore', () => workspace.studio.restore(given))
    if (!report) return panes.show('deploy')
    deployed.value = report
    planning.clearAnswers()
    workspace.notify({ code: 'ui.deploy.restored', params: { n: report.restored.length } }, 'ok')
  }

  function forget(): void {
    packed.value = null
    deployed.value = null
  }
  return { packed, deployed, pack, deploy, restoreNow, forget }
}

/** The steps from edits to a running game, and the result of each. One step runs at a time. */
export const useDeploy = defineStore('deploy', () => {
  const workspace = useWorkspace()
  const panes = usePanes()
  const planning = useDeployPlan()
  const { running, during } = useSteps(() => {
    void planning.refreshPlan()
    void history.refreshPast()
  })
  const confirmation = useConfirmation(planning)
  const writing = useWriting(planning, during, confirmation.confirm)
  const launching = useLaunch(during)
  const restoration = useRestore({
    isRunning: () => running.value !== null,
    answerTo: planning.answerTo,
    restore: writing.restoreNow,
  })
  const history = useDeployHistory({ isRunning: () => running.value !== null, deploy: () => writing.deploy() })
  /** Milliseconds from the key press to the start of the game. */
  const reached = shallowRef<number | null>(null)

  /** F5: trust, check, pack, list what is written, deploy, start. Stops at the first step that fails. */
  async function run(choice: LaunchOptions = {}): Promise<void> {
    if (confirmation.asking.value !== null) return
    const end = useJobs().beginRun()
    try {
      await runSteps(choice)
    } finally {
      end()
    }
  }

  async function runSteps(choice: LaunchOptions): Promise<void> {
    panes.show('deploy')
    let began = performance.now()
    reached.value = null
    const isChecked = await during('check', async () => {
      if (!(await launching.isLaunchAllowed(choice, run))) return false
      await workspace.check()
      return true
    })
    if (!isChecked) return
    const confirm = async (): Promise<boolean> => {
      const shown = performance.now()
      const isYes = await confirmation.isConfirmed()
      began += performance.now() - shown
      return isYes
    }
    if (!(await writing.deploy(confirm))) return
    reached.value = performance.now() - began
    await launching.launch(choice)
  }

  function forget(): void {
    for (const part of [planning, confirmation, writing, launching, history]) part.forget()
    restoration.restoring.value = null
    reached.value = null
  }

  const { plan, isPlanStopped, refreshPlan, toWrite, isAccepted, isForced, foreignFiles, isBlocked } = planning
  const { launched, isGameRunning, untrusted, launchFault, allowLaunch, launch, stop } = launching
  const { restoring, restoreAnswers, needsAnswer, restore, answerRestore, restoreListed } = restoration
  return {
    ...{ running, plan, isPlanStopped, refreshPlan, toWrite, isAccepted, isForced, foreignFiles, isBlocked },
    answerTo: planning.answerTo,
    answer: planning.answer,
    hasForeign: computed(() => foreignFiles.value.length > 0),
    packed: writing.packed,
    deployed: writing.deployed,
    pack: writing.pack,
    deploy: () => writing.deploy(),
    asking: confirmation.asking,
    ...{ past: history.past, refreshPast: history.refreshPast, deployAgain: history.deployAgain },
    ...{ restore, restoring, restoreAnswers, needsAnswer, answerRestore, restoreListed },
    ...{ launched, reached, isGameRunning, launch, untrusted, launchFault, allowLaunch },
    ...{ run, stop, forget },
  }
})
