import type { Commit, Edit, Revision } from '../../edit'
import { StudioError } from '../../format'
import { MARK_FILE, NO_MARKS, parseMarks, placeMark, printMarks, withMark, type MarkFile } from './bookmarks'
import type { ByteMark, GivenMark } from '../api/annotations'
import { fromText, toText } from '../../format/text-bytes'
import { Trail } from '../journal/edit-log-index'
import type { Workspace } from '../entries/workspace'

/**
 * The bookmarks of one workspace. The file stores each with its offset at the time it was set; its present offset is
 * computed from the journal, so that nothing is written when bytes move, and an undo restores a bookmark whose bytes
 * were removed.
 */
export class MarkBook {
  /** Index of the journal's edits; created when bookmarks are first moved to a newer revision. */
  private trail: Trail | undefined
  private marked: ReadonlySet<string> = new Set()

  constructor(private readonly workspace: Workspace) {}

  /** All bookmarks at their present places. A file that cannot be read is refused and stays as it is. */
  async list(): Promise<readonly ByteMark[]> {
    return this.placed(await this.load())
  }

  /** Sets a bookmark, or changes the note of one. Throws StudioError `mark.…`. */
  async set(given: GivenMark): Promise<readonly ByteMark[]> {
    const entry = this.workspace.canonical(given.entry)
    if (given.id === undefined) {
      const size = (await this.workspace.need(entry)).payload().length
      if (given.size < 1 || given.offset + given.size > size)
        throw new StudioError('mark.outside', { entry, size }, entry)
    }
    return this.keep(withMark(await this.load(), { ...given, entry }, this.workspace.history.revision))
  }

  async remove(ids: readonly number[]): Promise<readonly ByteMark[]> {
    const file = await this.load()
    return this.keep({ ...file, marks: file.marks.filter(mark => !ids.includes(mark.id)) })
  }

  /** Receives each commit. Returns whether bookmarks may have moved. */
  follow(commit: Commit): boolean {
    if (this.trail?.revision === commit.revision - 1) this.trail.push(commit)
    return commit.kind !== 'packed' && commit.transaction.edits.some(edit => this.marked.has(edit.entry))
  }

  private async load(): Promise<MarkFile> {
    const { store } = this.workspace.parts
    const file = (await store.stat(MARK_FILE)) ? parseMarks(toText(await store.read(MARK_FILE))) : NO_MARKS
    this.marked = new Set(file.marks.map(mark => mark.entry))
    return file
  }

  private async keep(file: MarkFile): Promise<readonly ByteMark[]> {
    this.workspace.guardWritable()
    await this.workspace.parts.store.write(MARK_FILE, fromText(printMarks(file)))
    this.marked = new Set(file.marks.map(mark => mark.entry))
    return this.placed(file)
  }

  private async placed({ marks }: MarkFile): Promise<readonly ByteMark[]> {
    const { revision } = this.workspace.history
    if (marks.every(mark => mark.revision >= revision)) return marks.map(mark => placeMark(mark, () => []))
    const trail = this.trail?.revision === revision ? this.trail : await this.retraced()
    const known = new Map<Revision, readonly Edit[]>()
    for (const { revision: since } of marks) if (!known.has(since)) known.set(since, trail.editsSince(since))
    return marks.map(mark => placeMark(mark, since => known.get(since) ?? []))
  }

  private async retraced(): Promise<Trail> {
    const trail = new Trail()
    for (const commit of await this.workspace.commits()) trail.push(commit)
    this.trail = trail
    return trail
  }
}
