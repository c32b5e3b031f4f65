import { computed } from 'vue'
import type { ProofResult } from '@areal-studio/core/workspace'
import { useWorkspace } from '../workspace/workspace.store'
import { ancestorsOf, weaker } from './tree.store'

export interface ProblemCount {
  readonly errors: number
  readonly warnings: number
}

/** Proofs and problems of every row: a folder shows the sum of what is in it. */
export function useMarks() {
  const workspace = useWorkspace()
  const proofs = computed(() => {
    const marks = new Map<string, ProofResult>()
    for (const { entry, result } of workspace.proofs.values()) {
      for (const path of [entry, ...ancestorsOf(entry)]) {
        if (path === entry || result !== 'unknown') marks.set(path, weaker(marks.get(path), result))
      }
    }
    return marks
  })
  const problems = computed(() => {
    const counts = new Map<string, ProblemCount>()
    for (const problem of workspace.problems) {
      if (problem.severity === 'info') continue
      for (const path of [problem.entry, ...ancestorsOf(problem.entry)]) {
        const count = counts.get(path) ?? { errors: 0, warnings: 0 }
        counts.set(path, problem.severity === 'error'
          ? { ...count, errors: count.errors + 1 } : { ...count, warnings: count.warnings + 1 })
      }
    }
    return counts
  })
  /** Of the files of the install, not of what is in them. */
  const sums = computed(() => {
    const sum: Record<ProofResult, number> = { identical: 0, opaque: 0, unproved: 0, unknown: 0 }
    const files = new Map<string, ProofResult>()
    for (const { entry, result } of workspace.proofs.values()) {
      const file = entry.split('!')[0] ?? entry
      if (result !== 'unknown' || !files.has(file)) files.set(file, files.has(file) ? weaker(files.get(file), result) : result)
    }
    for (const result of files.values()) sum[result]++
    return sum
  })
  return { proofs, problems, sums }
}
