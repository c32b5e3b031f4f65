import type { Problem } from '@areal-studio/core/format'
import { useHiddenProblems } from '../state/hidden-problems.store'
import { usePanes } from '../state/panes.store'
import { useSelection } from '../state/selection.store'
import { useWorkspace } from '../state/workspace.store'

const RANK = { error: 0, warning: 1, info: 2 } as const

/** Problems in working order: files with the worst problems first, within a file the worst first, then by place. */
export function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const worst = new Map<string, number>()
  for (const { file, severity } of problems) worst.set(file, Math.min(worst.get(file) ?? 9, RANK[severity]))
  return [...problems].sort(
    (a, b) =>
      (worst.get(a.file) ?? 9) - (worst.get(b.file) ?? 9) ||
      a.file.localeCompare(b.file) ||
      RANK[a.severity] - RANK[b.severity] ||
      a.entry.localeCompare(b.entry) ||
      (a.range?.[0] ?? 0) - (b.range?.[0] ?? 0),
  )
}

/** Selects the place of a problem in every view; a problem of the whole install has no place. */
export function selectProblem(problem: Problem, from: string): void {
  if (problem.entry === '') return
  useSelection().select(
    {
      entry: problem.entry,
      ...(problem.path !== undefined && { path: problem.path }),
      ...(problem.range && { range: problem.range }),
    },
    from,
  )
}

let at = -1

/** F8 and Shift+F8: the next problem that is neither hidden nor only information. */
export function stepProblem(step: 1 | -1): void {
  const workspace = useWorkspace()
  const { isHidden } = useHiddenProblems()
  const list = inOrder(workspace.problems.filter(problem => !isHidden(problem))).filter(
    (problem, _, all) => problem.severity !== 'info' || all.every(other => other.severity === 'info'),
  )
  if (list.length === 0) return
  const selected = useSelection().selected
  const here = list.findIndex(problem => problem.entry === selected.entry && (problem.path ?? null) === selected.path)
  at = ((here >= 0 ? here : at) + step + list.length) % list.length
  const problem = list[at]
  if (!problem) return
  usePanes().show('problems')
  selectProblem(problem, 'problem-step')
}
