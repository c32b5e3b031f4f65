import {
  endOf,
  History,
  type Change,
  type Commit,
  type Edit,
  type EntryPath,
  type Packed,
  type Place,
  type Revision,
} from '../../edit'
import {
  canonicalPath,
  filePath,
  parsePath,
  printPath,
  rowPath,
  StudioError,
  type Family,
  type FileStat,
  type FileSystem,
  type Format,
  type Words,
} from '../../format'
import type { Bytes } from '../../layout'
import type { OutsideWay } from '../api/conflicts'
import type { OutsideKind } from '../api/events'
import { DirtyState } from './dirty-state'
import { Draft, type Sources } from './draft'
import type { DeploymentRecord } from '../install/deployment-record'
import type { Host } from '../api/host'
import { readBackup } from '../install/copies'
import type { Install } from '../install/install'
import { BACKUP_LIMITS } from '../api/backup-limits'
import type { JournalFile, Line } from '../journal/journal-file'
import type { WorkspaceLock } from '../journal/lock'
import { hashOnce, hashStates } from './digests'
import { isMixed } from './mixed-fields'
import type { ChangedFile, PristineHashes } from '../install/pristine-digests'
import { continuing, filesOf, isTurned, replay, type Replayed } from './replay'
import { States } from './states'
import type { View } from './view'
import { Views, type Of } from './views'

interface WorkspaceParts {
  readonly host: Host
  readonly folder: string
  /** Absolute folder of the install; `only`: the single file in it that is the install. */
  readonly root: string
  readonly only?: string
  readonly install: Install
  readonly store: FileSystem
  readonly journal: JournalFile
  readonly lock: WorkspaceLock
  readonly hashes: PristineHashes
  readonly deployment: DeploymentRecord
  /** The most certain of `families`: that of launch, patches and code page. */
  readonly family: Family | undefined
  readonly families: readonly Family[]
  readonly formats: readonly Format[]
  readonly isReadOnly: boolean
  /** The install is missing: what the workspace keeps of it can be viewed, and nothing is written. */
  readonly isMissing: boolean
  /** Bytes of history kept in memory. */
  readonly historyBudget?: number | undefined
}

/**
 * Progress callback of long work, called before each folder or file with the number already processed. Throw to abort.
 */
export type Seen = (path: string, count: number) => void

/** An install with its edits: the present state of every entry, and the journal that leads to it. */
export class Workspace {
  history: History
  states = new States()
  readonly notices: Words[] = []
  /** Files of the overlay as this process wrote them, by path in the workspace. */
  readonly written = new Map<string, { readonly stat: FileStat; readonly hash: string }>()
  /** Files whose edits do not fit the present file of the install: shown pristine, not editable. */
  conflicts: ReadonlySet<string> = new Set()
  /** Those of them that are missing in the install, and those whose original is lost. */
  private gone: ReadonlySet<string> = new Set()
  private lost: ReadonlySet<string> = new Set()
  backupLimits = BACKUP_LIMITS
  /** What differs from the pristine install and from the last pack. */
  readonly dirty: DirtyState
  private readonly touched = new Map<EntryPath, Revision>()
  /** For every archive the last revision that changed something in it. */
  private readonly touchedInside = new Map<EntryPath, Revision>()
  private readonly ids = new Map<EntryPath, number>()
  private readonly views: Views
  /** Receives every commit, of this process and of others. */
  onCommit: (commit: Commit) => void = () => {}
  /** Receives files of the install that changed. */
  onOutside: (files: readonly string[], kind: OutsideKind) => void = () => {}

  constructor(readonly parts: WorkspaceParts) {
    parts.install.onListed = files => this.onOutside(files, 'listed')
    this.history = new History(parts.historyBudget)
    this.views = new Views(parts.install, parts.formats, () => this.states)
    this.dirty = new DirtyState(parts.formats, parts.host.hash)
  }

  get formats(): readonly Format[] {
    return this.parts.formats
  }

  hash(bytes: Bytes): string {
    return hashOnce(this.parts.host.hash, bytes)
  }

  /** The canonical path, the file in the install's own spelling. Throws StudioError `path.malformed`, `root.…`. */
  canonical(path: EntryPath): EntryPath {
    const { file, steps } = parsePath(path)
    const added = this.states.files().find(other => other.toLowerCase() === file.toLowerCase())
    return printPath({ file: this.parts.install.spelling(file) ?? added ?? file, steps })
  }

  /** Reads the journal and computes the states: at open, and when a file was changed outside. */
  async load(): Promise<void> {
    const news = await this.parts.journal.news()
    if (news.cut) this.notices.push({ code: 'notice.journal-cut', params: { n: news.cut.size, file: news.cut.keptAs } })
    await this.rebuild(news.lines)
  }

  /**
   * Computes the states again after files were written from here, so that they are not reported as external changes.
   */
  async reload(): Promise<void> {
    const changed = await this.otherImages(this.parts.hashes.strayed)
    await this.refold()
    if (changed.length > 0)
      this.onOutside(
        changed.map(({ file }) => file),
        'ours',
      )
  }

  forgetNotice(code: string): void {
    const kept = this.notices.filter(words => words.code !== code)
    this.notices.length = 0
    for (const words of kept) this.notices.push(words)
  }

  private async rebuild(lines: readonly Line[]): Promise<void> {
    this.history = new History(this.parts.historyBudget)
    this.touched.clear()
    this.touchedInside.clear()
    this.ids.clear()
    for (const { commit, place } of lines) if (this.history.accepts(commit)) this.note(commit, place)
    await this.refold(lines.map(line => line.commit))
  }

  /** Computes the states from all commits; those that the history rejects are ignored. */
  private async refold(commits?: readonly Commit[]): Promise<void> {
    const accepted = continuing(commits ?? (await this.parts.journal.all()))
    const files = filesOf(accepted)
    const sources = await this.views.sources(files)
    const result = await this.replayed(accepted, sources)
    const before = this.states.files()
    this.states = result.states
    this.dirty.reset(result.packedMarks, result.presentMarks)
    const { install, hashes, isMissing } = this.parts
    const lost = files.filter(
      file => install.isLost(file) || (isMissing && !sources.get(file) && hashes.of(file) !== undefined),
    )
    this.conflicts = new Set([...result.conflicts, ...lost])
    this.lost = new Set(lost)
    this.gone = new Set([...result.conflicts].filter(file => !sources.get(file) && !lost.includes(file)))
    for (const file of new Set([...files, ...before])) this.views.bump(file) // those that are edited no more are others, too
    for (const code of ['changed', 'gone', 'come'] satisfies OutsideWay[]) this.forgetNotice(`notice.pristine-${code}`)
    this.forgetNotice('notice.original-lost')
    for (const file of this.conflicts) this.notices.push({ code: `notice.${this.conflictOf(file)}`, params: { file } })
  }

  private async replayed(commits: readonly Commit[], sources: Sources): Promise<Replayed> {
    const made = (without?: ReadonlySet<string>): Replayed =>
      replay(commits, this.formats, sources, states => this.dirty.marksOf(states, sources), without)
    const result = made()
    const mixed = await this.mixedFiles(result, sources)
    return mixed.length > 0 ? made(new Set([...result.conflicts, ...mixed])) : result
  }

  /**
   * Files in which another program and local edits changed the same field, and that were neither deployed nor edited
   * since.
   */
  private async mixedFiles({ states, conflicts }: Replayed, sources: Sources): Promise<readonly string[]> {
    const { hashes, install, store, host } = this.parts
    const mixed: string[] = []
    for (const file of states.files()) {
      const [external, known] = [sources.get(file), hashes.of(file)]
      if (!external || known === undefined || conflicts.has(file) || install.record(file)) continue
      const present = this.hash(external)
      if (present === known || present === hashes.editedOn(file)) continue
      const original = await readBackup(store, known, host.hash, file).catch(undefinedIfDamaged)
      if (original && isMixed({ file, original, external, states }, this.formats)) mixed.push(file)
    }
    return mixed
  }

  /** What another program did to a file whose edits do not fit. */
  wayOf(file: string): OutsideWay {
    const { hashes, install } = this.parts
    if (this.gone.has(file)) return 'gone'
    return hashes.of(file) === undefined && !install.record(file) ? 'come' : 'changed'
  }

  /** Whether another program prevents the edits of a file; where their original is lost no answer restores it. */
  isOpenConflict(file: string): boolean {
    return this.conflicts.has(file) && this.conflictOf(file) !== 'original-lost'
  }

  /** The same as the end of an error code; or that its kept original is lost. */
  conflictOf(file: string): 'original-lost' | `pristine-${OutsideWay}` {
    return this.lost.has(file) || this.parts.install.isLost(file) ? 'original-lost' : `pristine-${this.wayOf(file)}`
  }

  private note(commit: Commit, place: Place): void {
    this.history.push(commit, place)
    if (commit.kind === 'packed') return
    for (const edit of commit.transaction.edits) {
      this.touched.set(edit.entry, endOf(commit))
      for (let at = edit.entry.lastIndexOf('!'); at > 0; at = edit.entry.lastIndexOf('!', at - 1))
        this.touchedInside.set(edit.entry.slice(0, at), endOf(commit))
      if (edit.attributes?.before === null) this.noteId(edit.entry)
    }
  }

  private noteId(entry: EntryPath): void {
    const { file, steps } = parsePath(entry)
    const id = steps.at(-1)
    if (!id?.startsWith('+')) return
    const archive = printPath({ file, steps: steps.slice(0, -1) })
    this.ids.set(archive, Math.max(this.nextId(archive), Number(id.slice(1)) + 1))
  }

  /** Number of the next added row; counted over the whole journal, so that none is used twice. */
  nextId(archive: EntryPath): number {
    return this.ids.get(archive) ?? 0
  }

  /** All accepted commits of the journal. */
  async commits(): Promise<readonly Commit[]> {
    return continuing(await this.parts.journal.all())
  }

  /** A number that changes whenever something in the file changes. */
  version(file: string): number {
    return this.views.version(file)
  }

  /** The entry, present or pristine; undefined where it does not exist. */
  view(path: EntryPath, of: Of = 'present'): Promise<View | undefined> {
    return this.views.view(path, of)
  }

  /** The same; throws StudioError `entry.missing`. */
  async need(path: EntryPath, of: Of = 'present'): Promise<View> {
    const view = await this.views.view(path, of)
    if (!view) throw new StudioError('entry.missing', { entry: path }, path)
    return view
  }

  /** Both states of the entry, from one read of the disk. */
  sides(path: EntryPath): ReturnType<Views['sides']> {
    return this.views.sides(path)
  }

  /** Reads changes by other processes. */
  async sync(): Promise<void> {
    const isDeployedAnew = await this.parts.deployment.follow()
    await this.syncJournal()
    if (isDeployedAnew) await this.noteDeployedAnew()
  }

  /** Reads what other processes appended; what they deployed is detected where it changes a file. */
  async syncJournal(): Promise<void> {
    const news = await this.parts.journal.news()
    if (news.cut) this.notices.push({ code: 'notice.journal-cut', params: { n: news.cut.size, file: news.cut.keptAs } })
    await (news.isReset ? this.startOver() : this.follow(news.lines))
  }

  /** Another process deployed or restored. */
  private async noteDeployedAnew(): Promise<void> {
    const { deployment } = this.parts
    this.forgetNotice('notice.other-workspace')
    this.forgetNotice('notice.marker-unconfirmed')
    if (deployment.own?.state !== 'running') this.forgetNotice('notice.deploy-interrupted')
    for (const notice of deployment.notices) this.notices.push(notice)
    await this.reload()
  }

  private async follow(lines: readonly Line[]): Promise<void> {
    const { hashes } = this.parts
    if (filesOf(lines.map(line => line.commit)).some(file => hashes.of(file) === undefined)) await hashes.load() // who edited first noted the original
    for (const { commit, place } of lines) {
      if (!this.history.accepts(commit)) continue
      const isFitting = commit.kind === 'packed' || (!isTurned(commit) && (await this.takeIn(commit)))
      this.note(commit, place)
      if (commit.kind === 'packed') this.dirty.packed(commit)
      if (!isFitting) await this.turn()
      this.onCommit(commit)
    }
  }

  /**
   * Another process compacted the journal, or resolved conflicts in it: the history is the same, with later steps
   * appended.
   */
  private async startOver(): Promise<void> {
    const known = this.history.revision
    const settled = await this.parts.hashes.load()
    await this.load()
    if (settled.length > 0) this.onOutside(settled, 'ours')
    for (const commit of await this.commits()) if (commit.revision > known) this.onCommit(commit)
  }

  /** Replaces the journal by these commits, in one write. The caller must hold the lock. */
  async rewrite(commits: readonly Commit[]): Promise<void> {
    await this.rebuild(await this.parts.journal.replace(commits))
  }

  /** Whether other commits give the same states. */
  async tellsTheSame(commits: readonly Commit[]): Promise<boolean> {
    const sources = await this.views.sources(filesOf(commits))
    const { states, conflicts } = await this.replayed(commits, sources)
    const sorted = (files: Iterable<string>): string => [...files].sort().join('\n')
    return sorted(conflicts) === sorted(this.conflicts) && this.dirty.isAt(this.dirty.marksOf(states, sources))
  }

  private async takeIn(commit: Change): Promise<boolean> {
    const draft = await this.draftOf(commit.transaction.edits.map(edit => filePath(edit.entry)))
    try {
      for (const edit of commit.transaction.edits) draft.apply(edit)
    } catch (error) {
      if (error instanceof StudioError) return false
      throw error
    }
    await hashStates(this.parts.host, draft.states, commit.transaction.edits)
    this.adopt(draft, commit.transaction.edits)
    return true
  }

  /** Files whose pristine image is not the original of the edits. */
  async noticeOutside(files?: readonly string[], seen?: Seen): Promise<void> {
    const found = await this.otherImages(files, seen)
    const isNews = found.length > 0 || (await this.comeOrGone(files)).length > 0
    const isExplained = isNews && (await this.parts.deployment.follow())
    const changed = isExplained ? await this.unexplained(found) : found
    const come = await this.comeOrGone(files)
    if (changed.length + come.length === 0) return
    await this.refold()
    const added = come.filter(file => this.conflicts.has(file))
    for (const kind of ['come', 'changed'] as const) {
      const told = added.filter(file => this.wayOf(file) === kind)
      if (told.length > 0) this.onOutside(told, kind)
    }
    const fits = changed.filter(({ file, isOriginal }) => !isOriginal && !this.conflicts.has(file))
    for (const { file } of fits) this.notices.push({ code: 'notice.outside-fits', params: { file } })
    const gone = changed.filter(({ isGone }) => isGone).map(({ file }) => file)
    const written = changed.filter(({ isGone }) => !isGone).map(({ file }) => file)
    if (written.length > 0) this.onOutside(written, 'changed')
    if (gone.length > 0) this.onOutside(gone, 'gone')
  }

  /** Files added here that another program also added, or deleted again. */
  private async comeOrGone(files?: readonly string[]): Promise<readonly string[]> {
    const { hashes, install, isMissing } = this.parts
    if (isMissing) return []
    const added = [...new Set([...this.states.files(), ...this.conflicts])].filter(
      file => hashes.of(file) === undefined && files?.includes(file) !== false,
    )
    const found: string[] = []
    for (const file of added)
      if (((await install.pristine(file)) !== undefined) !== this.conflicts.has(file)) found.push(file)
    return found
  }

  /** Those of them that no other process deployed. */
  private async unexplained(changed: readonly ChangedFile[]): Promise<readonly ChangedFile[]> {
    await this.noteDeployedAnew()
    const strayed = new Set(this.parts.hashes.strayed)
    return changed.filter(({ file }) => strayed.has(file))
  }

  /** Files (of these, or of all edited ones) that changed since the last check. */
  private otherImages(files: readonly string[] | undefined, seen?: Seen): Promise<readonly ChangedFile[]> {
    let count = 0
    return this.parts.hashes.changed(files, async file => {
      seen?.(file, count++)
      const pristine = await this.parts.install.pristine(file)
      return pristine && this.hash(pristine.bytes)
    })
  }

  /**
   * The present states with the images of these files, as a private draft. `isReplay`: thousands of edits are tried on
   * it.
   */
  async draftOf(
    files: readonly string[],
    { isReplay = false, seen }: { readonly isReplay?: boolean; readonly seen?: Seen | undefined } = {},
  ): Promise<Draft> {
    return new Draft(this.states.copy(), this.formats, await this.views.sources([...new Set(files)], seen), isReplay)
  }

  /** Accepts a change that is in the journal, made in this draft, as the present state. */
  async takeChange(change: Change, place: Place, draft: Draft): Promise<void> {
    this.note(change, place)
    if (isTurned(change)) await this.turn()
    else this.adopt(draft, change.transaction.edits)
    this.onCommit(change)
  }

  /** Computes the state after undo or redo of a step that left nothing. */
  private async turn(): Promise<void> {
    const before = this.conflicts
    await this.refold()
    const unfitting = [...this.conflicts].filter(file => !before.has(file))
    if (unfitting.length > 0) this.onOutside(unfitting, 'changed')
  }

  /** The same for a pack: afterwards nothing is dirty. */
  takePacked(packed: Packed, place: Place): void {
    this.note(packed, place)
    this.dirty.packed(packed)
    this.onCommit(packed)
  }

  private adopt(draft: Draft, edits: readonly Edit[]): void {
    this.states = draft.states
    for (const file of new Set(edits.map(edit => filePath(edit.entry)))) {
      this.views.bump(file)
      this.dirty.update(draft.states, file, draft.sources.get(file))
    }
  }

  /**
   * Throws StudioError `workspace.pristine-changed`, `-gone` or `-come`, or `workspace.original-lost` where one of the
   * files is not the original of the edits.
   */
  async guardOutside(entries: readonly EntryPath[]): Promise<void> {
    await this.noticeOutside([...new Set(entries.map(filePath))])
    for (const entry of entries) this.guardConflict(entry)
  }

  /** The same for one entry, without reading the disk again. */
  guardConflict(entry: EntryPath): void {
    const file = filePath(entry)
    if (!this.conflicts.has(file)) return
    throw new StudioError(`workspace.${this.conflictOf(file)}`, { file }, entry)
  }

  /** Throws StudioError `install.missing` where there is no install to edit, deploy to or start. */
  guardInstall(): void {
    if (this.parts.isMissing) throw new StudioError('install.missing', { path: this.parts.root })
  }

  /** Throws StudioError `install.missing`, `workspace.read-only`. */
  guardWritable(): void {
    this.guardInstall()
    if (this.parts.isReadOnly) throw new StudioError('workspace.read-only', { path: this.parts.folder })
  }

  /** Throws StudioError `edit.stale` where the entry, or something in it, changed since the edit was computed. */
  guardBase({ entry, base }: Edit): void {
    const isStale =
      base > this.history.revision ||
      (this.touched.get(entry) ?? 0) > base ||
      (this.touchedInside.get(entry) ?? 0) > base
    if (isStale) throw new StudioError('edit.stale', { entry, base, revision: this.history.revision }, entry)
  }

  /** Path of the next row added to the archive. */
  nextEntry(archive: EntryPath): EntryPath {
    return rowPath(canonicalPath(archive), `+${this.nextId(archive)}`)
  }
}

function undefinedIfDamaged(error: unknown): undefined {
  if (!(error instanceof StudioError && error.code === 'deploy.backup-damaged')) throw error
}
