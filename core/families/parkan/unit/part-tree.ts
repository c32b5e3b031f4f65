/** A part of a unit in the tree of its parts. */
export interface Part {
  readonly record: number
  /** Record of its parent; undefined for the root. */
  readonly parent: number | undefined
  /** The record behind the last one below it. */
  readonly end: number
}

/**
 * The parts of a unit by their counts of children, stored in pre-order: each part before its children (parkan 9.3).
 * Undefined where the counts are not those of one whole tree.
 */
export function partTree(counts: readonly number[]): readonly Part[] | undefined {
  const parents: (number | undefined)[] = []
  const ends: number[] = []
  const open: { readonly record: number; missing: number }[] = []
  for (const [record, children] of counts.entries()) {
    const around = open.at(-1)
    if ((record > 0 && !around) || !(children >= 0)) return undefined
    parents.push(around?.record)
    if (around) around.missing--
    open.push({ record, missing: children })
    for (let last = open.at(-1); last?.missing === 0; last = open.at(-1)) {
      ends[last.record] = record + 1
      open.pop()
    }
  }
  if (open.length > 0 || counts.length === 0) return undefined
  return parents.map((parent, record) => ({ record, parent, end: ends[record] ?? record + 1 }))
}

/**
 * Parent of each part by the counts of children in pre-order, as far as they go: undefined for the first part and for
 * those behind the end of its tree; a count below 0 is none.
 */
export function parentsOf(counts: readonly number[]): readonly (number | undefined)[] {
  const open: { readonly record: number; missing: number }[] = []
  return counts.map((children, record) => {
    while (open.at(-1)?.missing === 0) open.pop()
    const around = open.at(-1)
    if (around) around.missing--
    if (around || record === 0) open.push({ record, missing: Math.max(0, children) })
    return around?.record
  })
}
