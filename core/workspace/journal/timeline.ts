import { sameBytes, type Change, type Edit, type Revision } from '../../edit'
import { filePath } from '../../format'
import { document, nodeAt } from '../../layout'
import type { EntryChange, FieldChange, FileChange } from '../api'
import { changeBetween } from '../pack/changes'
import { FIELDS_SHOWN, hex } from '../pack/fields'
import { pointAt, wayTo } from './point'
import type { Session } from '../session'
import type { Workspace } from '../workspace'

/**
 * Undoes and redoes, along a branch too, until this step is the last one in effect (0: none is). Answers what was committed.
 * Throws StudioError before the first of them where a file on the way was changed outside.
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
    for (let i = 0; i < undo.length; i++) await take(() => workspace.undo())
    for (const step of redo) await take(() => workspace.redoStep(step.revision))
    return made
  })
}

/**
 * Takes one file back to what it was at a point of the history while the others stay: one step. Null where it is that already.
 * Throws StudioError `history.no-step`, `workspace.pristine-changed`.
 */
export async function returnFile(workspace: Workspace, path: string, to: Revision): Promise<Change | null> {
  await workspace.sync()
  const file = workspace.canonical(path)
  await workspace.guardOutside([file])
  const { draft, touched } = await pointAt(workspace, to)
  if (!touched.some(entry => filePath(entry) === file)) return null
  const then = draft.view(file)
  const now = await workspace.view(file)
  const removed = now?.payload() ?? new Uint8Array(0)
  const inserted = then?.payload() ?? new Uint8Array(0)
  if (Boolean(now) === Boolean(then) && sameBytes(removed, inserted)) return null
  const comingOrGoing = now && then ? {} : { attributes: { before: now?.attributes ?? null, after: then?.attributes ?? null } }
  const edit: Edit = { entry: file, base: workspace.history.revision, splices: [{ offset: 0, removed, inserted }], ...comingOrGoing }
  return workspace.commit({ label: { code: 'label.returned', params: { file } }, edits: [edit] })
}

/**
 * What differs between a point of the history and now, by fields: `before` is then. Of a file that was changed outside:
 * what the steps on the way expect (`before`) and what is there.
 */
export async function compareWith(workspace: Workspace, to: Revision): Promise<readonly FileChange[]> {
  const { undo, redo } = wayTo(workspace, to)
  await workspace.noticeOutside([...new Set([...undo, ...redo].flatMap(step => step.entries.map(filePath)))])
  const { draft, touched, misfits } = await pointAt(workspace, to)
  const entries = await Promise.all(touched.map(async entry => {
    const misfit = misfits.get(entry)
    if (misfit) return misfitOf(workspace, misfit)
    const then = draft.view(entry)
    const now = await workspace.view(entry)
    return then || now ? changeBetween(entry, then, now) : undefined
  }))
  return byFile(workspace, entries.filter(entry => entry !== undefined).filter(isDifferent))
}

const isDifferent = ({ state, fieldCount, sizeBefore, sizeAfter }: EntryChange): boolean => state !== 'edited' || fieldCount > 0 || sizeBefore !== sizeAfter

function byFile(workspace: Workspace, entries: readonly EntryChange[]): readonly FileChange[] {
  const files = [...new Set(entries.map(one => filePath(one.entry)))]
  return files.map(file => ({
    file, state: workspace.conflicts.has(file) ? 'differs' : 'edited', entries: entries.filter(one => filePath(one.entry) === file),
  }))
}

/** Where an edit does not find the bytes that it takes out. */
async function misfitOf(workspace: Workspace, { entry, splices }: Edit): Promise<EntryChange> {
  const view = await workspace.view(entry)
  const bytes = view?.base ?? new Uint8Array(0)
  const layout = view?.format?.layout?.(view.info)
  const whole = layout && document(layout, bytes)
  const fields = splices.flatMap(({ offset, removed }): FieldChange[] => {
    const found = bytes.subarray(offset, offset + removed.length)
    if (hex(found) === hex(removed)) return []
    const path = whole && offset < bytes.length ? nodeAt(whole, offset).path : ''
    return [{ path, before: hex(removed), after: hex(found), offset, size: removed.length }]
  })
  return {
    entry, name: view?.name ?? entry, state: view ? 'edited' : 'removed', isPacked: false,
    sizeBefore: bytes.length, sizeAfter: bytes.length, fields: fields.slice(0, FIELDS_SHOWN), fieldCount: fields.length,
  }
}
