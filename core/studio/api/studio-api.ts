import type { Commit, EntryPath, Revision, Transaction } from '../../edit'
import type { Problem } from '../../format'
import type { Bytes } from '../../layout'
import type { FindOptions } from '../../search'
import type { SeenValue, Recipe, ByteMark, GivenMark, Dictionary, DictionaryImport, GivenName } from './annotations'
import type { FileChange, PackReport } from './changes'
import type { OutsideFile, FieldConflict, OutsideAnswer } from './conflicts'
import type { DeployPlan, DeployOptions, DeployReport, RestorePlan, RestoreOptions } from './deploy'
import type { HistoryStep } from './history'
import type {
  ExtractOptions,
  ExtractReport,
  IncomingBatch,
  IncomingFile,
  IncomingOptions,
  IncomingReport,
  TakeOptions,
  IncomingFolder,
} from './import-export'
import type { LaunchProfile, LaunchOptions, LaunchReport } from './launch'
import type { LocateReport } from './opening'
import type { QueryReport, QueryScope } from './query'
import type { ShareApi } from './sharing'
import type { Storage, UpkeepReport } from './storage'
import type { WorkspaceInfo, Proof, TreeItem, EntryImage } from './workspace'

/** All that a window, the command line or a test may ask. Refusals are StudioErrors. */
export interface StudioApi extends ShareApi {
  /**
   * Opens an install (or a loose file, as an install of one file); creates or finds its workspace. Of a missing install
   * only the workspace is opened, for reading.
   */
  open(folder: string, options?: { readonly workspace?: string }): Promise<WorkspaceInfo>
  /**
   * Ties the open workspace, whose install is missing, to the folder of the install, which has to be opened then; with
   * `dryRun` only returns the differences.
   */
  locate(folder: string, options: { readonly dryRun: boolean }): Promise<LocateReport>
  info(): Promise<WorkspaceInfo | null>
  /** Children of a folder or archive; the whole install with `deep` (files only, archives stay closed). */
  list(parent?: EntryPath, options?: { readonly deep?: boolean }): Promise<readonly TreeItem[]>
  /** `of: 'pristine'` returns the image before any edit. */
  read(
    entry: EntryPath,
    options?: { readonly offset?: number; readonly length?: number; readonly of?: 'present' | 'pristine' },
  ): Promise<EntryImage>
  /** The path that the next entry added to this archive will have. */
  nextEntry(archive: EntryPath): Promise<EntryPath>
  /** Guarded per entry by Edit.base. Acknowledged only when it is on disk. A splice into an archive's own bytes is routed to the entry that owns them. */
  commit(transaction: Transaction): Promise<Commit>
  /** Takes this entry (or only these ranges of it, while its size is the pristine one) back to the pristine bytes. */
  revert(entry: EntryPath, ranges?: readonly (readonly [offset: number, size: number])[]): Promise<Commit | null>
  repair(problem: Problem): Promise<Commit>
  undo(): Promise<Commit | null>
  redo(): Promise<Commit | null>
  history(): Promise<readonly HistoryStep[]>
  /** Undoes and redoes until this step is the last in effect, along a branch too; 0: until none is. One commit for each step on the way. */
  jump(to: Revision): Promise<readonly Commit[]>
  /** Restores one file to a point of the history, as one step; null where nothing differs. Other files stay. */
  returnFile(file: string, to: Revision): Promise<Commit | null>
  /** What differs between a point of the history (0: the start) and now; `before` is then. */
  compare(to: Revision): Promise<readonly FileChange[]>
  /** Of one entry or file, or of the whole install. */
  check(entry?: EntryPath): Promise<readonly Problem[]>
  /** The same, or of several files those that are there. */
  prove(what?: EntryPath | readonly EntryPath[]): Promise<readonly Proof[]>
  changes(): Promise<readonly FileChange[]>
  /** Where the bytes of an entry differ from those before any edit, in order, as `[start, end)` of the present ones: at most `PLACES_TOLD` of look/differing. */
  differing(entry: EntryPath): Promise<readonly (readonly [start: number, end: number])[]>
  /** What a query finds and changes, as one step of history; with `dryRun` what it would change. Refused with the column of a mistake (`query.…`). */
  query(text: string, scope: QueryScope, options: { readonly dryRun: boolean }): Promise<QueryReport>
  /**
   * Replaces the bytes of an entry or file as one step, named by `file`: of an archive the entries that differ. With
   * `dryRun` only returns the plan, which is accepted if given as `expect`.
   */
  incoming(entry: EntryPath, bytes: Bytes, options: IncomingOptions): Promise<IncomingReport>
  /** The same of several files at once, as one step. What is refused is left out and says why. */
  incomingAll(files: readonly IncomingFile[], options: TakeOptions): Promise<IncomingBatch>
  /** The same of a folder of the user's, laid out as `extract` writes it. `below`: what of the install it is for, '' for all. */
  incomingFolder(below: EntryPath, folder: string, options: TakeOptions): Promise<IncomingFolder>
  /** Writes entries, files or folders, as they are now, into a folder outside the install. Nothing that is there is replaced. */
  extract(entries: readonly EntryPath[], options: ExtractOptions): Promise<ExtractReport>
  /**
   * Starts a search over the whole install and returns its number: events `found` carry it, `cancel` stops it. Throws
   * StudioError `find.…` with the column of a mistake.
   */
  find(text: string, options: FindOptions): Promise<number>
  /** Recipes kept by name in the workspace. */
  recipes(): Promise<readonly Recipe[]>
  saveRecipe(recipe: Recipe): Promise<readonly Recipe[]>
  forgetRecipe(name: string): Promise<readonly Recipe[]>
  /** What the modder calls values, bits and fields; kept in the workspace. */
  dictionary(): Promise<Dictionary>
  /** Gives names or takes them away; event `dictionary`. */
  setNames(names: readonly GivenName[]): Promise<Dictionary>
  /** Imports the names of another dictionary's file; with `dryRun` only returns which are new and which differ. */
  importNames(
    text: string,
    options: { readonly win: 'mine' | 'theirs'; readonly dryRun: boolean },
  ): Promise<DictionaryImport>
  /** Counts each number of a field (`areal.class_id`) over the whole install before any edit, by number. */
  seen(field: string): Promise<readonly SeenValue[]>
  /** Bytes that the modder marked, where they are now; kept in the workspace. */
  marks(): Promise<readonly ByteMark[]>
  /** Makes a mark or changes the words of one; event `marks`. */
  setMark(mark: GivenMark): Promise<readonly ByteMark[]>
  removeMarks(ids: readonly number[]): Promise<readonly ByteMark[]>
  pack(): Promise<PackReport>
  /** Files that another program changed, for which nothing was answered yet. */
  outside(): Promise<readonly OutsideFile[]>
  /** Fields of one of them where a merge needs a choice; none where everything merges. Throws StudioError `outside.no-file`, `outside.no-fields`. */
  conflicts(file: string): Promise<readonly FieldConflict[]>
  /** Resolves them without writing the install; what each answer changes is undone like an edit. Returns those that are left. */
  settle(answers: readonly OutsideAnswer[]): Promise<readonly OutsideFile[]>
  plan(): Promise<DeployPlan>
  deploy(options?: DeployOptions): Promise<DeployReport>
  /** What `restore` would do. */
  restorePlan(): Promise<RestorePlan>
  /** Gives the install its originals back. Throws StudioError `restore.foreign`, `restore.unconfirmed` while a file has no answer. */
  restore(options?: RestoreOptions): Promise<DeployReport>
  /** What the workspace takes on disk. */
  storage(): Promise<Storage>
  /** Makes the journal compact, with every step of history kept, and removes copies that nothing needs and that are old. */
  tidyUp(): Promise<UpkeepReport>
  profile(): Promise<LaunchProfile>
  setProfile(profile: LaunchProfile): Promise<void>
  launch(options?: LaunchOptions): Promise<LaunchReport>
  /** Throws StudioError `launch.untrusted` where `launch` would; starts nothing. For who deploys before the launch. */
  guardLaunch(options?: LaunchOptions): Promise<void>
  /** Stops the running game or job, or takes it out of the queue. */
  cancel(job: number): Promise<void>
  /** Pauses a job that can be paused (`canPause`), or resumes it. */
  pause(job: number, isPaused: boolean): Promise<void>
  /** Does the items of a job again that failed, as another job. */
  retryFailed(job: number): Promise<void>
}
