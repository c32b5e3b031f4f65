import { MinHeap } from '../../../format'

/** A step from one node of a graph to another. */
export type WayStep = readonly [from: number, to: number, length: number]

/** Next node of each shortest path, at `from * count + to`; -1 where there is none and where `from` is `to`. */
export type NextPlaces = Int32Array

/** Least length of a step: paths over nodes at one point end, and sums are still exact. */
const LEAST = 2 ** -40
/** Length of a step whose length is not a number. */
const ENDLESS = 2 ** 20

/** Steps by the node where they begin: those of node n are `starts[n]` to `starts[n + 1]`. */
interface StepTable {
  readonly starts: Uint32Array
  readonly targets: Uint32Array
  readonly lengths: Float64Array
}

/**
 * All shortest paths between `count` nodes. Of paths of equal length it chooses the one that the algorithm of Floyd and
 * Warshall chooses in the toolset's order (nwn2 4.9): the one whose highest intermediate node is lowest, recursively.
 * Lengths of steps are rounded to 32 bits; sums are exact, so that equal lengths compare equal.
 */
export function shortestWays(count: number, steps: readonly WayStep[]): NextPlaces {
  const next = new Int32Array(count * count).fill(-1)
  const search = new WaySearch(count, tableOf(count, steps))
  for (let from = 0; from < count; from++) search.from(from, next.subarray(from * count, (from + 1) * count))
  return next
}

function tableOf(count: number, steps: readonly WayStep[]): StepTable {
  const starts = new Uint32Array(count + 1)
  for (const [from] of steps) starts[from + 1] = (starts[from + 1] ?? 0) + 1
  for (let place = 0; place < count; place++) starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0)
  const free = starts.slice()
  const targets = new Uint32Array(steps.length)
  const lengths = new Float64Array(steps.length)
  for (const [from, to, length] of steps) {
    const at = free[from] ?? 0
    free[from] = at + 1
    targets[at] = to
    lengths[at] = Number.isFinite(length) ? Math.max(Math.fround(length), LEAST) : ENDLESS
  }
  return { starts, targets, lengths }
}

/** Searches paths from one start at a time, in the same buffers. */
class WaySearch {
  private readonly sums: Float64Array
  /** Highest intermediate node of the path chosen so far; -1 for none. */
  private readonly highest: Int32Array
  private readonly isDone: Uint8Array
  /** Empty between two searches. */
  private readonly queue = new MinHeap()

  constructor(
    count: number,
    private readonly table: StepTable,
  ) {
    this.sums = new Float64Array(count)
    this.highest = new Int32Array(count)
    this.isDone = new Uint8Array(count)
  }

  /** Fills `next` with the first nodes of the paths to all others (Dijkstra). */
  from(start: number, next: Int32Array): void {
    const { sums, highest, isDone, queue } = this
    const { starts, targets, lengths } = this.table
    sums.fill(Infinity)
    isDone.fill(0)
    isDone[start] = 1
    for (let place = start; place >= 0; place = queue.pop()) {
      const isStart = place === start
      if (!isStart) {
        if (isDone[place] === 1) continue
        isDone[place] = 1
        const over = highest[place] ?? -1
        // An intermediate node is nearer than the end, so its own path is known.
        next[place] = over < 0 ? place : (next[over] ?? -1)
      }
      const sum = isStart ? 0 : (sums[place] ?? 0)
      const over = isStart ? -1 : Math.max(highest[place] ?? -1, place)
      const end = starts[place + 1] ?? 0
      for (let at = starts[place] ?? 0; at < end; at++) {
        const to = targets[at] ?? 0
        if (isDone[to] === 1) continue
        const length = sum + (lengths[at] ?? 0)
        const known = sums[to] ?? 0
        if (length < known) {
          sums[to] = length
          highest[to] = over
          queue.push(to, length)
        } else if (length === known && over < (highest[to] ?? -1)) highest[to] = over
      }
    }
  }
}

/** Distance of two points seen from above, as the toolset rounds it. */
export function distance(ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [Math.fround(ax - bx), Math.fround(ay - by)]
  return Math.fround(Math.sqrt(Math.fround(Math.fround(dx * dx) + Math.fround(dy * dy))))
}
