import type { Rect } from './map-picker'

type Point = readonly [x: number, y: number]

/** The frame between two corners, whichever they are. */
export const rectOf = (x0: number, y0: number, x1: number, y1: number): Rect => ({
  x: Math.min(x0, x1),
  y: Math.min(y0, y1),
  width: Math.abs(x1 - x0),
  height: Math.abs(y1 - y0),
})

/** Whether a point lies inside a frame, border included. */
export const within =
  ({ x, y, width, height }: Rect) =>
  (px: number, py: number): boolean =>
    px >= x && py >= y && px <= x + width && py <= y + height

/** Whether a point lies inside a freely drawn line, closed by the even-odd rule. */
export function insideLasso(points: readonly Point[]): (x: number, y: number) => boolean {
  return (x, y) => {
    let isInside = false
    points.forEach(([bx, by], i) => {
      const [ax, ay] = points[(i + points.length - 1) % points.length] ?? [bx, by]
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside
    })
    return isInside
  }
}
