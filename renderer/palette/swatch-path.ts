export const SWATCH_WIDTH = 16
export const SWATCH_HEIGHT = 12

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((to - from) / step)) }, (_, i) => from + i * step)

const rising = (step: number): string =>
  range(-12, 18, step)
    .map(x => `M${x} 12l12-12`)
    .join('')
const falling = (step: number): string =>
  range(-12, 18, step)
    .map(x => `M${x} 0l12 12`)
    .join('')
const upright = (step: number): string =>
  range(2, 16, step)
    .map(x => `M${x} 0v12`)
    .join('')
const level = (step: number): string =>
  range(2, 12, step)
    .map(y => `M0 ${y}h16`)
    .join('')
const ring = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
const scattered = (dx: number, dy: number, draw: (x: number, y: number) => string): string =>
  range(2, 13, dy)
    .map((y, row) =>
      range(row % 2 ? 2 + dx / 2 : 2, 17, dx)
        .map(x => draw(x, y))
        .join(''),
    )
    .join('')
const along = (step: number, draw: (y: number) => string): string => range(2, 13, step).map(draw).join('')

const DRAWINGS: readonly ((isDoubled: boolean) => string)[] = [
  () => '',
  d => rising(d ? 3 : 5),
  d => scattered(d ? 3 : 4, d ? 2.5 : 3, (x, y) => ring(x, y, 0.5)),
  d => upright(d ? 2.5 : 4),
  d => along(d ? 3 : 5, y => `M-2 ${y + 1}q2.500-3.500 5 0t5 0t5 0t5 0`),
  d => rising(d ? 3.5 : 5) + falling(d ? 3.5 : 5),
  d => falling(d ? 3 : 5),
  d => upright(d ? 3 : 5) + level(d ? 3 : 4),
  d => scattered(d ? 5 : 7, d ? 2.5 : 4, (x, y) => `M${x - 1.5} ${y}h3`),
  d => scattered(d ? 5 : 7, d ? 4 : 5, (x, y) => ring(x, y, 1.6)),
  d => scattered(d ? 5 : 7, d ? 4 : 5, (x, y) => `M${x - 1.6} ${y + 1.2}h3.2l-1.600-2.800z`),
  d => scattered(d ? 4.5 : 6, d ? 3.5 : 4.5, (x, y) => `M${x - 1.4} ${y}h2.800M${x} ${y - 1.4}v2.800`),
  d => along(d ? 3 : 5, y => `M-2 ${y + 1.5}l2.500-3l2.500 3l2.500-3l2.500 3l2.500-3l2.500 3l2.500-3l2.500 3`),
]

const PATHS = DRAWINGS.map(draw => [draw(false), draw(true)] as const)

/** What is stroked on a 16 × 12 swatch of this pattern. */
export const swatchPath = (pattern: number, isDoubled: boolean): string => PATHS[pattern]?.[isDoubled ? 1 : 0] ?? ''

/** Patterns of small marks and the dark blue one are drawn light, all other lines dark. */
const LIGHT_PATTERNS: readonly number[] = [2, 6, 8, 10]

const strokeOf = (pattern: number): string =>
  LIGHT_PATTERNS.includes(pattern) ? 'rgb(255 255 255 / 85%)' : 'rgb(0 0 0 / 60%)'
const imageOf = (pattern: number, isDoubled: boolean): string => {
  const path = `<path d="${swatchPath(pattern, isDoubled)}" stroke="${strokeOf(pattern)}" fill="none"/>`
  return `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SWATCH_WIDTH} ${SWATCH_HEIGHT}">${path}</svg>`)}")`
}
const IMAGES = DRAWINGS.map((_, pattern) => [imageOf(pattern, false), imageOf(pattern, true)] as const)

/**
 * The pattern alone as a picture of CSS. An `<svg>` in the page has a transform of its own, which ends what the browser
 * can draw in one go, once for each of the many swatches of a table; a picture has none.
 */
export const swatchImage = (pattern: number, isDoubled: boolean): string =>
  IMAGES[pattern]?.[isDoubled ? 1 : 0] ?? 'none'
