import { computed } from 'vue'
import { useWorkspace } from '../state/workspace.store'
import { ProofTally } from './proof-tally'
import { ancestorsOf } from './tree-paths'

export interface ProblemCount {
  readonly errors: number
  readonly warnings: number
}

/** Proofs and problems of every row: a folder shows the sum of what is in it. */
export function useMarks() {
  const workspace = useWorkspace()
  let tally = new ProofTally(new Map())
  const tallied = computed(() => {
    if (tally.proofs !== workspace.proofs) tally = new ProofTally(workspace.proofs)
    const { rows, sums, reencodings, reencoded } = tally.take()
    return {
      of: (row: string) => rows.get(row),
      sums: { ...sums },
      packing: (row: string) => reencodings.get(row),
      packings: { ...reencoded },
    }
  })
  const problems = computed(() => {
    const counts = new Map<string, ProblemCount>()
    for (const problem of workspace.problems) {
      if (problem.severity === 'info') continue
      for (const path of [problem.entry, ...ancestorsOf(problem.entry)]) {
        const count = counts.get(path) ?? { errors: 0, warnings: 0 }
        counts.set(
          path,
          problem.severity === 'error'
            ? { ...count, errors: count.errors + 1 }
            : { ...count, warnings: count.warnings + 1 },
        )
      }
    }
    return counts
  })
  return {
    proofs: computed(() => tallied.value.of),
    problems,
    sums: computed(() => tallied.value.sums),
    /** Of entries that are stored packed. */
    packing: computed(() => tallied.value.packing),
    packings: computed(() => tallied.value.packings),
  }
}
