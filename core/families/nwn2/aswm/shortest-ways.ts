/** Next places on the shortest ways between a few places; undefined where no way leads. */
export type NextPlace = (from: number, to: number) => number | undefined

/**
 * All shortest ways between `count` places over steps of a length, by the algorithm of Floyd and Warshall in the toolset's
 * order: of equal ways the first found stays (nwn2 4.9). Lengths of steps are rounded to 32 bits, sums are not.
 */
export function shortestWays(
  count: number,
  steps: Iterable<readonly [from: number, to: number, length: number]>,
): NextPlace {
  const lengths = new Float64Array(count * count).fill(Infinity)
  const next = new Int32Array(count * count).fill(-1)
  for (const [from, to, length] of steps) {
    lengths[from * count + to] = Math.fround(length)
    next[from * count + to] = to
  }
  for (let over = 0; over < count; over++) {
    for (let from = 0; from < count; from++) {
      const first = lengths[from * count + over] ?? Infinity
      if (first === Infinity) continue
      for (let to = 0; to < count; to++) {
        const sum = first + (lengths[over * count + to] ?? Infinity)
        if (from === to || !(sum < (lengths[from * count + to] ?? Infinity))) continue
        lengths[from * count + to] = sum
        next[from * count + to] = next[from * count + over] ?? -1
      }
    }
  }
  return (from, to) => {
    const found = next[from * count + to] ?? -1
    return from === to || found < 0 ? undefined : found
  }
}

/** Distance of two points seen from above, as the toolset rounds it. */
export function distance(ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [Math.fround(ax - bx), Math.fround(ay - by)]
  return Math.fround(Math.sqrt(Math.fround(Math.fround(dx * dx) + Math.fround(dy * dy))))
}
