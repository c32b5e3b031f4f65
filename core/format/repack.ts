import { joinedBytes, type Bytes } from '../layout'

/** The stored bytes of a row in the pristine image of an archive. */
export interface StoredRange {
  readonly offset: number
  readonly size: number
}

/** Stored bytes that should be in the packed image: those of a pristine row, or others. */
export interface StoredTarget {
  /** Number of the pristine row; undefined for an added one. */
  readonly source: number | undefined
  /** Absent: the stored bytes of the source, untouched. */
  readonly bytes?: Bytes
}

/** Where the packed image has the bytes of the targets, and all bytes from `start` on. */
export interface RepackedBody {
  readonly bytes: Bytes
  /** Offset of each target in the packed image. */
  readonly offsets: readonly number[]
}

/**
 * The part of an archive that holds the payloads, from `start` to `end` of the pristine image, with other payloads: rows
 * keep the order that they have in the file, bytes between them stay as they are, added rows are put behind the last.
 * Ranges must not overlap and must lie between `start` and `end`.
 */
export function repackBody(
  pristine: Bytes,
  ranges: readonly StoredRange[],
  targets: readonly StoredTarget[],
  start: number,
  end: number,
): RepackedBody {
  const parts: Bytes[] = []
  const offsets = targets.map(() => start)
  const bySource = new Map(targets.map((target, at) => [target.source, at]))
  let cursor = start
  let from = start
  const put = (bytes: Bytes): void => {
    parts.push(bytes)
    cursor += bytes.length
  }
  const putTarget = (at: number): void => {
    offsets[at] = cursor
    put(bytesOf(pristine, ranges, targets[at]))
  }
  for (const row of inFileOrder(ranges)) {
    const { offset, size } = ranges[row] ?? { offset: from, size: 0 }
    put(pristine.subarray(from, offset))
    const target = bySource.get(row)
    if (target !== undefined) putTarget(target)
    from = offset + size
  }
  put(pristine.subarray(from, end))
  targets.forEach(({ source }, at) => {
    if (source === undefined) putTarget(at)
  })
  return { bytes: joinedBytes(parts), offsets }
}

/** Rows by their place in the file; an empty one before the one that begins at the same byte. */
function inFileOrder(ranges: readonly StoredRange[]): readonly number[] {
  const place = (row: number): StoredRange => ranges[row] ?? { offset: 0, size: 0 }
  return ranges
    .map((_, row) => row)
    .sort((a, b) => place(a).offset - place(b).offset || Math.min(place(a).size, 1) - Math.min(place(b).size, 1))
}

/** Whether the ranges lie between two bytes of the file and none shares a byte with another. */
export function isDisjoint(ranges: readonly StoredRange[], start: number, end: number): boolean {
  let from = start
  for (const row of inFileOrder(ranges)) {
    const { offset, size } = ranges[row] ?? { offset: 0, size: 0 }
    if (offset < from || offset + size > end) return false
    from = offset + size
  }
  return true
}

const EMPTY: Bytes = new Uint8Array(0)

function bytesOf(pristine: Bytes, ranges: readonly StoredRange[], target: StoredTarget | undefined): Bytes {
  if (target?.bytes) return target.bytes
  const range = target?.source === undefined ? undefined : ranges[target.source]
  return range ? pristine.subarray(range.offset, range.offset + range.size) : EMPTY
}
