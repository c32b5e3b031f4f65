import type { KnownFamily } from '../format'
import { BACKUP_LIMITS } from './api/backup-limits'
import type { StudioEvents } from './api/events'
import type { Host } from './api/host'
import type { BackupLimits } from './api/storage'
import type { StudioApi } from './api/studio-api'
import type { Watch } from './conflicts/external-changes'
import { METHODS, type Method, type MethodName, type Mode } from './methods'
import { isOfLarge } from './entries/large-file'
import { OpenStudio } from './open-studio'

/** A studio: its methods and events. */
export interface Studio {
  readonly api: StudioApi
  /** Returns an unsubscribe function. */
  listen<E extends keyof StudioEvents>(event: E, handler: (payload: StudioEvents[E]) => void): () => void
  /** To be called before the program ends; otherwise the next start reports a crash. */
  close(): Promise<void>
}

/** Options of `createStudio`. */
export interface StudioOptions {
  readonly host: Host
  readonly families: readonly KnownFamily[]
  /** Watches folders for changes by other programs; given where windows are open. */
  readonly watch?: Watch
  /** Bytes of history kept in memory; older steps are read from the journal when they are undone or redone. */
  readonly historyBudget?: number
  /** Read at every use, so that a change of the settings takes effect immediately. */
  readonly backupLimits?: () => Promise<BackupLimits>
}

/** A studio with one open workspace, used by windows, the command line and tests. */
export function createStudio(options: StudioOptions): Studio {
  const studio = new OpenStudio({ backupLimits: () => Promise.resolve(BACKUP_LIMITS), ...options })
  const names = Object.keys(METHODS) as readonly MethodName[]
  // Each entry of the table has the type of its method; TypeScript cannot follow that through a loop over their names.
  const api = Object.fromEntries(names.map(name => [name, callOf(studio, METHODS[name] as Method<never>)])) as never
  return {
    api,
    close: () => studio.close(),
    listen: (event, handler) => studio.listen(event, handler),
  }
}

/** A method with its concurrency mode applied. */
function callOf(studio: OpenStudio, { mode, run, entries }: Method<never>): (...args: never) => Promise<unknown> {
  return async (...args) => {
    const chosen: Mode = typeof mode === 'function' ? mode(...args) : mode
    const work = async (): Promise<unknown> => run(studio, ...args)
    if (chosen === 'direct') return work()
    if (chosen === 'read') {
      await studio.inStep()
      return work()
    }
    if (chosen === 'write') return studio.turns.take(work)
    if (chosen === 'announced') return studio.announced(work)
    if (chosen === 'change') return studio.turns.take(() => changed(studio, entries?.(studio, ...args) ?? [], work))
    const { doing } = chosen
    if (chosen.mode === 'job' && !studio.turns.isIdle)
      return studio.locked(doing, studio.jobs.queue(`job.${doing}`, work))
    return studio.locked(doing, work)
  }
}

/** Edits of a large file take seconds, because its image is read, copied and hashed: they run as a job. */
async function changed(studio: OpenStudio, entries: readonly string[], work: () => Promise<unknown>): Promise<unknown> {
  if (!(await isOfLarge(studio.session.workspace, entries))) return work()
  return studio.jobs.run('job.edit', 1, () => studio.options.host.pause().then(work))
}
