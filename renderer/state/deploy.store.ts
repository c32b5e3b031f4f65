import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type {
  DeployOptions,
  DeployPlan,
  DeployReport,
  ForeignAnswer,
  LaunchOptions,
  LaunchReport,
  PackReport,
  RestoreFile,
  RestoreOptions,
  RestorePlan,
} from '@areal-studio/core/studio'
import { StudioError, type Words } from '@areal-studio/core/format'
import { keyOf } from './hidden-problems.store'
import { wordsOf } from './notices'
import { useJobs } from './jobs.store'
import { usePanes } from './panes.store'
import { useSettings } from './settings.store'
import { useWorkspace } from './workspace.store'

type RestoreAnswer = 'restore' | 'keep'
export type Step = 'check' | 'pack' | 'deploy' | 'restore' | 'launch'

/** Refusals of a launch that the profile mends. */
const OF_PROFILE = ['launch.failed', 'launch.no-executable', 'launch.no-wrapper', 'launch.step']

/** The way from edits to a running game, and what came of each step. One step runs at a time. */
export const useDeploy = defineStore('deploy', () => {
  const workspace = useWorkspace()
  const panes = usePanes()
  const settings = useSettings()
  const running = shallowRef<Step | null>(null)
  const plan = shallowRef<DeployPlan | null>(null)
  const packed = shallowRef<PackReport | null>(null)
  const deployed = shallowRef<DeployReport | null>(null)
  const launched = shallowRef<LaunchReport | null>(null)
  const isGameRunning = shallowRef(false)
  /**
   * A launch that was refused because its commands are from a project file: the commands, and what continues once they
   * are allowed.
   */
  const untrusted = shallowRef<{
    readonly path: string
    readonly commands: string
    readonly allow: () => Promise<unknown>
  } | null>(null)
  /** Why the game did not start, where the launch profile can mend it: the profile is shown with it. */
  const launchFault = shallowRef<Words | null>(null)
  /** What the user said about files changed by somebody else, by file. */
  const answers = shallowRef<ReadonlyMap<string, ForeignAnswer>>(new Map())
  const isForced = shallowRef(false)
  /** Warnings that the modder has confirmed for deploy. */
  const accepted = shallowRef<ReadonlySet<string>>(new Set())
  /** Milliseconds from the key press to the start of the game. */
  const reached = shallowRef<number | null>(null)
  /** The plan was cancelled. */
  const isPlanStopped = shallowRef(false)
  /** The list of files that Run writes waits for confirmation. */
  const asking = shallowRef<{ readonly answer: (isYes: boolean) => void } | null>(null)
  /** The set of changes that Run or Deploy wrote last. */
  let confirmed = ''
  /** The list of a return to the original that waits for confirmation, and the answers given in it. */
  const restoring = shallowRef<RestorePlan | null>(null)
  const restoreAnswers = shallowRef<ReadonlyMap<string, RestoreAnswer>>(new Map())
  let planning = Promise.resolve()
  let isPlanning = false
  let isPlanWanted = false

  async function during<T>(step: Step, run: () => Promise<T>): Promise<T | undefined> {
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
      void refreshPlan()
    }
  }

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

  /** Clears the answers: they hold for one deploy only. */
  function askAgain(): void {
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

  /** Lists the files that Run is about to write, if the settings require it. False: the user declined. */
  async function isConfirmed(): Promise<boolean> {
    const mode = settings.runList
    if (toWrite.value.length === 0 || mode === 'never' || (mode === 'changes' && confirmed === changeSet())) return true
    const isYes = await new Promise<boolean>(answer => {
      asking.value = { answer }
    })
    asking.value = null
    return isYes
  }

  async function deploy(confirm = (): Promise<boolean> => Promise.resolve(true)): Promise<boolean> {
    if ((workspace.info?.unpacked ?? 0) === 0) await refreshPlan()
    else if (await pack()) await planning
    else return false
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
    const written = changeSet()
    const planned = plan.value?.files.filter(file => file.action !== 'restore') ?? []
    const report = await during('deploy', () => workspace.studio.deploy(options()))
    if (!report) {
      panes.show('deploy')
      return false
    }
    deployed.value = report
    confirmed = written
    askAgain()
    workspace.notify(
      { code: 'ui.deploy.deployed', params: { n: planned.filter(({ file }) => !report.left.includes(file)).length } },
      'ok',
    )
    return true
  }

  /** Lists the files that are not the original; if there are none, nothing is done. */
  async function restore(): Promise<void> {
    if (running.value !== null || restoring.value !== null) return
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

  const needsAnswer = ({ question, isLost }: RestoreFile): boolean => question !== null || isLost

  function answerRestore(files: readonly RestoreFile[], given: RestoreAnswer): void {
    const open = files.filter(one => needsAnswer(one) && !(one.isLost && given === 'restore'))
    restoreAnswers.value = new Map([...restoreAnswers.value, ...open.map(({ file }) => [file, given] as const)])
  }

  /** Restores the listed files. */
  async function restoreListed(): Promise<void> {
    restoring.value = null
    await restoreNow({ answers: [...restoreAnswers.value].map(([file, given]) => ({ file, answer: given })) })
  }

  async function restoreNow(given: RestoreOptions): Promise<void> {
    const report = await during('restore', () => workspace.studio.restore(given))
    if (!report) return panes.show('deploy')
    deployed.value = report
    askAgain()
    workspace.notify({ code: 'ui.deploy.restored', params: { n: report.restored.length } }, 'ok')
  }

  /** Asks whether launch commands of a project file may run, then calls `goOn`; any other error is thrown again. */
  function askTrust(
    error: unknown,
    choice: LaunchOptions,
    goOn: (choice: LaunchOptions) => Promise<unknown>,
  ): undefined {
    if (!(error instanceof StudioError) || error.code !== 'launch.untrusted') throw error
    const { path, commands, digest } = error.params
    const allow = (): Promise<unknown> => goOn({ ...choice, trust: String(digest) })
    untrusted.value = { path: String(path), commands: String(commands), allow }
  }

  /** Runs the commands shown, and allows them from now on. */
  async function allowLaunch(): Promise<void> {
    const allowed = untrusted.value
    untrusted.value = null
    await allowed?.allow()
  }

  async function launch(choice: LaunchOptions = {}): Promise<boolean> {
    launched.value = null
    workspace.gameOutput = ''
    isGameRunning.value = true
    const report = await during('launch', () =>
      workspace.studio.launch(choice).catch((error: unknown) => {
        noteFault(error)
        return askTrust(error, choice, launch)
      }),
    )
    isGameRunning.value = false
    if (!report) return false
    launched.value = report
    const isFine = report.exitCode === 0
    workspace.notify(
      { code: 'ui.deploy.ended', params: { exit: String(report.exitCode ?? report.signal ?? '?') } },
      isFine ? 'ok' : 'warning',
    )
    return true
  }

  function noteFault(error: unknown): void {
    if (error instanceof StudioError && OF_PROFILE.includes(error.code)) launchFault.value = wordsOf(error)
  }

  /** Whether the commands may be launched; where they are untrusted, the whole run begins again once they are allowed. */
  async function isLaunchAllowed(choice: LaunchOptions): Promise<boolean> {
    const guarded = workspace.studio.guardLaunch(choice).then(() => true)
    const caught = guarded.catch((error: unknown) => {
      noteFault(error)
      return askTrust(error, choice, run)
    })
    return (await caught) === true
  }

  /** F5: trust, check, pack, list what is written, deploy, start. Stops at the first step that fails. */
  async function run(choice: LaunchOptions = {}): Promise<void> {
    if (asking.value !== null) return
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
    if (
      !(await during('check', async () => {
        if (!(await isLaunchAllowed(choice))) return false
        await workspace.check()
        return true
      }))
    )
      return
    const confirm = async (): Promise<boolean> => {
      const asked = performance.now()
      const isYes = await isConfirmed()
      began += performance.now() - asked
      return isYes
    }
    if (!(await deploy(confirm))) return
    reached.value = performance.now() - began
    await launch(choice)
  }

  /** Stops the running game. */
  async function stop(): Promise<void> {
    const job = workspace.jobs.find(other => other.state === 'running' && other.words.code === 'job.game')
    if (job) await workspace.attempt(() => workspace.studio.cancel(job.id))
  }

  function forget(): void {
    plan.value = null
    isPlanStopped.value = false
    untrusted.value = null
    launchFault.value = null
    asking.value?.answer(false)
    confirmed = ''
    restoring.value = null
    askAgain()
    packed.value = null
    deployed.value = null
    launched.value = null
    reached.value = null
    accepted.value = new Set()
  }

  return {
    running,
    plan,
    isPlanStopped,
    packed,
    deployed,
    launched,
    reached,
    isGameRunning,
    isForced,
    isAccepted,
    foreignFiles,
    answerTo,
    answer,
    hasForeign: computed(() => foreignFiles.value.length > 0),
    /** Each of these prevents writing. */
    isBlocked,
    toWrite,
    refreshPlan,
    pack,
    deploy: () => deploy(),
    asking,
    restore,
    restoring,
    restoreAnswers,
    needsAnswer,
    answerRestore,
    restoreListed,
    launch,
    untrusted,
    launchFault,
    allowLaunch,
    run,
    stop,
    forget,
  }
})
