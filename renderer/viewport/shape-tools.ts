import type { SpacePoint } from '@areal-studio/core/format'
import { project, rayAt, unitsPerPixel, type Vec } from './camera'
import { anchorOf, ringOf } from './map-scene'
import type { ToolScene } from './tool-scene'
import { pulled, type Drag, type MapTool, type Pointer, type ToolMark } from './tool'

/** Within so many pixels a press takes a handle. */
const REACH = 9
type Axis = 'x' | 'y' | 'z'
const AXIS_KEYS: Readonly<Record<string, Axis>> = { KeyX: 'x', KeyY: 'y', KeyZ: 'z' }

/** What can be taken hold of at an areal: a corner, the middle of an edge, or the anchor. */
type Handle =
  | { readonly kind: 'vertex' | 'edge'; readonly index: number; readonly at: Vec }
  | { readonly kind: 'anchor'; readonly at: Vec }

/** Moves corners and anchor of the selected areal; a double click on an edge adds a corner, Delete takes the one under the mouse away. */
export function shapeTool(scene: ToolScene): MapTool {
  let hovered: Handle | undefined
  let moving: { readonly handle: Handle; to: Vec; axis: Axis | undefined; typed: string } | undefined

  const record = (): number | undefined => scene.selected().at(-1)

  function handles(): Handle[] {
    const item = scene.picker()?.map.areals
    const one = record()
    if (!item || one === undefined) return []
    const ring = ringOf(item, one)
    const anchor = anchorOf(item, one)
    return [
      ...(anchor ? [{ kind: 'anchor' as const, at: anchor }] : []),
      ...ring.map((at, index) => ({ kind: 'vertex' as const, index, at })),
      ...ring.map((at, index) => ({ kind: 'edge' as const, index, at: middle(at, ring[(index + 1) % ring.length] ?? at) })),
    ]
  }

  function handleAt({ x, y }: Pointer): Handle | undefined {
    const lens = scene.lens()
    return handles().find(handle => {
      const seen = project(lens, handle.at)
      return seen !== undefined && Math.hypot(seen.x - x, seen.y - y) <= REACH
    })
  }

  /** Where the handle comes to: over the ground as before, along one axis where it is locked, by the typed number. */
  function target(handle: Handle, from: Pointer, to: Pointer): Vec {
    const [x, y, z] = handle.at
    const typed = moving?.typed ? Number(moving.typed) : NaN
    const axis = moving?.axis
    if (axis === 'z') {
      return [x, y, z + (Number.isFinite(typed) ? typed : (from.y - to.y) * unitsPerPixel(scene.lens().view, scene.lens().size.height))]
    }
    const place = planeAt(to, z)
    const dx = axis === 'y' ? 0 : axis === 'x' && Number.isFinite(typed) ? typed : place[0] - x
    const dy = axis === 'x' ? 0 : axis === 'y' && Number.isFinite(typed) ? typed : place[1] - y
    const ground = scene.picker()?.heightAt(x, y)
    const next = scene.picker()?.heightAt(x + dx, y + dy)
    return [x + dx, y + dy, ground !== undefined && next !== undefined ? z + next - ground : z]
  }

  function planeAt({ x, y }: Pointer, level: number): Vec {
    const found = scene.pick(x, y)?.point
    if (found) return found
    const { origin, direction } = rayAt(scene.lens(), x, y)
    const far = (level - origin[2]) / (direction[2] || -1e-6)
    return [origin[0] + direction[0] * far, origin[1] + direction[1] * far, level]
  }

  function drag(handle: Handle, from: Pointer): Drag {
    moving = { handle, to: handle.at, axis: undefined, typed: '' }
    latest = from
    origin = from
    return pulled(from, {
      move: to => follow(to),
      end: (_, isPulled) => { if (isPulled || moving?.typed) void commit(); else give() },
      cancel: give,
    })
  }
  let latest: Pointer | undefined
  let origin: Pointer | undefined

  function follow(to: Pointer): void {
    latest = to
    if (moving && origin) moving.to = snapped(target(moving.handle, origin, to), to)
    scene.redraw()
  }

  /** With Ctrl held: the nearest corner of another areal. */
  function snapped(to: Vec, pointer: Pointer): Vec {
    const item = scene.picker()?.map.areals
    const one = record()
    if (!pointer.ctrl || !item || one === undefined) return to
    const lens = scene.lens()
    for (const other of scene.picker()?.around(to[0], to[1], 40, scene.isHidden) ?? []) {
      const found = other === one ? undefined : ringOf(item, other).find(corner => {
        const seen = project(lens, corner)
        return seen !== undefined && Math.hypot(seen.x - pointer.x, seen.y - pointer.y) <= REACH * 1.5
      })
      if (found) return found
    }
    return to
  }

  function give(): void {
    moving = undefined
    scene.redraw()
  }

  async function commit(): Promise<void> {
    const one = record()
    const { handle, to } = moving ?? {}
    if (!handle || !to || one === undefined || handle.kind === 'edge') return give()
    const place = stored(one, handle, to)
    await scene.operate(tools => (handle.kind === 'anchor'
      ? tools.moveAnchors([{ record: one, to: place }])
      : tools.moveVertices([{ record: one, vertex: handle.index, to: place }])))
    give()
  }

  /** What is drawn over hills is raised to them: only the way moved goes into the data. */
  function stored(one: number, handle: Handle, to: Vec): SpacePoint {
    const item = scene.picker()?.stored
    const before = !item ? handle.at : handle.kind === 'anchor' ? anchorOf(item, one) : ringOf(item, one)[handle.index]
    return [to[0], to[1], (before?.[2] ?? to[2]) + to[2] - handle.at[2]]
  }

  function key(event: KeyboardEvent): boolean {
    if (moving) return movingKey(event)
    const one = record()
    if (event.code !== 'Delete' || hovered?.kind !== 'vertex' || one === undefined) return false
    const vertex = hovered.index
    void scene.operate(tools => tools.deleteVertex(one, vertex))
    return true
  }

  function movingKey(event: KeyboardEvent): boolean {
    if (!moving) return false
    const axis = AXIS_KEYS[event.code]
    if (axis) moving.axis = moving.axis === axis ? undefined : axis
    else if (/^[\d.-]$/.test(event.key)) moving.typed += event.key
    else if (event.code === 'Backspace') moving.typed = moving.typed.slice(0, -1)
    else return false
    if (moving.typed && !moving.axis) moving.axis = 'x'
    if (latest) follow(latest)
    return true
  }

  function marks(): ToolMark[] {
    const item = scene.picker()?.map.areals
    const one = record()
    if (!item || one === undefined) return []
    const shown: ToolMark[] = handles().flatMap(handle => (handle.kind === 'edge' && handle.at !== hovered?.at ? [] : [
      { kind: 'dot' as const, at: handle.at, tone: isSame(handle, hovered) ? 'strong' as const : 'plain' as const },
    ]))
    if (!moving) return shown
    const { handle, to, axis } = moving
    const ring = ringOf(item, one)
    const next = handle.kind === 'vertex' ? ring.map((at, index) => (index === handle.index ? to : at)) : ring
    const delta = [to[0] - handle.at[0], to[1] - handle.at[1], to[2] - handle.at[2]].map(part => part.toFixed(2)).join('  ')
    return [
      ...shown, { kind: 'path', points: next, isClosed: true, tone: 'strong', isDashed: true },
      { kind: 'path', points: [handle.at, to], isClosed: false, tone: 'plain', isDashed: true }, { kind: 'dot', at: to, tone: 'strong' },
      { kind: 'label', at: [to[0], to[1], to[2]], words: axis ? `${axis.toUpperCase()}  ${delta}` : delta },
    ]
  }

  return {
    press(pointer) {
      if (pointer.alt) return undefined
      const handle = handleAt(pointer)
      return handle && drag(handle, pointer)
    },
    hover(pointer) {
      hovered = pointer && handleAt(pointer)
      scene.redraw()
    },
    doubleClick(pointer) {
      const handle = handleAt(pointer)
      const one = record()
      if (handle?.kind !== 'edge' || one === undefined) return handle !== undefined
      void scene.operate(tools => tools.insertVertex(one, handle.index))
      return true
    },
    key, marks,
    cancel() {
      const had = moving !== undefined
      give()
      return had
    },
  }
}

const isSame = (a: Handle, b: Handle | undefined): boolean =>
  b !== undefined && a.kind === b.kind && (a.kind === 'anchor' || b.kind === 'anchor' || a.index === b.index)
const middle = (a: Vec, b: Vec): Vec => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2]

/** A line drawn across an areal cuts it in two: the selected one, or the one under the middle of the line. */
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
          void scene.operate(tools => tools.split(record, [a[0], a[1]], [b[0], b[1]])).then(outcome => {
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
  const under = scene.picker()?.around((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, 0, scene.isHidden)[0]
  return under ?? scene.selected().at(-1)
}

function selectAt(scene: ToolScene, { x, y }: Pointer): void {
  const record = scene.pick(x, y)?.record
  scene.select(record === undefined ? [] : [record], 'replace')
}

/** Corners clicked on the ground become a new areal, with the fields of the selected one; what others cover is cut away. */
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
    void scene.operate(tools => tools.add(ring, { clip: true, ...(like !== undefined && { like }) })).then(outcome => {
      if (outcome) scene.select(outcome.records, 'replace')
    })
  }

  return {
    press(from) {
      if (from.alt) return undefined
      return pulled(from, {
        end(to) {
          const place = scene.pick(to.x, to.y)?.point
          const last = points.at(-1)
          if (place && (!last || Math.hypot(place[0] - last[0], place[1] - last[1]) > 1e-6)) points = [...points, place]
          show()
        },
        cancel: () => undefined,
      })
    },
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
        ...(all.length > 1 ? [{ kind: 'path' as const, points: all, isClosed: all.length > 2, tone: 'strong' as const, isDashed: true }] : []),
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
