import type { Commit } from '../edit'
import { StudioError, type KnownFamily, type FileSystem } from '../format'
import { MarkBook } from './annotations/bookmark-file'
import { DICTIONARY_FILE, readDictionary, writeDictionary } from './annotations/dictionary'
import type { ByteMark, Dictionary } from './api/annotations'
import type { Emit, StudioEvents } from './api/events'
import type { Host } from './api/host'
import type { BackupLimits } from './api/storage'
import { Checker } from './check/check'
import { lookAgain, type Watch } from './conflicts/external-changes'
import { refreshState } from './conflicts/install-state'
import { Deployer } from './deploy/deploy'
import { Session } from './entries/session'
import type { Workspace } from './entries/workspace'
import { refreshRoots } from './install/roots'
import { Jobs } from './jobs/jobs'
import { guardedFiles } from './journal/guarded-files'
import { takeRunOverlay } from './launch/run-overlay'
import { CUT_OFF, noteClosed, noteOpen, noticeCutOff } from './opening/crash-marker'
import { forgetCounts } from './query/query'
import { forgetSeen } from './query/seen-values'
import { JournalBackups } from './storage/backups'
import { Turns } from './turns'

interface OpenStudioOptions {
  readonly host: Host
  readonly families: readonly KnownFamily[]
  readonly watch?: Watch
  readonly historyBudget?: number
  readonly backupLimits: () => Promise<BackupLimits>
}

/** The open workspace and the objects that work on it. */
interface Parts {
  readonly session: Session
  readonly checker: Checker
  readonly deployer: Deployer
  readonly marks: MarkBook
  /** The install as a folder that is written only while the lock is held: for deploy, restore and launch only. */
  readonly writable: () => Promise<FileSystem>
}

type Handlers = { [E in keyof StudioEvents]: Set<(payload: StudioEvents[E]) => void> }

/** State shared by the methods of a studio: the open workspace, the queue of writing calls, jobs and events. */
export class OpenStudio {
  readonly turns = new Turns()
  readonly jobs: Jobs
  private readonly handlers: Handlers = {
    commit: new Set(),
    info: new Set(),
    proof: new Set(),
    job: new Set(),
    found: new Set(),
    dictionary: new Set(),
    marks: new Set(),
    outside: new Set(),
    gameOutput: new Set(),
  }
  private open: Parts | undefined
  private unwatch = (): void => {}
  /** Path, size and time of the dictionary file when last sent to windows: another process may write it, too. */
  private sentNames = ''

  constructor(readonly options: OpenStudioOptions) {
    this.jobs = new Jobs(options.host, this.emit)
  }

  readonly emit: Emit = (event, payload) => {
    for (const handler of [...this.handlers[event]]) handler(payload)
  }

  /** Returns an unsubscribe function. */
  listen<E extends keyof StudioEvents>(event: E, handler: (payload: StudioEvents[E]) => void): () => void {
    this.handlers[event].add(handler)
    return () => {
      this.handlers[event].delete(handler)
    }
  }

  get isOpen(): boolean {
    return this.open !== undefined
  }

  /** Throws StudioError `studio.nothing-open`. */
  get parts(): Parts {
    if (!this.open) throw new StudioError('studio.nothing-open')
    return this.open
  }

  get session(): Session {
    return this.parts.session
  }

  get workspace(): Workspace {
    return this.session.workspace
  }

  /** Throws StudioError `studio.nothing-open`, `install.missing`. */
  get partsWithInstall(): Parts {
    this.workspace.guardInstall()
    return this.parts
  }

  /** Reads what other processes appended, unless a writing call is running, which reads it itself. */
  async inStep(): Promise<void> {
    const { session } = this.parts
    if (!this.turns.isIdle) return
    await this.turns.take(async () => {
      await session.workspace.sync()
      await this.sendNames(session.workspace)
    })
  }

  /**
   * Runs after earlier writing calls; windows receive the state of the workspace afterwards, whether it succeeded or
   * not.
   */
  announced<T>(run: () => Promise<T>): Promise<T> {
    return this.turns.take(async () => {
      try {
        return await run()
      } finally {
        this.open?.session.announce()
      }
    })
  }

  /** The same with the workspace locked against other processes: for calls that write several files. */
  locked<T>(doing: string, run: () => Promise<T>): Promise<T> {
    return this.announced(() => this.workspace.parts.lock.hold(doing, run))
  }

  /** Makes this workspace the open one. `guard` throws where the job that opens it was cancelled. */
  async use(workspace: Workspace, guard: () => void): Promise<void> {
    const { watch, backupLimits } = this.options
    guard()
    const next = await this.partsOf(workspace)
    if (!workspace.parts.isMissing) await noticeCutOff(workspace)
    guard() // the last moment: from here on the other one is open
    const last = this.open
    if (watch && last) await noteClosed(last.session.workspace)
    if (watch) await noteOpen(workspace)
    this.open = next
    this.jobs.forgetFailed()
    this.watchAgain()
    workspace.backupLimits = await backupLimits()
    this.follow(next)
    next.session.announce()
  }

  /** Lists the roots again; windows receive the state of the workspace where one disappeared or is there again. */
  async refreshRoots(): Promise<void> {
    const { host, install } = this.workspace.parts
    if (!(await refreshRoots(host, install))) return
    this.session.announce()
  }

  /** Closes the open workspace regularly. */
  close(): Promise<void> {
    return this.turns.take(async () => {
      this.unwatch()
      if (this.options.watch && this.open) await noteClosed(this.workspace)
    })
  }

  async keepNames(dictionary: Dictionary): Promise<Dictionary> {
    await writeDictionary(this.workspace.parts.store, dictionary)
    this.emit('dictionary', dictionary)
    return dictionary
  }

  async changeMarks(change: (book: MarkBook) => Promise<readonly ByteMark[]>): Promise<readonly ByteMark[]> {
    const { marks } = this.parts
    await this.workspace.sync()
    const changed = await change(marks)
    this.emit('marks', changed)
    return changed
  }

  private async sendNames({ parts: { store } }: Workspace): Promise<void> {
    const stat = await store.stat(DICTIONARY_FILE)
    const now = stat ? `${store.root} ${stat.size} ${stat.modified}` : ''
    if (now === this.sentNames) return
    this.sentNames = now
    // A damaged file is reported where the names are read.
    await readDictionary(store).then(
      names => this.emit('dictionary', names),
      () => undefined,
    )
  }

  /** Sends events of the workspace to the windows. */
  private follow(next: Parts): void {
    const { session, marks } = next
    const { workspace, emit } = session
    const backups = new JournalBackups(workspace)
    const backUp = async (): Promise<void> => {
      workspace.backupLimits = await this.options.backupLimits()
      await backups.make()
      session.announce()
    }
    workspace.onCommit = commit => {
      workspace.forgetNotice(CUT_OFF)
      emit('commit', commit)
      session.announce()
      this.followMarks(marks, commit)
      if (backups.isDue(commit)) void this.turns.take(backUp)
    }
    workspace.onOutside = (files, kind) => {
      forgetSeen(session)
      forgetCounts(session)
      session.announce() // first: what the workspace says of these files goes with the news of them
      emit('outside', { files, kind })
    }
  }

  /** Sends what is about a workspace while it is the open one: work on it may end after another was opened. */
  private emitOf(workspace: Workspace): Emit {
    return (event, payload) => {
      if (this.open?.session.workspace === workspace) this.emit(event, payload)
    }
  }

  /** Bookmarks moved by an edit are sent after it; a damaged file is reported where they are read. */
  private followMarks(marks: MarkBook, commit: Commit): void {
    if (!marks.follow(commit)) return
    void this.turns
      .take(() => marks.list())
      .then(
        moved => this.emit('marks', moved),
        () => undefined,
      )
  }

  /** Watches the folders of the open workspace, those of its roots only for being there: they may be whole games. */
  watchAgain(): void {
    this.unwatch()
    const { watch } = this.options
    const { parts } = this
    const { root, folder, isMissing, install } = parts.session.workspace.parts
    const inTurn = (work: () => Promise<void>): void =>
      void this.turns.take(async () => {
        if (this.open === parts) await work()
      })
    const look = (paths: readonly string[]): void => {
      inTurn(() => lookAgain(parts.session, paths))
    }
    const lookAtRoots = (): void => {
      inTurn(() => this.refreshRoots())
    }
    const removers = watch
      ? [
          ...(isMissing ? [] : [watch(root, look)]),
          watch(folder, () => look([])),
          ...[...install.rootFolders.values()].map(one => watch(one, lookAtRoots, { isShallow: true })),
        ]
      : []
    this.unwatch = () => {
      for (const remove of removers) remove()
    }
  }

  private async partsOf(workspace: Workspace): Promise<Parts> {
    const { host } = this.options
    const session: Session = new Session(host, workspace, this.emitOf(workspace), this.jobs)
    const checker = new Checker(session)
    const { root, only, lock, isReadOnly } = workspace.parts
    const writable = async (): Promise<FileSystem> =>
      guardedFiles(await host.folder(root, only === undefined ? {} : { only }), () => lock.guardOwned())
    const deployer = new Deployer(session, checker, writable)
    await refreshState(session)
    if (!isReadOnly) await lock.holdIfFree('recover', () => recovered(workspace, deployer, writable))
    return { session, checker, deployer, marks: new MarkBook(workspace), writable }
  }
}

/**
 * Finishes or reverts what a crash interrupted. What cannot be handled now is a notice, and is tried again by the next
 * deploy or restore.
 */
async function recovered(workspace: Workspace, deployer: Deployer, writable: () => Promise<FileSystem>): Promise<void> {
  try {
    const back = await takeRunOverlay(workspace, writable, { isOurs: false })
    if (back.length > 0) workspace.notices.push({ code: 'notice.run-recovered', params: { n: back.length } })
    await deployer.recover()
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
  }
}
