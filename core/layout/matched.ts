import { locate } from './document/document'
import { isSameRange } from './document/runs'
import { TreeNode } from './document/tree'
import { followingOf } from './shapes/following'
import type { Document, Node } from './model/layout'
import type { AnyLayout } from './model/shape'
import type { Bytes, Move } from './model/splice'
import { parallelArrays } from './parallel'
import { holdsCases, isAlike, recastIn, type Pair } from './recast'
import { placeOf, turnedReferences } from './references'
import { folded, joinedRuns, originIn, outerFirst, presentIn, RecordMap, type RecordRun } from './record-map'
import { anywhere, recordsOf } from './shapes/table'
import { readsAlike } from './untouched'

/**
 * The records that two whole images of an entry share. `moves` of the edits between them are followed where they agree
 * with the images; other arrays of another length are matched by their bytes, without references and following words.
 * `isByCase`: a record that has another case of a union is another record, unless the first image refers to it.
 */
export function matchedRecords(
  before: Document,
  after: Document,
  moves: readonly Move[] = [],
  { isByCase = false } = {},
): RecordMap {
  const arrays = new Map<string, readonly RecordRun[]>()
  const { root: old } = before
  const { root: now } = after
  if (old === now && moves.length === 0) return new RecordMap(arrays)
  if (!(old instanceof TreeNode) || !(now instanceof TreeNode)) return new RecordMap(arrays)
  const matcher = new Matcher(before, after, arrays, isByCase)
  for (const [path, runs] of outerFirst(folded(moves))) {
    const [a, b] = [arrayAt(before, path), arrayAt(after, new RecordMap(arrays).present(path))]
    const known = a && b ? fitting(runs, a.wholeRecords, b.wholeRecords) : undefined
    if (a && b && known) matcher.match(known, a, b)
  }
  matcher.visit(old, now)
  return new RecordMap(arrays)
}

/** The moves between two whole images, found by their bytes. */
export const recordMoves = (before: Document, after: Document): readonly Move[] =>
  matchedRecords(before, after).moves(path => arrayAt(before, path)?.wholeRecords)

function arrayAt(opened: Document, path: string | undefined): TreeNode | undefined {
  const node = path === undefined ? undefined : locate(opened, path)
  return node instanceof TreeNode && recordsOf(node.layout) ? node : undefined
}

/** Runs without an end, cut to the records of both images; undefined where they do not agree. */
function fitting(runs: readonly RecordRun[], before: number, after: number): readonly RecordRun[] | undefined {
  const cutRuns = runs.map(({ from, count }) => ({ from, count: count === Infinity ? before - from : count }))
  const isFit = cutRuns.every(({ from, count }) => count >= 0 && (from < 0 || from + count <= before))
  return isFit && cutRuns.reduce((sum, { count }) => sum + count, 0) === after ? joinedRuns(cutRuns) : undefined
}

/** Whether values of a layout may have arrays of another length. */
const isVarying = (layout: AnyLayout): boolean => layout.fixedSize === undefined
const isMasked = anywhere(
  layout => followingOf(layout) !== undefined || layout.meta.refers !== undefined,
  new WeakMap(),
)

/** The runs with a new record in place of this original one. */
function withoutRecord(runs: readonly RecordRun[], record: number): readonly RecordRun[] {
  const cut = runs.flatMap(({ from, count }): readonly RecordRun[] => {
    if (from < 0 || record < from || record >= from + count) return [{ from, count }]
    return [
      { from, count: record - from },
      { from: -1, count: 1 },
      { from: record + 1, count: from + count - record - 1 },
    ]
  })
  return joinedRuns(cut)
}

class Matcher {
  /** Paths of the arrays whose records are matched. */
  private readonly known = new Set<string>()

  constructor(
    private readonly before: Document,
    private readonly after: Document,
    private readonly arrays: Map<string, readonly RecordRun[]>,
    private readonly isByCase: boolean,
  ) {}

  /** Records of an array and of those parallel to it: the same of each belong together, whatever bytes they have. */
  match(known: readonly RecordRun[], old: TreeNode, now: TreeNode): void {
    if (this.known.has(old.path)) return
    const after = new Map(parallelArrays(now).map(array => [array.path, array]))
    const pairs = parallelArrays(old).flatMap((array): readonly Pair[] => {
      const other = after.get(new RecordMap(this.arrays).present(array.path) ?? '')
      return other ? [[array, other]] : []
    })
    const runs = this.withoutRecast(this.refined(known, pairs), pairs)
    const isUnchanged = runs.length === 1 && runs[0]?.from === 0 && runs[0].count === old.wholeRecords
    for (const [{ path }] of pairs) {
      this.known.add(path)
      if (!isUnchanged) this.arrays.set(path, runs)
    }
  }

  /** Arrays of another length that no move explains, in records that both images have. */
  visit(old: TreeNode, now: TreeNode): void {
    if (!isVarying(old.layout) || !isAlike(old, now)) return
    // What decides the structure of equal bytes may still be elsewhere.
    if (old.layout === now.layout && this.isEqual(old, now) && readsAlike(old, now)) return
    const isArray = recordsOf(old.layout) !== undefined
    if (isArray && old.wholeRecords !== now.wholeRecords) this.match([], old, now)
    else if (isArray && this.isByCase && holdsCases(old.layout))
      this.match([{ from: 0, count: old.wholeRecords }], old, now)
    const runs = this.arrays.get(old.path)
    for (let k = 0; k < now.childCount; k++) {
      const record = runs && k >= now.first ? originIn(runs, k - now.first) : k - old.first
      const child = record === undefined ? undefined : record + old.first
      if (child !== undefined && child >= 0 && child < old.childCount) this.visit(old.child(child), now.child(k))
    }
  }

  /** The runs with the records of another case as new ones. */
  private withoutRecast(runs: readonly RecordRun[], pairs: readonly Pair[]): readonly RecordRun[] {
    if (!this.isByCase || !pairs.some(([{ layout }]) => holdsCases(layout))) return runs
    const isRecast = recastIn(this.before.bytes, this.after.bytes, pairs)
    const recast: number[] = []
    let at = 0
    for (const { from, count } of runs) {
      for (let k = 0; from >= 0 && k < count; k++) if (isRecast(from + k, at + k)) recast.push(from + k)
      at += count
    }
    if (recast.length === 0) return runs
    const referred = this.referred(pairs.map(([{ path }]) => path))
    return recast.filter(record => !referred.has(record)).reduce(withoutRecord, runs)
  }

  /** Records of parallel arrays that fields of the first image refer to. */
  private referred(arrays: readonly string[]): ReadonlySet<number> {
    const found = new Set<number>()
    const note = (_: string, record: number): undefined => void found.add(record)
    turnedReferences(this.before, [this.before.root], note, arrays)
    return found
  }

  private isEqual(old: TreeNode, now: TreeNode): boolean {
    if (old.size !== now.size) return false
    return isSameRange(this.before.bytes, old.offset, this.after.bytes, now.offset, old.size)
  }

  /** Runs in whose gaps removed and new records of the same bytes are the same record. */
  private refined(runs: readonly RecordRun[], pairs: readonly Pair[]): readonly RecordRun[] {
    const [[old, now] = []] = pairs
    if (!old || !now) return runs
    const key = this.keys(pairs)
    const made: RecordRun[] = []
    let [then, at] = [0, 0]
    const close = (a: number, b: number): void => {
      for (const run of between(key, [then, a], [at, b])) made.push(run)
    }
    for (const { from, count } of runs) {
      if (from < 0) continue
      const place = presentIn(runs, from) ?? at
      close(from, place)
      made.push({ from, count })
      then = from + count
      at = place + count
    }
    close(old.wholeRecords, now.wholeRecords)
    return joinedRuns(made)
  }

  /** The bytes of a record in all of the arrays, without references and following words. */
  private keys(pairs: readonly Pair[]): Keys {
    const images = [this.before, this.after] as const
    return (side, record) => {
      const keys = pairs.map(pair =>
        bytesKey(maskedRecords(images[side], pair[side], [record, record + 1], { references: true })),
      )
      return keys.length === 1 ? (keys[0] ?? '') : JSON.stringify(keys)
    }
  }
}

/** Bytes as a text that is equal for equal bytes only. */
function bytesKey(bytes: Bytes): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096))
  return text
}

type Keys = (side: 0 | 1, record: number) => string

/** Records of two ranges: equal ones at their beginnings and ends, and between them those that occur once in both. */
function between(
  key: Keys,
  [a, endA]: readonly [number, number],
  [b, endB]: readonly [number, number],
): readonly RecordRun[] {
  if (endB === b) return []
  if (endA === a) return [{ from: -1, count: endB - b }]
  let start = 0
  while (start < Math.min(endA - a, endB - b) && key(0, a + start) === key(1, b + start)) start++
  let end = 0
  const limit = Math.min(endA - a, endB - b) - start
  while (end < limit && key(0, endA - 1 - end) === key(1, endB - 1 - end)) end++
  const runs: RecordRun[] = [{ from: a, count: start }]
  let [then, at] = [a + start, b + start]
  for (const [one, other] of rising(onceInBoth(key, [then, endA - end], [at, endB - end]))) {
    if (one < then || other < at) continue
    runs.push({ from: -1, count: other - at }, { from: one, count: 1 })
    then = one + 1
    at = other + 1
  }
  runs.push({ from: -1, count: endB - end - at }, { from: endA - end, count: end })
  return runs.filter(({ count }) => count > 0)
}

function onceInBoth(
  key: Keys,
  [a, endA]: readonly [number, number],
  [b, endB]: readonly [number, number],
): readonly (readonly [number, number])[] {
  const places = (side: 0 | 1, from: number, to: number): Map<string, number> => {
    const found = new Map<string, number>()
    for (let k = from; k < to; k++) found.set(key(side, k), found.has(key(side, k)) ? -1 : k)
    return found
  }
  const old = places(0, a, endA)
  return [...places(1, b, endB)].flatMap(([text, other]) => {
    const one = old.get(text) ?? -1
    return one >= 0 && other >= 0 ? [[one, other] as const] : []
  })
}

/** A choice of pairs whose numbers rise on both sides: the longest that each next pair extends. */
function rising(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const sorted = [...pairs].sort(([, x], [, y]) => x - y)
  const ends: number[] = []
  const previous: number[] = []
  for (const [i, [one]] of sorted.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[ends[middle] ?? 0]?.[0] ?? 0) < one) low = middle + 1
      else high = middle
    }
    previous[i] = ends[low - 1] ?? -1
    ends[low] = i
  }
  const found: (readonly [number, number])[] = []
  for (let i = ends.at(-1) ?? -1; i >= 0; i = previous[i] ?? -1) {
    const pair = sorted[i]
    if (pair) found.push(pair)
  }
  return found.reverse()
}

/**
 * The bytes of the records `from` to `to` of an array with zeros in following words; with `references` also in fields that
 * refer to records by number.
 */
export function maskedRecords(
  { bytes }: Document,
  array: Node,
  [from, to]: readonly [number, number],
  { references = false } = {},
): Bytes {
  if (!(array instanceof TreeNode)) return new Uint8Array(0)
  const start = placeOf(array, from)
  const masked = bytes.slice(start, placeOf(array, to))
  const visit = (node: TreeNode, isReference: boolean): void => {
    const isOne = isReference || (references && node.layout.meta.refers !== undefined)
    if (!isOne && !isMasked(node.layout)) return
    if (node.childCount === 0) {
      if (isOne || followingOf(node.layout)) masked.fill(0, node.offset - start, node.offset - start + node.size)
    } else for (let k = 0; k < node.childCount; k++) visit(node.child(k), isOne)
  }
  const isWithin = references && isReferring(array)
  if (isWithin || isMasked(array.layout))
    for (let record = from; record < to; record++) visit(array.child(array.first + record), isWithin)
  return masked
}

/** Whether a node or what holds it is declared to refer to records. */
function isReferring(node: Node): boolean {
  for (let at: Node | undefined = node; at; at = at.parent) if (at.layout.meta.refers !== undefined) return true
  return false
}
