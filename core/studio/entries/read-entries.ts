import type { EntryPath } from '../../edit'
import { printPath } from '../../format'
import type { ReadEntry } from '../api/import-export'
import type { ReadListener } from './entries'
import type { View } from './view'
import type { Workspace } from './workspace'

/** Entries that something reads, with their digests at that moment; of a file that does not exist an empty one. */
export class ReadEntries implements ReadListener {
  private readonly digests = new Map<EntryPath, string>()

  constructor(private readonly workspace: Workspace) {}

  payload(view: View): void {
    if (!this.digests.has(view.path)) this.digests.set(view.path, this.workspace.hash(view.payload()))
  }

  listed(): void {} // of rows only those count that are read

  looked(file: string, view: View | undefined): void {
    const path = this.workspace.canonical(printPath({ file, steps: [] }))
    if (!view) this.digests.set(path, this.digests.get(path) ?? '')
    else if (this.digests.get(path) === '') this.digests.delete(path)
  }

  all(): readonly ReadEntry[] {
    return Array.from(this.digests, ([entry, digest]) => ({ entry, digest }))
  }
}
