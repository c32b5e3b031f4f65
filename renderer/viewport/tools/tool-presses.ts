import type { Vec } from '../camera/camera'
import { rectOf } from '../geometry/lasso'
import type { Rect } from '../geometry/map-picker'
import { modeOf, type Mode } from '../scene/select-mode'
import { pulled, type Drag, type Pointer } from './tool'
import type { ToolScene } from './tool-scene'

/** Selection mode of the keys held at a press. */
export const modeOfPointer = ({ shift, ctrl }: Pointer): Mode =>
  modeOf({ shiftKey: shift, ctrlKey: ctrl, metaKey: false })

/** A press that draws a frame when it is pulled, and is a click when it is not. Alt leaves it to the camera. */
export function framePress(
  scene: Pick<ToolScene, 'framing'>,
  from: Pointer,
  done: { framed(rect: Rect, mode: Mode): void; clicked(at: Pointer): void },
): Drag | undefined {
  if (from.alt) return undefined
  return pulled(from, {
    move: to => scene.framing(rectOf(from.x, from.y, to.x, to.y)),
    end(to, isPulled) {
      scene.framing(null)
      if (isPulled) done.framed(rectOf(from.x, from.y, to.x, to.y), modeOfPointer(to))
      else done.clicked(to)
    },
    cancel: () => scene.framing(null),
  })
}

/** A press that puts a point on the map where it is released. Alt leaves it to the camera. */
export function pointPress(scene: Pick<ToolScene, 'pick'>, from: Pointer, put: (place: Vec) => void): Drag | undefined {
  if (from.alt) return undefined
  return pulled(from, {
    end(to) {
      const place = scene.pick(to.x, to.y)?.point
      if (place) put(place)
    },
    cancel: () => undefined,
  })
}

/** A line with one point more; the second click of a double click is at the same place and adds none. */
export function lengthened(points: readonly Vec[], place: Vec): Vec[] {
  const last = points.at(-1)
  return last && Math.hypot(place[0] - last[0], place[1] - last[1]) <= 1e-6 ? [...points] : [...points, place]
}
