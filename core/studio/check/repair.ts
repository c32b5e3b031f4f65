import { assignedEdit, sameBytes, type Commit, type Edit, type EntryPath } from '../../edit'
import { StudioError, type Params, type Problem } from '../../format'
import { assign, document, locate, repairedWords, withWords, wordsOf, type Splice } from '../../layout'
import { commitTransaction, revertEntry } from '../entries/commit'
import { openedOf } from '../entries/entries'
import type { View } from '../entries/view'
import type { Workspace } from '../entries/workspace'
import { NEAREST } from './missing-references'

type Range = readonly [offset: number, size: number]

/** Restores the pristine bytes of an entry, or of ranges of it, as one step that can be undone. */
export async function revert(
  workspace: Workspace,
  entry: EntryPath,
  ranges?: readonly Range[],
): Promise<Commit | null> {
  const path = workspace.canonical(entry)
  if (ranges) return revertRanges(workspace, path, ranges)
  return revertEntry(workspace, path, { code: 'label.revert', params: { entry: path } })
}

async function revertRanges(workspace: Workspace, path: EntryPath, ranges: readonly Range[]): Promise<Commit | null> {
  const present = await workspace.need(path)
  const pristine = await workspace.need(path, 'pristine')
  const now = present.payload()
  const before = pristine.payload()
  if (now.length !== before.length) throw new StudioError('revert.size', { entry: path }, path)
  const splices = [...ranges]
    .sort((a, b) => a[0] - b[0])
    .flatMap(([offset, size]): Splice[] => {
      const removed = now.slice(offset, offset + size)
      const inserted = before.slice(offset, offset + size)
      return sameBytes(removed, inserted) ? [] : [{ offset, removed, inserted }]
    })
  if (splices.length === 0) return null
  const edit: Edit = { entry: path, base: workspace.history.revision, splices }
  return commitTransaction(workspace, { label: { code: 'label.revert', params: { entry: path } }, edits: [edit] })
}

/** Computes the repair of a problem on the present image and commits it. */
export async function repair(workspace: Workspace, problem: Problem): Promise<Commit> {
  const path = workspace.canonical(problem.entry)
  const base = workspace.history.revision
  const view = await workspace.need(path)
  const edits = await repairEdits(workspace, view, problem)
  if (edits.every(({ splices, attributes }) => splices.length === 0 && !attributes))
    throw new StudioError('repair.nothing', { code: problem.code }, path)
  return commitTransaction(workspace, {
    label: { code: 'label.repair', params: { code: problem.code, entry: path } },
    edits: edits.map(edit => ({ ...edit, base })),
  })
}

/** Repair of a word that is not what it follows, for every format. */
const FOLLOWING = 'layout.derived'

function followingEdit(view: View, path: string | undefined): Edit {
  const layout = view.isReadable ? view.format?.layout?.(view.info) : undefined
  const splices = layout ? repairedWords(document(layout, view.payload()), path) : []
  return { entry: view.path, base: 0, splices }
}

/** The field with the name that is there in place of the missing one. */
function nearestEdit(view: View, { path = '', from = '', to = '' }: Params): Edit {
  const layout = view.isReadable ? view.format?.layout?.(view.info) : undefined
  const opened = layout && document(layout, view.payload())
  const field = opened && locate(opened, String(path))
  const words = field && wordsOf(field.value)
  const at = words?.toLowerCase().lastIndexOf(String(from).toLowerCase()) ?? -1
  if (!opened || !field || words === undefined || at < 0) return { entry: view.path, base: 0, splices: [] }
  const text = words.slice(0, at) + String(to) + words.slice(at + String(from).length)
  const source = { entry: view.path, revision: 0, bytes: view.base, attributes: view.attributes }
  return assignedEdit(source, opened, assign(opened, String(path), withWords(field, text)), view.format?.follow)
}

async function repairEdits(workspace: Workspace, view: View, problem: Problem): Promise<readonly Edit[]> {
  const { fix } = problem
  if (fix?.id === FOLLOWING) return [followingEdit(view, problem.path)]
  if (fix?.id === NEAREST) return [nearestEdit(view, fix.params)]
  const edits = fix && (await view.format?.repair?.(openedOf(workspace, view, 'present'), fix, problem))
  if (!edits) throw new StudioError('repair.none', { code: problem.code }, view.path)
  return edits
}
