/** Side of the grain texture. */
export const GRAIN_SIZE = 128

/** A tile of soft noise, the same on every machine: R in large, G in middle, B in fine patches. */
export function grainPixels(): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(GRAIN_SIZE * GRAIN_SIZE * 4)
  const layers = [
    [4, 8, 16],
    [16, 32],
    [64, 32],
  ].map((cells, i) => layer(cells, 77 + i))
  for (let at = 0; at < GRAIN_SIZE * GRAIN_SIZE; at++) {
    for (let channel = 0; channel < 3; channel++)
      pixels[at * 4 + channel] = Math.round(255 * (layers[channel]?.[at] ?? 0))
    pixels[at * 4 + 3] = 255
  }
  return pixels
}

/** Sum of value noises, each with its number of cells per side and weaker than the one before, spread to 0 … 1. */
function layer(cells: readonly number[], seed: number): Float32Array {
  const sum = new Float32Array(GRAIN_SIZE * GRAIN_SIZE)
  cells.forEach((count, octave) => {
    const corners = Float32Array.from({ length: count * count }, (_, i) => scrambled(i * 3 + seed + octave * 7919))
    for (let y = 0; y < GRAIN_SIZE; y++) {
      for (let x = 0; x < GRAIN_SIZE; x++) {
        const at = y * GRAIN_SIZE + x
        sum[at] =
          (sum[at] ?? 0) + between(corners, count, (x / GRAIN_SIZE) * count, (y / GRAIN_SIZE) * count) * 0.55 ** octave
      }
    }
  })
  const low = sum.reduce((a, b) => Math.min(a, b), Infinity)
  const high = sum.reduce((a, b) => Math.max(a, b), -Infinity)
  return sum.map(value => (value - low) / Math.max(high - low, 1e-6))
}

function between(corners: Float32Array, count: number, x: number, y: number): number {
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const [fx, fy] = [soft(x - x0), soft(y - y0)]
  const at = (dx: number, dy: number): number => corners[((y0 + dy) % count) * count + ((x0 + dx) % count)] ?? 0
  return (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy
}

const soft = (t: number): number => t * t * (3 - 2 * t)

/** 0 … 1 from a whole number, without a pattern that the eye finds. */
function scrambled(n: number): number {
  let h = Math.imul(n ^ 0x9e3779b9, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 0xffffffff
}
