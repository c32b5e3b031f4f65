import { difference, sameBytes, type Commit, type Edit, type EntryPath } from '../../edit'
import { StudioError, type Problem } from '../../format'
import type { Bytes } from '../../layout'
import type { EntryChange } from '../api'
import { changeBetween } from '../pack/changes'
import { checkView } from '../pack/check'
import type { View } from '../entries/view'
import type { Workspace } from '../workspace'

/** What bytes from outside change, or would. */
export interface IncomingReport {
  readonly entry: EntryPath
  readonly sizeBefore: number
  readonly sizeAfter: number
  /** Entries that become others, with the fields that differ; none where the bytes are the same. */
  readonly entries: readonly EntryChange[]
  /** An archive whose rows are not those of the present one: it is taken as a whole, and its entries are not told apart. */
  readonly isWhole: boolean
  /** Problems that are not there now. */
  readonly problems: readonly Problem[]
  /** Null for a dry run and where nothing changes. */
  readonly commit: Commit | null
}

export interface IncomingOptions {
  /** Name of the file that the bytes came from. */
  readonly file: string
  readonly dryRun: boolean
}

/** Puts bytes in place of an entry, as one step: of an archive only the entries that differ are touched. */
export async function incoming(workspace: Workspace, entry: EntryPath, bytes: Bytes, { file, dryRun }: IncomingOptions): Promise<IncomingReport> {
  const path = workspace.canonical(entry)
  const view = await workspace.need(path)
  const before = view.payload()
  const sizes = { entry: path, sizeBefore: before.length, sizeAfter: bytes.length }
  if (sameBytes(before, bytes)) return { ...sizes, entries: [], isWhole: false, problems: [], commit: null }
  const { edits, trial, isWhole } = await tried(workspace, view, bytes)
  const label = { code: 'label.entry-replaced', params: { name: view.name, file } }
  const touched = [...new Set(trial.edits.map(edit => edit.entry))]
  const entries = await Promise.all(touched.map(async one => changeBetween(one, await workspace.view(one), trial.draft.view(one))))
  const after = trial.draft.need(path)
  const problems = await newProblems(workspace, view, after)
  const commit = dryRun ? null : await workspace.commit({ label, edits })
  return { ...sizes, entries, isWhole, problems, commit }
}

interface Tried {
  readonly edits: readonly Edit[]
  readonly trial: Awaited<ReturnType<Workspace['trial']>>
  readonly isWhole: boolean
}

/** The least that makes the bytes; where rows of an archive cannot be matched, the whole of it. */
async function tried(workspace: Workspace, view: View, bytes: Bytes): Promise<Tried> {
  const before = view.payload()
  const base = workspace.history.revision
  const least: readonly Edit[] = [{ entry: view.path, base, splices: difference(before, bytes) }]
  try {
    return { edits: least, trial: await workspace.trial(least), isWhole: false }
  } catch (error) {
    if (!(error instanceof StudioError) || !view.archive) throw error
    const whole: readonly Edit[] = [{ entry: view.path, base, splices: [{ offset: 0, removed: before, inserted: bytes }] }]
    return { edits: whole, trial: await workspace.trial(whole), isWhole: true }
  }
}

async function newProblems(workspace: Workspace, before: View, after: View): Promise<readonly Problem[]> {
  const keyOf = ({ code, entry, path }: Problem): string => `${code} ${entry} ${path ?? ''}`
  const known = new Set((await checkView(workspace, before, 'present')).map(keyOf))
  return (await checkView(workspace, after, 'present')).filter(problem => !known.has(keyOf(problem)))
}
