type Point = readonly [x: number, y: number]

/**
 * Sides of the squares at the corners of a selected region, radius of the dot at its anchor and width of its outline, in
 * pixels.
 */
export interface CornerSize {
  readonly square: number
  readonly dot: number
  readonly line: number
  /** Whether its links have room: their dots would lie on a small region and on its neighbours. */
  readonly hasLinks: boolean
}
const SQUARE = 6
const DOT = 5.5
const LINE = 5
/** A region less wide has a thin outline and a small dot only. */
const LEAST = 20

/** Corners that never cover the region they belong to: none where it is small, smaller ones where they lie close together. */
export function cornerSize(outline: readonly Point[]): CornerSize {
  const xs = outline.map(([x]) => x)
  const ys = outline.map(([, y]) => y)
  const width = Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
  const sides = outline.map(([x, y], i) => {
    const [nextX, nextY] = outline[(i + 1) % outline.length] ?? [x, y]
    return Math.hypot(nextX - x, nextY - y)
  })
  const room = Math.min(...sides) / 2
  const isSmall = width < LEAST
  return {
    square: isSmall || room < 3 ? 0 : Math.min(SQUARE, room),
    dot: Math.min(DOT, Math.max(1.5, width / 8)),
    line: isSmall ? Math.min(LINE, Math.max(2, width / 4)) : LINE,
    hasLinks: !isSmall,
  }
}
