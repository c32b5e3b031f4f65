import type { Family, InstallReader, Words } from '../../format'
import type { Emit } from '../api/events'
import type { InstallState, WorkspaceInfo } from '../api/workspace'
import type { Host } from '../api/host'
import { Jobs } from '../jobs/jobs'
import { fileNamed } from './entries'
import { rootsOf } from '../install/roots'
import { Subjects } from './subjects'
import type { Of } from './views'
import type { Workspace } from './workspace'

/** What all parts of the studio share: the open workspace, the host, the events, the jobs. */
export class Session {
  state: InstallState = 'original'
  /** Maps, missions, models of the install. */
  readonly subjects: Subjects

  constructor(
    readonly host: Host,
    readonly workspace: Workspace,
    readonly emit: Emit,
    readonly jobs = new Jobs(host, emit),
  ) {
    this.subjects = new Subjects(workspace, files => ({ ...this.reader('pristine'), files }))
  }

  get family(): Family | undefined {
    return this.workspace.parts.family
  }

  info(): WorkspaceInfo {
    const { workspace } = this
    const { install, root, only, folder, family, families, isReadOnly } = workspace.parts
    const count = (files: readonly string[], of: (file: string) => readonly string[]): number =>
      files.reduce((sum, file) => sum + of(file).length, 0)
    return {
      install: only === undefined ? root : this.host.join(root, only),
      workspace: folder,
      family: family?.id ?? 'unknown',
      families: families.map(({ id }) => id),
      title: family?.title ?? '',
      roots: rootsOf(families, install),
      revision: workspace.history.revision,
      fileCount: install.names.length,
      state: this.state,
      notices: this.notices(),
      isReadOnly,
      canUndo: !isReadOnly && workspace.history.canUndo,
      canRedo: !isReadOnly && workspace.history.canRedo,
      unpacked: count(workspace.dirty.unpackedFiles, file => workspace.dirty.unpackedIn(file)),
      changed: count(workspace.dirty.changedFiles, file => workspace.dirty.changedIn(file)),
    }
  }

  private notices(): readonly Words[] {
    const seen = new Map(this.workspace.notices.map(words => [JSON.stringify(words), words]))
    return [...seen.values()]
  }

  announce(): void {
    this.emit('info', this.info())
  }

  /** The install for families: packed or pristine files, names without case. */
  reader(of: Of): InstallReader {
    const { workspace } = this
    return {
      files: workspace.parts.install.names,
      read: async file => (await fileNamed(workspace, file, of))?.payload(),
    }
  }
}
