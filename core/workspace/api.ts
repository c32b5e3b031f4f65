import type { Attributes, Commit, EntryPath, Label, Revision, Transaction } from '../edit'
import type { EntryInfo, Params, Problem, Words } from '../format'
import type { Bytes } from '../layout'
import type { FindOptions } from '../search'
import type { SeenValue, Recipe, ByteMark, GivenMark, Dictionary, DictionaryImport, GivenName } from './api/annotations'
import type { Found } from './api/find'
import type { ExtractOptions, ExtractReport, IncomingBatch, IncomingFile, IncomingOptions, IncomingReport, TakeOptions, IncomingFolder } from './api/import-export'
import type { LocateReport } from './api/opening'
import type { QueryReport, QueryScope } from './api/query'
import type { ShareApi } from './api/sharing'
import type { Storage, UpkeepReport } from './api/storage'
import type { RunningProgram } from './host'

export type { ExtractOptions, ExtractReport } from './api/import-export'
export type { Found } from './api/find'
export type { IncomingBatch, IncomingChanges, IncomingFile, IncomingReport } from './api/import-export'
export type { IncomingFolder } from './api/import-export'
export type { QueryFile, QueryReport, QueryScope, QueryValue } from './api/query'
export type { LocateReport } from './api/opening'
export type { Recipe } from './api/annotations'
export type { SeenValue } from './api/annotations'
export type { PatchEntryReport, PatchOptions, PatchReport } from './api/sharing'
export type { RecipeMiss, RecipeReport, RecipeStep } from './api/sharing'
export type { Mod } from './api/opening'
export type { ShareApi } from './api/sharing'
export type { Storage, UpkeepReport } from './api/storage'

/** What the game folder holds now, against what we know of it; missing: there is no such folder. */
export type InstallState = 'original' | 'deployed' | 'older' | 'foreign' | 'missing'

export interface WorkspaceInfo {
  /** Absolute path of the install, or of the loose file that is one, links resolved: opens it again. */
  readonly install: string
  readonly workspace: string
  /** Family id, or 'unknown'. */
  readonly family: string
  readonly title: string
  readonly revision: Revision
  readonly fileCount: number
  readonly state: InstallState
  /** Things said at open: torn journal tail cut, foreign change, read-only folder. */
  readonly notices: readonly Words[]
  readonly isReadOnly: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Entries changed since the last pack / since the pristine install. */
  readonly unpacked: number
  readonly changed: number
}

/**
 * identical: re-encoded from values gives the same bytes; opaque: the same, with unknown ranges; unproved: other bytes;
 * unreadable: the disk does not give it, or it does not follow its declaration; unknown: no declaration.
 * Edits by field are blocked where it is unproved or unreadable.
 */
export type ProofResult = 'identical' | 'opaque' | 'unproved' | 'unreadable' | 'unknown'
export interface Proof {
  readonly entry: EntryPath
  /** Format id, where one matches. */
  readonly format?: string
  readonly result: ProofResult
  readonly unknownBytes: number
  readonly totalBytes: number
}

export interface TreeItem {
  /** Folder: `DATA/MAPS`; file or entry: canonical entry path. */
  readonly path: EntryPath
  readonly kind: 'folder' | 'file' | 'archive' | 'entry'
  readonly name: string
  /** Format id, where one matches. */
  readonly format?: string
  readonly size: number
  readonly attributes?: Attributes
  readonly hasChildren: boolean
  readonly state: 'pristine' | 'edited' | 'added' | 'removed'
  /** Changed entries below (or itself), and how many of them are not packed. */
  readonly edits: number
  readonly unpacked: number
  /** Said beside the name: titles of the missions that use this map. */
  readonly missions?: readonly string[]
}

export interface EntryImage {
  readonly entry: EntryPath
  readonly info: EntryInfo
  /** Format id, where one matches. */
  readonly format?: string
  /** Guard for edits computed from this image. */
  readonly revision: Revision
  readonly bytes: Bytes
  readonly attributes: Attributes
  /** Size of the whole payload (bytes may be a range of it). */
  readonly size: number
  /** Whether its bytes may be changed: they can be read and held in memory, the install's file is the one edited, the workspace can be written. Fields also need a whole document. */
  readonly isEditable: boolean
}

export interface FieldChange {
  /** Node path, or `@name` for a directory attribute, or '' for bytes that no field names. */
  readonly path: string
  readonly before: string
  readonly after: string
  /** In the entry's payload, before. */
  readonly offset: number
  readonly size: number
  /** In the packed file, once packed. */
  readonly fileOffset?: number
}
export interface EntryChange {
  readonly entry: EntryPath
  readonly name: string
  readonly state: 'edited' | 'added' | 'removed'
  readonly isPacked: boolean
  readonly sizeBefore: number
  readonly sizeAfter: number
  /** At most `FIELDS_SHOWN`; `fieldCount` is the whole number. */
  readonly fields: readonly FieldChange[]
  readonly fieldCount: number
}
export interface FileChange {
  readonly file: string
  /** edited: not packed; packed: in the overlay; deployed: the install has it; differs: the install has neither ours nor the original. */
  readonly state: 'edited' | 'packed' | 'deployed' | 'differs'
  readonly entries: readonly EntryChange[]
}

export interface PackedFile {
  readonly file: string
  readonly hashBefore: string
  readonly hashAfter: string
  readonly sizeBefore: number
  readonly sizeAfter: number
  readonly entries: readonly EntryChange[]
  /** Untouched entries that were compared byte for byte after reopening. */
  readonly comparedEntries: number
}
export interface PackReport {
  readonly files: readonly PackedFile[]
  /** Files that equal the pristine ones again and left the overlay. */
  readonly dropped: readonly string[]
}

export interface PlannedFile {
  readonly file: string
  readonly action: 'replace' | 'add' | 'restore' | 'none'
  readonly pristineHash: string
  readonly installHash: string
  /** Empty where a foreign file keeps our edits from being packed: the answer to it makes the file. */
  readonly newHash: string
  readonly size: number
  /** The install's file is neither the pristine one nor one that we deployed. */
  readonly isForeign: boolean
}
export interface DeployPlan {
  readonly files: readonly PlannedFile[]
  /** Errors that the pristine files do not have: deploy is refused unless forced. */
  readonly blocking: readonly Problem[]
  /** The same of warnings: whoever shows them asks once. */
  readonly warnings: readonly Problem[]
  readonly unpacked: number
  /** Files and folders that cannot be written now, as the refusals that deploy would end with. */
  readonly unwritable: readonly Words[]
  /** Programs of the install that run now: deploy is refused unless forced. */
  readonly running: readonly RunningProgram[]
}
/** What another program did to a file that we edit: wrote it, deleted it, or added one where we add ours. */
export type OutsideWay = 'changed' | 'gone' | 'come'
/** A file that another program changed under our edits, or over what we deployed. */
export interface OutsideFile {
  readonly file: string
  readonly way: OutsideWay
  /** The edits fit its bytes and stand on them; otherwise the file is shown without them and cannot be edited. */
  readonly isFitting: boolean
  /** It was deployed from here: the original is kept, and *Return to original* brings that. */
  readonly isDeployed: boolean
}
/**
 * What becomes of a file that both this workspace and another program changed. The same in `settle` and in `deploy`:
 * - reload: the external file replaces the local one and is its original from here on; the local version is a step that undo restores.
 * - keep: the local version replaces the whole external file, with fields that were never edited here.
 * - merge: by field. Where both changed one field `choices` decide; StudioError `deploy.conflicts` where one is left open.
 * - merge=local, merge=external: the same; this side wins wherever no choice is given.
 * A field counts as changed by the other program where it is neither as in the original nor as last deployed. What cannot be told
 * apart by field (a row or a file removed on one side, rows added by the other program) is one conflict as a whole.
 * Of a deleted file the external version is no file: reload deletes it here too, keep recreates it.
 */
export type ConflictAnswer = 'reload' | 'keep' | 'merge' | 'merge=local' | 'merge=external'
/** Where the local and the external version hold different changes of one original. */
export interface FieldConflict {
  readonly entry: EntryPath
  /** Node path, `@name` for a directory attribute, `0x…` for bytes that no field names, '' for the entry (or file) as a whole. */
  readonly path: string
  /** Values as text, of bytes the start of their digest; null where there is none (`original`: none that both had; a side: it removed the entry). */
  readonly original: string | null
  readonly local: string | null
  readonly external: string | null
}
export interface ConflictChoice {
  readonly entry: EntryPath
  readonly path: string
  readonly side: 'local' | 'external'
}
export interface OutsideAnswer {
  readonly file: string
  /** `mine`: older word for keep. */
  readonly answer: ConflictAnswer | 'mine'
  /** For merge: what holds where both changed one field. */
  readonly choices?: readonly ConflictChoice[]
}
/** As in `settle`; theirs: leave the external file for this deploy, nothing is decided. refuse: no answer yet. */
export type ForeignAnswer = 'refuse' | 'theirs' | OutsideAnswer['answer']
export interface DeployOptions {
  /** Deploy although the check finds new errors or the game runs. */
  readonly force?: boolean
  /** What to do with files changed by someone else; `refuse` by default. */
  readonly foreign?: ForeignAnswer
  /** The same for one file each, before what is said for all. */
  readonly answers?: readonly { readonly file: string; readonly answer: ForeignAnswer; readonly choices?: readonly ConflictChoice[] }[]
}
export interface DeployReport {
  readonly written: readonly string[]
  readonly restored: readonly string[]
  /** Files of another program that were replaced; a copy of each is in the workspace's folder backup. */
  readonly kept: readonly string[]
  /** Files of another program that were not written: they are as they were. */
  readonly left: readonly string[]
}

/** One file that is not the original now, and what restore does with it. */
export interface RestoreFile {
  readonly file: string
  /** remove: the original install had no such file. */
  readonly action: 'restore' | 'remove'
  /** SHA-256 of the file now and of the original; '' for no file. */
  readonly installHash: string
  readonly originalHash: string
  /** Of the original, in bytes. */
  readonly size: number
  /** foreign: another program changed it since; unconfirmed: only the game folder says that it was deployed. Such a file needs an answer. */
  readonly question: 'foreign' | 'unconfirmed' | null
  /** The original is not kept: the file can only be left as it is. */
  readonly isLost: boolean
}
export interface RestorePlan {
  /** Absolute path of the workspace that deployed; '' where nothing is deployed. */
  readonly workspace: string
  readonly files: readonly RestoreFile[]
}
export interface RestoreOptions {
  /** What becomes of files that another program changed; `refuse` by default. */
  readonly foreign?: 'refuse' | 'overwrite'
  /** The same for one file each, before what is said for all; an unconfirmed file is restored with such an answer only. A copy is kept. */
  readonly answers?: readonly { readonly file: string; readonly answer: 'restore' | 'keep' }[]
}

export interface LaunchProfile {
  /** Relative to the install or absolute; '' = the family's default. */
  readonly executable: string
  readonly arguments: readonly string[]
  /** Working folder; '' = the install. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** Put before the executable: `['wine']`. */
  readonly wrapper: readonly string[]
  /** Commands, each with its arguments, that run one after another before the game; one that fails keeps it from starting. */
  readonly before: readonly (readonly string[])[]
  /** The same after the game, however it ended; one that fails is told of. */
  readonly after: readonly (readonly string[])[]
}
export interface LaunchOptions {
  /** Folder or name of a map to start in. */
  readonly map?: string
  /** The user allows the profile that `launch.untrusted` named by this digest, now and from now on. */
  readonly trust?: string
}
export interface LaunchReport {
  readonly command: readonly string[]
  readonly exitCode: number | null
  readonly signal: string | null
  readonly milliseconds: number
  readonly output: string
  readonly logs: readonly { readonly file: string; readonly text: string }[]
  readonly notices: readonly Words[]
  /** Absolute path of the file in the workspace where all this is kept; null where it could not be written. */
  readonly kept: string | null
}

export interface HistoryStep {
  readonly revision: Revision
  /** The step it was made on; 0: the start. */
  readonly parent: Revision
  readonly label: Label
  readonly time: number
  readonly entries: readonly EntryPath[]
  /** done: in effect; undone: can be redone; branch: left behind by a new edit after undo; packed: a pack was noted. */
  readonly state: 'done' | 'undone' | 'branch' | 'packed'
}

/** waiting: behind others that write; paused: by the user. */
export type JobState = 'waiting' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
/** File or entry of a job, and why it was left out or could not be done. */
export interface JobItem {
  readonly name: string
  readonly reason: Words
}
/** What came of the items of a job; those that are in neither list are done. */
export interface JobReport {
  /** At most `ITEMS_TOLD` of jobs; the count is of all. */
  readonly skipped: readonly JobItem[]
  readonly skippedCount: number
  readonly failed: readonly JobItem[]
  readonly failedCount: number
  /** `retryFailed` does those that failed again. */
  readonly canRetry: boolean
}

export interface Job {
  readonly id: number
  /** `job.prove`, `job.check`, `job.pack`, `job.plan`, `job.deploy`, `job.edit`. */
  readonly words: Words
  readonly done: number
  readonly total: number
  readonly state: JobState
  readonly canPause: boolean
  /** The file or entry that it is at; while it is under way. */
  readonly item?: string
  /** Once it has ended. */
  readonly report?: JobReport
}

/** All that a window, the command line or a test may ask. Refusals are StudioErrors. */
export interface StudioApi extends ShareApi {
  /** Opens an install (or a loose file, as an install of one file); makes or finds its workspace. Of one that is missing the workspace alone, to be looked at. */
  open(folder: string, options?: { readonly workspace?: string }): Promise<WorkspaceInfo>
  /** Ties the open workspace, whose install is missing, to the folder where it is now, which is to be opened then; with `dryRun` only says what differs there. */
  locate(folder: string, options: { readonly dryRun: boolean }): Promise<LocateReport>
  info(): Promise<WorkspaceInfo | null>
  /** Children of a folder or archive; the whole install with `deep` (files only, archives stay closed). */
  list(parent?: EntryPath, options?: { readonly deep?: boolean }): Promise<readonly TreeItem[]>
  /** `of: 'pristine'` answers the image before any edit. */
  read(entry: EntryPath, options?: { readonly offset?: number; readonly length?: number; readonly of?: 'present' | 'pristine' }): Promise<EntryImage>
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
  /** Takes one file back to what it was at a point of the history, as one step; null where it is that already. The others stay. */
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
  /** Puts bytes in place of an entry or file as one step, named by `file`: of an archive the entries that differ. With `dryRun` only says what would change; its plan, given as `expect`, is what is accepted. */
  incoming(entry: EntryPath, bytes: Bytes, options: IncomingOptions): Promise<IncomingReport>
  /** The same of several files at once, as one step. What is refused is left out and says why. */
  incomingAll(files: readonly IncomingFile[], options: TakeOptions): Promise<IncomingBatch>
  /** The same of a folder of the user's, laid out as `extract` writes it. `below`: what of the install it is for, '' for all. */
  incomingFolder(below: EntryPath, folder: string, options: TakeOptions): Promise<IncomingFolder>
  /** Writes entries, files or folders, as they are now, into a folder outside the install. Nothing that is there is replaced. */
  extract(entries: readonly EntryPath[], options: ExtractOptions): Promise<ExtractReport>
  /** Begins a search over the whole install and answers its number: events `found` carry it, `cancel` stops it. Refused with the column of a mistake (`find.…`). */
  find(text: string, options: FindOptions): Promise<number>
  /** Recipes kept by name in the workspace. */
  recipes(): Promise<readonly Recipe[]>
  saveRecipe(recipe: Recipe): Promise<readonly Recipe[]>
  forgetRecipe(name: string): Promise<readonly Recipe[]>
  /** What the modder calls values, bits and fields; kept in the workspace. */
  dictionary(): Promise<Dictionary>
  /** Gives names or takes them away; event `dictionary`. */
  setNames(names: readonly GivenName[]): Promise<Dictionary>
  /** Takes the names of another dictionary's file; with `dryRun` only says what is new and what is named otherwise. */
  importNames(text: string, options: { readonly win: 'mine' | 'theirs'; readonly dryRun: boolean }): Promise<DictionaryImport>
  /** How often each number stands in a field (`areal.class_id`) of the whole install before any edit, by number. */
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
  /** Stops the running game or job, or takes it out of the queue. */
  cancel(job: number): Promise<void>
  /** Lets a job rest that can (`canPause`), or go on. */
  pause(job: number, isPaused: boolean): Promise<void>
  /** Does the items of a job again that failed, as another job. */
  retryFailed(job: number): Promise<void>
}

/**
 * changed, come, gone: another program wrote, added or deleted them; ours: edits stand on them otherwise by what was done here itself;
 * listed: they came or are gone, whoever did it.
 */
export type OutsideKind = 'changed' | 'come' | 'gone' | 'ours' | 'listed'

/** Pushed to every window. */
export interface StudioEvents {
  commit: Commit
  /** Anything of WorkspaceInfo changed: after commit, pack, deploy, restore, open. */
  info: WorkspaceInfo
  proof: readonly Proof[]
  job: Job
  found: Found
  dictionary: Dictionary
  /** Marks were made, changed or moved by an edit. */
  marks: readonly ByteMark[]
  /** Files of the install that are not what they were. */
  outside: { readonly files: readonly string[]; readonly kind: OutsideKind }
  gameOutput: { readonly text: string }
}

export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string; readonly params: Params; readonly where?: EntryPath }

/** The way to a studio: Electron's IPC or a WebSocket. The renderer knows nothing else of its host. */
export interface Port {
  call(method: string, args: readonly unknown[]): Promise<Reply>
  /** Answers its own remover. */
  listen<E extends keyof StudioEvents>(event: E, handler: (payload: StudioEvents[E]) => void): () => void
}
