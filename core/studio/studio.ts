import type { Commit, EntryPath } from '../edit'
import { StudioError, type Family, type FileSystem } from '../format'
import type { StudioApi } from './api/studio-api'
import type { ByteMark, Dictionary } from './api/annotations'
import type { Emit, StudioEvents } from './api/events'
import type { HistoryStep } from './api/history'
import type { BackupLimits } from './api/storage'
import { BACKUP_LIMITS } from './api/backup-limits'
import { changesOf } from './changes/changes'
import { commitTransaction, redoNext, undoLast } from './entries/commit'
import { Checker } from './check/check'
import { Deployer } from './deploy/deploy'
import {
  DICTIONARY_FILE,
  mergeDictionaries,
  parseDictionary,
  readDictionary,
  withNames,
  writeDictionary,
} from './annotations/dictionary'
import { differing } from './changes/differing'
import { extract } from './import-export/extract'
import { startFind } from './find/find'
import type { Host } from './api/host'
import { incoming, incomingAll } from './import-export/import-entry'
import { incomingFolder } from './import-export/import-folder'
import { isOfLarge } from './entries/large-file'
import { readEntry } from './entries/read-entry'
import { Jobs } from './jobs/jobs'
import { launch, launchProfile, storeProfile } from './launch/launch'
import { MarkBook } from './annotations/bookmark-file'
import { guardedFiles } from './journal/guarded-files'
import { CUT_OFF, noteClosed, noteOpen, noticeCutOff } from './opening/crash-marker'
import { locate, locateAlong } from './opening/relocate'
import { openWorkspace } from './opening/open'
import { lookAgain, type Watch } from './conflicts/external-changes'
import { pack } from './pack/pack'
import { listChildren, listDeep } from './entries/project-tree'
import { prove } from './check/proof'
import { forgetCounts, queryInstall } from './query/query'
import { forgetRecipe, listRecipes, saveRecipe } from './annotations/recipes'
import { repair, revert } from './check/repair'
import { takeRunOverlay } from './launch/run-overlay'
import { outsideConflicts, outsideFiles, settle } from './conflicts/resolve-conflicts'
import { refreshState } from './conflicts/install-state'
import { forgetSeen, seenValues } from './query/seen-values'
import { Session } from './entries/session'
import { shareApi } from './sharing/sharing'
import { compareWith, jump, returnFile } from './history/timeline'
import { storageOf, tidyUp } from './storage/storage-cleanup'
import { JournalBackups } from './storage/backups'
import type { Workspace } from './entries/workspace'

export interface Studio {
  readonly api: StudioApi
  /** Answers its own remover. */
  listen<E extends keyof StudioEvents>(event: E, handler: (payload: StudioEvents[E]) => void): () => void
  /** Before the program ends: what it does not say is found out at the next start. */
  close(): Promise<void>
}

export interface StudioOptions {
  readonly host: Host
  readonly families: readonly Family[]
  /** Where windows are open: tells of changes by other programs. */
  readonly watch?: Watch
  /** Bytes of history kept in memory; older steps are read back from the journal when they are stepped over. */
  readonly historyBudget?: number
  /** Asked at every use, so that a change of the settings holds at once. */
  readonly backupLimits?: () => Promise<BackupLimits>
}

type Handlers = { [E in keyof StudioEvents]: Set<(payload: StudioEvents[E]) => void> }

/** One studio: one open workspace, asked by windows, the command line and tests alike. */
export function createStudio({
  host,
  families,
  historyBudget,
  watch,
  backupLimits = () => Promise.resolve(BACKUP_LIMITS),
}: StudioOptions): Studio {
  const handlers: Handlers = {
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
  const emit: Emit = (event, payload) => {
    for (const handler of [...handlers[event]]) handler(payload)
  }
  const jobs = new Jobs(host, emit)
  let open: Parts | undefined
  let queue: Promise<unknown> = Promise.resolve()
  const session = (): Session => part().session
  const part = (): Parts => {
    if (!open) throw new StudioError('studio.nothing-open')
    return open
  }
  const withInstall = (): Parts => {
    part().session.workspace.guardInstall()
    return part()
  }
  /** What writes comes one after another, in the order it was asked for. */
  let waiting = 0
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    waiting++
    const turn = queue.then(run, run).finally(() => {
      waiting--
    })
    queue = turn.catch(() => undefined)
    return turn
  }
  /** What only looks first reads what other processes appended, unless something that writes is at work and does so itself. */
  const inStep = async (): Promise<Parts> => {
    const parts = part()
    if (waiting === 0)
      await inTurn(async () => {
        await parts.session.workspace.sync()
        await tellNames(parts.session.workspace)
      })
    return parts
  }
  /** The file of names as it was when windows were told of it: another process may write it too. */
  let toldNames = ''
  const tellNames = async ({ parts: { store } }: Workspace): Promise<void> => {
    const stat = await store.stat(DICTIONARY_FILE)
    const now = stat ? `${store.root} ${stat.size} ${stat.modified}` : ''
    if (now === toldNames) return
    toldNames = now
    await readDictionary(store).then(
      names => emit('dictionary', names),
      () => undefined,
    ) // a damaged file is refused to who asks for it
  }
  const announced = <T>(run: () => Promise<T>): Promise<T> =>
    inTurn(async () => {
      try {
        return await run()
      } finally {
        open?.session.announce()
      }
    })
  /** What writes more than one file keeps other processes from the workspace as long. */
  const locked = <T>(doing: string, run: () => Promise<T>): Promise<T> =>
    announced(() => session().workspace.parts.lock.hold(doing, run))
  /** The same of a job: where others are before it, it is listed among the jobs from now on. */
  const lockedJob = <T>(doing: 'pack' | 'deploy' | 'restore', run: () => Promise<T>): Promise<T> =>
    locked(doing, waiting > 0 ? jobs.queue(`job.${doing}`, run) : run)
  /** Edits of a large file take seconds: its image is read, copied and hashed for them. Windows are told before. */
  const changing = <T extends Commit | null>(
    entriesOf: (workspace: Workspace) => readonly EntryPath[],
    run: (workspace: Workspace) => Promise<T>,
  ): Promise<T> =>
    inTurn(async () => {
      const { workspace } = session()
      const change = (): Promise<T> => run(workspace)
      if (!(await isOfLarge(workspace, entriesOf(workspace)))) return change()
      return jobs.run('job.edit', 1, () => host.pause().then(change))
    })

  let unwatch = (): void => {}
  const watchAgain = (parts: Parts): void => {
    unwatch()
    const { root, folder, isMissing } = parts.session.workspace.parts
    const look = (paths: readonly string[]): void =>
      void inTurn(async () => {
        if (open === parts) await lookAgain(parts.session, paths)
      })
    const removers = watch ? [...(isMissing ? [] : [watch(root, look)]), watch(folder, () => look([]))] : []
    unwatch = () => {
      for (const remove of removers) remove()
    }
  }

  const keepNames = async (dictionary: Dictionary): Promise<Dictionary> => {
    await writeDictionary(session().workspace.parts.store, dictionary)
    emit('dictionary', dictionary)
    return dictionary
  }
  const renaming = (change: (before: Dictionary) => Dictionary): Promise<Dictionary> =>
    inTurn(async () => keepNames(change(await readDictionary(session().workspace.parts.store))))

  const marking = (change: (book: MarkBook) => Promise<readonly ByteMark[]>): Promise<readonly ByteMark[]> =>
    inTurn(async () => {
      const { session, marks } = part()
      await session.workspace.sync()
      const changed = await change(marks)
      emit('marks', changed)
      return changed
    })
  /** Marks that an edit moved are told once it is done; a file that cannot be read is refused to who asks for the marks. */
  const followMarks = (marks: MarkBook, commit: Commit): void => {
    if (marks.follow(commit))
      void inTurn(() => marks.list()).then(
        moved => emit('marks', moved),
        () => undefined,
      )
  }

  const api: StudioApi = {
    open: (folder, options) =>
      inTurn(() =>
        jobs.run('job.open', 0, async job => {
          const seen = (path: string, files: number): void => job.passed(files, path)
          const found = await openWorkspace(host, families, folder, { ...options, historyBudget, seen })
          const moved = found.parts.isMissing ? await locateAlong(found, families) : undefined
          const workspace =
            moved === undefined
              ? found
              : await openWorkspace(host, families, moved, { workspace: found.parts.folder, historyBudget, seen })
          if (moved !== undefined)
            workspace.notices.push({ code: 'notice.install-moved', params: { from: found.parts.root, path: moved } })
          job.guard()
          const next = await partsOf(host, workspace, emit, jobs)
          if (!workspace.parts.isMissing) await noticeCutOff(workspace)
          job.guard() // the last moment: from here on the other one is open
          const last = open
          if (watch && last) await noteClosed(last.session.workspace)
          if (watch) await noteOpen(workspace)
          open = next
          jobs.forgetFailed()
          watchAgain(next)
          workspace.backupLimits = await backupLimits()
          const backups = new JournalBackups(workspace)
          workspace.onCommit = commit => {
            workspace.forgetNotice(CUT_OFF)
            emit('commit', commit)
            next.session.announce()
            followMarks(next.marks, commit)
            if (backups.isDue(commit))
              void inTurn(async () => {
                workspace.backupLimits = await backupLimits()
                await backups.make()
                next.session.announce()
              })
          }
          workspace.onOutside = (files, kind) => {
            forgetSeen(next.session)
            forgetCounts(next.session)
            next.session.announce() // first: what is said of these files goes with the news of them
            emit('outside', { files, kind })
          }
          next.session.announce()
          return next.session.info()
        }),
      ),
    info: async () => {
      if (!open) return null
      const { session } = await inStep()
      if (waiting === 0)
        await inTurn(async () => {
          await session.workspace.noticeOutside()
          await refreshState(session)
        })
      return session.info()
    },
    locate: (folder, options) => inTurn(() => locate(session().workspace, families, folder, options)),
    list: async (parent = '', options) => {
      const {
        session: { workspace },
        session,
      } = await inStep()
      if (parent === '' && waiting === 0) await inTurn(() => workspace.parts.install.refresh()) // files may have come and gone
      return options?.deep ? listDeep(workspace) : listChildren(workspace, parent, await session.missions())
    },
    read: async (entry, options) => readEntry((await inStep()).session.workspace, entry, options),
    nextEntry: async archive => {
      const {
        session: { workspace },
      } = await inStep()
      return workspace.nextEntry(workspace.canonical(archive))
    },
    commit: transaction =>
      changing(
        () => transaction.edits.map(edit => edit.entry),
        workspace => commitTransaction(workspace, transaction),
      ),
    undo: () => changing(({ history }) => history.toUndo?.entries ?? [], undoLast),
    redo: () => changing(({ history }) => history.toRedo?.entries ?? [], redoNext),
    history: async () => historyOf((await inStep()).session.workspace),
    jump: to => inTurn(() => jump(session(), to)),
    returnFile: (file, to) =>
      changing(
        () => [file],
        workspace => returnFile(workspace, file, to),
      ),
    compare: to => inTurn(() => compareWith(session().workspace, to)),
    revert: (entry, ranges) =>
      changing(
        () => [entry],
        workspace => revert(workspace, entry, ranges),
      ),
    repair: problem => inTurn(() => repair(session().workspace, problem)),
    check: async entry => (await inStep()).checker.check(entry),
    prove: async what => prove((await inStep()).session, what),
    changes: async () => changesOf((await inStep()).session.workspace),
    differing: async entry => differing((await inStep()).session.workspace, entry),
    query: async (text, scope, { dryRun }) =>
      dryRun
        ? queryInstall((await inStep()).session, text, scope, { dryRun, inTurn })
        : inTurn(() => queryInstall(session(), text, scope, { dryRun, inTurn })),
    incoming: async (entry, bytes, options) =>
      options.dryRun
        ? incoming((await inStep()).session.workspace, entry, bytes, options)
        : inTurn(() => incoming(session().workspace, entry, bytes, options)),
    incomingAll: async (files, options) =>
      options.dryRun
        ? incomingAll((await inStep()).session, files, options)
        : inTurn(() => incomingAll(session(), files, options)),
    incomingFolder: async (below, folder, options) =>
      options.dryRun
        ? incomingFolder((await inStep()).session, below, folder, options)
        : inTurn(() => incomingFolder(session(), below, folder, options)),
    extract: async (entries, options) => extract((await inStep()).session, entries, options),
    find: async (text, options) => startFind((await inStep()).session, text, options),
    recipes: async () => listRecipes(session().workspace.parts.store),
    saveRecipe: recipe => inTurn(() => saveRecipe(session().workspace.parts.store, recipe)),
    forgetRecipe: name => inTurn(() => forgetRecipe(session().workspace.parts.store, name)),
    dictionary: () => inTurn(() => readDictionary(session().workspace.parts.store)),
    setNames: names => renaming(before => withNames(before, names)),
    importNames: (text, { win, dryRun }) =>
      inTurn(async () => {
        const report = mergeDictionaries(
          await readDictionary(session().workspace.parts.store),
          parseDictionary(text),
          win,
        )
        return dryRun ? report : { ...report, dictionary: await keepNames(report.dictionary) }
      }),
    seen: field => seenValues(session(), field),
    ...shareApi({ session, inTurn, inStep: async () => (await inStep()).session }),
    marks: async () => (await inStep()).marks.list(),
    setMark: mark => marking(book => book.set(mark)),
    removeMarks: ids => marking(book => book.remove(ids)),
    pack: () =>
      lockedJob('pack', async () => {
        const report = await pack(session())
        await refreshState(session())
        return report
      }),
    outside: () => inTurn(() => outsideFiles(session())),
    conflicts: file => inTurn(() => outsideConflicts(session(), file)),
    settle: answers => locked('settle', () => settle(session(), answers)),
    plan: () => announced(() => withInstall().deployer.plan()),
    deploy: options => lockedJob('deploy', () => part().deployer.deploy(options)),
    restorePlan: () => announced(() => withInstall().deployer.restorePlan()),
    restore: options => lockedJob('restore', () => part().deployer.restore(options)),
    storage: async () => storageOf((await inStep()).session.workspace),
    tidyUp: () =>
      locked('tidy-up', async () => {
        session().workspace.backupLimits = await backupLimits()
        return tidyUp(session().workspace)
      }),
    profile: async () => launchProfile(session()),
    setProfile: profile => inTurn(() => storeProfile(session(), profile)),
    launch: async options => launch(session(), withInstall().writable, options),
    cancel: async job => {
      jobs.stop(job)
    },
    pause: async (job, isPaused) => {
      jobs.pause(job, isPaused)
    },
    retryFailed: job => jobs.retry(job),
  }

  return {
    api,
    close: () =>
      inTurn(async () => {
        unwatch()
        if (watch && open) await noteClosed(open.session.workspace)
      }),
    listen(event, handler) {
      handlers[event].add(handler)
      return () => {
        handlers[event].delete(handler)
      }
    },
  }
}

interface Parts {
  readonly session: Session
  readonly checker: Checker
  readonly deployer: Deployer
  readonly marks: MarkBook
  /** The install as a folder that is written only while the lock is held: for deploy, restore and launch only. */
  readonly writable: () => Promise<FileSystem>
}

async function partsOf(host: Host, workspace: Workspace, emit: Emit, jobs: Jobs): Promise<Parts> {
  const session = new Session(host, workspace, emit, jobs)
  const checker = new Checker(session)
  const { root, only, lock } = workspace.parts
  const writable = async (): Promise<FileSystem> =>
    guardedFiles(await host.folder(root, only === undefined ? {} : { only }), () => lock.guardOwned())
  const deployer = new Deployer(session, checker, writable)
  await refreshState(session)
  if (!workspace.parts.isReadOnly)
    await workspace.parts.lock.holdIfFree('recover', () => recovered(workspace, deployer, writable))
  return { session, checker, deployer, marks: new MarkBook(workspace), writable }
}

/** What cannot be settled now is told by a notice and tried again by the next deploy or restore; looking goes on. */
async function recovered(workspace: Workspace, deployer: Deployer, writable: () => Promise<FileSystem>): Promise<void> {
  try {
    const back = await takeRunOverlay(workspace, writable, { isOurs: false })
    if (back.length > 0) workspace.notices.push({ code: 'notice.run-recovered', params: { n: back.length } })
    await deployer.recover()
  } catch (error) {
    if (!(error instanceof StudioError)) throw error
  }
}

function historyOf(workspace: Workspace): readonly HistoryStep[] {
  return workspace.history.steps.map(({ revision, parent, label, time, entries, state }) => ({
    revision,
    parent: parent?.revision ?? 0,
    label,
    time,
    entries,
    state,
  }))
}
