import { StudioError, type FileSystem, type Words } from '../../format'
import type { DeployPlan, PlannedFile } from '../api'
import { MARKER } from './deployed'
import type { Session } from '../session'

/** What would stop the writing of these files now: told with the plan, so that deploy does not begin what it cannot end. */
export async function hindrancesOf(session: Session, writable: () => Promise<FileSystem>, files: readonly PlannedFile[]): Promise<Pick<DeployPlan, 'unwritable' | 'running'>> {
  const work = files.filter(file => file.action !== 'none').map(file => file.file)
  if (work.length === 0) return { unwritable: [], running: [] }
  const [unwritable, running] = await Promise.all([unwritableOf(writable, [...work, MARKER]), session.host.running(session.workspace.parts.root)])
  return { unwritable, running }
}

/** Each once: a folder without rights is one hindrance, however many files it holds. */
async function unwritableOf(writable: () => Promise<FileSystem>, files: readonly string[]): Promise<readonly Words[]> {
  const found = new Map<string, Words>()
  const tried = async (attempt: () => Promise<void>): Promise<void> => {
    try {
      await attempt()
    } catch (error) {
      if (!(error instanceof StudioError)) throw error
      found.set(`${error.code} ${error.params['path'] ?? ''}`, { code: error.code, params: error.params })
    }
  }
  await tried(async () => {
    const target = await writable()
    for (const file of files) await tried(() => target.guardWrite(file))
  })
  return [...found.values()]
}

/** Throws StudioError: the first file that cannot be written, or `deploy.game-running` unless forced. */
export function guardHindrances({ unwritable: [first], running: [program] }: DeployPlan, isForced: boolean): void {
  if (first) throw new StudioError(first.code, first.params)
  if (program && !isForced) throw new StudioError('deploy.game-running', { program: program.executable, pid: program.pid })
}
