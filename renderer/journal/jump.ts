import type { Revision } from '@areal-studio/core/edit'
import type { HistoryStep } from '@areal-studio/core/workspace'

export interface Jump {
  readonly direction: 'undo' | 'redo'
  readonly count: number
}

/**
 * How often to undo or redo until the step of this revision is the last in effect (null: until none is);
 * undefined where it lies on a branch or is no step.
 */
export function stepsBetween(history: readonly HistoryStep[], to: Revision | null): Jump | undefined {
  const done = history.filter(step => step.state === 'done')
  if (to === null) return { direction: 'undo', count: done.length }
  const at = done.findIndex(step => step.revision === to)
  if (at >= 0) return { direction: 'undo', count: done.length - 1 - at }
  // The step undone first lies deepest: redo brings back the oldest undone step first.
  const undone = history.filter(step => step.state === 'undone')
  const ahead = undone.findIndex(step => step.revision === to)
  return ahead >= 0 ? { direction: 'redo', count: ahead + 1 } : undefined
}
