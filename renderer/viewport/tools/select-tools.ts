import { insideLasso, within } from '../geometry/lasso'
import { pulled, type MapTool, type Pointer } from './tool'
import { framePress, modeOfPointer } from './tool-presses'
import type { ToolScene } from './tool-scene'

/** A click selects what is under it, in these tools as in the select tool. */
const click = (scene: ToolScene, pointer: Pointer): void => scene.selectAt(pointer.x, pointer.y, modeOfPointer(pointer))

/** A box that selects also what hills hide. */
export function boxTool(scene: ToolScene): MapTool {
  return {
    press: from =>
      framePress(scene, from, {
        framed: (rect, mode) => scene.selectInside(within(rect), mode, true),
        clicked: at => click(scene, at),
      }),
  }
}

/** A line drawn freely round what is to be selected. */
export function lassoTool(scene: ToolScene): MapTool {
  let points: (readonly [number, number])[] = []
  const clear = (): void => {
    points = []
    scene.redraw()
  }
  return {
    press(from) {
      if (from.alt) return undefined
      points = [[from.x, from.y]]
      return pulled(from, {
        move(to) {
          points.push([to.x, to.y])
          scene.redraw()
        },
        end(to, isPulled) {
          if (isPulled) scene.selectInside(insideLasso(points), modeOfPointer(to), false)
          else click(scene, to)
          clear()
        },
        cancel: clear,
      })
    },
    marks: () => (points.length > 1 ? [{ kind: 'lasso', points }] : []),
  }
}
