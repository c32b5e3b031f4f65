import type { EntryPath } from '../../edit'
import { filePath } from '../../format'
import type { ReadListener } from '../entries/entries'
import type { OpenArchive, View } from '../entries/view'
import type { Workspace } from '../entries/workspace'

/** Returns the present view of a path; undefined where nothing is there. */
export type ViewAt = (path: EntryPath) => Promise<View | undefined>

/** Of a payload: the image that holds it; of an archive with changes, which is packed from many, the version of its file. */
type PayloadState = WeakRef<object> | number

/** Everything that a rule read, each with its state at that time. */
export class Reads implements ReadListener {
  private readonly payloads = new Map<EntryPath, PayloadState>()
  private readonly rows = new Map<EntryPath, readonly unknown[]>()
  private readonly found = new Map<string, boolean>()

  constructor(private readonly workspace: Workspace) {}

  payload(view: View): void {
    if (!this.payloads.has(view.path)) this.payloads.set(view.path, this.payloadState(view))
  }

  listed(archive: OpenArchive): void {
    this.rows.set(archive.view.path, archive.rowsState)
  }

  looked(file: string, view: View | undefined): void {
    this.found.set(file, view !== undefined)
  }

  /** Files that were requested. */
  get files(): Iterable<string> {
    return this.found.keys()
  }

  /** Whether reading all of it again would give the same. */
  async areCurrent(viewAt: ViewAt, fileAt: ViewAt): Promise<boolean> {
    for (const [file, was] of this.found) if (((await fileAt(file)) !== undefined) !== was) return false
    for (const [path, before] of this.payloads) {
      const view = await viewAt(path)
      if (!view || !isSame(before, this.payloadState(view))) return false
    }
    for (const [path, before] of this.rows) {
      const state = (await viewAt(path))?.archive?.rowsState
      if (!state || !sameList(before, state)) return false
    }
    return true
  }

  private payloadState(view: View): PayloadState {
    return view.archive?.isTouched ? this.workspace.version(filePath(view.path)) : new WeakRef(view.base)
  }
}

const isSame = (a: PayloadState, b: PayloadState): boolean =>
  typeof a === 'number' || typeof b === 'number' ? a === b : a.deref() === b.deref() && a.deref() !== undefined

export const sameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a === b || (a.length === b.length && a.every((item, i) => item === b[i]))
