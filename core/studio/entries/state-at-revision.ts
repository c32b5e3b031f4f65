import { invert, type Edit, type EntryPath, type Revision, type Step, type Transaction, type Way } from '../../edit'
import { filePath, StudioError } from '../../format'
import { transactionOf } from './commit'
import { applyAll } from './replay'
import type { Draft } from './draft'
import type { Workspace } from './workspace'

/** The install at a point of the history. */
export interface Point {
  readonly draft: Draft
  /** Files that were changed outside, or whose steps do not fit: nothing is applied to them. */
  readonly left: ReadonlySet<string>
  /** Entries that a step between that point and now changes. */
  readonly touched: readonly EntryPath[]
  /** All edits between now and the point, of omitted files, too. */
  readonly edits: readonly Edit[]
}

/** The steps between now and a point; 0: the start. Throws StudioError `history.no-step`. */
export function wayTo(workspace: Workspace, to: Revision): Way {
  const way = workspace.history.wayTo(to)
  if (!way) throw new StudioError('history.no-step', { revision: to })
  return way
}

/** Applies the steps to the point in a private draft. */
export async function pointAt(workspace: Workspace, to: Revision): Promise<Point> {
  const { undo, redo } = wayTo(workspace, to)
  const transactionsOf = (steps: readonly Step[]): Promise<readonly Transaction[]> =>
    Promise.all(steps.map(step => transactionOf(workspace, step)))
  const back = (await transactionsOf(undo)).flatMap(transaction => invert(transaction).edits)
  const forth = (await transactionsOf(redo)).flatMap(transaction => transaction.edits)
  const edits = [...back, ...forth]
  const files = edits.map(edit => filePath(edit.entry))
  const left = new Set(workspace.conflicts)
  for (;;) {
    const draft = await workspace.draftOf(files, { isReplay: true })
    const misfit = applyAll(draft, edits, left)
    if (misfit !== undefined) left.add(misfit)
    else {
      draft.finish()
      return { draft, left, touched: [...new Set(edits.map(edit => edit.entry))].sort(), edits }
    }
  }
}
