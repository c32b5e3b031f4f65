import { own } from '@areal-studio/core/layout'
import { computed, shallowRef } from 'vue'
import type { SpacePoint } from '@areal-studio/core/format'
import { rayAt, unitsPerPixel, type Vec } from '../camera/camera'
import { ringOf } from '../scene/map-scene'
import { armAt, armMarks, AXES, handlesOf, isSame, isUnder, REACH, type Handle, type HandleName } from './shape-handles'
import type { ShapeOptions } from './tool-options'
import type { ToolScene } from './tool-scene'
import { pulled, type Axis, type Drag, type MapTool, type Pointer, type ToolMark } from './tool'

const AXIS_KEYS: Readonly<Record<string, Axis>> = { KeyX: 'x', KeyY: 'y', KeyZ: 'z' }
/** Corners closer than this are one place. */
const WELD = 0.01
/** How far around a pulled corner others are looked for, world units. */
const AROUND = 40

interface Moving {
  readonly handle: Handle
  readonly from: Pointer
  to: Vec
  axis: Axis | undefined
  typed: string
}

/** The handle that the panel and the gizmo stand for, with its place as it is stored. */
export interface ActiveHandle {
  readonly record: number
  readonly name: HandleName
  readonly place: SpacePoint
  readonly corners: number
}

/** Moves corners and anchor of the selected region; a double click on an edge adds a corner, Delete takes the one under the mouse away. */
export function shapeTool(scene: ToolScene, options: ShapeOptions) {
  const chosen = shallowRef<HandleName>({ kind: 'anchor' })
  let hovered: Handle | undefined
  let moving: Moving | undefined
  let latest: Pointer | undefined

  const record = (): number | undefined => scene.selected().at(-1)
  const handles = (): Handle[] => {
    const item = scene.picker()?.map.regions
    const one = record()
    return item && one !== undefined ? handlesOf(item, one) : []
  }
  const handleAt = (pointer: Pointer): Handle | undefined =>
    handles().find(handle => isUnder(scene.lens(), handle.at, pointer, REACH * scene.gizmo()))
  const chosenHandle = (): Handle | undefined => handles().find(handle => isSame(handle, chosen.value))

  const active = computed<ActiveHandle | undefined>(() => {
    const item = scene.picker()?.stored
    const one = record()
    if (!item || one === undefined) return undefined
    const handle = handlesOf(item, one).find(other => isSame(other, chosen.value)) ?? handlesOf(item, one)[0]
    return handle && { record: one, name: handle, place: handle.at, corners: ringOf(item, one).length }
  })

  /** Where the handle comes to: over the ground as before, along one axis where it is locked, by the typed number. */
  function target({ handle, from, axis, typed }: Moving, to: Pointer): Vec {
    const [x, y, z] = handle.at
    const way = typed ? Number(typed) : NaN
    if (axis === 'z') {
      return [
        x,
        y,
        z + (Number.isFinite(way) ? way : (from.y - to.y) * unitsPerPixel(scene.lens().view, scene.lens().size.height)),
      ]
    }
    const place = planeAt(to, z)
    const dx = axis === 'y' ? 0 : axis === 'x' && Number.isFinite(way) ? way : place[0] - x
    const dy = axis === 'x' ? 0 : axis === 'y' && Number.isFinite(way) ? way : place[1] - y
    return snapped([x + dx, y + dy, z], handle, axis, to)
  }

  function planeAt({ x, y }: Pointer, level: number): Vec {
    const found = scene.pick(x, y)?.point
    if (found) return found
    const { origin, direction } = rayAt(scene.lens(), x, y)
    const far = (level - origin[2]) / (direction[2] || -1e-6)
    return [origin[0] + direction[0] * far, origin[1] + direction[1] * far, level]
  }

  /** To a corner of another region (always with Ctrl), to the grid, or down to the ground; else as high above the ground as before. */
  function snapped(to: Vec, handle: Handle, axis: Axis | undefined, pointer: Pointer): Vec {
    const corner =
      axis === undefined && (options.snap === 'corner' || pointer.ctrl) ? cornerNear(to, pointer) : undefined
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

  function cornerNear(to: Vec, pointer: Pointer): Vec | undefined {
    const item = scene.picker()?.map.regions
    const one = record()
    if (!item) return undefined
    for (const other of scene.picker()?.around(to[0], to[1], AROUND, scene.isHidden) ?? []) {
      const found =
        other === one
          ? undefined
          : ringOf(item, other).find(corner => isUnder(scene.lens(), corner, pointer, REACH * 1.5))
      if (found) return found
    }
    return undefined
  }

  function drag(handle: Handle, from: Pointer, axis?: Axis): Drag {
    moving = { handle, from, to: handle.at, axis, typed: '' }
    chosen.value = handle
    latest = from
    return pulled(from, {
      move: follow,
      end: (_, isPulled) => {
        if (isPulled || moving?.typed) void commit()
        else give()
      },
      cancel: give,
    })
  }

  function follow(to: Pointer): void {
    latest = to
    if (moving) moving.to = target(moving, to)
    scene.redraw()
  }

  function give(): void {
    moving = undefined
    scene.redraw()
  }

  async function commit(): Promise<void> {
    const one = record()
    if (!moving || one === undefined) return give()
    const { handle, to } = moving
    await place(one, handle, stored(one, handle, to))
    give()
  }

  const place = (one: number, name: HandleName, to: SpacePoint) =>
    scene.operate(tools =>
      name.kind === 'anchor'
        ? tools.moveAnchors([{ record: one, to }])
        : tools.moveVertices([{ record: one, vertex: name.index, to }], { together: options.together }),
    )

  /** What is drawn over hills is raised to them: only the way moved goes into the data, or the ground itself. */
  function stored(one: number, handle: Handle, to: Vec): SpacePoint {
    const item = scene.picker()?.stored
    const before = item && handlesOf(item, one).find(other => isSame(other, handle))?.at
    return [to[0], to[1], options.snap === 'ground' ? to[2] : (before?.[2] ?? to[2]) + to[2] - handle.at[2]]
  }

  function insert(one: number, edge: number): void {
    void scene
      .operate(tools => tools.insertVertex(one, edge))
      .then(outcome => {
        if (outcome) chosen.value = { kind: 'vertex', index: edge + 1 }
      })
  }
  const remove = (one: number, vertex: number): void => void scene.operate(tools => tools.deleteVertex(one, vertex))

  function key(event: KeyboardEvent): boolean {
    if (moving) return movingKey(moving, event)
    const one = record()
    if (event.code !== 'Delete' || hovered?.kind !== 'vertex' || one === undefined) return false
    remove(one, hovered.index)
    return true
  }

  function movingKey(now: Moving, event: KeyboardEvent): boolean {
    const axis = own(AXIS_KEYS, event.code)
    if (axis) now.axis = now.axis === axis ? undefined : axis
    else if (/^[\d.-]$/.test(event.key)) now.typed += event.key
    else if (event.code === 'Backspace') now.typed = now.typed.slice(0, -1)
    else return false
    if (now.typed) now.axis ??= 'x'
    if (latest) follow(latest)
    return true
  }

  function marks(): ToolMark[] {
    const held = chosenHandle()
    const shown: ToolMark[] = handles().flatMap(handle =>
      handle.kind === 'edge' && handle.at !== hovered?.at
        ? []
        : [
            {
              kind: 'dot' as const,
              at: handle.at,
              tone: isSame(handle, hovered) || isSame(handle, held) ? ('strong' as const) : ('plain' as const),
            },
          ],
    )
    if (!moving) return held ? [...armMarks(scene.lens(), held.at, undefined, scene.gizmo()), ...shown] : shown
    const { handle, to, axis } = moving
    const delta = AXES.map((_, part) => ((to[part] ?? 0) - (handle.at[part] ?? 0)).toFixed(2)).join('  ')
    return [
      ...shown,
      ...draft(moving),
      ...(axis ? armMarks(scene.lens(), to, axis, scene.gizmo()) : []),
      { kind: 'path', points: [handle.at, to], isClosed: false, tone: 'plain', isDashed: true },
      { kind: 'dot', at: to, tone: 'strong' },
      { kind: 'label', at: to, words: axis ? `${axis.toUpperCase()}  ${delta}` : delta },
    ]
  }

  /** Outlines as they would be: of the region, and of neighbours whose corner moves along. */
  function draft({ handle, to }: Moving): ToolMark[] {
    const item = scene.picker()?.map.regions
    const one = record()
    if (!item || one === undefined || handle.kind !== 'vertex') return []
    const isMoved = (at: Vec): boolean =>
      Math.abs(at[0] - handle.at[0]) <= WELD && Math.abs(at[1] - handle.at[1]) <= WELD
    const others = options.together ? (scene.picker()?.around(handle.at[0], handle.at[1], 1, () => false) ?? []) : []
    return [...others.filter(other => other !== one), one].flatMap((other): ToolMark[] => {
      const ring = ringOf(item, other)
      const next = ring.map((at, index) => ((other === one ? index === handle.index : isMoved(at)) ? to : at))
      return next.some((at, index) => at !== ring[index])
        ? [{ kind: 'path', points: next, isClosed: true, tone: other === one ? 'strong' : 'plain', isDashed: true }]
        : []
    })
  }

  const tool: MapTool = {
    press(pointer) {
      if (pointer.alt) return undefined
      const held = chosenHandle()
      const axis = held && armAt(scene.lens(), held.at, pointer, scene.gizmo())
      const handle = axis ? held : handleAt(pointer)
      if (!handle || handle.kind === 'edge')
        return handle && pulled(pointer, { end: () => undefined, cancel: () => undefined })
      return drag(handle, pointer, axis)
    },
    hover(pointer) {
      hovered = pointer && handleAt(pointer)
      scene.redraw()
    },
    doubleClick(pointer) {
      const handle = handleAt(pointer)
      const one = record()
      if (handle?.kind === 'edge' && one !== undefined) insert(one, handle.index)
      return handle !== undefined
    },
    key,
    marks,
    cancel() {
      const had = moving !== undefined
      give()
      return had
    },
  }
  return {
    tool,
    active,
    place,
    insert,
    remove,
    choose(name: HandleName): void {
      chosen.value = name
      scene.redraw()
    },
  }
}
