import type { Box } from './overlay-layout'

export interface Tag extends Box {
  /** The lowest is placed first. */
  readonly rank: number
}

/** Pixels that stay free between two tags. */
const GAP = 2

const isApart = (a: Box, b: Box): boolean =>
  a.left + a.width + GAP <= b.left ||
  b.left + b.width + GAP <= a.left ||
  a.top + a.height + GAP <= b.top ||
  b.top + b.height + GAP <= a.top

/** Those of the tags that do not cover one of a lower rank, of equal ranks an earlier one; in the order of their ranks. */
export function freeTags<T extends Tag>(tags: readonly T[]): readonly T[] {
  const free: T[] = []
  for (const tag of tags.toSorted((a, b) => a.rank - b.rank))
    if (free.every(other => isApart(tag, other))) free.push(tag)
  return free
}
