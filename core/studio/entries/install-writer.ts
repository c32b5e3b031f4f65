import { StudioError, type FileSystem, type GuardPresent } from '../../format'
import type { Bytes } from '../../layout'
import type { JobRun } from '../jobs/jobs'
import type { Workspace } from './workspace'

/** New content of one file of the install. */
export interface Replacement {
  readonly file: string
  /** Undefined: the file is removed. */
  readonly bytes: Bytes | undefined
  /** Digest of the bytes that it replaces, as planned; null: no file. */
  readonly from: string | null
}

/** A file that was replaced, with the bytes before and after. */
interface Replaced {
  readonly file: string
  readonly old: Bytes | undefined
  readonly bytes: Bytes | undefined
}

/**
 * Replaces and removes files of the install, each only while it has the planned digest: a write by another program is
 * never overwritten.
 */
export class InstallWriter {
  private readonly replaced: Replaced[] = []

  constructor(
    private readonly workspace: Workspace,
    private readonly target: FileSystem,
  ) {}

  /**
   * Throws StudioError `deploy.file-changed` where the file does not have the planned digest, and the errors of the
   * disk.
   */
  async replace({ file, bytes, from }: Replacement): Promise<void> {
    const { install } = this.workspace.parts
    try {
      await this.put(file, bytes, present => {
        if (this.digest(present) !== from) throw new StudioError('deploy.file-changed', { file })
        this.replaced.push({ file, old: present, bytes })
      })
    } finally {
      install.forgetFile(file)
    }
  }

  /**
   * Restores the replaced files, the last one first. A file that another program wrote since is left as it is, with a
   * notice. Throws the errors of the disk.
   */
  async takeBack(job: JobRun): Promise<void> {
    for (const [i, { file, old, bytes }] of [...this.replaced].reverse().entries()) {
      job.told(this.replaced.length - i, file)
      await this.putBack(file, old, bytes)
      this.workspace.parts.install.forgetFile(file)
    }
  }

  private async putBack(file: string, old: Bytes | undefined, written: Bytes | undefined): Promise<void> {
    const [before, after] = [this.digest(old), this.digest(written)]
    const {
      parts: { install },
      notices,
    } = this.workspace
    install.forgetFile(file)
    if (((await install.presentHash(file)) ?? null) === before) return
    const changed = new StudioError('deploy.file-changed', { file })
    try {
      await this.put(file, old, present => {
        if (this.digest(present) !== after) throw changed
      })
    } catch (error) {
      if (error !== changed) throw error
      notices.push({ code: 'notice.file-left', params: { file } })
    }
  }

  private digest(bytes: Bytes | undefined): string | null {
    return bytes ? this.workspace.parts.host.hash(bytes) : null
  }

  private async put(file: string, bytes: Bytes | undefined, guard: GuardPresent): Promise<void> {
    await (bytes ? this.target.write(file, bytes, { guard }) : this.target.remove(file, { guard }))
  }
}
