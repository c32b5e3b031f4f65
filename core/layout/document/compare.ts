import type { AnyLayout } from '../model/shape'
import type { Move, Splice } from '../model/splice'
import { joinPath } from '../shapes/leaf'
import type { Around, Comparer, Place, Source } from '../shapes/operations'
import { followingOf } from '../shapes/following'
import { operationsOf } from '../shapes/table'
import { scalarOf } from '../shapes/views'
import { TRUSTING } from './measure'
import { differingRuns, trimmed } from './runs'

/** Whether moves of such records are recorded. Not for plain numbers in a list: nothing refers to them by position. */
export const isPlaced = (element: AnyLayout): boolean =>
  scalarOf(element) === undefined || followingOf(element) !== undefined || element.meta.refers !== undefined

/** Splices and moves between two values of one layout, record by record. */
export class Comparison implements Comparer {
  readonly splices: Splice[] = []
  readonly moves: Move[] = []
  readonly measurer = TRUSTING
  around: Comparer['around']

  constructor(
    readonly before: Source,
    readonly after: Source,
    around: Around | undefined,
    then = around,
  ) {
    this.around = [around, then]
  }

  /** `after` is the same layout, except for lengths in the directory row. */
  compare(layout: AnyLayout, after: AnyLayout, path: string, from: Place, to: Place): void {
    if (this.isSame(from.offset, from.size, to.offset, to.size)) return
    const { shape } = layout
    if (layout.fixedSize !== undefined) this.runs(from, to)
    else operationsOf(shape).compare(shape, after.shape, path, from, to, this)
  }

  /** Records of two arrays, given where each begins and the last one ends. */
  records(
    element: AnyLayout,
    path: string,
    a: ArrayLike<number>,
    b: ArrayLike<number>,
    parallel: string | undefined,
  ): void {
    const before = a.length - 1
    const after = b.length - 1
    if (before === after) {
      for (let record = 0; record < before; record++) this.compareRecord(element, path, record, a, b, parallel)
      return
    }
    const shorter = Math.min(before, after)
    let start = 0
    while (start < shorter && this.isSameRecord(a, start, b, start)) start++
    let end = 0
    while (end < shorter - start && this.isSameRecord(a, before - 1 - end, b, after - 1 - end)) end++
    const [from = 0, to = 0] = [a[start], a[before - end]]
    this.range(
      { offset: from, size: to - from, count: 0 },
      { offset: b[start] ?? 0, size: (b[after - end] ?? 0) - (b[start] ?? 0), count: 0 },
    )
    if (isPlaced(element)) {
      this.moves.push({ array: path, at: start, removed: before - start - end, inserted: after - start - end })
    }
  }

  private compareRecord(
    element: AnyLayout,
    path: string,
    record: number,
    a: ArrayLike<number>,
    b: ArrayLike<number>,
    parallel: string | undefined,
  ): void {
    if (this.isSameRecord(a, record, b, record)) return
    const { around } = this
    const inside = (one: Around | undefined): Around | undefined =>
      parallel === undefined ? one : one?.along(parallel, record)
    this.around = [inside(around[0]), inside(around[1])]
    const here = this.measurer.resolve(element, this.around[0])
    const there = this.measurer.resolve(element, this.around[1])
    const from = this.recordAt(element, this.before, record, a)
    const to = this.recordAt(element, this.after, record, b)
    if (here && there) this.compare(here, there, joinPath(path, String(record)), from, to)
    else this.range(from, to)
    this.around = around
  }

  private recordAt(element: AnyLayout, { view }: Source, record: number, places: ArrayLike<number>): Place {
    const offset = places[record] ?? 0
    const end = places[record + 1] ?? 0
    return { offset, size: end - offset, count: this.measurer.countAt(element, undefined, view, offset, end) }
  }

  private isSameRecord(a: ArrayLike<number>, i: number, b: ArrayLike<number>, k: number): boolean {
    const [from = 0, to = 0] = [a[i], b[k]]
    return this.isSame(from, (a[i + 1] ?? 0) - from, to, (b[k + 1] ?? 0) - to)
  }

  private isSame(from: number, size: number, to: number, other: number): boolean {
    if (size !== other) return false
    const {
      before: { bytes: a },
      after: { bytes: b },
    } = this
    for (let k = 0; k < size; k++) if (a[from + k] !== b[to + k]) return false
    return true
  }

  range(from: Place, to: Place): void {
    const {
      before: { bytes: a },
      after: { bytes: b },
    } = this
    const removed = a.subarray(from.offset, from.offset + from.size)
    for (const splice of trimmed({
      offset: from.offset,
      removed,
      inserted: b.subarray(to.offset, to.offset + to.size),
    }))
      this.splices.push(splice)
  }

  runs(from: Place, to: Place): void {
    const {
      before: { bytes: a },
      after: { bytes: b },
    } = this
    const there = b.subarray(to.offset, to.offset + from.size)
    for (const run of differingRuns(a.subarray(from.offset, from.offset + from.size), there, from.offset))
      this.splices.push(run)
  }
}
