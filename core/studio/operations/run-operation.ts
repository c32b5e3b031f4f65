import type { EntryPath, Label } from '../../edit'
import { StudioError } from '../../format'
import type { OperateOptions, OperationReport, ReadEntry } from '../api/import-export'
import { tryEdits } from '../entries/commit'
import { openedOf } from '../entries/entries'
import { ReadEntries } from '../entries/read-entries'
import type { Session } from '../entries/session'
import type { View } from '../entries/view'
import type { Workspace } from '../entries/workspace'
import { previewed, take } from '../import-export/preview'
import type { JobRun } from '../jobs/jobs'
import { performOperation, type Performed } from './perform'

type InTurn = <T>(run: () => Promise<T>) => Promise<T>

/**
 * Runs an operation of an entry's format as a job, beside other calls, and commits its result in turn, as one step; a dry
 * run only shows what it would change. Throws StudioError `operation.…`, `incoming.changed`, `job.cancelled` and errors of
 * the operation.
 */
export async function runOperation(
  session: Session,
  { entry: of, operation }: { readonly entry: EntryPath; readonly operation: string },
  options: OperateOptions,
  inTurn: InTurn,
): Promise<OperationReport> {
  const { workspace, jobs } = session
  const path = workspace.canonical(of)
  const given = { operation, parameters: options.parameters ?? {}, records: options.records ?? [] }
  return jobs.run('job.operation', 0, async job => {
    await guardUnmoved(workspace, options.read ?? [])
    const view = await workspace.need(path)
    const reads = new ReadEntries(workspace)
    const step = async (done: number, total: number): Promise<void> => {
      job.passed(done, '')
      job.counted(total)
      job.passed(done, view.name)
      await job.step(view.name)
    }
    const entry = openedOf(workspace, view, 'present', reads)
    const performed = await performOperation(view.format, entry, given, {
      step,
      guard: () => job.guard(),
      thread: workspace.parts.host.operate,
      nextEntry: archive => workspace.nextEntry(archive),
    })
    job.guard()
    const read = reads.all()
    const finish = (): Promise<OperationReport> => finished(workspace, { view, performed, read, given }, options, job)
    return options.dryRun ? finish() : inTurn(finish)
  })
}

interface Computed {
  readonly view: View
  readonly performed: Performed
  readonly read: readonly ReadEntry[]
  readonly given: { readonly operation: string; readonly records: readonly number[] }
}

async function finished(
  workspace: Workspace,
  { view, performed: { outcome, parameters, records }, read, given }: Computed,
  { dryRun, expect }: OperateOptions,
  job: JobRun,
): Promise<OperationReport> {
  if (!dryRun) await workspace.sync()
  await guardUnmoved(workspace, read)
  const base = workspace.history.revision
  const based = outcome.edits.map(edit => ({ ...edit, base }))
  const {
    name: _,
    edits,
    ...report
  } = await previewed(workspace, await workspace.need(view.path), {
    edits: based,
    trial: await tryEdits(workspace, based),
  })
  const label = labelOf(outcome.label, view.path, { ...given, parameters })
  return {
    ...report,
    notices: outcome.notices,
    counts: outcome.counts,
    label,
    parameters,
    records,
    read,
    ...(await take(workspace, { label, edits }, { dryRun, ...(expect !== undefined && { expect }) }, job)),
  }
}

/** The label of the step, with what a recipe runs again. */
function labelOf(
  { code, params }: Label,
  of: EntryPath,
  {
    operation,
    ...given
  }: { readonly operation: string; readonly records: readonly number[]; readonly parameters: object },
): Label {
  return { code, params: { ...params, of, operation, given: JSON.stringify(given) } }
}

/** Throws StudioError `operation.stale` where an entry is not the one that was read. */
async function guardUnmoved(workspace: Workspace, read: readonly ReadEntry[]): Promise<void> {
  for (const { entry, digest } of read) {
    const view = await workspace.view(workspace.canonical(entry))
    if ((view ? workspace.hash(view.payload()) : '') !== digest)
      throw new StudioError('operation.stale', { entry, name: view?.name ?? entry }, entry)
  }
}
