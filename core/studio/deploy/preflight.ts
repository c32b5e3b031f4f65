import { StudioError, type FileSystem, type Words } from '../../format'
import { MARKER } from '../install/deployed'
import type { DeployPlan } from '../api/deploy'
import type { Session } from '../entries/session'

/**
 * What would prevent files from being written now; part of the plan, so that deploy does not begin what it cannot
 * finish.
 */
export class PreflightProblems {
  /** Each error once: a folder without write permission is one entry, however many files it contains. */
  private readonly unwritable = new Map<string, Words>()
  private target: Promise<FileSystem> | undefined

  constructor(
    private readonly session: Session,
    private readonly writable: () => Promise<FileSystem>,
  ) {}

  /** Checks whether this file can be written. */
  async meet(file: string): Promise<void> {
    try {
      this.target ??= this.writable()
      await (await this.target).guardWrite(file)
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
      this.unwritable.set(`${error.code} ${error.params['path'] ?? ''}`, { code: error.code, params: error.params })
    }
  }

  async found(): Promise<Pick<DeployPlan, 'unwritable' | 'running'>> {
    if (!this.target) return { unwritable: [], running: [] } // nothing is to be written
    await this.meet(MARKER)
    return {
      unwritable: [...this.unwritable.values()],
      running: await this.session.host.running(this.session.workspace.parts.root),
    }
  }
}

/** Throws StudioError: the first file that cannot be written, or `deploy.game-running` unless forced. */
export function guardPreflight({ unwritable: [first], running: [program] }: DeployPlan, isForced: boolean): void {
  if (first) throw new StudioError(first.code, first.params)
  if (program && !isForced)
    throw new StudioError('deploy.game-running', { program: program.executable, pid: program.pid })
}
