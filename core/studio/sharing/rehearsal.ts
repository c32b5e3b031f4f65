import {
  addEntry,
  difference,
  removeEntry,
  type Attributes,
  type Commit,
  type Edit,
  type EntryPath,
  type Label,
} from '../../edit'
import { filePath, parentPath, printPath, rowPath, StudioError } from '../../format'
import type { Bytes } from '../../layout'
import {
  applyEdited,
  closed,
  missing,
  payloadOf,
  wrongContent,
  wrongOrder,
  type Circumstances,
  type EntryAdded,
  type EntryEdited,
  type EntryRemoved,
  type Made,
  type Miss,
  type RowOrder,
  type Side,
} from '../../patch'
import { movesTo } from '../entries/moves'
import { commitTransaction, rehearse } from '../entries/commit'
import type { Canonical } from '../entries/canonical'
import { lastStep, sideOf } from './patch'
import { Draft } from '../entries/draft'
import { sameAttributes, States } from '../entries/states'
import type { View } from '../entries/view'
import type { Workspace } from '../entries/workspace'

/** Edits that depend on each other, tried on a private draft before all of them become one transaction. */
export class Rehearsal {
  readonly edits: Edit[] = []
  readonly misses: Miss[] = []
  set = 0
  already = 0
  private readonly renumbered = new Map<EntryPath, EntryPath>()
  private readonly counts = new Map<EntryPath, number>()

  private constructor(
    private readonly workspace: Workspace,
    private readonly canonical: Canonical,
    private readonly originals: ReadonlyMap<string, Bytes>,
    /** The install without any edit. */
    private readonly pristine: Draft,
  ) {}

  static async of(workspace: Workspace, files: readonly string[]): Promise<Rehearsal> {
    const spelled = files.map(file => filePath(workspace.canonical(printPath({ file, steps: [] }))))
    const originals = new Map<string, Bytes>()
    for (const file of spelled) {
      const original = (await workspace.view(printPath({ file, steps: [] }), 'pristine'))?.payload()
      if (original) originals.set(file, original)
    }
    const pristine = new Draft(new States(), workspace.formats, originals)
    return new Rehearsal(workspace, await rehearse(workspace, spelled), originals, pristine)
  }

  /** The local path of an entry of the patch or recipe: rows that it adds get their own numbers here. */
  here(entry: EntryPath): EntryPath {
    const path = this.workspace.canonical(entry)
    for (let at: string | undefined = path; at !== undefined; at = parentPath(at)) {
      const known = this.renumbered.get(at)
      if (known !== undefined) return known + path.slice(at.length)
    }
    return path
  }

  /** The entry in the draft; a miss where it does not exist or must not be changed. */
  private present(entry: EntryPath): View | Miss {
    const path = this.here(entry)
    if (this.workspace.conflicts.has(filePath(path))) return closed(entry, filePath(path))
    return this.canonical.draft.view(path) ?? missing(entry)
  }

  circumstances(entry: EntryPath, isForced: (path: string) => boolean, isFieldsOnly: boolean): Circumstances {
    const path = this.here(entry)
    const original = this.originals.get(filePath(path)) ?? new Uint8Array(0)
    return { original, hash: bytes => this.workspace.hash(bytes), isForced, isFieldsOnly }
  }

  /** The entry before any edit; undefined where it is added. */
  pristineOf(entry: EntryPath): Side | undefined {
    const view = this.pristine.view(this.here(entry))
    return view?.isReadable ? sideOf(view) : undefined
  }

  /** Returns false where a structural change was refused. */
  edited(patch: EntryEdited, circumstances: Circumstances, ofBase = false): boolean {
    const view = this.present(patch.entry)
    if ('code' in view) return this.miss(view)
    if (!view.isReadable && patch.splices.length > 0) return this.miss(missing(patch.entry))
    const side = sideOf(view, ofBase && !view.archive ? view.base : view.payload())
    const made = applyEdited(side, patch, circumstances)
    for (const miss of made.misses) this.misses.push(miss)
    this.already += made.already
    const isDone = this.perform(patch.entry, this.editOf(view, side, made))
    if (isDone) this.set += made.set
    return isDone && !made.isTorn
  }

  private editOf(view: View, side: Side, made: Made): Edit {
    const isWhole = view.archive !== undefined && made.bytes !== side.bytes
    const splices = isWhole
      ? [{ offset: 0, removed: side.bytes, inserted: made.bytes }]
      : difference(side.bytes, made.bytes)
    const attributes = sameAttributes(made.attributes, view.attributes)
      ? {}
      : { attributes: { before: view.attributes, after: made.attributes } }
    const isResized = !isWhole && made.bytes.length !== side.bytes.length
    const moves = made.moves ?? (isResized ? movesTo(view, made.bytes, made.attributes) : [])
    return {
      entry: view.path,
      base: this.workspace.history.revision,
      splices,
      ...attributes,
      ...(moves.length > 0 && { moves }),
    }
  }

  add(patch: EntryAdded, circumstances: Circumstances): boolean {
    const payload = payloadOf(patch, circumstances)
    if ('code' in payload) return this.miss(payload)
    const path = this.here(patch.entry)
    const archive = parentPath(path)
    if (archive === undefined) return this.addedFile(patch, path, payload, circumstances)
    const parent = this.canonical.draft.view(archive)
    if (!parent?.archive) return this.miss(missing(patch.entry))
    const twin = parent.archive
      .rows()
      .find(row => row.name === patch.name && circumstances.hash(row.payload()) === patch.made)
    if (
      twin &&
      sameAttributes(twin.attributes, patch.attributes) &&
      this.counts.get(archive) === undefined &&
      lastStep(patch.entry).startsWith('+')
    ) {
      this.renumbered.set(path, twin.path)
      this.already++
      return true
    }
    return this.addedRow(patch, path, archive, payload)
  }

  /** Path of the next row that is added to an archive. */
  nextEntry(archive: EntryPath): EntryPath {
    const count = this.counts.get(archive) ?? 0
    this.counts.set(archive, count + 1)
    return rowPath(archive, `+${this.workspace.nextId(archive) + count}`)
  }

  private addedRow(patch: EntryAdded, path: EntryPath, archive: EntryPath, payload: Bytes): boolean {
    const isNew = lastStep(path).startsWith('+')
    const row = isNew ? this.nextEntry(archive) : path
    if (!this.perform(patch.entry, addEntry(row, this.workspace.history.revision, patch.attributes, payload)))
      return false
    this.renumbered.set(path, row)
    this.set++
    return true
  }

  private addedFile(patch: EntryAdded, path: EntryPath, payload: Bytes, { hash }: Circumstances): boolean {
    const present = this.canonical.draft.view(path)
    if (present && hash(present.payload()) === patch.made) this.already++
    else if (present) return this.miss({ ...missing(patch.entry), code: 'patch.exists' })
    else if (this.perform(patch.entry, addEntry(path, this.workspace.history.revision, {}, payload))) this.set++
    else return false
    return true
  }

  removed(patch: EntryRemoved, circumstances: Circumstances): boolean {
    const view = this.present(patch.entry)
    if ('code' in view && view.code === 'patch.missing') {
      this.already++
      return true
    }
    if ('code' in view) return this.miss(view)
    const wrong = wrongContent(sideOf(view), patch, circumstances)
    if (wrong) return this.miss(wrong)
    const source = {
      entry: view.path,
      revision: this.workspace.history.revision,
      bytes: view.payload(),
      attributes: view.attributes,
    }
    const isDone = this.perform(patch.entry, removeEntry(source))
    if (isDone) this.set++
    return isDone
  }

  order({ entry, rows }: RowOrder): boolean {
    const archive = this.present(entry)
    if ('code' in archive) return this.miss(archive)
    const wanted = rows.map(row => lastStep(this.here(rowPath(entry, row))))
    const present = archive.archive?.order ?? []
    if ([...wanted].sort().join(' ') !== [...present].sort().join(' ')) return this.miss(wrongOrder(entry))
    return wanted.every(
      (id, place) =>
        this.canonical.draft.view(archive.path)?.archive?.order[place] === id ||
        this.move(rowPath(archive.path, id), place),
    )
  }

  /** Moves a row to an index of its directory. */
  move(entry: EntryPath, row: number): boolean {
    const view = this.present(entry)
    if ('code' in view) return this.miss(view)
    return this.attributes(entry, view, { ...view.attributes, row })
  }

  private attributes(entry: EntryPath, view: View, after: Attributes): boolean {
    const isDone = this.perform(entry, {
      entry: view.path,
      base: this.workspace.history.revision,
      splices: [],
      attributes: { before: view.attributes, after },
    })
    if (isDone) this.set++
    return isDone
  }

  view(entry: EntryPath): View | undefined {
    const view = this.present(entry)
    return 'code' in view ? undefined : view
  }

  /** A file as the actions so far have it; undefined where it is none of theirs. */
  file(path: EntryPath): View | undefined {
    return this.canonical.draft.view(this.here(path))
  }

  miss(miss: Miss): false {
    this.misses.push(miss)
    return false
  }

  /**
   * Applies an edit to the draft. Returns false where the studio refuses it; the draft cannot be used after that. The edit was computed
   * on the draft, that is on the present revision, whatever base it names.
   */
  perform(entry: EntryPath, computed: Edit): boolean {
    if (computed.splices.length === 0 && !computed.attributes) return true
    const edit: Edit = { ...computed, base: this.workspace.history.revision }
    try {
      this.canonical.perform(edit)
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
      return this.miss(closed(entry, error.code))
    }
    this.edits.push(edit)
    return true
  }

  /** Commits all as one step of history; null where nothing changes. */
  async commit(label: Label): Promise<Commit | null> {
    return this.edits.length > 0 ? commitTransaction(this.workspace, { label, edits: this.edits }) : null
  }
}
