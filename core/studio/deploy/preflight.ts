import { StudioError, type FileSystem, type Words } from '../../format'
import { MARKER } from '../install/deployed'
import type { DeployPlan } from '../api/deploy'
import type { Session } from '../entries/session'

/** What would stop the writing of files now: told with the plan, so that deploy does not begin what it cannot end. */
export class Hindrances {
  /** Each once: a folder without rights is one hindrance, however many files it holds. */
  private readonly unwritable = new Map<string, Words>()
  private target: Promise<FileSystem> | undefined

  constructor(
    private readonly session: Session,
    private readonly writable: () => Promise<FileSystem>,
  ) {}

  /** Looks whether this file could be written. */
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
export function guardHindrances({ unwritable: [first], running: [program] }: DeployPlan, isForced: boolean): void {
  if (first) throw new StudioError(first.code, first.params)
  if (program && !isForced)
    throw new StudioError('deploy.game-running', { program: program.executable, pid: program.pid })
}
