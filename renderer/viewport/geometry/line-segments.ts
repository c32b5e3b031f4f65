import type { LinesItem } from '@areal-studio/core/format'

/** Floats of a segment: x, y, z of where it begins, x, y, z of where it ends, and its record. */
export const SEGMENT = 7
/** Offset of the record. */
const RECORD = 6

/** Segments of lines, end to end. */
export interface Segments {
  readonly count: number
  /** `SEGMENT` floats each. */
  readonly data: Float32Array
  /** Mean length in world units; 0 where there are none. */
  readonly length: number
}

const known = new WeakMap<Float32Array, Segments>()

/** The segments of an item whose ends are numbers, in the order of its lines. Colours change, they do not: kept by positions. */
export function segmentsOf({ positions, starts, records, isClosed }: LinesItem): Segments {
  const kept = known.get(positions)
  if (kept) return kept
  const points = positions.length / 3
  const data = new Float32Array(SEGMENT * (points + (isClosed ? records.length : 0)))
  let [count, length] = [0, 0]
  for (let line = 0; line < records.length; line++) {
    const first = starts[line] ?? 0
    const end = Math.min(points, starts[line + 1] ?? 0)
    // A closed line of two points would be drawn twice.
    const last = isClosed && end - first > 2 ? end : end - 1
    for (let point = first; point < last; point++) {
      const next = point + 1 < end ? point + 1 : first
      const at = SEGMENT * count
      let square = 0
      for (let axis = 0; axis < 3; axis++) {
        const [from = NaN, to = NaN] = [positions[3 * point + axis], positions[3 * next + axis]]
        data[at + axis] = from
        data[at + 3 + axis] = to
        square += (to - from) ** 2
      }
      data[at + RECORD] = records[line] ?? 0
      if (!Number.isFinite(square)) continue
      count++
      length += Math.sqrt(square)
    }
  }
  const made = { count, data: data.subarray(0, SEGMENT * count), length: count > 0 ? length / count : 0 }
  known.set(positions, made)
  return made
}

export const recordOfSegment = ({ data }: Segments, segment: number): number => data[SEGMENT * segment + RECORD] ?? 0

/** Segments in the order of drawing: the loud ones first, so that a far view can leave out the quiet ones; hidden ones are left out. */
export interface DrawnSegments {
  readonly data: Float32Array
  readonly loud: number
  readonly count: number
}

export function drawnSegments(
  segments: Segments,
  isHidden: (record: number) => boolean,
  isQuiet: (record: number) => boolean,
): DrawnSegments {
  const data = new Float32Array(segments.data.length)
  let count = 0
  const take = (isWanted: (record: number) => boolean): number => {
    for (let segment = 0; segment < segments.count; segment++) {
      const record = recordOfSegment(segments, segment)
      if (isHidden(record) || !isWanted(record)) continue
      data.set(segments.data.subarray(SEGMENT * segment, SEGMENT * (segment + 1)), SEGMENT * count++)
    }
    return count
  }
  const loud = take(record => !isQuiet(record))
  take(isQuiet)
  return { data: data.subarray(0, SEGMENT * count), loud, count }
}
