const known = new WeakMap<readonly number[], ReadonlySet<number>>()

/** The type ids of a container's rows as a set, made once per container: every row is matched by those of its siblings. */
export function typeSet(typeIds: readonly number[]): ReadonlySet<number> {
  const before = known.get(typeIds)
  if (before) return before
  const made = new Set(typeIds)
  known.set(typeIds, made)
  return made
}
