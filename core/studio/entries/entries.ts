import type { EntryPath } from '../../edit'
import { HEAD_SIZE, OpenedEntry, printPath, type EntrySource, type Opened } from '../../format'
import type { Bytes } from '../../layout'
import type { Of } from './views'
import type { Workspace } from './workspace'
import type { OpenArchive, View } from './view'

/** Receives what is read through an `Opened`: payloads, rows of archives, files by the requested name. */
export interface ReadListener {
  payload(view: View): void
  listed(archive: OpenArchive): void
  looked(file: string, view: View | undefined): void
}

/** An entry as formats see it: payload as it would be packed, with its siblings and neighbours, all of the same moment. */
export const openedOf = (workspace: Workspace, view: View, of: Of, listener?: ReadListener): Opened =>
  openedAmong(view, file => fileNamed(workspace, file, of), listener)

/** The same with files from another source, such as a draft. */
export const openedAmong = (view: View, find: FindFile, listener?: ReadListener): Opened =>
  new OpenedEntry(new ViewSource(view, find, listener))

/** A file of the install, relative to its root, matched without case. */
export type FindFile = (file: string) => Promise<View | undefined>

class ViewSource implements EntrySource<View> {
  constructor(
    private readonly view: View,
    private readonly find: FindFile,
    private readonly listener: ReadListener | undefined,
  ) {}

  get path(): EntryPath {
    return this.view.path
  }

  get name(): string {
    return this.view.name
  }

  get attributes(): View['attributes'] {
    return this.view.attributes
  }

  get container(): Opened['container'] {
    return this.view.listed.container
  }

  get size(): number {
    return this.bytes.length
  }

  get head(): Bytes {
    return this.bytes.subarray(0, HEAD_SIZE)
  }

  get bytes(): Bytes {
    this.listener?.payload(this.view)
    return this.view.payload()
  }

  get base(): Bytes {
    this.listener?.payload(this.view)
    return this.view.base
  }

  own(): readonly View[] | undefined {
    this.listener?.payload(this.view)
    return this.rowsOf(this.view.archive)
  }

  around(): readonly View[] | undefined {
    return this.rowsOf(this.view.container)
  }

  private rowsOf(archive: OpenArchive | undefined): readonly View[] | undefined {
    if (archive) this.listener?.listed(archive)
    return archive?.rows()
  }

  async file(path: string): Promise<ViewSource | undefined> {
    this.listener?.looked(path, undefined) // also where it cannot be read
    const found = await this.find(path)
    this.listener?.looked(path, found)
    return found && this.open(found)
  }

  open(view: View): ViewSource {
    return new ViewSource(view, this.find, this.listener)
  }
}

/** The file of that name, matched without case. */
export async function fileNamed(workspace: Workspace, file: string, of: Of): Promise<View | undefined> {
  return workspace.view(workspace.canonical(printPath({ file, steps: [] })), of)
}

/** An entry as formats read it. Throws StudioError `entry.missing`. */
export async function opened(workspace: Workspace, entry: EntryPath, of: Of = 'present'): Promise<Opened> {
  return openedOf(workspace, await workspace.need(entry, of), of)
}
