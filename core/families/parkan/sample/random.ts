/** Numbers in 0..1 that depend on the seed alone. Only + - * / and integer steps: the same on every machine. */
export type Random = () => number

/** A small generator with 32 bits of state: good enough for ground and forests, and the same everywhere. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A number in -1..1 for every place of the plane, smooth, about one hill per unit. */
type Noise = (x: number, y: number) => number

const GRADIENTS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [0.7071, 0.7071],
  [-0.7071, 0.7071],
  [0.7071, -0.7071],
  [-0.7071, -0.7071],
] as const

/** Gradient noise: eight directions at whole places, blended between them. */
export function gradientNoise(seed: number): Noise {
  const slope = (ix: number, iy: number, dx: number, dy: number): number => {
    let hash = Math.imul(ix, 0x27d4eb2d) ^ Math.imul(iy, 0x165667b1) ^ Math.imul(seed | 0, 0x9e3779b1)
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    const gradient = GRADIENTS[(hash ^ (hash >>> 16)) & 7] ?? GRADIENTS[0]
    return gradient[0] * dx + gradient[1] * dy
  }
  return (x, y) => {
    const ix = Math.floor(x)
    const iy = Math.floor(y)
    const dx = x - ix
    const dy = y - iy
    const u = fade(dx)
    const near = blend(slope(ix, iy, dx, dy), slope(ix + 1, iy, dx - 1, dy), u)
    const far = blend(slope(ix, iy + 1, dx, dy - 1), slope(ix + 1, iy + 1, dx - 1, dy - 1), u)
    return Math.max(-1, Math.min(1, blend(near, far, fade(dy)) * 1.5))
  }
}

/** Hills upon hills: each octave twice as fine and `gain` as high. */
export function octaves(noise: Noise, x: number, y: number, count: number, gain = 0.5): number {
  let sum = 0
  let high = 1
  let total = 0
  for (let octave = 0; octave < count; octave++) {
    const scale = 2 ** octave
    sum += high * noise(x * scale + octave * 17.3, y * scale - octave * 9.7)
    total += high
    high *= gain
  }
  return sum / total
}

/** Crests where the noise crosses zero: 0 in the plain, 1 on the ridge. */
export function ridges(noise: Noise, x: number, y: number, count: number): number {
  let sum = 0
  let high = 1
  let total = 0
  for (let octave = 0; octave < count; octave++) {
    const scale = 2 ** octave
    const crest = 1 - Math.abs(noise(x * scale + octave * 5.1, y * scale + octave * 3.7))
    sum += high * crest * crest
    total += high
    high *= 0.5
  }
  return sum / total
}

/** The number that lies `part` (0..1) of the way between two. */
export const blend = (from: number, to: number, part: number): number => from + (to - from) * part

/** 0 below `low`, 1 above `high`, smooth between. */
export function smooth(low: number, high: number, value: number): number {
  const part = Math.max(0, Math.min(1, (value - low) / (high - low)))
  return part * part * (3 - 2 * part)
}

const fade = (part: number): number => part * part * part * (part * (part * 6 - 15) + 10)
