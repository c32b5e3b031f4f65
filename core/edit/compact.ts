import type { Commit } from './edit'
import { History } from './history'

/**
 * The same history in fewer lines: commits of one gesture (a key held down, a drag) become the one step that they are.
 * Every step keeps its number and its undo, every branch stays. Lines that do not continue the history are left out.
 */
export function compacted(commits: readonly Commit[]): readonly Commit[] {
  const history = new History(Infinity)
  const kept: Commit[] = []
  for (const commit of commits) {
    if (!history.accepts(commit)) continue
    const before = history.steps.length
    history.push(commit)
    const step = history.steps.at(-1)
    const isGrown = commit.kind === 'edit' && history.steps.length === before
    if (!isGrown || !step?.transaction) kept.push(commit)
    else
      kept[kept.length - 1] = {
        kind: 'edit',
        revision: step.revision,
        until: step.until,
        transaction: step.transaction,
        time: step.time,
      }
  }
  return kept
}
