import {
  apply,
  canonicalSplices,
  difference,
  EditError,
  sameBytes,
  type Attributes,
  type Edit,
  type EntryPath,
  type Revision,
  type Transaction,
} from '../../edit'
import { parentPath, parsePath, StudioError } from '../../format'
import type { Bytes, Splice } from '../../layout'
import type { Draft } from './draft'
import { routeArchive } from './routing'
import { rowOf, sameAttributes } from './states'
import type { OpenArchive, View } from './view'

const EMPTY: Bytes = new Uint8Array(0)
const put = (bytes: Bytes): readonly Splice[] =>
  bytes.length > 0 ? [{ offset: 0, removed: EMPTY, inserted: bytes }] : []
const take = (bytes: Bytes): readonly Splice[] =>
  bytes.length > 0 ? [{ offset: 0, removed: bytes, inserted: EMPTY }] : []

/**
 * Converts the edits of an editor to the form of the journal: splices on the bytes that an entry itself owns, equal
 * whichever editor made them, with whole attributes. Each edit is applied to the draft.
 */
export class Canonical {
  readonly edits: Edit[] = []

  constructor(
    readonly draft: Draft,
    private readonly base: Revision,
    private readonly nextId: (archive: EntryPath) => number,
  ) {}

  copy(): Canonical {
    return new Canonical(this.draft.copy(), this.base, this.nextId)
  }

  /** Converts every edit of the transaction, in order. Throws StudioError. */
  run(transaction: Transaction): readonly Edit[] {
    for (const edit of transaction.edits) this.perform(edit)
    return this.edits
  }

  perform(edit: Edit): void {
    const { attributes } = edit
    if (attributes?.before === null && attributes.after === null) return
    if (attributes?.before === null) this.create(edit, attributes.after ?? {})
    else if (attributes?.after === null) this.remove(this.draft.need(edit.entry), attributes.before, edit.splices)
    else this.change(edit)
  }

  private emit(edit: Omit<Edit, 'base'>): void {
    const made = { ...edit, base: this.base }
    this.draft.apply(made)
    this.edits.push(made)
  }

  private create(edit: Edit, after: Attributes): void {
    const { steps } = parsePath(edit.entry)
    const id = steps.at(-1)
    const payload = applied(EMPTY, edit.splices, edit.entry)
    if (id === undefined)
      return this.emit({ entry: edit.entry, splices: put(payload), attributes: { before: null, after: {} } })
    const parent = this.draft.need(parentPath(edit.entry) ?? '')
    const archive = soundArchive(parent)
    const isNew = id.startsWith('+') && Number(id.slice(1)) >= this.nextId(parent.path)
    if (!isNew && !archive.pristineAttributes(id))
      throw new StudioError('entry.taken', { entry: edit.entry }, edit.entry)
    archive.codec.validate(after, { named: name => archive.named(name) })
    const row = Math.min(rowOf(after) ?? archive.length, archive.length)
    this.emit({ entry: edit.entry, splices: put(payload), attributes: { before: null, after: { ...after, row } } })
  }

  /** Deletes an entry; changes inside it are reverted first, so that undo restores them. */
  private remove(view: View, before: Attributes | undefined, splices: readonly Splice[]): void {
    if (before && !sameAttributes(before, view.attributes)) throw mismatch(view.path)
    if (splices.length > 0 && applied(view.payload(), splices, view.path).length > 0) throw mismatch(view.path)
    if (view.container) soundArchive(view.container.view)
    if (view.container?.regionOf(parsePath(view.path).steps.at(-1) ?? ''))
      throw new StudioError('edit.directory', { entry: view.path }, view.path)
    this.revertBelow(view)
    const now = this.draft.need(view.path)
    this.emit({ entry: view.path, splices: take(now.base), attributes: { before: now.attributes, after: null } })
  }

  private change(edit: Edit): void {
    const view = this.draft.need(edit.entry)
    if (edit.splices.length > 0 && !view.isReadable)
      throw new StudioError('entry.unreadable', { entry: edit.entry }, edit.entry)
    const attributes = edit.attributes && this.attributeChange(view, edit.attributes.before, edit.attributes.after)
    const isOwn = !view.archive && !this.isRegion(view)
    if (isOwn || edit.splices.length === 0) return this.changeOwn(view, edit, attributes)
    if (attributes) this.emit({ entry: edit.entry, splices: [], attributes })
    if (view.archive) this.routed(this.draft.need(edit.entry), edit.splices)
    else this.changeRegion(view, edit)
  }

  private changeOwn(view: View, edit: Edit, attributes: Edit['attributes']): void {
    const splices = canonical(view.base, edit.splices, edit.entry)
    if (splices.length === 0 && !attributes) return
    this.guardSize(view, splices)
    const moves = edit.moves && edit.moves.length > 0 ? { moves: edit.moves } : {}
    this.emit({ entry: edit.entry, splices, ...(attributes && { attributes }), ...moves })
  }

  /** Edits of an archive's own bytes: those inside rows become edits of the rows. */
  private routed(view: View, splices: readonly Splice[]): void {
    const before = view.payload()
    const after = applied(before, splices, view.path)
    if (sameBytes(before, after)) return
    const route = routeArchive(this, view, after)
    if (route.ok) {
      for (const edit of route.edits) this.perform(edit)
      return
    }
    const [only] = splices
    const isWhole = splices.length === 1 && only?.offset === 0 && only.removed.length === before.length
    if (!isWhole) throw new StudioError(route.reason, { entry: view.path }, view.path)
    this.revertBelow(view)
    this.setBytes(this.draft.need(view.path), after)
  }

  private isRegion(view: View): boolean {
    return view.container?.regionOf(parsePath(view.path).steps.at(-1) ?? '') !== undefined
  }

  private changeRegion(view: View, edit: Edit): void {
    const region = view.container?.regionOf(parsePath(view.path).steps.at(-1) ?? '')
    if (!region || !view.container) return
    if (region.kind === 'gap' || region.kind === 'padding') {
      if (edit.splices.some(splice => splice.removed.length !== splice.inserted.length))
        throw new StudioError('edit.gap-size', { entry: view.path }, view.path)
      return this.changeOwn(view, edit, undefined)
    }
    const splices = edit.splices.map(splice => ({ ...splice, offset: splice.offset + region.offset }))
    this.routed(view.container.view, splices)
  }

  private attributeChange(view: View, before: Attributes | null, after: Attributes | null): Edit['attributes'] {
    if (!before || !after) return undefined
    if (!sameAttributes(before, view.attributes)) throw mismatch(view.path)
    const row = rowOf(view.attributes)
    const wanted = rowOf(after)
    const isMoved = wanted !== undefined && wanted !== rowOf(before)
    if (sameAttributes(after, view.attributes) && !isMoved) return undefined
    if (!view.container || this.isRegion(view))
      throw new StudioError('edit.file-attributes', { entry: view.path }, view.path)
    const { container } = view
    const named = (name: string): readonly Attributes[] => container.named(name, parsePath(view.path).steps.at(-1))
    container.codec.validate(after, { before: view.attributes, named })
    if (isMoved) soundArchive(view.container.view)
    const place = Math.min(isMoved ? wanted : (row ?? 0), view.container.length - 1)
    return { before: view.attributes, after: { ...after, row: place } }
  }

  private guardSize(view: View, splices: readonly Splice[]): void {
    if (view.container && splices.some(splice => splice.removed.length !== splice.inserted.length))
      soundArchive(view.container.view)
  }

  private setBytes(view: View, after: Bytes): void {
    const splices = difference(view.base, after)
    if (splices.length > 0) this.emit({ entry: view.path, splices })
  }

  /** Restores the pristine image of an entry with everything in it. */
  revert(path: EntryPath): void {
    const view = this.draft.view(path)
    if (!view) return this.bringBack(path)
    const id = parsePath(path).steps.at(-1)
    const source = id === undefined ? this.draft.sources.get(parsePath(path).file) : undefined
    if (id === undefined ? !source : id.startsWith('+')) return this.remove(view, undefined, [])
    this.revertBelow(view)
    const now = this.draft.need(path)
    const pristine = source ?? now.container?.pristinePayload(id ?? '') ?? regionBytes(now.container, id ?? '')
    if (pristine) this.setBytes(now, pristine)
    const attributes = now.container?.pristineAttributes(id ?? '')
    const again = this.draft.need(path)
    if (attributes && !sameAttributes(attributes, again.attributes)) {
      const row = rowOf(again.attributes) ?? 0
      this.emit({ entry: path, splices: [], attributes: { before: again.attributes, after: { ...attributes, row } } })
    }
  }

  private bringBack(path: EntryPath): void {
    const parent = this.draft.need(parentPath(path) ?? '')
    const id = parsePath(path).steps.at(-1) ?? ''
    const attributes = parent.archive?.pristineAttributes(id)
    if (!attributes) throw new StudioError('entry.missing', { entry: path }, path)
    const row = Math.min(Number(id), parent.archive?.length ?? 0)
    this.emit({
      entry: path,
      splices: put(parent.archive?.pristinePayload(id) ?? EMPTY),
      attributes: { before: null, after: { ...attributes, row } },
    })
  }

  /** Reverts everything inside an archive, including its rows and their order. */
  private revertBelow(view: View): void {
    const archive = view.archive
    if (!archive?.isTouched) return
    const present = new Set(archive.order)
    const pristine = archive.archive.rows.map(row => String(row.id))
    const pathOf = (step: string): EntryPath => `${view.path}!${/^\+?\d+$/.test(step) ? `#${step}` : step}`
    for (const step of [...archive.touched]) if (present.has(step) || archive.regionOf(step)) this.revert(pathOf(step))
    for (const id of archive.order) if (id.startsWith('+') && this.draft.view(pathOf(id))) this.revert(pathOf(id))
    for (const id of pristine) if (!present.has(id)) this.bringBack(pathOf(id))
    pristine.forEach((id, place) => {
      const row = this.draft.need(pathOf(id))
      if (rowOf(row.attributes) !== place)
        this.emit({
          entry: row.path,
          splices: [],
          attributes: { before: row.attributes, after: { ...row.attributes, row: place } },
        })
    })
  }
}

function regionBytes(archive: OpenArchive | undefined, step: string): Bytes | undefined {
  const region = archive?.regionOf(step)
  return region && archive?.view.base.subarray(region.offset, region.offset + region.size)
}

const mismatch = (entry: EntryPath): StudioError => new StudioError('edit.mismatch', { entry, offset: 0 }, entry)

/** Rows may be added, removed, moved and resized only where every byte has one owner. Throws StudioError `archive.unsound`, `archive.not-open`. */
function soundArchive(view: View): OpenArchive {
  if (!view.archive) throw new StudioError('archive.not-open', { entry: view.path }, view.path)
  if (!view.archive.archive.isSound) throw new StudioError('archive.unsound', { entry: view.path }, view.path)
  return view.archive
}

function applied(bytes: Bytes, splices: readonly Splice[], entry: EntryPath): Bytes {
  return fitting(entry, () => apply(bytes, splices))
}

function canonical(bytes: Bytes, splices: readonly Splice[], entry: EntryPath): readonly Splice[] {
  return fitting(entry, () => canonicalSplices(bytes, splices))
}

function fitting<T>(entry: EntryPath, make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (error instanceof EditError) throw new StudioError(error.code, { entry, offset: error.offset }, entry)
    throw error
  }
}
