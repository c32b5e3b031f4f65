import type { RecordsEdit } from '../../../../layout'

/** A new order of the records of an array: some removed, some copied once, or all in other places. */
export interface Arrangement {
  /** Number of the source of each new record. */
  readonly from: readonly number[]
  /** Whether a new record is the copy of its source, which then stays too. */
  readonly isCopy: readonly boolean[]
  /**
   * New number by the old one; of a removed record that of the next one that stays. One number more than records: where
   * a run ends that ended with the last record.
   */
  readonly at: Int32Array
  /** New number of the copy by the old number of its source; -1: none. */
  readonly copies: Int32Array
  readonly isKept: (record: number) => boolean
}

/** Copies of records: each behind its source, and in the runs of records that the source is in; or all at the end, in no such run. */
type PlaceOfCopies = 'behind' | 'end'

export function arrangementOf(
  count: number,
  from: readonly number[],
  isCopy: readonly boolean[],
  end = from.length,
): Arrangement {
  const at = new Int32Array(count + 1).fill(-1)
  const copies = new Int32Array(count).fill(-1)
  for (const [place, source] of from.entries()) (isCopy[place] ? copies : at)[source] = place
  const kept = Uint8Array.from(at, place => Number(place >= 0))
  at[count] = end
  for (let record = count - 1; record >= 0; record--) if (kept[record] === 0) at[record] = at[record + 1] ?? end
  return { from, isCopy, at, copies, isKept: record => kept[record] === 1 }
}

/** The array without these records. */
export function without(count: number, removed: ReadonlySet<number>): Arrangement {
  const from = Array.from({ length: count }, (_, record) => record).filter(record => !removed.has(record))
  return arrangementOf(count, from, [])
}

/** The array with copies of these records. */
export function withCopies(count: number, copied: ReadonlySet<number>, place: PlaceOfCopies): Arrangement {
  const from: number[] = []
  const isCopy: boolean[] = []
  const add = (record: number, copy: boolean): void => {
    from.push(record)
    isCopy.push(copy)
  }
  for (let record = 0; record < count; record++) {
    add(record, false)
    if (place === 'behind' && copied.has(record)) add(record, true)
  }
  const end = from.length
  for (let record = 0; place === 'end' && record < count; record++) if (copied.has(record)) add(record, true)
  return arrangementOf(count, from, isCopy, end)
}

/** The array with a copy of each of these runs behind it, in the longer runs that it is in. The runs have no record in common. */
export function withCopiedRuns(count: number, runs: readonly (readonly number[])[]): Arrangement {
  const byLast = new Map(runs.flatMap(run => (run.length > 0 ? [[run.at(-1), run] as const] : [])))
  const from: number[] = []
  const isCopy: boolean[] = []
  for (let record = 0; record < count; record++) {
    for (const [k, source] of [record, ...(byLast.get(record) ?? [])].entries()) {
      from.push(source)
      isCopy.push(k > 0)
    }
  }
  return arrangementOf(count, from, isCopy)
}

/** The runs of records that are removed and inserted; `bytesOf` gives the bytes of a copy, or of a moved record, by its source. */
export function recordsEdits(
  array: string,
  order: Arrangement,
  bytesOf: (source: number) => Uint8Array,
): readonly RecordsEdit[] {
  const { from, isCopy, at, isKept } = order
  const edits: RecordsEdit[] = []
  const count = at.length - 1
  for (let record = 0; record < count; record++) {
    if (isKept(record)) continue
    const start = record
    while (record + 1 < count && !isKept(record + 1)) record++
    edits.push({ array, at: start, removed: record + 1 - start, inserted: 0, bytes: new Uint8Array(0) })
  }
  let before = 0
  for (let place = 0; place < from.length; place++) {
    if (isCopy[place] !== true) {
      before++
      continue
    }
    const start = place
    while (isCopy[place + 1] === true) place++
    edits.push(inserted(array, before, from.slice(start, place + 1).map(bytesOf)))
  }
  return edits.length === 0 && isReordered(order) ? movedRun(array, from, bytesOf) : edits
}

function inserted(array: string, at: number, parts: readonly Uint8Array[]): RecordsEdit {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return { array, at, removed: 0, inserted: parts.length, bytes }
}

/** One run of records that is moved to another place: the shorter of the two that change places; none for another order. */
function movedRun(
  array: string,
  from: readonly number[],
  bytesOf: (source: number) => Uint8Array,
): readonly RecordsEdit[] {
  const first = from.findIndex((source, place) => source !== place)
  const end = from.findLastIndex((source, place) => source !== place) + 1
  const [size, ahead] = [end - first, (from[first] ?? 0) - first]
  const isRun = from.every(
    (source, place) => place < first || place >= end || source === first + ((place - first + ahead) % size),
  )
  if (!isRun) return []
  const isForwards = ahead <= size - ahead
  const [at, removed, to] = isForwards ? [first, ahead, end] : [first + ahead, size - ahead, first]
  const parts = Array.from({ length: removed }, (_, k) => bytesOf(at + k))
  const removal: RecordsEdit = { array, at, removed, inserted: 0, bytes: new Uint8Array(0) }
  return isForwards ? [removal, inserted(array, to, parts)] : [inserted(array, to, parts), removal]
}

/** Whether the records that stay are in other places than in their order. */
export const isReordered = ({ from, isCopy }: Arrangement): boolean => {
  const kept = from.filter((_, place) => isCopy[place] !== true)
  return kept.some((source, place) => place > 0 && source < (kept[place - 1] ?? 0))
}

/** Whether a record that stays has another number, or a record is removed. */
export const isRenumbered = ({ at, isKept }: Arrangement): boolean =>
  at.subarray(0, -1).some((place, record) => place !== record || !isKept(record))
