import { StudioError, type Family, type InstallReader, type Words } from '../format'
import type { InstallState, Job, StudioEvents, WorkspaceInfo } from './api'
import type { Host } from './host'
import { fileNamed } from './entries/entries'
import { missionsByFolder, type Missions } from './entries/project-tree'
import type { Of } from './entries/views'
import type { Workspace } from './workspace'

export type Emit = <E extends keyof StudioEvents>(event: E, payload: StudioEvents[E]) => void

/** So long other work of the process, and word of how far it is, wait for the steps of a job, in milliseconds. */
const TURN = 8

/** What every part of the studio works with: the open workspace, the host, the events, the jobs. */
export class Session {
  state: InstallState = 'original'
  private knownMissions: Promise<Missions> | undefined
  private readonly stops = new Map<number, () => void>()
  private jobs = 0

  constructor(readonly host: Host, readonly workspace: Workspace, readonly emit: Emit) {}

  get family(): Family | undefined {
    return this.workspace.parts.family
  }

  info(): WorkspaceInfo {
    const { workspace } = this
    const { install, folder, family, isReadOnly } = workspace.parts
    const count = (files: readonly string[], of: (file: string) => readonly string[]): number => files.reduce((sum, file) => sum + of(file).length, 0)
    return {
      install: install.files.root,
      workspace: folder,
      family: family?.id ?? 'unknown',
      title: family?.title ?? '',
      revision: workspace.history.revision,
      fileCount: install.names.length,
      state: this.state,
      notices: this.notices(),
      isReadOnly,
      canUndo: workspace.history.canUndo,
      canRedo: workspace.history.canRedo,
      unpacked: count(workspace.dirt.unpackedFiles, file => workspace.dirt.unpackedIn(file)),
      changed: count(workspace.dirt.changedFiles, file => workspace.dirt.changedIn(file)),
    }
  }

  private notices(): readonly Words[] {
    const seen = new Map(this.workspace.notices.map(words => [JSON.stringify(words), words]))
    return [...seen.values()]
  }

  announce(): void {
    this.emit('info', this.info())
  }

  /** The install as families see it: packed or pristine files, names without case. */
  reader(of: Of): InstallReader {
    const { workspace } = this
    return {
      files: workspace.parts.install.names,
      read: async file => (await fileNamed(workspace, file, of))?.payload(),
    }
  }

  /** Missions beside each map; read once, when first asked for. */
  missions(): Promise<Missions> {
    this.knownMissions ??= this.readMissions()
    return this.knownMissions
  }

  private async readMissions(): Promise<Missions> {
    try {
      return missionsByFolder((await this.family?.missions?.(this.reader('pristine'))) ?? [])
    } catch (error) {
      if (error instanceof StudioError) return new Map() // a damaged mission file leaves the tree without titles; check says what is wrong
      throw error
    }
  }

  /** Runs something long with progress for all windows; `step` throws StudioError `job.cancelled` when it was stopped. */
  async job<T>(code: string, total: number, run: (step: () => Promise<void>) => Promise<T>): Promise<T> {
    const id = ++this.jobs
    let isStopped = false
    let done = 0
    let rested = this.host.now()
    const say = (state: Job['state']): void => { this.emit('job', { id, words: { code, params: { n: total } }, done, total, state }) }
    this.stops.set(id, () => { isStopped = true })
    say('running')
    try {
      const result = await run(async () => {
        done++
        if (this.host.now() - rested > TURN) {
          say('running')
          await this.host.pause()
          rested = this.host.now()
        }
        if (isStopped) throw new StudioError('job.cancelled')
      })
      say('done')
      return result
    } catch (error) {
      say(isStopped ? 'cancelled' : 'failed')
      throw error
    } finally {
      this.stops.delete(id)
    }
  }

  /** A job that another program runs, stopped by ending that program. */
  outsideJob(code: string, stop: () => void): { end(state: Job['state']): void } {
    const id = ++this.jobs
    const say = (state: Job['state']): void => { this.emit('job', { id, words: { code, params: {} }, done: 0, total: 0, state }) }
    this.stops.set(id, stop)
    say('running')
    return {
      end: state => {
        this.stops.delete(id)
        say(state)
      },
    }
  }

  /** A job that is run elsewhere: how far it is, and its end. `stop` must end it. */
  work(code: string, total: number, stop: () => void): { readonly id: number; reached(done: number): void; end(state: Job['state']): void } {
    const id = ++this.jobs
    let done = 0
    const say = (state: Job['state']): void => { this.emit('job', { id, words: { code, params: { n: total } }, done, total, state }) }
    this.stops.set(id, stop)
    say('running')
    return {
      id,
      reached: now => {
        done = now
        say('running')
      },
      end: state => {
        this.stops.delete(id)
        if (state === 'done') done = total
        say(state)
      },
    }
  }

  stop(job: number): void {
    this.stops.get(job)?.()
  }
}
