import { shallowRef } from 'vue'
import type { Vec } from '../camera/camera'
import { middle } from './shape-handles'
import type { MapTool } from './tool'
import { lengthened, pointPress } from './tool-presses'
import type { ToolScene } from './tool-scene'

export interface Measured {
  readonly points: readonly Vec[]
  /** Along the ground plane, and through space. */
  readonly length: number
  readonly slant: number
  /** Inside the closed line, on the ground plane; 0 for fewer than three points. */
  readonly area: number
}

/** Lengths and area of a line of points. */
export function measured(points: readonly Vec[]): Measured {
  let [length, slant, twice] = [0, 0, 0]
  points.forEach((point, i) => {
    const before = points[i - 1]
    if (before) length += Math.hypot(point[0] - before[0], point[1] - before[1])
    if (before) slant += Math.hypot(point[0] - before[0], point[1] - before[1], point[2] - before[2])
    const next = points[(i + 1) % points.length] ?? point
    twice += point[0] * next[1] - next[0] * point[1]
  })
  return { points, length, slant, area: points.length < 3 ? 0 : Math.abs(twice) / 2 }
}

/** Clicks put points down; the last one follows the mouse until a double click or Enter ends the line. */
export function measureTool(scene: ToolScene) {
  const result = shallowRef<Measured>()
  let points: Vec[] = []
  let next: Vec | undefined
  let isDone = false

  function show(): void {
    const all = next && !isDone ? [...points, next] : points
    result.value = all.length > 0 && points.length > 0 ? measured(all) : undefined
    scene.redraw()
  }

  function end(): void {
    isDone = points.length > 0
    show()
  }

  const tool: MapTool = {
    press: from =>
      pointPress(scene, from, place => {
        points = lengthened(isDone ? [] : points, place)
        isDone = false
        next = place
        show()
      }),
    hover(pointer) {
      next = pointer && scene.pick(pointer.x, pointer.y)?.point
      if (!isDone) show()
    },
    doubleClick() {
      end()
      return true
    },
    key(event) {
      if (event.code === 'Enter') end()
      if (event.code === 'Backspace' && points.length > 0) {
        points = points.slice(0, -1)
        isDone = false
        show()
      }
      return event.code === 'Enter' || event.code === 'Backspace'
    },
    marks() {
      const found = result.value
      if (!found) return []
      const legs = found.points.slice(1).flatMap((point, i) => {
        const from = found.points[i] ?? point
        const length = Math.hypot(point[0] - from[0], point[1] - from[1])
        return length > 0 ? [{ kind: 'label' as const, at: middle(from, point), words: units(length) }] : []
      })
      return [
        {
          kind: 'path',
          points: found.points,
          isClosed: isDone && found.points.length > 2,
          tone: 'plain',
          isDashed: !isDone,
        },
        ...found.points.map(at => ({ kind: 'dot' as const, at, tone: 'plain' as const })),
        ...legs,
      ]
    },
    cancel() {
      const had = points.length > 0
      points = []
      isDone = false
      show()
      return had
    },
  }
  return { tool, result }
}

export const units = (value: number): string => value.toFixed(value < 100 ? 2 : 1)
