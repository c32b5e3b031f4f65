import { brushOutline, changedBy, nextRadius, paintedBits, Stroke, type Painted } from '../geometry/brush'
import { unitsPerPixel } from '../camera/camera'
import { averageSide } from '../geometry/region-mesh'
import { paintOf } from '../scene/item-fields'
import { ruleOf, type ToolOptions } from './tool-options'
import type { ToolScene } from './tool-scene'
import { pulled, type Drag, type MapTool, type Pointer, type ToolMark } from './tool'

type Action = 'paint' | 'erase' | 'pick' | 'fill'
const ERASED = 0

interface Painting {
  readonly options: ToolOptions
  /** The value that is painted now. */
  value(): number
  /** A value was painted or picked. */
  use(value: number): void
  /** Picking is done: back to what it was done for. */
  picked(): void
}

/** Paint, pick, erase and fill: what regions are. Shift paints, Ctrl picks, Alt+Shift erases, Alt sets the brush, in each of them. */
export function areaTools(scene: ToolScene, painting: Painting): Record<Action, MapTool> {
  const { options } = painting
  let at: Pointer | undefined
  let seed: number | undefined
  let isPinned = false
  let isBusy = false

  const reach = (x: number, y: number): number[] => scene.picker()?.around(x, y, options.radius, scene.isHidden) ?? []
  const least = (): number => {
    const item = scene.item()
    return Math.max(1, Math.round((item ? averageSide(item) : 10) / 2))
  }
  const most = (): number => scene.picker()?.map.sizes.brush ?? Infinity
  const paintedBy = (action: Action): Painted => {
    const declared = paintOf(scene.item(), scene.field())
    if (action === 'erase') return paintedBits('replace', ERASED, declared?.mask)
    return paintedBits(declared?.as === 'bits' ? options.bits : 'replace', painting.value(), declared?.mask)
  }

  function show(records: Iterable<number>, painted: Painted): void {
    const values = scene.values()
    const groups = values ? changedBy(records, values, painted) : new Map<number, number[]>()
    const count = [...groups.values()].reduce((sum, group) => sum + group.length, 0)
    scene.ghost.value = count > 0 ? { count, groups } : undefined
  }

  /** Commits the ghost; it stays until the map knows the change. */
  async function commit(action: Action): Promise<void> {
    const ghost = scene.ghost.value
    if (!ghost) return
    isBusy = true
    if (action !== 'erase') painting.use(painting.value())
    scene.ghost.value = ghost
    await scene.assign(ghost.groups)
    isBusy = false
    seed = undefined
    isPinned = false
    scene.ghost.value = undefined
  }

  function stroke(action: 'paint' | 'erase', from: Pointer): Drag {
    const painted = paintedBy(action)
    const line = new Stroke(reach, Math.max(options.radius / 2, least() / 3))
    const draw = (pointer: Pointer): void => {
      at = pointer
      const place = scene.pick(pointer.x, pointer.y)?.point
      if (!place) line.lift()
      else if (line.to(place[0], place[1])) show(line.records, painted)
      scene.redraw()
    }
    scene.ghost.value = undefined
    draw(from)
    return {
      move: draw,
      end: () => void commit(action),
      cancel: () => {
        scene.ghost.value = undefined
      },
    }
  }

  function pick(pointer: Pointer): void {
    const record = scene.pick(pointer.x, pointer.y)?.record
    const value = record === undefined ? undefined : scene.values()?.[record]
    if (value === undefined) return
    painting.use(value)
    painting.picked()
  }

  /** Alt and a drag sideways: the radius. The circle stays where it was begun. */
  function size(from: Pointer): Drag {
    const before = options.radius
    const units = unitsPerPixel(scene.lens().view, scene.lens().size.height)
    return pulled(from, {
      move(to) {
        const radius = Math.max(0, before + (to.x - from.x) * units)
        options.radius = radius < least() / 2 ? 0 : radius
        show(reachAt(from), paintedBy('paint'))
        scene.redraw()
      },
      end: () => undefined,
      cancel: () => {
        options.radius = before
      },
    })
  }

  const reachAt = (pointer: Pointer): number[] => {
    const place = scene.pick(pointer.x, pointer.y)?.point
    return place ? reach(place[0], place[1]) : []
  }

  const actionOf = (own: Action, { shift, ctrl, alt }: Pointer): Action | 'size' => {
    if (alt) return shift ? 'erase' : own === 'paint' || own === 'erase' ? 'size' : own
    return ctrl ? 'pick' : shift ? 'paint' : own
  }

  async function flood(record: number): Promise<void> {
    seed = record
    const tools = await scene.regions()
    if (seed !== record || !tools) return
    show(
      tools.fill(record, ruleOf(options.stop, scene.item())).filter(one => !scene.isHidden(one)),
      paintedBy('fill'),
    )
  }

  function hover(own: Action, pointer: Pointer | undefined): void {
    at = pointer
    if (isBusy) return
    if (!pointer) {
      if (!isPinned) clear()
      return scene.redraw()
    }
    const action = actionOf(own, pointer)
    if (action === 'fill' && !isPinned) {
      const record = scene.pick(pointer.x, pointer.y)?.record
      if (record === undefined) clear()
      else if (record !== seed) void flood(record)
    } else if (action === 'paint' || action === 'erase') show(reachAt(pointer), paintedBy(action))
    else if (action === 'pick') scene.ghost.value = undefined
    scene.redraw()
  }

  function clear(): void {
    seed = undefined
    isPinned = false
    if (!isBusy) scene.ghost.value = undefined
  }

  function press(own: Action, pointer: Pointer): Drag | undefined {
    const action = actionOf(own, pointer)
    if (isBusy) return nothing
    if (action === 'size') return size(pointer)
    if (action === 'paint' || action === 'erase') return stroke(action, pointer)
    if (action === 'pick') return pulled(pointer, { end: to => pick(to), cancel: () => undefined })
    if (pointer.alt) return undefined
    const record = scene.pick(pointer.x, pointer.y)?.record
    return pulled(pointer, {
      end: (_, isPulled) => {
        if (!isPulled) pin(record)
      },
      cancel: () => undefined,
    })
  }

  function pin(record: number | undefined): void {
    if (record === undefined) return clear()
    isPinned = true
    void flood(record)
  }

  function marks(own: Action): readonly ToolMark[] {
    const action = at && actionOf(own, at)
    const place = at && action !== 'pick' && action !== 'fill' ? scene.pick(at.x, at.y)?.point : undefined
    if (!place || options.radius === 0) return []
    return [
      {
        kind: 'path',
        points: brushOutline(place, options.radius, scene.picker()),
        isClosed: true,
        tone: action === 'erase' ? 'bad' : 'plain',
      },
    ]
  }

  function key(own: Action, event: KeyboardEvent): boolean {
    if (event.code === 'BracketLeft' || event.code === 'BracketRight') {
      options.radius = nextRadius(options.radius, event.code === 'BracketRight' ? 1 : -1, [least(), most()])
      if (at) hover(own, at)
      return true
    }
    if (event.code !== 'Enter') return false
    if (own === 'fill') {
      const record = scene.selected().at(-1)
      if (scene.ghost.value) void commit('fill')
      else if (record !== undefined) pin(record)
    } else if (own !== 'pick') {
      show(scene.selected(), paintedBy(own))
      void commit(own)
    }
    return true
  }

  const tool = (own: Action): MapTool => ({
    press: pointer => press(own, pointer),
    hover: pointer => hover(own, pointer),
    doubleClick: () => {
      if (own === 'fill' && isPinned) void commit('fill')
      return true
    },
    key: event => key(own, event),
    marks: () => marks(own),
    apply: () => void commit(own),
    cancel: () => {
      const had = isPinned
      clear()
      return had
    },
  })
  return { paint: tool('paint'), pick: tool('pick'), erase: tool('erase'), fill: tool('fill') }
}

const nothing: Drag = { move: () => undefined, end: () => undefined, cancel: () => undefined }
