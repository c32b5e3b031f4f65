/** `AREAL_ALL_FAULTS=1`: every fault at every call, which takes half an hour. */
export const HAS_ALL_FAULTS = process.env['AREAL_ALL_FAULTS'] === '1'

/** One call of this many is tried without it. */
const SHARE = 3

/**
 * Whether a test tries call `at` of `count` of an act: all of them in a long run; else the first, the last and every third
 * between, which begin elsewhere in each act.
 */
export function isTried(act: string, at: number, count: number): boolean {
  return HAS_ALL_FAULTS || at === 0 || at === count - 1 || at % SHARE === act.length % SHARE
}
