import type { EntryPath } from '../../edit'
import { HEAD_SIZE, OpenedEntry, printPath, type EntryRow, type EntrySource, type Opened } from '../../format'
import type { Bytes } from '../../layout'
import type { Of } from './views'
import type { Workspace } from './workspace'
import type { View } from './view'

/** Called with each file that is looked for, as it was named. */
export type OnRead = (file: string) => void

/** An entry as formats see it: payload as it would be packed, with its siblings and neighbours, all of the same moment. */
export const openedOf = (workspace: Workspace, view: View, of: Of, onRead?: OnRead): Opened =>
  new OpenedEntry(new ViewSource(workspace, view, of, onRead))

class ViewSource implements EntrySource {
  private knownRows: readonly EntryRow[] | undefined

  constructor(
    private readonly workspace: Workspace,
    private readonly view: View,
    private readonly of: Of,
    private readonly onRead: OnRead | undefined,
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

  get container(): EntrySource['container'] {
    return this.view.listed.container
  }

  get size(): number {
    return this.bytes.length
  }

  get head(): Bytes {
    return this.bytes.subarray(0, HEAD_SIZE)
  }

  get bytes(): Bytes {
    return this.view.payload()
  }

  get base(): Bytes {
    return this.view.base
  }

  own(): readonly EntryRow[] | undefined {
    this.knownRows ??= this.rowsOf(this.view.archive)
    return this.knownRows
  }

  around(): readonly EntryRow[] | undefined {
    return this.rowsOf(this.view.container)
  }

  private rowsOf(archive: View['archive']): readonly EntryRow[] | undefined {
    return archive?.rows().map(row => ({ name: row.name, attributes: row.attributes, open: () => this.with(row) }))
  }

  async file(path: string): Promise<EntrySource | undefined> {
    this.onRead?.(path)
    const found = await fileNamed(this.workspace, path, this.of)
    return found && this.with(found)
  }

  private with(view: View): ViewSource {
    return new ViewSource(this.workspace, view, this.of, this.onRead)
  }
}

/** The file of that name, matched without case. */
export async function fileNamed(workspace: Workspace, file: string, of: Of): Promise<View | undefined> {
  return workspace.view(workspace.canonical(printPath({ file, steps: [] })), of)
}

/** An entry as formats take it. Throws StudioError `entry.missing`. */
export async function opened(workspace: Workspace, entry: EntryPath, of: Of = 'present'): Promise<Opened> {
  return openedOf(workspace, await workspace.need(entry, of), of)
}
