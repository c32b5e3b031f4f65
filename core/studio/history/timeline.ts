import { sameBytes, type Change, type Edit, type Revision } from '../../edit'
import { filePath, printPath, rowPath, StudioError } from '../../format'
import type { EntryChange, FileChange } from '../api/changes'
import { readBackup } from '../install/copies'
import { commitTransaction, redoStep, undoLast } from '../entries/commit'
import { keptOriginal } from '../conflicts/take-over'
import type { View } from '../entries/view'
import { changeBetween } from '../changes/changes'
import { applyAll } from '../entries/replay'
import { pointAt, wayTo } from '../entries/state-at-revision'
import { localDraft } from '../conflicts/rebase'
import type { Session } from '../entries/session'
import type { Workspace } from '../entries/workspace'

/**
 * Undoes and redoes, on any branch, until this step is the last one in effect (0: none is). Returns the commits. Throws
 * StudioError before the first of them where another program changed a file that the steps change.
 */
export async function jump(session: Session, to: Revision): Promise<readonly Change[]> {
  const { workspace } = session
  await workspace.sync()
  const { undo, redo } = wayTo(workspace, to)
  await workspace.guardOutside([...undo, ...redo].flatMap(step => step.entries))
  if (undo.length + redo.length === 0) return []
  return session.jobs.run('job.jump', undo.length + redo.length, async job => {
    const made: Change[] = []
    const take = async (change: () => Promise<Change | null>): Promise<void> => {
      await job.step()
      const commit = await change()
      if (commit) made.push(commit)
    }
    for (let i = 0; i < undo.length; i++) await take(() => undoLast(workspace))
    for (const step of redo) await take(() => redoStep(workspace, step.revision))
    return made
  })
}

/**
 * Restores one file to a point of the history, as one step; the others stay. Null where nothing differs. Throws
 * StudioError `history.no-step`, and `workspace.pristine-changed` where another program changed it since.
 */
export async function returnFile(workspace: Workspace, path: string, to: Revision): Promise<Change | null> {
  await workspace.sync()
  const file = workspace.canonical(path)
  await workspace.guardOutside([file])
  const { draft, touched, left } = await pointAt(workspace, to)
  if (left.has(file)) throw new StudioError('workspace.pristine-changed', { file }, file)
  if (!touched.some(entry => filePath(entry) === file)) return null
  const then = draft.view(file)
  const now = await workspace.view(file)
  const removed = now?.payload() ?? new Uint8Array(0)
  const inserted = then?.payload() ?? new Uint8Array(0)
  if (Boolean(now) === Boolean(then) && sameBytes(removed, inserted)) return null
  const comingOrGoing =
    now && then ? {} : { attributes: { before: now?.attributes ?? null, after: then?.attributes ?? null } }
  const edit: Edit = {
    entry: file,
    base: workspace.history.revision,
    splices: [{ offset: 0, removed, inserted }],
    ...comingOrGoing,
  }
  return commitTransaction(workspace, { label: { code: 'label.returned', params: { file } }, edits: [edit] })
}

/**
 * Differences by field between a point of the history and now; `before` is the earlier value. For a file that was
 * changed outside, `before` is the local version at that point, and `after` the external version.
 */
export async function compareWith(workspace: Workspace, to: Revision): Promise<readonly FileChange[]> {
  const { undo, redo } = wayTo(workspace, to)
  await workspace.noticeOutside([...new Set([...undo, ...redo].flatMap(step => step.entries.map(filePath)))])
  const { draft, touched, edits, left } = await pointAt(workspace, to)
  const entries = await Promise.all(
    touched
      .filter(entry => !left.has(filePath(entry)))
      .map(async entry => {
        const then = draft.view(entry)
        const now = await workspace.view(entry)
        return then || now ? changeBetween(entry, then, now) : undefined
      }),
  )
  const ours = byFile(entries.filter(entry => entry !== undefined).filter(isDifferent))
  const theirs = await Promise.all([...left].map(file => outsideChange(workspace, file, edits)))
  return [...ours, ...theirs].sort((a, b) => (a.file < b.file ? -1 : 1))
}

const isDifferent = ({ state, fieldCount, sizeBefore, sizeAfter }: EntryChange): boolean =>
  state !== 'edited' || fieldCount > 0 || sizeBefore !== sizeAfter

function byFile(entries: readonly EntryChange[]): readonly FileChange[] {
  const files = [...new Set(entries.map(one => filePath(one.entry)))]
  return files.map(file => ({ file, state: 'edited', entries: entries.filter(one => filePath(one.entry) === file) }))
}

/**
 * A file that local edits no longer fit; without entries where their original was not kept. `edits` lead from now to
 * the point.
 */
async function outsideChange(workspace: Workspace, file: string, edits: readonly Edit[]): Promise<FileChange> {
  const path = printPath({ file, steps: [] })
  const { store, host } = workspace.parts
  const original = await keptOriginal(workspace, file)
  const draft =
    original === undefined
      ? undefined
      : await localDraft(workspace, file, await readBackup(store, original, host.hash, file))
  const isFitting =
    draft &&
    applyAll(
      draft,
      edits.filter(edit => filePath(edit.entry) === file),
      new Set(),
    ) === undefined
  const then = isFitting ? draft.view(path) : undefined
  const now = await workspace.view(path)
  return { file, state: 'differs', entries: then && now ? [...entriesBetween(then, now)].filter(isDifferent) : [] }
}

/** Entries of both views, row by row; an archive is described by its rows. */
function* entriesBetween(before: View, after: View): Generator<EntryChange> {
  if (!before.archive || !after.archive) return yield changeBetween(after.path, before, after)
  for (const id of new Set([...before.archive.order, ...after.archive.order])) {
    const [then, now] = [before.child(id), after.child(id)]
    if (then && now) yield* entriesBetween(then, now)
    else yield changeBetween(rowPath(after.path, id), then, now)
  }
}
