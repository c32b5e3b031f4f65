import { commonPrefix, differingRuns, type Bytes, type Splice } from '../layout'

/**
 * Splices that turn `before` into `after`. Images of one length are compared byte by byte; of others everything between
 * the common start and the common end is one splice. Only the difference is copied.
 */
export function difference(before: Bytes, after: Bytes): readonly Splice[] {
  if (before.length === after.length) return before === after ? [] : differingRuns(before, after)
  const start = commonPrefix(before, after)
  const limit = Math.min(before.length, after.length) - start
  let end = 0
  while (end < limit && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return [
    {
      offset: start,
      removed: before.slice(start, before.length - end),
      inserted: after.slice(start, after.length - end),
    },
  ]
}
