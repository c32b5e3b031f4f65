import type { Commit } from '../../edit'
import { StudioError } from '../../format'
import { backupPath } from '../install/copies'
import type { Workspace } from '../entries/workspace'
import { pruneBackups } from './storage-cleanup'

const FAILED = 'notice.backup-failed'
const MINUTE = 60_000

/**
 * Copies the journal into the folder of the originals during work. Commits trigger it, so an idle studio writes
 * nothing.
 */
export class JournalBackups {
  private last: number

  constructor(private readonly workspace: Workspace) {
    this.last = workspace.parts.host.now()
  }

  /** Whether a copy is due after this commit; never within a gesture. */
  isDue(commit: Commit): boolean {
    const { isReadOnly, host } = this.workspace.parts
    if (isReadOnly || commit.kind === 'packed' || commit.transaction.joins !== undefined) return false
    return host.now() - this.last >= this.workspace.backupLimits.minutes * MINUTE
  }

  /** Makes a copy. A failure is reported once, until a copy succeeds. */
  async make(): Promise<void> {
    const { workspace } = this
    const { store, host, journal } = workspace.parts
    this.last = host.now()
    try {
      await store.write(
        backupPath(`journal-${new Date(this.last).toISOString().replaceAll(':', '-')}.ndjson`),
        await journal.text(),
      )
      await pruneBackups(workspace)
      workspace.forgetNotice(FAILED)
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
      workspace.notices.push({ code: FAILED, params: { path: store.root } })
    }
  }
}
