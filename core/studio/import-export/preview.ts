import type { Edit, Transaction } from '../../edit'
import { StudioError, type Problem } from '../../format'
import { fromText } from '../../format/text-bytes'
import type { IncomingChanges, Taken, TakeOptions } from '../api/import-export'
import { changeBetween } from '../changes/changes'
import { checkView } from '../check/check'
import { commitTransaction, tryEdits } from '../entries/commit'
import type { View } from '../entries/view'
import type { Workspace } from '../entries/workspace'
import type { JobRun } from '../jobs/jobs'

/** Edits and their preview. */
export interface Weighed extends IncomingChanges {
  readonly name: string
  readonly edits: readonly Edit[]
}

/** The present state with edits that are not committed. */
export type Trial = Awaited<ReturnType<typeof tryEdits>>

/** The preview of no edits. */
export const unchanged = async (workspace: Workspace, view: View): Promise<Weighed> =>
  previewed(workspace, view, { edits: [], trial: await tryEdits(workspace, []) })

/** What edits of an entry, and of others that change with it, change: fields, sizes, new problems. */
export async function previewed(
  workspace: Workspace,
  view: View,
  { edits, trial }: { readonly edits: readonly Edit[]; readonly trial: Trial },
): Promise<Weighed> {
  const before = view.payload().length
  const touched = [...new Set(trial.edits.map(edit => edit.entry))]
  const entries = await Promise.all(
    touched.map(async one => changeBetween(one, await workspace.view(one), trial.draft.view(one))),
  )
  const own = { entry: view.path, name: view.name, sizeBefore: before, entries, isWhole: false, edits }
  if (touched.length === 0) return { ...own, sizeAfter: before, problems: [] }
  // An operation may change another file alone: then the trial does not have this one.
  const after = trial.draft.view(view.path) ?? view
  return { ...own, sizeAfter: after.payload().length, problems: await newProblems(workspace, view, after) }
}

/** Commits previewed edits. Throws StudioError `incoming.changed` where they would now have another result. */
export async function take(
  workspace: Workspace,
  wanted: Transaction,
  { dryRun, expect }: TakeOptions,
  job?: JobRun,
): Promise<Taken> {
  const plan = await planOf(workspace, wanted.edits, job)
  job?.counted(0) // what is refused now is the whole of it, no file
  if (expect !== undefined && expect !== plan) throw new StudioError('incoming.changed')
  return { plan, commit: dryRun || wanted.edits.length === 0 ? null : await commitTransaction(workspace, wanted, job) }
}

/** Digest of a change: equal for the same change of the same bytes, whatever was edited elsewhere. */
async function planOf(workspace: Workspace, edits: readonly Edit[], job?: JobRun): Promise<string> {
  const told: unknown[] = []
  job?.counted(edits.length)
  for (const { entry, splices, attributes, moves } of edits) {
    await job?.step(entry)
    told.push({
      entry,
      attributes,
      moves,
      splices: splices.map(({ offset, removed, inserted }) => [
        offset,
        workspace.hash(removed),
        workspace.hash(inserted),
      ]),
    })
  }
  return workspace.hash(fromText(JSON.stringify(told)))
}

async function newProblems(workspace: Workspace, before: View, after: View): Promise<readonly Problem[]> {
  const keyOf = ({ code, entry, path }: Problem): string => `${code} ${entry} ${path ?? ''}`
  const known = new Set((await checkView(workspace, before, 'present')).map(keyOf))
  return (await checkView(workspace, after, 'present')).filter(problem => !known.has(keyOf(problem)))
}
