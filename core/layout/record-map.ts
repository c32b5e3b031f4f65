import { joinPath, recordNumber } from './shapes/leaf'
import type { Move } from './model/splice'

/** Consecutive records of an array: those of the original from `from` on, or new ones where `from` is -1. */
export interface RecordRun {
  readonly from: number
  readonly count: number
}

/** Which records of two images of an entry are the same, by the paths of the original's arrays. Others are unchanged. */
export class RecordMap {
  constructor(readonly arrays: ReadonlyMap<string, readonly RecordRun[]>) {}

  /** Present path of an original one; undefined where its record was removed. */
  present(path: string): string | undefined {
    return this.translated(path, (runs, record) => presentIn(runs, record), true)
  }

  /** Original path of a present one; undefined where its record is new. */
  origin(path: string): string | undefined {
    return this.translated(path, (runs, record) => originIn(runs, record), false)
  }

  /** Present number of an original record. */
  recordNow(array: string, record: number): number | undefined {
    const runs = this.arrays.get(array)
    return runs ? presentIn(runs, record) : record
  }

  /** Original number of a present record; undefined where it is new. */
  recordBefore(array: string, record: number): number | undefined {
    const runs = this.arrays.get(array)
    return runs ? originIn(runs, record) : record
  }

  /**
   * Moves that make the present records of the original ones: outer arrays first, each from its beginning on. `total`: the
   * number of original records of an array, where its runs have an end.
   */
  moves(total: (array: string) => number | undefined = () => undefined): readonly Move[] {
    return outerFirst(this.arrays).flatMap(([origin, runs]) => {
      const array = this.present(origin)
      return array === undefined ? [] : movesOf(array, runs, total(origin))
    })
  }

  private translated(
    path: string,
    turn: (runs: readonly RecordRun[], record: number) => number | undefined,
    isOriginal: boolean,
  ): string | undefined {
    if (this.arrays.size === 0 || path === '') return path
    let [original, made] = ['', '']
    for (const step of path.split('/')) {
      const record = recordNumber(step)
      const runs = record < 0 ? undefined : this.arrays.get(original)
      const other = runs ? turn(runs, record) : record
      if (other === undefined) return undefined
      const turned = record < 0 ? step : String(other)
      made = joinPath(made, turned)
      original = joinPath(original, isOriginal ? step : turned)
    }
    return made
  }
}

export function presentIn(runs: readonly RecordRun[], record: number): number | undefined {
  let at = 0
  for (const { from, count } of runs) {
    if (from >= 0 && record >= from && record < from + count) return at + record - from
    at += count
  }
  return undefined
}

export function originIn(runs: readonly RecordRun[], record: number): number | undefined {
  let at = 0
  for (const { from, count } of runs) {
    if (record < at + count) return from < 0 ? undefined : from + record - at
    at += count
  }
  return undefined
}

/** Moves of successive edits, in coordinates of the original: the runs that each array consists of in the end. */
export function folded(moves: readonly Move[]): Map<string, readonly RecordRun[]> {
  const arrays = new Map<string, readonly RecordRun[]>()
  for (const { array, at, removed, inserted } of moves) {
    const origin = new RecordMap(arrays).origin(array)
    if (origin === undefined) continue
    const runs = arrays.get(origin) ?? [{ from: 0, count: Infinity }]
    const made = [{ from: -1, count: inserted }]
    arrays.set(origin, joinedRuns([...cut(runs, 0, at), ...made, ...cut(runs, at + removed, Infinity)]))
  }
  return arrays
}

/** The runs between two present places. */
function cut(runs: readonly RecordRun[], start: number, end: number): readonly RecordRun[] {
  let at = 0
  return runs.flatMap(({ from, count }) => {
    const [first, last] = [Math.max(start, at), Math.min(end, at + count)]
    const skipped = first - at
    at += count
    return last > first ? [{ from: from < 0 ? -1 : from + skipped, count: last - first }] : []
  })
}

export function joinedRuns(runs: readonly RecordRun[]): readonly RecordRun[] {
  const joined: RecordRun[] = []
  for (const run of runs) {
    const last = joined.at(-1)
    const isNext = last && (run.from < 0 ? last.from < 0 : last.from >= 0 && last.from + last.count === run.from)
    if (run.count === 0) continue
    if (last && isNext) joined[joined.length - 1] = { from: last.from, count: last.count + run.count }
    else joined.push(run)
  }
  return joined
}

/** Arrays in an order in which the path of each can be computed from those before it. */
export function outerFirst<T>(arrays: ReadonlyMap<string, T>): readonly (readonly [array: string, of: T])[] {
  const depthOf = (array: string): number => array.split('/').length
  return [...arrays].sort(([a], [b]) => depthOf(a) - depthOf(b))
}

/** The moves of one array of `total` records from its beginning on. */
function movesOf(array: string, runs: readonly RecordRun[], total: number | undefined): readonly Move[] {
  const moves: Move[] = []
  let [then, at, inserted] = [0, 0, 0]
  const close = (from: number): void => {
    const removed = from - then
    if (removed + inserted > 0) moves.push({ array, at, removed, inserted })
    at += inserted
    inserted = 0
  }
  for (const { from, count } of runs) {
    if (from < 0) {
      inserted += count
      continue
    }
    close(from)
    at += count
    then = from + count
  }
  close(total ?? then)
  return moves
}

/** From this number on, moves that an entry collects are written as one for each changed place. */
const MOST_MOVES = 64

/** Moves of two successive edits as one list, which does not grow with the number of edits. */
export function joinedMoves(first: readonly Move[], second: readonly Move[]): readonly Move[] {
  if (second.length === 0) return first
  const joined = [...first, ...second]
  return joined.length < MOST_MOVES ? joined : new RecordMap(folded(joined)).moves()
}
