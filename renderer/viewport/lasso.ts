import type { Rect } from './map-picker'

type Point = readonly [x: number, y: number]

/** Whether a point lies inside a frame, border included. */
export const within = ({ x, y, width, height }: Rect) => (px: number, py: number): boolean =>
  px >= x && py >= y && px <= x + width && py <= y + height

/** Whether a point lies inside a line drawn freely and closed by itself: where it crosses itself, in and out alternate. */
export function insideLasso(points: readonly Point[]): (x: number, y: number) => boolean {
  return (x, y) => {
    let isInside = false
    points.forEach(([bx, by], i) => {
      const [ax, ay] = points[(i + points.length - 1) % points.length] ?? [bx, by]
      if ((ay > y) !== (by > y) && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside
    })
    return isInside
  }
}
