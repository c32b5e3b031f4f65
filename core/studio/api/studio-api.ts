import type { Commit, EntryPath, Revision, Transaction } from '../../edit'
import type { Pictures, Problem } from '../../format'
import type { Bytes, CodePage } from '../../layout'
import type { FindOptions } from '../../search'
import type { SeenValue, Recipe, ByteMark, GivenMark, Dictionary, DictionaryImport, GivenName } from './annotations'
import type { FileChange, PackReport } from './changes'
import type { OutsideFile, FieldConflict, OutsideAnswer } from './conflicts'
import type { DeployPlan, DeployOptions, DeployReport, PastDeployment, RestorePlan, RestoreOptions } from './deploy'
import type { HistoryStep } from './history'
import type {
  ExtractOptions,
  OperateOptions,
  OperationReport,
  ExtractReport,
  IncomingBatch,
  IncomingFile,
  IncomingOptions,
  IncomingReport,
  TakeOptions,
  IncomingFolder,
} from './import-export'
import type { LaunchProfile, LaunchOptions, LaunchReport } from './launch'
import type { ArchivePage, LocateReport, ModFolderInfo, RootInfo } from './opening'
import type { PicturesOptions } from './pictures'
import type { QueryReport, QueryScope } from './query'
import type { EntryReferences, RenameOptions, RenameReport } from './references'
import type { ShareApi } from './sharing'
import type { Storage, UpkeepReport } from './storage'
import type {
  WorkspaceInfo,
  Proof,
  TreeItem,
  EntryImage,
  ReadResult,
  SubjectFilter,
  SubjectItem,
  SubjectKind,
} from './workspace'

/** All methods that a window, the command line or a test can call. Errors are StudioErrors. */
export interface StudioApi extends ShareApi {
  /**
   * Opens an install (or a single file, as an install of one file); creates or finds its workspace. If the install is
   * missing, only the workspace is opened, for reading.
   */
  open(folder: string, options?: { readonly workspace?: string }): Promise<WorkspaceInfo>
  /**
   * Binds the open workspace, whose install is missing, to another folder, to be opened afterwards; with `dryRun` only
   * returns the differences.
   */
  locate(folder: string, options: { readonly dryRun: boolean }): Promise<LocateReport>
  info(): Promise<WorkspaceInfo | null>
  /**
   * Chooses the read-only folder of a root that the family declares, '' for none; returns all roots. Throws StudioError
   * `root.…`.
   */
  chooseRoot(id: string, folder: string): Promise<readonly RootInfo[]>
  /** Code page of the texts in an archive; null where its format has no choice. Throws StudioError `entry.missing`. */
  codePage(archive: EntryPath): Promise<ArchivePage | null>
  /**
   * Chooses it, '' for the automatic one; stored in the workspace, no byte changes; event `outside`. Throws StudioError
   * `entry.missing`, `page.none`.
   */
  chooseCodePage(archive: EntryPath, page: CodePage | ''): Promise<ArchivePage>
  /**
   * Adds a copy of an entry of a root, or of a row of an archive, to the install, as a file that can be edited. `as`: its
   * path there; default: the same place, of a row its name in the folder whose files win over archives. Throws
   * StudioError `root.…`.
   */
  copyIn(entry: EntryPath, as?: EntryPath): Promise<Commit>
  /** Maps, missions, models … of the install, in the order in which its families list them. */
  subjects(filter?: SubjectFilter): Promise<readonly SubjectItem[]>
  /** Kinds of the subjects, maps first; with a text only of those that match it, see `SubjectFilter.text`. */
  subjectKinds(text?: string): Promise<readonly SubjectKind[]>
  /** The subject that an entry, or its file, belongs to; null where it belongs to none. */
  subjectOf(entry: EntryPath): Promise<SubjectItem | null>
  /** Children of a folder or archive; with `deep` all files of a folder, '' for the install; archives stay closed. */
  list(parent?: EntryPath, options?: { readonly deep?: boolean }): Promise<readonly TreeItem[]>
  /** One entry as `list` lists it. Throws StudioError `entry.missing`. */
  item(entry: EntryPath): Promise<TreeItem>
  /** `of: 'pristine'` returns the image before any edit. */
  read(
    entry: EntryPath,
    options?: { readonly offset?: number; readonly length?: number; readonly of?: 'present' | 'pristine' },
  ): Promise<EntryImage>
  /**
   * Many entries as `read` returns them, in their order, in one call. Null for those that would make the reply too long:
   * they are to be read one by one.
   */
  readAll(entries: readonly EntryPath[]): Promise<readonly (ReadResult | null)[]>
  /** The path that the next entry added to this archive will have. */
  nextEntry(archive: EntryPath): Promise<EntryPath>
  /**
   * Guarded per entry by Edit.base. Resolves once the transaction is on disk. A splice into an archive's own bytes is
   * assigned to the entry that contains them.
   */
  commit(transaction: Transaction): Promise<Commit>
  /** Restores the pristine bytes of this entry, or only of these ranges while its size is the pristine one. */
  revert(entry: EntryPath, ranges?: readonly (readonly [offset: number, size: number])[]): Promise<Commit | null>
  repair(problem: Problem): Promise<Commit>
  undo(): Promise<Commit | null>
  redo(): Promise<Commit | null>
  history(): Promise<readonly HistoryStep[]>
  /**
   * Undoes and redoes until this step is the last in effect, on any branch; 0: until none is. One commit for each step.
   */
  jump(to: Revision): Promise<readonly Commit[]>
  /** Restores one file to a point of the history, as one step; null where nothing differs. Other files stay. */
  returnFile(file: string, to: Revision): Promise<Commit | null>
  /** Differences between a point of the history (0: the start) and now; `before` is the earlier value. */
  compare(to: Revision): Promise<readonly FileChange[]>
  /** Problems of one entry or file, or of the whole install. */
  check(entry?: EntryPath): Promise<readonly Problem[]>
  /** Round-trip proofs of one entry, of several files (missing ones are skipped), or of the whole install. */
  prove(what?: EntryPath | readonly EntryPath[]): Promise<readonly Proof[]>
  changes(): Promise<readonly FileChange[]>
  /**
   * Where the bytes of an entry differ from the pristine ones, in order, as `[start, end)` of the present ones: at most
   * `PLACES_TOLD` of changes/differing.
   */
  differing(entry: EntryPath): Promise<readonly (readonly [start: number, end: number])[]>
  /**
   * Runs a query as one step of history; with `dryRun` only returns what it would change. Throws StudioError `query.…`
   * with the column of a mistake.
   */
  query(text: string, scope: QueryScope, options: { readonly dryRun: boolean }): Promise<QueryReport>
  /**
   * Replaces the bytes of an entry or file as one step, named by `file`: of an archive the entries that differ. With
   * `dryRun` only returns the plan, which is accepted if given as `expect`.
   */
  incoming(entry: EntryPath, bytes: Bytes, options: IncomingOptions): Promise<IncomingReport>
  /** The same for several files, as one step. A refused file is left out, with its error. */
  incomingAll(files: readonly IncomingFile[], options: TakeOptions): Promise<IncomingBatch>
  /**
   * The same for a folder outside the install, laid out as `extract` writes it. `below`: the part of the install that
   * it is for, '' for all.
   */
  incomingFolder(below: EntryPath, folder: string, options: TakeOptions): Promise<IncomingFolder>
  /**
   * Writes the present bytes of entries, files or folders into a folder outside the install. Existing files are never
   * replaced.
   */
  extract(entries: readonly EntryPath[], options: ExtractOptions): Promise<ExtractReport>
  /**
   * Runs an operation of the entry's format (`Format.operations`), as one step; a job that can be cancelled. Throws
   * StudioError `operation.…` and errors of the operation; `operation.stale` where an entry that it read has changed
   * since, meanwhile or since the preview.
   */
  operate(entry: EntryPath, operation: string, options: OperateOptions): Promise<OperationReport>
  /**
   * What an entry names, and who names it. `path`: what fields at or below this node of it name, records by number as
   * well, and who names the record that it is in. With a direction the other one is not looked for. Throws StudioError
   * `entry.missing`.
   */
  references(entry: EntryPath, path?: string, direction?: 'uses' | 'usedBy'): Promise<EntryReferences>
  /** A small picture of the present entry as a PNG file; null where it has none. Throws StudioError `path.malformed`. */
  thumbnail(entry: EntryPath): Promise<Bytes | null>
  /**
   * The pictures of an entry in full size; null where its format has none, or where it does not exist. Throws StudioError
   * `picture.…`, `convert.…` of a file that would replace it.
   */
  pictures(entry: EntryPath, options?: PicturesOptions): Promise<Pictures | null>
  /**
   * Renames a row of an archive; with `follow` the references to it are given the new name in the same step. Throws
   * StudioError `rename.file`, `incoming.changed`.
   */
  rename(entry: EntryPath, name: string, options: RenameOptions): Promise<RenameReport>
  /** The present entry as a file of that ending. Throws StudioError `extract.no-form`, `convert.…`. */
  convert(entry: EntryPath, ending: string): Promise<Bytes>
  /**
   * Starts a search over the whole install and returns its number: events `found` contain it, `cancel` stops it. Throws
   * StudioError `find.…` with the column of a mistake.
   */
  find(text: string, options: FindOptions): Promise<number>
  /** Recipes saved by name in the workspace. */
  recipes(): Promise<readonly Recipe[]>
  saveRecipe(recipe: Recipe): Promise<readonly Recipe[]>
  forgetRecipe(name: string): Promise<readonly Recipe[]>
  /** The modder's names of values, bits and fields; stored in the workspace. */
  dictionary(): Promise<Dictionary>
  /** Sets names or removes them; event `dictionary`. */
  setNames(names: readonly GivenName[]): Promise<Dictionary>
  /** Imports the names of another dictionary's file; with `dryRun` only returns new names and conflicts. */
  importNames(
    text: string,
    options: { readonly win: 'mine' | 'theirs'; readonly dryRun: boolean },
  ): Promise<DictionaryImport>
  /** Counts each number of a field (`areal.class_id`) over the whole install before any edit, by number. */
  seen(field: string): Promise<readonly SeenValue[]>
  /** Bookmarked bytes at their present places; stored in the workspace. */
  marks(): Promise<readonly ByteMark[]>
  /** Sets a bookmark or changes the note of one; event `marks`. */
  setMark(mark: GivenMark): Promise<readonly ByteMark[]>
  removeMarks(ids: readonly number[]): Promise<readonly ByteMark[]>
  /** Packs all edited files, or only those that are named: the others stay edited and not packed. */
  pack(chosen?: { readonly files?: readonly string[] }): Promise<PackReport>
  /** Files that another program changed and that are not resolved yet. */
  outside(): Promise<readonly OutsideFile[]>
  /**
   * Fields of one of them where a merge needs a choice; empty where everything merges. Throws StudioError
   * `outside.no-file`, `outside.no-fields`.
   */
  conflicts(file: string): Promise<readonly FieldConflict[]>
  /**
   * Resolves them without writing the install; the effect of each answer can be undone like an edit. Returns the
   * unresolved ones.
   */
  settle(answers: readonly OutsideAnswer[]): Promise<readonly OutsideFile[]>
  /** Where deploy writes; null where the family's games have no folders for mods. */
  modFolder(): Promise<ModFolderInfo | null>
  /**
   * Chooses the mod folder that deploy writes to, '' for the game's own files; stored in the workspace, nothing is
   * deployed. Throws StudioError `mod-folder.…`.
   */
  chooseModFolder(name: string): Promise<ModFolderInfo>
  plan(): Promise<DeployPlan>
  deploy(options?: DeployOptions): Promise<DeployReport>
  /** Preview of `restore`. */
  restorePlan(): Promise<RestorePlan>
  /**
   * Writes the originals back to the install. Throws StudioError `restore.foreign`, `restore.unconfirmed` while a file
   * has no answer.
   */
  restore(options?: RestoreOptions): Promise<DeployReport>
  /** Deploys and returns to the original of this workspace, newest first. */
  deployments(): Promise<readonly PastDeployment[]>
  /** Disk space of the workspace. */
  storage(): Promise<Storage>
  /** Compacts the journal without losing a step of history, and removes old copies without a use. */
  tidyUp(): Promise<UpkeepReport>
  profile(): Promise<LaunchProfile>
  setProfile(profile: LaunchProfile): Promise<void>
  launch(options?: LaunchOptions): Promise<LaunchReport>
  /**
   * Throws StudioError `launch.untrusted`, `launch.no-executable` or `launch.no-program` where `launch` would; starts
   * nothing. To be called before a deploy that precedes the launch.
   */
  guardLaunch(options?: LaunchOptions): Promise<void>
  /** Stops the running game or job, or removes it from the queue. */
  cancel(job: number): Promise<void>
  /** Pauses a job that can be paused (`canPause`), or resumes it. */
  pause(job: number, isPaused: boolean): Promise<void>
  /** Repeats the failed items of a job, as another job. */
  retryFailed(job: number): Promise<void>
}
