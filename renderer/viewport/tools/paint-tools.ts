import { brushOutline, changedBy, nextRadius, paintedBits, Stroke, type Painted } from '../geometry/brush'
import { unitsPerPixel } from '../camera/camera'
import { averageSide } from '../geometry/region-mesh'
import { paintOf } from '../scene/item-fields'
import { ruleOf, type ToolOptions } from './tool-options'
import type { ToolScene } from './tool-scene'
import { pulled, type Drag, type MapTool, type Pointer, type ToolMark } from './tool'

type Action = 'paint' | 'erase' | 'pick' | 'fill'
const ERASED = 0

/** What is painted, and the callbacks. */
interface Painting {
  readonly options: ToolOptions
  /** The value that is painted now. */
  value(): number
  /** A value was painted or picked. */
  use(value: number): void
  /** Picking is done: back to what it was done for. */
  picked(): void
}

/**
 * The tools paint, pick, erase and fill for values of records. They share one pointer and one preview; in each of them
 * Shift paints, Ctrl picks, Alt+Shift erases and Alt resizes the brush.
 */
export class PaintTools implements Record<Action, MapTool> {
  readonly paint = this.tool('paint')
  readonly pick = this.tool('pick')
  readonly erase = this.tool('erase')
  readonly fill = this.tool('fill')
  /** Where the pointer is. */
  private at: Pointer | undefined
  /** The record that the shown flood begins at. */
  private seed: number | undefined
  /** A click keeps the flood until it is committed or given up. */
  private isPinned = false
  private isBusy = false

  constructor(
    private readonly scene: ToolScene,
    private readonly painting: Painting,
  ) {}

  private tool(own: Action): MapTool {
    return {
      press: pointer => this.press(own, pointer),
      hover: pointer => this.hover(own, pointer),
      doubleClick: () => {
        if (own === 'fill' && this.isPinned) void this.commit('fill')
        return true
      },
      key: event => this.key(own, event),
      resize: step => this.resize(own, step),
      marks: () => this.marks(own),
      apply: () => void this.commit(own),
      cancel: () => {
        const had = this.isPinned
        this.clear()
        return had
      },
    }
  }

  private press(own: Action, pointer: Pointer): Drag | undefined {
    const action = actionOf(own, pointer)
    if (this.isBusy) return nothing
    if (action === 'size') return this.size(pointer)
    if (action === 'paint' || action === 'erase') return this.stroke(action, pointer)
    if (action === 'pick') return pulled(pointer, { end: to => this.pickAt(to), cancel: () => undefined })
    if (pointer.alt) return undefined
    const record = this.scene.pick(pointer.x, pointer.y)?.record
    return pulled(pointer, {
      end: (_, isPulled) => {
        if (!isPulled) this.pin(record)
      },
      cancel: () => undefined,
    })
  }

  private hover(own: Action, pointer: Pointer | undefined): void {
    const { scene } = this
    this.at = pointer
    if (this.isBusy) return
    if (!pointer) {
      if (!this.isPinned) this.clear()
      return scene.redraw()
    }
    const action = actionOf(own, pointer)
    if (action === 'fill' && !this.isPinned) {
      const record = scene.pick(pointer.x, pointer.y)?.record
      if (record === undefined) this.clear()
      else if (record !== this.seed) void this.flood(record)
    } else if (action === 'paint' || action === 'erase') this.show(this.reachAt(pointer), this.paintedBy(action))
    else if (action === 'pick') scene.ghost.value = undefined
    scene.redraw()
  }

  private resize(own: Action, step: 1 | -1): boolean {
    const { painting, scene } = this
    const limits = [this.least(), scene.picker()?.map.sizes.brush ?? Infinity] as const
    painting.options.radius = nextRadius(painting.options.radius, step, limits)
    if (this.at) this.hover(own, this.at)
    return true
  }

  private key(own: Action, event: KeyboardEvent): boolean {
    const { scene } = this
    if (event.code !== 'Enter') return false
    if (own === 'fill') {
      const record = scene.selected().at(-1)
      if (scene.ghost.value) void this.commit('fill')
      else if (record !== undefined) this.pin(record)
    } else if (own !== 'pick') {
      this.show(scene.selected(), this.paintedBy(own))
      void this.commit(own)
    }
    return true
  }

  private marks(own: Action): readonly ToolMark[] {
    const { at, scene } = this
    const { radius } = this.painting.options
    const action = at && actionOf(own, at)
    const place = at && action !== 'pick' && action !== 'fill' ? scene.pick(at.x, at.y)?.point : undefined
    if (!place || radius === 0) return []
    return [
      {
        kind: 'path',
        points: brushOutline(place, radius, scene.picker()),
        isClosed: true,
        tone: action === 'erase' ? 'bad' : 'plain',
      },
    ]
  }

  private readonly reach = (x: number, y: number, z: number): number[] =>
    this.scene.picker()?.around([x, y, z], this.painting.options.radius, this.scene.isHidden) ?? []

  private reachAt(pointer: Pointer): number[] {
    const place = this.scene.pick(pointer.x, pointer.y)?.point
    return place ? this.reach(...place) : []
  }

  /** The least radius that is more than one record. */
  private least(): number {
    const item = this.scene.item()
    return Math.max(1, Math.round((item ? averageSide(item) : 10) / 2))
  }

  private paintedBy(action: Action): Painted {
    const { options } = this.painting
    const declared = paintOf(this.scene.item(), this.scene.field())
    if (action === 'erase') return paintedBits('replace', ERASED, declared?.mask)
    return paintedBits(declared?.as === 'bits' ? options.bits : 'replace', this.painting.value(), declared?.mask)
  }

  private show(records: Iterable<number>, painted: Painted): void {
    const values = this.scene.values()
    const seen = [...records].filter(record => this.scene.isPaintable(record))
    const groups = values ? changedBy(seen, values, painted) : new Map<number, number[]>()
    const count = [...groups.values()].reduce((sum, group) => sum + group.length, 0)
    this.scene.ghost.value = count > 0 ? { count, groups } : undefined
  }

  /** Commits the preview; it stays until the map knows the change. */
  private async commit(action: Action): Promise<void> {
    const { scene, painting } = this
    const ghost = scene.ghost.value
    if (!ghost) return
    this.isBusy = true
    if (action !== 'erase') painting.use(painting.value())
    scene.ghost.value = ghost
    await scene.assign(ghost.groups)
    this.isBusy = false
    this.clear()
  }

  private stroke(action: 'paint' | 'erase', from: Pointer): Drag {
    const { scene } = this
    const painted = this.paintedBy(action)
    const line = new Stroke(this.reach, Math.max(this.painting.options.radius / 2, this.least() / 3))
    const draw = (pointer: Pointer): void => {
      this.at = pointer
      const place = scene.pick(pointer.x, pointer.y)?.point
      if (!place) line.lift()
      else if (line.to(place)) this.show(line.records, painted)
      scene.redraw()
    }
    scene.ghost.value = undefined
    draw(from)
    return {
      move: draw,
      end: () => void this.commit(action),
      cancel: () => {
        scene.ghost.value = undefined
      },
    }
  }

  private pickAt(pointer: Pointer): void {
    const record = this.scene.pick(pointer.x, pointer.y)?.record
    const value = record === undefined ? undefined : this.scene.values()?.[record]
    if (value === undefined) return
    this.painting.use(value)
    this.painting.picked()
  }

  /** Alt and a drag sideways: the radius. The circle stays where it was begun. */
  private size(from: Pointer): Drag {
    const { scene } = this
    const { options } = this.painting
    const before = options.radius
    const units = unitsPerPixel(scene.lens().view, scene.lens().size.height)
    return pulled(from, {
      move: to => {
        const radius = Math.max(0, before + (to.x - from.x) * units)
        options.radius = radius < this.least() / 2 ? 0 : radius
        this.show(this.reachAt(from), this.paintedBy('paint'))
        scene.redraw()
      },
      end: () => undefined,
      cancel: () => {
        options.radius = before
      },
    })
  }

  private async flood(record: number): Promise<void> {
    const { scene } = this
    this.seed = record
    const tools = await scene.regions()
    if (this.seed !== record || !tools?.fill) return
    const found = tools.fill(record, ruleOf(this.painting.options.stop, scene.item()))
    this.show(
      found.filter(one => !scene.isHidden(one)),
      this.paintedBy('fill'),
    )
  }

  private pin(record: number | undefined): void {
    if (record === undefined) return this.clear()
    this.isPinned = true
    void this.flood(record)
  }

  private clear(): void {
    this.seed = undefined
    this.isPinned = false
    if (!this.isBusy) this.scene.ghost.value = undefined
  }
}

/** What a press does with the keys that are held, in one of the four tools. */
function actionOf(own: Action, { shift, ctrl, alt }: Pointer): Action | 'size' {
  if (alt) return shift ? 'erase' : own === 'paint' || own === 'erase' ? 'size' : own
  return ctrl ? 'pick' : shift ? 'paint' : own
}

const nothing: Drag = { move: () => undefined, end: () => undefined, cancel: () => undefined }
