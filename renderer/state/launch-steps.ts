import { shallowRef } from 'vue'
import type { LaunchOptions, LaunchReport } from '@areal-studio/core/studio'
import { StudioError, type Words } from '@areal-studio/core/format'
import type { RunStep } from './deploy-steps'
import { wordsOf } from './notices'
import { useWorkspace } from './workspace.store'

/** Launch commands of a project file that the user has not allowed yet, and what continues once they are allowed. */
interface Untrusted {
  readonly path: string
  readonly commands: string
  readonly allow: () => Promise<unknown>
}

/** Codes of failed launches that a change of the launch profile repairs. */
const PROFILE_FAULTS = [
  'launch.failed',
  'launch.no-executable',
  'launch.no-program',
  'launch.no-wrapper',
  'launch.step',
]

/** The start of the game: its result, the question whether its commands are trusted, its failure. */
export function useLaunch(during: RunStep) {
  const workspace = useWorkspace()
  const launched = shallowRef<LaunchReport | null>(null)
  const isGameRunning = shallowRef(false)
  const untrusted = shallowRef<Untrusted | null>(null)
  /** Why the game did not start, where the launch profile can repair it: the profile is shown with it. */
  const launchFault = shallowRef<Words | null>(null)

  function noteFault(error: unknown): void {
    if (error instanceof StudioError && PROFILE_FAULTS.includes(error.code)) launchFault.value = wordsOf(error)
  }

  /**
   * Notes the error of a launch. Commands that are not trusted become a question; once they are allowed, `goOn` is
   * called. Throws every other error again.
   */
  function catchLaunch(
    error: unknown,
    choice: LaunchOptions,
    goOn: (choice: LaunchOptions) => Promise<unknown>,
  ): undefined {
    noteFault(error)
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
      workspace.studio.launch(choice).catch((error: unknown) => catchLaunch(error, choice, launch)),
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

  /** Whether the commands may be launched; where they are untrusted, `goOn` is called once they are allowed. */
  async function isLaunchAllowed(
    choice: LaunchOptions,
    goOn: (choice: LaunchOptions) => Promise<unknown>,
  ): Promise<boolean> {
    const guarded = workspace.studio.guardLaunch(choice).then(() => true)
    return (await guarded.catch((error: unknown) => catchLaunch(error, choice, goOn))) === true
  }

  /** Stops the running game. */
  async function stop(): Promise<void> {
    const job = workspace.jobs.find(other => other.state === 'running' && other.words.code === 'job.game')
    if (job) await workspace.attempt(() => workspace.studio.cancel(job.id))
  }

  function forget(): void {
    launched.value = null
    untrusted.value = null
    launchFault.value = null
  }

  return { launched, isGameRunning, untrusted, launchFault, allowLaunch, launch, isLaunchAllowed, stop, forget }
}
