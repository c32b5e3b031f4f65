import type { ItemBase } from './item-base'
import type { Words } from './problem'

/**
 * Sky and light of a scene in the course of its days: columns of keyframes. Colours are red, green and blue from 0 to 1.
 * How high the rings lie, and where the sun is, is not part of it.
 */
export interface SkyItem extends ItemBase {
  readonly kind: 'sky'
  /** Minutes of all days together; after the last one the first begins again. */
  readonly length: number
  /** Minute at which the scene begins. */
  readonly start: number
  /** Minute of each keyframe, ascending. */
  readonly times: Float32Array
  /** Colours of the sky: four directions of each ring from the horizon up, then the zenith. */
  readonly rings: Float32Array
  readonly sunlight: Float32Array
  /** Colour of what the sun does not reach. */
  readonly shade: Float32Array
  /** World units at which fog begins and at which it hides everything; no fog where the second is not greater. */
  readonly fog: Float32Array
  /** Why there are no keyframes: it is missing or cannot be read. */
  readonly missing?: Words
}

/** Minutes of a day. */
export const DAY = 24 * 60
/** Directions of a ring, and its rings below the zenith. */
export const SKY_DIRECTIONS = 4
export const SKY_RINGS = 3
/** Colours of `SkyItem.rings` of one keyframe. */
export const SKY_COLOURS = SKY_DIRECTIONS * SKY_RINGS + 1

/** Sky and light at one time; colours as in `SkyItem`. */
export interface SkyLight {
  readonly rings: readonly number[]
  readonly sunlight: readonly number[]
  readonly shade: readonly number[]
  readonly fog: readonly [start: number, end: number] | undefined
}

/** The sky at a minute: values between two keyframes are mixed by time. Undefined where there are no keyframes. */
export function skyAt({ times, length, rings, sunlight, shade, fog }: SkyItem, minute: number): SkyLight | undefined {
  const count = times.length
  if (count === 0 || !Number.isFinite(minute) || length <= 0) return undefined
  const at = ((minute % length) + length) % length
  const next = times.findIndex(time => time > at)
  const after = next === -1 ? 0 : next
  const before = (after + count - 1) % count
  const [from, to] = [times[before] ?? 0, times[after] ?? 0]
  // The last keyframe of the days leads to the first one of the next round.
  const span = (to - from + length) % length
  const share = span > 0 ? ((at - from + length) % length) / span : 0
  const mixed = (column: Float32Array): readonly number[] => {
    const size = column.length / count
    return Array.from({ length: size }, (_, k) => {
      const [a, b] = [column[before * size + k] ?? 0, column[after * size + k] ?? 0]
      return a + (b - a) * share
    })
  }
  const [start = 0, end = 0] = mixed(fog)
  return {
    rings: mixed(rings),
    sunlight: mixed(sunlight),
    shade: mixed(shade),
    fog: end > start ? [start, end] : undefined,
  }
}
