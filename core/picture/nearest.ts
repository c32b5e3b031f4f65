/**
 * Number of the palette's colour with the least squared difference, the first of equal ones. Entries have four bytes; the
 * first three are compared with `colour`, in its order. `known` keeps what was found for one palette.
 */
export function nearestColour(
  palette: Uint8Array,
  colour: readonly [number, number, number],
  known: Map<number, number>,
): number {
  const [first, second, third] = colour
  const key = (first << 16) | (second << 8) | third
  const before = known.get(key)
  if (before !== undefined) return before
  let [best, least] = [0, Infinity]
  for (let at = 0; at + 3 < palette.length; at += 4) {
    const far =
      (first - (palette[at] ?? 0)) ** 2 + (second - (palette[at + 1] ?? 0)) ** 2 + (third - (palette[at + 2] ?? 0)) ** 2
    if (far < least) [best, least] = [at / 4, far]
  }
  known.set(key, best)
  return best
}
