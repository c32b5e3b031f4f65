import { apply, applyInPlace, EditError, sameBytes, type Attributes, type Edit, type EntryPath } from '../../edit'
import { filePath, parsePath, printPath, StudioError, type Format } from '../../format'
import { joinedMoves, type Bytes, type Move, type Splice } from '../../layout'
import type { PageOf } from '../install/code-pages'
import type { Directory } from './directory'
import type { RowOrder } from './row-order'
import { rowOf, sameAttributes, withoutRow, type EntryState, type States } from './states'
import { View } from './view'

const EMPTY: Bytes = new Uint8Array(0)

/** Pristine images of files by name (decoded); undefined: the install has no such file. */
export type Sources = ReadonlyMap<string, Bytes | undefined>

/** The view of a file; undefined where it exists neither in the install nor in an edit. */
export function fileView(
  states: States,
  formats: readonly Format[],
  file: string,
  pristine: Bytes | undefined,
  pageOf?: PageOf,
): View | undefined {
  const path = printPath({ file, steps: [] })
  const base = states.get(path)?.bytes ?? pristine
  return base && new View({ states, formats, pageOf }, path, base, {}, file.split('/').at(-1) ?? file, undefined, true)
}

/** The view reached from a file by these steps; undefined where one does not exist. */
export function descend(root: View | undefined, steps: readonly string[]): View | undefined {
  return steps.reduce((view, step) => view?.child(step), root)
}

/** States under construction: canonical edits are applied to it; it is discarded or accepted as a whole. */
export class Draft {
  private readonly roots = new Map<string, View | undefined>()
  /** Buffers that only this draft uses; the replay of thousands of edits writes into them. */
  private readonly own = new Map<EntryPath, Uint8Array>()

  constructor(
    readonly states: States,
    readonly formats: readonly Format[],
    readonly sources: Sources,
    private readonly isReplay = false,
  ) {}

  copy(): Draft {
    return new Draft(this.states.copy(), this.formats, this.sources)
  }

  view(path: EntryPath): View | undefined {
    const { file, steps } = parsePath(path)
    for (let depth = 0; depth < steps.length; depth++) this.settleOwn(printPath({ file, steps: steps.slice(0, depth) }))
    if (!this.roots.has(file)) this.roots.set(file, fileView(this.states, this.formats, file, this.sources.get(file)))
    return descend(this.roots.get(file), steps)
  }

  need(path: EntryPath): View {
    const view = this.view(path)
    if (!view) throw new StudioError('entry.missing', { entry: path }, path)
    return view
  }

  /** Applies a canonical edit. Throws StudioError `edit.mismatch`, `entry.missing`, `entry.exists`. */
  apply(edit: Edit): void {
    try {
      if (edit.attributes?.before === null) this.create(edit, edit.attributes.after ?? {})
      else if (edit.attributes?.after === null) this.remove(edit)
      else this.change(edit)
    } catch (error) {
      if (error instanceof EditError)
        throw new StudioError(error.code, { offset: error.offset, entry: edit.entry }, edit.entry)
      throw error
    }
  }

  private settle(path: EntryPath, state: EntryState | undefined): void {
    this.states.set(path, state)
    const { file, steps } = parsePath(path)
    // A file with thousands of edits is not opened again after each.
    const root = this.roots.get(file)
    const isCurrent = steps.length > 0 && (root?.isUnopened === true || root?.replaced(steps) === true)
    if (!isCurrent) this.roots.delete(file)
  }

  private create(edit: Edit, attributes: Attributes): void {
    if (this.view(edit.entry)) throw new StudioError('entry.exists', { entry: edit.entry }, edit.entry)
    const bytes = apply(EMPTY, edit.splices)
    const { file, steps } = parsePath(edit.entry)
    const id = steps.at(-1)
    if (id === undefined) return this.settle(edit.entry, { bytes, attributes: withoutRow(attributes) })
    const parent = this.need(printPath({ file, steps: steps.slice(0, -1) }))
    const archive = parent.archive
    if (!archive) throw new StudioError('archive.not-open', { entry: parent.path }, parent.path)
    const place = Math.min(rowOf(attributes) ?? archive.length, archive.length)
    this.reorder(parent, rows => rows.add(id, place, withoutRow(attributes)))
    this.settle(
      edit.entry,
      normal(
        { bytes, attributes: withoutRow(attributes), moves: [] },
        archive.pristinePayload(id),
        archive.pristineAttributes(id),
      ),
    )
  }

  private remove(edit: Edit): void {
    const view = this.settled(edit.entry)
    this.guardAttributes(view, edit)
    if (apply(view.base, edit.splices).length > 0)
      throw new StudioError('edit.mismatch', { entry: edit.entry, offset: 0 }, edit.entry)
    if (view.container) {
      const id = parsePath(edit.entry).steps.at(-1) ?? ''
      this.reorder(view.container.view, rows => rows.remove(id))
    } else if (this.sources.get(filePath(edit.entry)))
      throw new StudioError('entry.is-original', { entry: edit.entry }, edit.entry)
    this.settle(edit.entry, undefined)
  }

  private change(edit: Edit): void {
    if (this.isReplay && !edit.attributes && !edit.moves && edit.splices.every(keepsLength))
      return this.changeInPlace(edit)
    const view = this.settled(edit.entry)
    this.guardAttributes(view, edit)
    const bytes = edit.splices.length > 0 ? apply(view.base, edit.splices) : view.base
    const after = edit.attributes?.after
    const id = parsePath(edit.entry).steps.at(-1) ?? ''
    const place = rowOf(after)
    const attributes = withoutRow(after ?? view.attributes)
    const { container } = view
    const moves = joinedMoves(view.state?.moves ?? [], edit.moves ?? [])
    this.settle(
      edit.entry,
      normal({ bytes, attributes, moves }, this.pristineBytes(view), this.pristineAttributes(view)),
    )
    if (after && container && place !== undefined && place !== rowOf(edit.attributes?.before))
      this.reorder(this.need(container.view.path), rows => rows.move(id, place))
  }

  private changeInPlace(edit: Edit): void {
    let buffer = this.own.get(edit.entry)
    if (!buffer) {
      buffer = this.settled(edit.entry).base.slice()
      applyInPlace(buffer, edit.splices)
      this.settle(edit.entry, { ...this.states.get(edit.entry), bytes: buffer })
      this.own.set(edit.entry, buffer)
    } else applyInPlace(buffer, edit.splices)
  }

  /** After a replay: removes states that equal the pristine bytes. */
  finish(): States {
    for (const path of [...this.own.keys()]) this.settleOwn(path)
    return this.states
  }

  /**
   * The entry without private buffers in it or below: a state may be compared only with bytes that no longer change.
   */
  private settled(entry: EntryPath): View {
    if (this.own.size > 0 && this.need(entry).archive) {
      for (const path of [...this.own.keys()]) if (path.startsWith(`${entry}!`)) this.settleOwn(path)
    }
    this.settleOwn(entry)
    return this.need(entry)
  }

  private settleOwn(path: EntryPath): void {
    const view = this.own.delete(path) && this.view(path)
    if (view)
      this.settle(
        path,
        normal(
          { bytes: view.base, attributes: withoutRow(view.attributes), moves: view.state?.moves ?? [] },
          this.pristineBytes(view),
          this.pristineAttributes(view),
        ),
      )
  }

  private pristineBytes(view: View): Bytes | undefined {
    if (!view.container) return this.sources.get(filePath(view.path))
    const step = parsePath(view.path).steps.at(-1) ?? ''
    const region = view.container.regionOf(step)
    if (region) return view.container.view.base.subarray(region.offset, region.offset + region.size)
    return view.container.pristinePayload(step)
  }

  private pristineAttributes(view: View): Attributes | undefined {
    const step = parsePath(view.path).steps.at(-1)
    if (!view.container || view.container.regionOf(step ?? ''))
      return this.sources.get(filePath(view.path)) || view.container ? {} : undefined
    return view.container.pristineAttributes(step ?? '')
  }

  private guardAttributes(view: View, edit: Edit): void {
    const before = edit.attributes?.before
    if (before && !sameAttributes(before, view.attributes))
      throw new StudioError('edit.mismatch', { entry: edit.entry, offset: 0 }, edit.entry)
  }

  private reorder(view: View, change: (rows: Directory) => RowOrder): void {
    view.archive?.reordered(change, order => this.states.setOrder(view.path, order))
  }
}

const keepsLength = (splice: Splice): boolean => splice.removed.length === splice.inserted.length

/**
 * A state without the parts that equal the pristine entry; of an added entry both stay. A pristine entry whose payload
 * cannot be read has attributes only, and its bytes cannot be changed.
 */
function normal(
  state: { bytes: Bytes; attributes: Attributes; moves: readonly Move[] },
  bytes: Bytes | undefined,
  attributes: Attributes | undefined,
): EntryState {
  const payload = bytes ?? (attributes && EMPTY)
  const { bytes: made, moves } = state
  return {
    ...((!payload || !sameBytes(made, payload)) && { bytes: made, ...(moves.length > 0 && { moves }) }),
    ...((!attributes || !sameAttributes(state.attributes, attributes)) && { attributes: state.attributes }),
  }
}
