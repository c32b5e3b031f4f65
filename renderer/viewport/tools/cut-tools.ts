import type { Vec } from '../camera/camera'
import type { ToolScene } from './tool-scene'
import { pulled, type MapTool, type Pointer } from './tool'
import { lengthened, pointPress } from './tool-presses'

/** A line drawn across a region cuts it in two: the selected one, or the one under the middle of the line. */
export function splitTool(scene: ToolScene): MapTool {
  let line: readonly [Vec, Vec] | undefined
  const clear = (): void => {
    line = undefined
    scene.redraw()
  }
  return {
    press(from) {
      const start = from.alt ? undefined : scene.pick(from.x, from.y)?.point
      if (!start) return undefined
      return pulled(from, {
        move(to) {
          const end = scene.pick(to.x, to.y)?.point
          if (end) line = [start, end]
          scene.redraw()
        },
        end(to, isPulled) {
          const record = isPulled && line ? underMiddle(scene, line) : undefined
          if (!isPulled) selectAt(scene, to)
          if (record === undefined || !line) return clear()
          const [a, b] = line
          void scene
            .operate(tools => tools.split?.(record, [a[0], a[1]], [b[0], b[1]]))
            .then(outcome => {
              if (outcome) scene.select(outcome.records, 'replace')
              clear()
            })
        },
        cancel: clear,
      })
    },
    marks: () => (line ? [{ kind: 'path', points: line, isClosed: false, tone: 'bad' }] : []),
  }
}

function underMiddle(scene: ToolScene, [a, b]: readonly [Vec, Vec]): number | undefined {
  const under = scene.picker()?.around([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2], 0, scene.isHidden)[0]
  return under ?? scene.selected().at(-1)
}

function selectAt(scene: ToolScene, { x, y }: Pointer): void {
  const record = scene.pick(x, y)?.record
  scene.select(record === undefined ? [] : [record], 'replace')
}

/** Corners clicked on the ground become a new region, with the fields of the selected one; what others cover is cut away. */
export function addTool(scene: ToolScene): MapTool {
  let points: Vec[] = []
  let next: Vec | undefined
  const show = (): void => scene.redraw()

  function end(): void {
    const ring = points
    points = []
    show()
    if (ring.length < 3) return
    const like = scene.selected().at(-1)
    void scene
      .operate(tools => tools.add?.(ring, { clip: true, ...(like !== undefined && { like }) }))
      .then(outcome => {
        if (outcome) scene.select(outcome.records, 'replace')
      })
  }

  return {
    press: from =>
      pointPress(scene, from, place => {
        points = lengthened(points, place)
        show()
      }),
    hover(pointer) {
      next = pointer && scene.pick(pointer.x, pointer.y)?.point
      show()
    },
    doubleClick() {
      end()
      return true
    },
    key(event) {
      if (event.code === 'Backspace' && points.length > 0) {
        points = points.slice(0, -1)
        show()
        return true
      }
      if (event.code !== 'Enter') return false
      end()
      return true
    },
    marks() {
      const all = next && points.length > 0 ? [...points, next] : points
      return [
        ...(all.length > 1
          ? [{ kind: 'path' as const, points: all, isClosed: all.length > 2, tone: 'strong' as const, isDashed: true }]
          : []),
        ...points.map(at => ({ kind: 'dot' as const, at, tone: 'plain' as const })),
      ]
    },
    cancel() {
      const had = points.length > 0
      points = []
      show()
      return had
    },
  }
}
