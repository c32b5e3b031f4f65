import type { EntryPath } from '../edit'
import { parsePatch, printPatch } from '../patch'
import { mergeDictionaries, parseDictionary, readDictionary, withNames } from './annotations/dictionary'
import { forgetRecipe, listRecipes, saveRecipe } from './annotations/recipes'
import type { HistoryStep } from './api/history'
import type { TreeItem, WorkspaceInfo } from './api/workspace'
import type { StudioApi } from './api/studio-api'
import { changesOf } from './changes/changes'
import { differing } from './changes/differing'
import { prove } from './check/proof'
import { repair, revert } from './check/repair'
import { refreshState } from './conflicts/install-state'
import { outsideConflicts, outsideFiles, settle } from './conflicts/resolve-conflicts'
import { commitTransaction, redoNext, undoLast } from './entries/commit'
import { listChildren, listDeep, listOne } from './entries/project-tree'
import { readEntries, readEntry } from './entries/read-entry'
import type { Workspace } from './entries/workspace'
import { startFind } from './find/find'
import { compareWith, jump, returnFile } from './history/timeline'
import { listDeployments } from './deploy/deployments'
import { runOperation } from './operations/run-operation'
import { convert, extract } from './import-export/extract'
import { incoming, incomingAll } from './import-export/import-entry'
import { incomingFolder } from './import-export/import-folder'
import { guardLaunch, launch, launchProfile, storeProfile } from './launch/launch'
import type { OpenStudio } from './open-studio'
import { Mods } from './opening/mods'
import { openWorkspace } from './opening/open'
import { locate, locateAlong } from './opening/relocate'
import { chooseCodePage, codePageOf } from './opening/code-pages'
import { chooseModFolder, modFolderOf } from './opening/mod-folder'
import { chooseRoot } from './opening/roots'
import { copyIn } from './import-export/copy-in'
import { pack } from './pack/pack'
import { queryInstall } from './query/query'
import { seenValues } from './query/seen-values'
import { referencesOfEntry } from './references/links'
import { renameEntry } from './references/rename-entry'
import { applyPatch } from './sharing/apply-patch'
import { applyRecipe, recipeSteps } from './sharing/apply-recipe'
import { conflictsWith } from './sharing/mod-conflicts'
import { overlayZip } from './sharing/overlay-zip'
import { makePatch } from './sharing/patch'
import { storageOf, tidyUp } from './storage/storage-cleanup'
import { pictures } from './thumbnails/pictures'
import { thumbnail } from './thumbnails/thumbnail'

/**
 * Concurrency mode of a call:
 * - `direct`: in parallel, without waiting;
 * - `read`: in parallel, after commits of other processes are read from the journal;
 * - `write`: after earlier writing calls, in order;
 * - `change`: the same for an edit of the entries that the method names; a job where one lies in a large file;
 * - `announced`: as `write`, and windows receive the state of the workspace afterwards;
 * - `exclusive`: as `announced`, with the workspace locked against other processes; `doing` is written into the lock;
 * - `job`: as `exclusive`, listed among the jobs while it waits.
 */
export type Mode =
  | 'direct'
  | 'read'
  | 'write'
  | 'change'
  | 'announced'
  | { readonly mode: 'exclusive'; readonly doing: string }
  | { readonly mode: 'job'; readonly doing: 'pack' | 'deploy' | 'restore' }

/** Names of the methods of `StudioApi`. */
export type MethodName = keyof StudioApi
type Given<M extends MethodName> = Parameters<StudioApi[M]>
type Result<M extends MethodName> = Awaited<ReturnType<StudioApi[M]>>

/** A method of the studio: its concurrency mode, and its implementation. */
export interface Method<M extends MethodName> {
  readonly mode: Mode | ((...given: Given<M>) => Mode)
  /** Of mode `change`: the entries that it edits. */
  readonly entries?: (studio: OpenStudio, ...given: Given<M>) => readonly EntryPath[]
  readonly run: (studio: OpenStudio, ...given: Given<M>) => Promise<Result<M>> | Result<M>
}
type Methods = { readonly [M in MethodName]: Method<M> }

/** A dry run only reads. */
const unlessDry = (dryRun: boolean): Mode => (dryRun ? 'read' : 'write')

/** Every method of the studio. */
export const METHODS: Methods = {
  open: { mode: 'write', run: openInstall },
  info: { mode: 'direct', run: infoOf },
  locate: {
    mode: 'write',
    run: ({ workspace, options }, folder, given) => locate(workspace, options.families, folder, given),
  },
  chooseRoot: {
    mode: 'announced',
    run: async (studio, id, folder) => {
      const roots = await chooseRoot(studio.workspace, id, folder)
      studio.watchAgain()
      return roots
    },
  },
  codePage: { mode: 'read', run: ({ workspace }, archive) => codePageOf(workspace, archive) },
  chooseCodePage: {
    mode: 'write',
    run: ({ workspace }, archive, page) => chooseCodePage(workspace, archive, page),
  },
  copyIn: { mode: 'write', run: ({ workspace }, entry, as) => copyIn(workspace, entry, as) },
  subjects: { mode: 'read', run: ({ session }, filter) => session.subjects.list(filter) },
  subjectKinds: { mode: 'read', run: ({ session }, text) => session.subjects.kinds(text) },
  subjectOf: { mode: 'read', run: ({ session }, entry) => session.subjects.of(entry) },
  list: { mode: 'read', run: listed },
  item: { mode: 'read', run: ({ workspace }, entry) => listOne(workspace, entry) },
  read: { mode: 'read', run: ({ workspace }, entry, options) => readEntry(workspace, entry, options) },
  readAll: { mode: 'read', run: ({ workspace }, entries) => readEntries(workspace, entries) },
  nextEntry: { mode: 'read', run: ({ workspace }, archive) => workspace.nextEntry(workspace.canonical(archive)) },

  commit: {
    mode: 'change',
    entries: (_, { edits }) => edits.map(edit => edit.entry),
    run: ({ workspace }, transaction) => commitTransaction(workspace, transaction),
  },
  revert: {
    mode: 'change',
    entries: (_, entry) => [entry],
    run: ({ workspace }, entry, ranges) => revert(workspace, entry, ranges),
  },
  repair: { mode: 'write', run: ({ workspace }, problem) => repair(workspace, problem) },
  undo: {
    mode: 'change',
    entries: ({ workspace }) => workspace.history.toUndo?.entries ?? [],
    run: ({ workspace }) => undoLast(workspace),
  },
  redo: {
    mode: 'change',
    entries: ({ workspace }) => workspace.history.toRedo?.entries ?? [],
    run: ({ workspace }) => redoNext(workspace),
  },
  history: { mode: 'read', run: ({ workspace }) => historyOf(workspace) },
  jump: { mode: 'write', run: ({ session }, to) => jump(session, to) },
  returnFile: {
    mode: 'change',
    entries: (_, file) => [file],
    run: ({ workspace }, file, to) => returnFile(workspace, file, to),
  },
  compare: { mode: 'write', run: ({ workspace }, to) => compareWith(workspace, to) },

  check: { mode: 'read', run: ({ parts }, entry) => parts.checker.check(entry) },
  prove: { mode: 'read', run: ({ session }, what) => prove(session, what) },
  changes: { mode: 'read', run: ({ workspace }) => changesOf(workspace) },
  differing: { mode: 'read', run: ({ workspace }, entry) => differing(workspace, entry) },
  query: {
    mode: (_, __, { dryRun }) => unlessDry(dryRun),
    run: ({ session, turns }, text, scope, { dryRun }) =>
      queryInstall(session, text, scope, { dryRun, inTurn: run => turns.take(run) }),
  },
  find: { mode: 'read', run: ({ session }, text, options) => startFind(session, text, options) },

  incoming: {
    mode: (_, __, { dryRun }) => unlessDry(dryRun),
    run: ({ workspace }, entry, bytes, options) => incoming(workspace, entry, bytes, options),
  },
  incomingAll: {
    mode: (_, { dryRun }) => unlessDry(dryRun),
    run: ({ session }, files, options) => incomingAll(session, files, options),
  },
  incomingFolder: {
    mode: (_, __, { dryRun }) => unlessDry(dryRun),
    run: ({ session }, below, folder, options) => incomingFolder(session, below, folder, options),
  },
  extract: { mode: 'read', run: ({ session }, entries, options) => extract(session, entries, options) },
  operate: {
    mode: 'read',
    run: ({ session, turns }, entry, operation, options) =>
      runOperation(session, { entry, operation }, options, run => turns.take(run)),
  },
  references: { mode: 'read', run: ({ session }, ...given) => referencesOfEntry(session, ...given) },
  thumbnail: { mode: 'read', run: ({ session }, entry) => thumbnail(session, entry) },
  pictures: { mode: 'read', run: ({ session }, entry, options) => pictures(session, entry, options) },
  rename: {
    mode: (_, __, { dryRun }) => unlessDry(dryRun),
    run: ({ session }, entry, name, options) => renameEntry(session, entry, name, options),
  },
  convert: { mode: 'read', run: ({ workspace }, entry, ending) => convert(workspace, entry, ending) },

  recipes: { mode: 'direct', run: ({ workspace }) => listRecipes(workspace.parts.store) },
  saveRecipe: { mode: 'write', run: ({ workspace }, recipe) => saveRecipe(workspace.parts.store, recipe) },
  forgetRecipe: { mode: 'write', run: ({ workspace }, name) => forgetRecipe(workspace.parts.store, name) },
  dictionary: { mode: 'write', run: ({ workspace }) => readDictionary(workspace.parts.store) },
  setNames: {
    mode: 'write',
    run: async (studio, names) =>
      studio.keepNames(withNames(await readDictionary(studio.workspace.parts.store), names)),
  },
  importNames: {
    mode: 'write',
    run: async (studio, text, { win, dryRun }) => {
      const known = await readDictionary(studio.workspace.parts.store)
      const report = mergeDictionaries(known, parseDictionary(text), win)
      return dryRun ? report : { ...report, dictionary: await studio.keepNames(report.dictionary) }
    },
  },
  seen: { mode: 'direct', run: ({ session }, field) => seenValues(session, field) },
  marks: { mode: 'read', run: ({ parts }) => parts.marks.list() },
  setMark: { mode: 'write', run: (studio, mark) => studio.changeMarks(book => book.set(mark)) },
  removeMarks: { mode: 'write', run: (studio, ids) => studio.changeMarks(book => book.remove(ids)) },

  pack: {
    mode: { mode: 'job', doing: 'pack' },
    run: async ({ session, workspace }, chosen) => {
      const files = chosen?.files
      const aside = files ? workspace.dirty.unpackedFiles.filter(file => !files.includes(file)) : []
      const report = await pack(session, new Set(aside))
      await refreshState(session)
      return report
    },
  },
  outside: { mode: 'write', run: ({ session }) => outsideFiles(session) },
  conflicts: { mode: 'write', run: ({ session }, file) => outsideConflicts(session, file) },
  settle: {
    mode: { mode: 'exclusive', doing: 'settle' },
    run: ({ session }, answers) => settle(session, answers),
  },
  modFolder: { mode: 'direct', run: ({ workspace }) => modFolderOf(workspace) },
  chooseModFolder: { mode: 'announced', run: ({ workspace }, name) => chooseModFolder(workspace, name) },
  plan: { mode: 'announced', run: ({ partsWithInstall }) => partsWithInstall.deployer.plan() },
  deploy: { mode: { mode: 'job', doing: 'deploy' }, run: ({ parts }, options) => parts.deployer.deploy(options) },
  restorePlan: { mode: 'announced', run: ({ partsWithInstall }) => partsWithInstall.deployer.restorePlan() },
  restore: { mode: { mode: 'job', doing: 'restore' }, run: ({ parts }, options) => parts.deployer.restore(options) },
  deployments: { mode: 'read', run: ({ workspace }) => listDeployments(workspace.parts.store) },
  storage: { mode: 'read', run: ({ workspace }) => storageOf(workspace) },
  tidyUp: {
    mode: { mode: 'exclusive', doing: 'tidy-up' },
    run: async ({ workspace, options }) => {
      workspace.backupLimits = await options.backupLimits()
      return tidyUp(workspace)
    },
  },

  profile: { mode: 'direct', run: ({ session }) => launchProfile(session) },
  setProfile: { mode: 'write', run: ({ session }, profile) => storeProfile(session, profile) },
  launch: {
    mode: 'direct',
    run: ({ session, partsWithInstall }, options) => launch(session, partsWithInstall.writable, options),
  },
  guardLaunch: {
    mode: 'direct',
    run: async ({ session }, options) => {
      await guardLaunch(session, options)
    },
  },
  cancel: { mode: 'direct', run: ({ jobs }, job) => jobs.stop(job) },
  pause: { mode: 'direct', run: ({ jobs }, job, isPaused) => jobs.pause(job, isPaused) },
  retryFailed: { mode: 'direct', run: ({ jobs }, job) => jobs.retry(job) },

  patch: { mode: 'read', run: async ({ session }, title) => printPatch(await makePatch(session, title)) },
  applyPatch: {
    mode: (_, { dryRun }) => unlessDry(dryRun),
    run: ({ session }, text, options) => applyPatch(session, parsePatch(text), options),
  },
  recipe: { mode: 'read', run: ({ session }) => recipeSteps(session) },
  applyRecipe: {
    mode: (_, { dryRun }) => unlessDry(dryRun),
    run: ({ session }, text, options) => applyRecipe(session, text, options),
  },
  overlayZip: { mode: 'read', run: ({ session }) => overlayZip(session) },
  mods: { mode: 'write', run: async ({ session }) => (await Mods.of(session)).list() },
  addMod: { mode: 'write', run: async ({ session }, name) => (await Mods.of(session)).add(name) },
  renameMod: {
    mode: 'write',
    run: async ({ session }, id, name) => {
      const mods = await Mods.of(session)
      await mods.rename(id, name)
      return mods.list()
    },
  },
  duplicateMod: { mode: 'write', run: async ({ session }, id, name) => (await Mods.of(session)).duplicate(id, name) },
  removeMod: { mode: 'write', run: async ({ session }, id) => (await Mods.of(session)).remove(id) },
  activateMod: { mode: 'write', run: async ({ session }, id) => (await Mods.of(session)).activate(id) },
  modConflicts: {
    mode: 'write',
    run: async ({ session }, id) => conflictsWith(session, await (await Mods.of(session)).need(id)),
  },
}

/** Opens an install as a job. One that is missing is opened where it moved along with the data of the program, if it did. */
function openInstall(
  studio: OpenStudio,
  folder: string,
  given?: { readonly workspace?: string },
): Promise<WorkspaceInfo> {
  const { host, families, historyBudget } = studio.options
  return studio.jobs.run('job.open', 0, async job => {
    const seen = (path: string, files: number): void => job.passed(files, path)
    const found = await openWorkspace(host, families, folder, { ...given, historyBudget, seen })
    const { isMissing, root, folder: workspaceFolder } = found.parts
    const moved = isMissing ? await locateAlong(found, families) : undefined
    if (moved === undefined) await studio.use(found, () => job.guard())
    else {
      const there = await openWorkspace(host, families, moved, { workspace: workspaceFolder, historyBudget, seen })
      there.notices.push({ code: 'notice.install-moved', params: { from: root, path: moved } })
      await studio.use(there, () => job.guard())
    }
    return studio.session.info()
  })
}

async function infoOf(studio: OpenStudio): Promise<WorkspaceInfo | null> {
  if (!studio.isOpen) return null
  await studio.inStep()
  const { session, turns } = studio
  if (turns.isIdle)
    await turns.take(async () => {
      await session.workspace.noticeOutside()
      await studio.refreshRoots()
      await refreshState(session)
    })
  return session.info()
}

async function listed(
  studio: OpenStudio,
  parent: EntryPath = '',
  options?: { readonly deep?: boolean },
): Promise<readonly TreeItem[]> {
  const { session, turns } = studio
  const { workspace } = session
  // Another program may have added or deleted files.
  if (parent === '' && turns.isIdle)
    await turns.take(async () => {
      await workspace.parts.install.refresh()
      await studio.refreshRoots()
    })
  return options?.deep ? listDeep(workspace, parent) : listChildren(workspace, parent, await session.subjects.notes())
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
