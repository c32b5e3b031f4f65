import { own } from '@areal-studio/core/layout'
import { computed, shallowRef } from 'vue'
import type { SpacePoint } from '@areal-studio/core/format'
import { pointAtLevel, unitsPerPixel, type Vec } from '../camera/camera'
import { ringOf } from '../scene/map-scene'
import { armAt, armMarks, AXES, handlesOf, isSame, isUnder, REACH, type Handle, type HandleName } from './shape-handles'
import type { ShapeOptions } from './tool-options'
import type { ToolScene } from './tool-scene'
import { typedNumber, withKeyTyped } from './typed-number'
import { pulled, type Axis, type Drag, type MapTool, type Pointer, type ToolMark } from './tool'

const AXIS_KEYS: Readonly<Record<string, Axis>> = { KeyX: 'x', KeyY: 'y', KeyZ: 'z' }
/** Corners closer than this are one place. */
const WELD = 0.01
/** Radius around a dragged corner in which others are found, world units. */
const AROUND = 40

interface Moving {
  readonly handle: Handle
  readonly from: Pointer
  to: Vec
  axis: Axis | undefined
  typed: string
}

/** The handle that the panel and the gizmo edit, with its stored place. */
export interface ActiveHandle {
  readonly record: number
  readonly name: HandleName
  readonly place: SpacePoint
  readonly corners: number
}

/**
 * Moves corners and anchor of the selected region; a double click on an edge adds a corner, Delete takes the one under the mouse
 * away.
 */
export class ShapeTool implements MapTool {
  private readonly chosen = shallowRef<HandleName>({ kind: 'anchor' })
  private hovered: Handle | undefined
  private moving: Moving | undefined
  private latest: Pointer | undefined

  constructor(
    private readonly scene: ToolScene,
    private readonly options: ShapeOptions,
  ) {}

  /** The chosen handle as it is stored; the first one where the record has no such handle. */
  readonly active = computed<ActiveHandle | undefined>(() => {
    const item = this.scene.picker()?.stored
    const record = this.record()
    if (!item || record === undefined) return undefined
    const all = handlesOf(item, record)
    const handle = all.find(other => isSame(other, this.chosen.value)) ?? all[0]
    return handle && { record, name: handle, place: handle.at, corners: ringOf(item, record).length }
  })

  choose(name: HandleName): void {
    this.chosen.value = name
    this.scene.redraw()
  }

  place(record: number, name: HandleName, to: SpacePoint): Promise<unknown> {
    return this.scene.operate(tools =>
      name.kind === 'anchor'
        ? tools.moveAnchors?.([{ record, to }])
        : tools.moveVertices?.([{ record, vertex: name.index, to }], { together: this.options.together }),
    )
  }

  insert(record: number, edge: number): void {
    void this.scene
      .operate(tools => tools.insertVertex?.(record, edge))
      .then(outcome => {
        if (outcome) this.chosen.value = { kind: 'vertex', index: edge + 1 }
      })
  }

  remove(record: number, vertex: number): void {
    void this.scene.operate(tools => tools.deleteVertex?.(record, vertex))
  }

  press(pointer: Pointer): Drag | undefined {
    if (pointer.alt) return undefined
    const { scene } = this
    const held = this.chosenHandle()
    const axis = held && armAt(scene.lens(), held.at, pointer, scene.gizmo())
    const handle = axis ? held : this.handleAt(pointer)
    if (!handle || handle.kind === 'edge')
      return handle && pulled(pointer, { end: () => undefined, cancel: () => undefined })
    return this.drag(handle, pointer, axis)
  }

  hover(pointer: Pointer | undefined): void {
    this.hovered = pointer && this.handleAt(pointer)
    this.scene.redraw()
  }

  doubleClick(pointer: Pointer): boolean {
    const handle = this.handleAt(pointer)
    const record = this.record()
    if (handle?.kind === 'edge' && record !== undefined) this.insert(record, handle.index)
    return handle !== undefined
  }

  key(event: KeyboardEvent): boolean {
    return this.moving !== undefined && this.movingKey(this.moving, event)
  }

  /** The vertex under the pointer. */
  removeHovered(): boolean {
    const record = this.record()
    if (this.hovered?.kind !== 'vertex' || record === undefined) return false
    this.remove(record, this.hovered.index)
    return true
  }

  cancel(): boolean {
    const had = this.moving !== undefined
    this.stop()
    return had
  }

  marks(): ToolMark[] {
    const { scene, moving } = this
    const held = this.chosenHandle()
    const shown = this.handleMarks(held)
    if (!moving) return held ? [...armMarks(scene.lens(), held.at, undefined, scene.gizmo()), ...shown] : shown
    const { handle, to, axis } = moving
    const delta = AXES.map((_, part) => ((to[part] ?? 0) - (handle.at[part] ?? 0)).toFixed(2)).join('  ')
    return [
      ...shown,
      ...this.draft(moving),
      ...(axis ? armMarks(scene.lens(), to, axis, scene.gizmo()) : []),
      { kind: 'path', points: [handle.at, to], isClosed: false, tone: 'plain', isDashed: true },
      { kind: 'dot', at: to, tone: 'strong' },
      { kind: 'label', at: to, words: axis ? `${axis.toUpperCase()}  ${delta}` : delta },
    ]
  }

  private record(): number | undefined {
    return this.scene.selected().at(-1)
  }

  private handles(): Handle[] {
    const item = this.scene.picker()?.map.regions
    const record = this.record()
    return item && record !== undefined ? handlesOf(item, record) : []
  }

  private handleAt(pointer: Pointer): Handle | undefined {
    const { scene } = this
    return this.handles().find(handle => isUnder(scene.lens(), handle.at, pointer, REACH * scene.gizmo()))
  }

  private chosenHandle(): Handle | undefined {
    return this.handles().find(handle => isSame(handle, this.chosen.value))
  }

  private handleMarks(held: Handle | undefined): ToolMark[] {
    return this.handles().flatMap((handle): ToolMark[] =>
      handle.kind === 'edge' && handle.at !== this.hovered?.at
        ? []
        : [
            {
              kind: 'dot',
              at: handle.at,
              tone: isSame(handle, this.hovered) || isSame(handle, held) ? 'strong' : 'plain',
            },
          ],
    )
  }

  private drag(handle: Handle, from: Pointer, axis?: Axis): Drag {
    this.moving = { handle, from, to: handle.at, axis, typed: '' }
    this.chosen.value = handle
    this.latest = from
    return pulled(from, {
      move: to => this.follow(to),
      end: (_, isPulled) => {
        if (isPulled || this.moving?.typed) void this.commit()
        else this.stop()
      },
      cancel: () => this.stop(),
    })
  }

  private follow(to: Pointer): void {
    this.latest = to
    if (this.moving) this.moving.to = this.target(this.moving, to)
    this.scene.redraw()
  }

  private stop(): void {
    this.moving = undefined
    this.scene.redraw()
  }

  private async commit(): Promise<void> {
    const { moving } = this
    const record = this.record()
    if (moving && record !== undefined)
      await this.place(record, moving.handle, this.stored(record, moving.handle, moving.to))
    this.stop()
  }

  /** Drawings over hills are raised to them: the data gets only the distance moved, or the ground itself. */
  private stored(record: number, handle: Handle, to: Vec): SpacePoint {
    const item = this.scene.picker()?.stored
    const before = item && handlesOf(item, record).find(other => isSame(other, handle))?.at
    return [to[0], to[1], this.options.snap === 'ground' ? to[2] : (before?.[2] ?? to[2]) + to[2] - handle.at[2]]
  }

  private movingKey(now: Moving, event: KeyboardEvent): boolean {
    const axis = own(AXIS_KEYS, event.code)
    if (axis) now.axis = now.axis === axis ? undefined : axis
    else {
      const typed = withKeyTyped(now.typed, event)
      if (typed === undefined) return false
      now.typed = typed
    }
    if (now.typed) now.axis ??= 'x'
    if (this.latest) this.follow(this.latest)
    return true
  }

  /** New place of the handle: over the ground as before, along one axis where it is locked, by the typed number. */
  private target({ handle, from, axis, typed }: Moving, to: Pointer): Vec {
    const [x, y, z] = handle.at
    const way = typedNumber(typed)
    if (axis === 'z') {
      const { view, size } = this.scene.lens()
      return [x, y, z + (way ?? (from.y - to.y) * unitsPerPixel(view, size.height))]
    }
    const place = this.planeAt(to, z)
    const dx = axis === 'y' ? 0 : ((axis === 'x' ? way : undefined) ?? place[0] - x)
    const dy = axis === 'x' ? 0 : ((axis === 'y' ? way : undefined) ?? place[1] - y)
    return this.snapped([x + dx, y + dy, z], handle, axis, to)
  }

  private planeAt({ x, y }: Pointer, level: number): Vec {
    return this.scene.pick(x, y)?.point ?? pointAtLevel(this.scene.lens(), x, y, level)
  }

  /** To a corner of another region (always with Ctrl), to the grid, or down to the ground; else as high above the ground as before. */
  private snapped(to: Vec, handle: Handle, axis: Axis | undefined, pointer: Pointer): Vec {
    const { options, scene } = this
    const corner =
      axis === undefined && (options.snap === 'corner' || pointer.ctrl) ? this.cornerNear(to, pointer) : undefined
    if (corner) return corner
    const onGrid = (value: number, own: Axis): number =>
      options.snap === 'grid' && options.grid > 0 && (axis === undefined || axis === own)
        ? Math.round(value / options.grid) * options.grid
        : value
    const [x, y] = [onGrid(to[0], 'x'), onGrid(to[1], 'y')]
    const before = scene.picker()?.heightAt(handle.at[0], handle.at[1])
    const ground = scene.picker()?.heightAt(x, y)
    if (ground === undefined || before === undefined) return [x, y, to[2]]
    return [x, y, options.snap === 'ground' ? ground : to[2] + ground - before]
  }

  private cornerNear(to: Vec, pointer: Pointer): Vec | undefined {
    const { scene } = this
    const item = scene.picker()?.map.regions
    const record = this.record()
    const others = item ? (scene.picker()?.around(to, AROUND, scene.isHidden) ?? []) : []
    for (const other of others) {
      const found =
        !item || other === record
          ? undefined
          : ringOf(item, other).find(corner => isUnder(scene.lens(), corner, pointer, REACH * 1.5))
      if (found) return found
    }
    return undefined
  }

  /** Outlines as they would be: of the region, and of neighbours whose corner moves along. */
  private draft({ handle, to }: Moving): ToolMark[] {
    const picker = this.scene.picker()
    const item = picker?.map.regions
    const record = this.record()
    if (!item || record === undefined || handle.kind !== 'vertex') return []
    const isMoved = (at: Vec): boolean =>
      Math.abs(at[0] - handle.at[0]) <= WELD && Math.abs(at[1] - handle.at[1]) <= WELD
    const others = this.options.together ? picker.around(handle.at, 1, () => false) : []
    return [...others.filter(other => other !== record), record].flatMap((other): ToolMark[] => {
      const ring = ringOf(item, other)
      const next = ring.map((at, index) => ((other === record ? index === handle.index : isMoved(at)) ? to : at))
      return next.some((at, index) => at !== ring[index])
        ? [{ kind: 'path', points: next, isClosed: true, tone: other === record ? 'strong' : 'plain', isDashed: true }]
        : []
    })
  }
}
