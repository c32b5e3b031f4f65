import type { Move } from './splice'

/** The inverse of a move. */
export const invertMove = ({ array, at, removed, inserted }: Move): Move => ({
  array,
  at,
  removed: inserted,
  inserted: removed,
})

/**
 * Where a node path points after records moved; undefined if its record was removed. Moves apply one after another.
 * Rebases selection, bookmarks and names.
 */
export function rebasePath(path: string, moves: readonly Move[]): string | undefined {
  let present: string | undefined = path
  for (const move of moves) present = present === undefined ? undefined : rebaseOnce(present, move)
  return present
}

function rebaseOnce(path: string, { array, at, removed, inserted }: Move): string | undefined {
  const prefix = array === '' ? '' : `${array}/`
  if (!path.startsWith(prefix)) return path
  const [step = '', ...rest] = path.slice(prefix.length).split('/')
  if (!/^\d+$/.test(step)) return path
  const index = Number(step)
  if (index < at) return path
  if (index < at + removed) return undefined
  return prefix + [index + inserted - removed, ...rest].join('/')
}
