import {
  followingOf,
  isRightWord,
  isSameRange,
  LayoutError,
  locate,
  maskedRecords,
  matchedRecords,
  RecordMap,
  recordName,
  recordPlace,
  referredBy,
  referredArrays,
  refersTo,
  toJson,
  turnedReferences,
  type Bytes,
  type Document,
  type Move,
  type Node,
  type RecordRun,
} from '../layout'
import { addedText, type AddedRecord, type FieldSet, type Hash, type RecordChange } from './patch'

/** Computes record operations: which records replace which, by their numbers in the original. */

/** A field larger than this is written as splices. In bytes. */
const LARGEST_FIELD = 64
/** More changed fields than this are written as splices. */
const MOST_FIELDS = 100_000
/** Characters of a digest that identify a neighbour. */
const DIGEST = 16

/** No record is added or removed. */
export const UNCHANGED = new RecordMap(new Map())

export interface Changes {
  readonly fields: readonly FieldSet[]
  /** Their new bytes are whole, not yet divided into parts. */
  readonly records: readonly RecordChange[]
}

/** Changes of records and fields between two whole images; undefined where no array has other records. */
export function changesBetween(
  before: Document,
  after: Document,
  moves: readonly Move[],
  hash: Hash,
): Changes | undefined {
  const map = matchedRecords(before, after, moves, { isByCase: true })
  if (map.arrays.size === 0) return undefined
  try {
    const made = new Making(before, after, map, hash)
    const records = made.records()
    const fields = made.fields()
    return records.length === 0 || fields.length > MOST_FIELDS ? undefined : { fields, records }
  } catch (error) {
    // A reference has no number of the original that its field can hold.
    if (error instanceof LayoutError) return undefined
    throw error
  }
}

/** Number of new records of an array before this present one. */
function newBefore(runs: readonly RecordRun[], record: number): number {
  let [at, found] = [0, 0]
  for (const { from, count } of runs) {
    if (at >= record) break
    if (from < 0) found += Math.min(count, record - at)
    at += count
  }
  return found
}

/** The original number of a present record, or which new one of the array it is. */
function originOf(
  map: RecordMap,
  array: string,
  record: number,
): { readonly original: number } | { readonly own: number } {
  const runs = map.arrays.get(array)
  if (!runs) return { original: record }
  let at = 0
  for (const { from, count } of runs) {
    if (record < at + count) return from < 0 ? { own: newBefore(runs, record) } : { original: from + record - at }
    at += count
  }
  return { original: record }
}

/** A range of bytes of records, without following words. */
export interface Ranged {
  readonly bytes: Bytes
  /** References to new records, by their offset in these bytes. */
  readonly own: ReadonlyMap<number, OwnReference>
  /** Records of the original that the others refer to. */
  readonly refers: readonly (readonly [array: string, record: number])[]
}
interface OwnReference extends AddedRecord {
  /** The number as it is. */
  readonly number: number
}

/** Records as the original would have them: references by its numbers, those to new records by which new one it is. */
export class InOriginal {
  constructor(
    private readonly opened: Document,
    private readonly map: RecordMap,
  ) {}

  /** Records `from` to `to` of an array. */
  range(array: Node, from: number, to: number): Ranged {
    return this.within(array, from, to, maskedRecords(this.opened, array, [from, to]))
  }

  /** As `range`, with the following words as stored. */
  raw(array: Node, from: number, to: number): Ranged {
    const { bytes } = this.opened
    return this.within(array, from, to, bytes.slice(recordPlace(array, from), recordPlace(array, to)))
  }

  /** Turns the references in a copy of the bytes of these records. */
  private within(array: Node, from: number, to: number, bytes: Bytes): Ranged {
    const start = recordPlace(array, from)
    const own = new Map<number, OwnReference>()
    const refers = new Map<string, readonly [array: string, record: number]>()
    if (!refersTo(array) && referredBy(array) === undefined) return { bytes, own, refers: [] }
    const first = array.kind === 'list' ? 1 : 0
    const nodes = Array.from({ length: to - from }, (_, k) => array.child(first + from + k))
    const around = referredBy(array)
    const splices = turnedReferences(
      this.opened,
      nodes,
      (target, record, { offset }) => {
        if (record < 0) return undefined
        const origin = originOf(this.map, target, record)
        if ('original' in origin) {
          refers.set(`${origin.original} ${target}`, [target, origin.original])
          return origin.original
        }
        own.set(offset - start, { array: target, record: origin.own, number: record })
        // The number depends on the other records that a patch adds; it is given beside the bytes.
        return 0
      },
      undefined,
      around,
    )
    for (const { offset, inserted } of splices) bytes.set(inserted, offset - start)
    return { bytes, own, refers: [...refers.values()] }
  }
}

class Making {
  private readonly images: readonly [InOriginal, InOriginal]

  constructor(
    private readonly before: Document,
    private readonly after: Document,
    private readonly map: RecordMap,
    private readonly hash: Hash,
  ) {
    this.images = [new InOriginal(before, UNCHANGED), new InOriginal(after, map)]
  }

  records(): readonly RecordChange[] {
    return [...this.map.arrays].flatMap(([array, runs]) => {
      const present = this.map.present(array)
      const [old, now] = [locate(this.before, array), present === undefined ? undefined : locate(this.after, present)]
      return old && now ? this.recordsOf(array, runs, old, now) : []
    })
  }

  private recordsOf(array: string, runs: readonly RecordRun[], old: Node, now: Node): readonly RecordChange[] {
    const found: RecordChange[] = []
    const total = recordCount(old)
    let [then, at] = [0, 0]
    const close = (until: number, end: number): void => {
      if (until === then && end === at) return
      const { bytes, own, refers } = this.images[1].raw(now, at, end)
      const removed = this.images[0].range(old, then, until)
      const freed = removed.refers.filter(([target, record]) => this.map.recordNow(target, record) === undefined)
      found.push({
        array,
        at: then,
        removed: until - then,
        hash: until === then ? '' : this.hash(removed.bytes),
        before: then === 0 ? '' : digestOf(this.before, old, then - 1, this.hash),
        after: until === total ? '' : digestOf(this.before, old, until, this.hash),
        inserted: end - at,
        parts: [bytes],
        made: this.hash(this.images[1].range(now, at, end).bytes),
        own: [...own].sort(([a], [b]) => a - b).map(([offset, added]) => [offset, added.array, added.record]),
        ...(refers.length > 0 && { refers }),
        ...(freed.length > 0 && { freed }),
      })
    }
    let present = 0
    for (const { from, count } of runs) {
      if (from >= 0) {
        close(from, present)
        then = from + count
        at = present + count
      }
      present += count
    }
    close(total, present)
    return found
  }

  /** Fields of records that both images have, with references by the numbers of the original. */
  fields(): readonly FieldSet[] {
    const found: FieldSet[] = []
    const { bytes: a } = this.before
    const { bytes: b } = this.after
    const moved = referredArrays(this.before.root, this.map.arrays.keys())
    const visit = (old: Node, now: Node, array: string | undefined): void => {
      const { refers } = old.layout.meta
      const own = typeof refers === 'string' ? refers : array
      if (own === undefined && isSame(a, old, b, now) && !refersTo(old, moved)) return
      if (!isAlike(old, now)) return
      const isLeaf = old.childCount === 0 || now.childCount === 0
      if (isLeaf) return this.put(old, now, own, found)
      const runs = this.map.arrays.get(old.path)
      const first = old.kind === 'list' ? 1 : 0
      // A node for each of many records that are the same takes longer than to compare their bytes.
      const isPassed = hasRecords(old) && own === undefined && !refersTo(old, moved)
      for (let k = 0; k < old.childCount; k++) {
        const record = runs && k >= first ? this.map.recordNow(old.path, k - first) : k - first
        const index = record === undefined ? -1 : record + first
        if (record === undefined || index < 0 || index >= now.childCount) continue
        if (isPassed && k >= first && isSameRecord(a, old, k - first, b, now, record)) continue
        visit(old.child(k), now.child(index), own)
      }
    }
    visit(this.before.root, this.after.root, undefined)
    return found
  }

  private put(old: Node, now: Node, array: string | undefined, into: FieldSet[]): void {
    if (!isPlain(old) || !isPlain(now) || old.size !== now.size) return
    if (isRightWord(old) && isRightWord(now)) return
    const { path, offset, size } = old
    const texts = { old: toJson(old), new: array === undefined ? toJson(now) : this.referenceText(array, now) }
    const isUnchanged =
      array === undefined ? texts.old === texts.new : this.isSameReference(array, old.value, now.value)
    if (!isUnchanged) into.push({ path, offset, size, ...texts, ...(array !== undefined && { refers: array }) })
  }

  private referenceText(array: string, now: Node): string {
    const { value } = now
    if (typeof value !== 'number' || value < 0) return toJson(now)
    const target = originOf(this.map, array, value)
    return 'own' in target ? addedText(array, target.own) : String(target.original)
  }

  private isSameReference(array: string, old: Node['value'], now: Node['value']): boolean {
    if (typeof old !== 'number' || old < 0) return old === now
    const count = locate(this.before, array)
    if (!count || old >= recordCount(count)) return old === now
    return this.map.recordNow(array, old) === now
  }
}

/** Whether two nodes have one layout: another case of a union has other fields. */
const isAlike = ({ layout: a }: Node, { layout: b }: Node): boolean =>
  a.kind === b.kind && recordName(a) === recordName(b)

const isSame = (a: Bytes, old: Node, b: Bytes, now: Node): boolean =>
  old.size === now.size && isSameRange(a, old.offset, b, now.offset, old.size)

const hasRecords = ({ kind }: Node): boolean => kind === 'list' || kind === 'array'

function isSameRecord(a: Bytes, old: Node, record: number, b: Bytes, now: Node, index: number): boolean {
  const [from, at] = [recordPlace(old, record), recordPlace(now, index)]
  const size = recordPlace(old, record + 1) - from
  return recordPlace(now, index + 1) - at === size && isSameRange(a, from, b, at, size)
}

const isPlain = (node: Node): boolean =>
  node.isWhole &&
  node.kind !== 'gap' &&
  node.size <= LARGEST_FIELD &&
  (node.role !== 'derived' || isFollowing(node)) &&
  node.childCount === 0

export const isFollowing = ({ layout }: Node): boolean => followingOf(layout) !== undefined

export const recordCount = (node: Node): number => (node.kind === 'list' ? node.childCount - 1 : node.childCount)

/** The digest of a record by which it is found in another original. */
export function digestOf(opened: Document, array: Node, record: number, hash: Hash): string {
  return hash(maskedRecords(opened, array, [record, record + 1], { references: true })).slice(0, DIGEST)
}
