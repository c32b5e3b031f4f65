/** CSS pixels after which every pattern repeats. */
const PERIOD = 48
/** Twelve patterns by number, and again with half the distance between strokes from 16 on. */
export const PATTERN_LAYERS = 32
const TIGHT = 16

type Pattern = (x: number, y: number) => number

const clamp = (value: number): number => Math.min(1, Math.max(0, value))
const modulo = (value: number, by: number): number => ((value % by) + by) % by
/** How far a value is from the nearest multiple of a period. */
const saw = (at: number, period: number): number => Math.abs(modulo(at + period / 2, period) - period / 2)
/** A line of this half width, softened by a pixel. */
const stripe = (at: number, width: number): number => clamp(width + 0.5 - Math.abs(at))
const slanted = (at: number): number => stripe(saw(at, 12) * Math.SQRT1_2, 0.65)

/** A field of marks in staggered rows; each is drawn from its middle. */
function marks(columns: number, rows: number, draw: Pattern): Pattern {
  return (x, y) =>
    draw(modulo(x + modulo(Math.floor(y / rows), 2) * (columns / 2), columns) - columns / 2, modulo(y, rows) - rows / 2)
}

const PATTERNS: readonly Pattern[] = [
  () => 0,
  (x, y) => slanted(x - y),
  marks(8, 6, (x, y) => clamp(1.7 - Math.hypot(x, y))),
  x => stripe(saw(x, 6), 0.6),
  (x, y) => stripe(saw(y + 1.6 * Math.sin((x * Math.PI) / 6), 8), 0.7),
  (x, y) => Math.max(slanted(x - y), slanted(x + y)),
  (x, y) => slanted(x + y),
  (x, y) => Math.max(stripe(saw(x, 8), 0.6), stripe(saw(y, 8), 0.6)),
  marks(12, 6, (x, y) => stripe(y, 0.7) * stripe(x, 3)),
  marks(12, 8, (x, y) => stripe(Math.hypot(x, y) - 2.4, 0.6)),
  marks(8, 8, (x, y) => stripe(Math.max(Math.abs(x) * 1.5 + y, -y * 1.4), 2)),
  marks(8, 8, (x, y) => Math.max(stripe(x, 0.6) * stripe(y, 2.4), stripe(y, 0.6) * stripe(x, 2.4))),
  (x, y) => stripe(saw(y + Math.abs(modulo(x, 8) - 4), 8), 0.7),
]

/** Pixels along a tile: as close to the device's own as rows of whole words allow. */
export const patternSide = (ratio: number): number => Math.max(4, 4 * Math.round((PERIOD * ratio) / 4))

/** All patterns as tiles one above the other, a byte for each pixel: how much of a stroke lies in it. Rows run upwards. */
export function patternPixels(side: number): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(side * side * PATTERN_LAYERS)
  const unit = PERIOD / side
  for (let layer = 0; layer < PATTERN_LAYERS; layer++) {
    const pattern = PATTERNS[layer % TIGHT]
    if (!pattern) continue
    // Strokes at half the distance are half as wide: they make up for it by being stronger.
    const [scale, strength] = layer < TIGHT ? [unit, 255] : [unit * 2, 400]
    for (let row = 0; row < side; row++) {
      for (let column = 0; column < side; column++) {
        pixels[(layer * side + row) * side + column] = Math.min(
          255,
          Math.round(strength * pattern((column + 0.5) * scale, (side - row - 0.5) * scale)),
        )
      }
    }
  }
  return pixels
}
