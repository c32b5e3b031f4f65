export type Vec = readonly [x: number, y: number, z: number]

/** Position of the eye, as a target and a direction. Z is up. Angles in radians. */
export interface View {
  readonly pivot: Vec
  /** Direction of looking in the ground plane, from +X towards +Y. */
  readonly yaw: number
  /** 0 level, negative down. */
  readonly pitch: number
  /** From the eye to the pivot. */
  readonly distance: number
  /** Height of the field of view. */
  readonly fov: number
  readonly isOrtho: boolean
  /** Of the head, clockwise: only where the user lets it roll, and not kept. Absent is level. */
  readonly roll?: number
}
interface Axes {
  readonly right: Vec
  readonly up: Vec
  readonly forward: Vec
}
export interface Ray {
  readonly origin: Vec
  readonly direction: Vec
}
export interface Size {
  readonly width: number
  readonly height: number
}
export interface Bounds {
  readonly min: Vec
  readonly max: Vec
}
/** Pixels at each side that panels cover. */
export interface Insets {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

export const HOME: View = { pivot: [0, 0, 0], yaw: 1.75, pitch: -0.82, distance: 1000, fov: 0.75, isOrtho: false }
const STEEPEST = Math.PI / 2 - 1e-4
const CLOSEST = 0.5
const FARTHEST = 1e6
const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 }

export const add = (a: Vec, b: Vec, scale = 1): Vec => [a[0] + b[0] * scale, a[1] + b[1] * scale, a[2] + b[2] * scale]
export const subtract = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const combine = (a: Vec, byA: number, b: Vec, byB: number): Vec => add([a[0] * byA, a[1] * byA, a[2] * byA], b, byB)
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

export function axesOf(view: View): Axes {
  const cy = Math.cos(view.yaw)
  const sy = Math.sin(view.yaw)
  const cp = Math.cos(view.pitch)
  const sp = Math.sin(view.pitch)
  const right: Vec = [sy, -cy, 0]
  const up: Vec = [-cy * sp, -sy * sp, cp]
  const forward: Vec = [cp * cy, cp * sy, sp]
  if (!view.roll) return { right, up, forward }
  const [cr, sr] = [Math.cos(view.roll), Math.sin(view.roll)]
  return { right: combine(right, cr, up, -sr), up: combine(up, cr, right, sr), forward }
}

export const eyeOf = (view: View): Vec => add(view.pivot, axesOf(view).forward, -view.distance)

/** Turns sideways and up as the picture is seen: with the head rolled, both turn yaw and pitch. */
const turned = (view: View, sideways: number, upwards: number) => {
  const full = 2 * Math.PI
  const [cr, sr] = [Math.cos(view.roll ?? 0), Math.sin(view.roll ?? 0)]
  const yaw = view.yaw + sideways * cr - upwards * sr
  return {
    yaw: ((yaw % full) + full) % full,
    pitch: clamp(view.pitch + upwards * cr + sideways * sr, -STEEPEST, STEEPEST),
  }
}

/** Rolls the head clockwise: the picture turns the other way round its middle. */
export const roll = (view: View, by: number): View => ({ ...view, roll: (view.roll ?? 0) + by })

/** Turns round the pivot, which stays where it is on the screen. */
export const orbit = (view: View, yaw: number, pitch: number): View => ({ ...view, ...turned(view, yaw, pitch) })

/** Turns round a point that need not be in the middle of the picture: it stays where it is on the screen. */
export function orbitAbout(view: View, centre: Vec, yaw: number, pitch: number): View {
  const [before, from] = [axesOf(view), subtract(view.pivot, centre)]
  const next = orbit(view, yaw, pitch)
  const after = axesOf(next)
  const carried = add(
    combine(after.right, dot(from, before.right), after.up, dot(from, before.up)),
    after.forward,
    dot(from, before.forward),
  )
  return { ...next, pivot: add(centre, carried) }
}

/** Turns the head: the eye stays, the pivot moves. */
export function look(view: View, yaw: number, pitch: number): View {
  const eye = eyeOf(view)
  const next = { ...view, ...turned(view, yaw, pitch) }
  return { ...next, pivot: add(eye, axesOf(next).forward, next.distance) }
}

/** World units that one CSS pixel covers at this distance from the eye. */
export const unitsPerPixel = (view: View, height: number, depth = view.distance): number =>
  (2 * Math.tan(view.fov / 2) * (view.isOrtho ? view.distance : depth)) / height

/** Moves with the pointer: the point at `depth` stays under it. */
export function pan(view: View, dx: number, dy: number, height: number, depth = view.distance): View {
  const { right, up } = axesOf(view)
  const units = unitsPerPixel(view, height, depth)
  return { ...view, pivot: add(add(view.pivot, right, -dx * units), up, dy * units) }
}

/** Moves the pivot to another distance along the view without changing the picture: the next orbit turns round it. */
export function withPivotAt(view: View, depth: number): View {
  if (view.isOrtho || !(depth > CLOSEST)) return view
  return { ...view, pivot: add(eyeOf(view), axesOf(view).forward, depth), distance: depth }
}

/** Zooms towards a point (factor below 1: nearer), which stays where it is on the screen. */
export function zoomAt(view: View, point: Vec, factor: number): View {
  const distance = clamp(view.distance * factor, CLOSEST, FARTHEST)
  const scale = distance / view.distance
  return { ...view, distance, pivot: add(point, subtract(view.pivot, point), scale) }
}

/** Walks: along right, up of the world and forward, in world units. */
export function fly(view: View, right: number, up: number, forward: number): View {
  const axes = axesOf(view)
  const moved = add(add(view.pivot, axes.right, right), axes.forward, forward)
  return { ...view, pivot: [moved[0], moved[1], moved[2] + up] }
}

/** The view from the same direction that shows all points in the part of the canvas that is free. */
export function frame(view: View, points: readonly Vec[], size: Size, insets: Insets = NO_INSETS, margin = 1.08): View {
  const finite = points.filter(point => point.every(Number.isFinite))
  if (finite.length === 0 || size.width <= 0 || size.height <= 0) return view
  const { right, up, forward } = axesOf(view)
  const depths = finite.map(point => dot(point, forward))
  const across = finite.map(point => dot(point, right))
  const upwards = finite.map(point => dot(point, up))
  const unit = (2 * Math.tan(view.fov / 2)) / size.height
  const sideways = edges(unit, size.width, insets.left, insets.right, margin)
  const upright = edges(unit, size.height, insets.bottom, insets.top, margin)
  const middle = (Math.min(...depths) + Math.max(...depths)) / 2
  if (view.isOrtho) {
    const distance = Math.min(
      FARTHEST,
      Math.max(
        CLOSEST * 8,
        spanOf(across) / (sideways.high - sideways.low),
        spanOf(upwards) / (upright.high - upright.low),
      ),
    )
    const x = middleOf(across) - ((sideways.low + sideways.high) / 2) * distance
    const y = middleOf(upwards) - ((upright.low + upright.high) / 2) * distance
    return { ...view, distance, pivot: add(add(add([0, 0, 0], right, x), up, y), forward, middle) }
  }
  const depth = Math.max(
    middle - FARTHEST,
    Math.min(
      farthestEye(across, depths, sideways),
      farthestEye(upwards, depths, upright),
      Math.min(...depths) - CLOSEST * 8,
    ),
  )
  const x = betweenEdges(across, depths, sideways, depth)
  const y = betweenEdges(upwards, depths, upright, depth)
  return { ...view, distance: middle - depth, pivot: add(add(add([0, 0, 0], right, x), up, y), forward, middle) }
}

/** As `frame`, but never nearer than the view is: then it is only moved. */
export function frameWithin(view: View, points: readonly Vec[], size: Size, insets: Insets, margin: number): View {
  const near = frame(view, points, size, insets, margin)
  const finite = points.filter(point => point.every(Number.isFinite))
  if (near.distance >= view.distance || finite.length === 0) return near
  const middle = (axis: 0 | 1 | 2): number => middleOf(finite.map(point => point[axis]))
  return movedTo(view, [middle(0), middle(1), middle(2)], size, insets)
}

/** The view from the same direction and distance with a point in the middle of the free part of the canvas. */
export function movedTo(view: View, point: Vec, size: Size, insets: Insets): View {
  const { right, up } = axesOf(view)
  const units = unitsPerPixel(view, size.height)
  const [x, y] = [(insets.left - insets.right) / 2, (insets.top - insets.bottom) / 2]
  return { ...view, pivot: add(add(point, right, -x * units), up, y * units) }
}

interface Edges {
  readonly low: number
  readonly high: number
}

/** Tangents of the angles at which the free part of the canvas begins and ends. */
function edges(unit: number, length: number, before: number, after: number, margin: number): Edges {
  const free = Math.max(80, length - before - after) / 2 / margin
  const centre = (before - after) / 2
  return { low: (centre - free) * unit, high: (centre + free) * unit }
}

const spanOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values)
const middleOf = (values: readonly number[]): number => (Math.max(...values) + Math.min(...values)) / 2
const along = (values: readonly number[], depths: readonly number[], edge: number): number[] =>
  values.map((value, i) => value - edge * (depths[i] ?? 0))

/** The foremost place of the eye from which everything lies between both edges. */
const farthestEye = (values: readonly number[], depths: readonly number[], { low, high }: Edges): number =>
  (Math.min(...along(values, depths, low)) - Math.max(...along(values, depths, high))) / (high - low)

const betweenEdges = (
  values: readonly number[],
  depths: readonly number[],
  { low, high }: Edges,
  depth: number,
): number =>
  (Math.min(...along(values, depths, low)) + low * depth + Math.max(...along(values, depths, high)) + high * depth) / 2

/** The eight corners of a box, for framing. */
export const cornersOf = ({ min, max }: Bounds): Vec[] =>
  [min[0], max[0]].flatMap(x => [min[1], max[1]].flatMap(y => [min[2], max[2]].map((z): Vec => [x, y, z])))

/** Sixteen numbers in the order of GL, column after column. */
type Matrix4 = Float32Array<ArrayBuffer>

export function viewMatrix(view: View): Matrix4 {
  const { right: r, up: u, forward: f } = axesOf(view)
  const e = eyeOf(view)
  return Float32Array.of(
    r[0],
    u[0],
    -f[0],
    0,
    r[1],
    u[1],
    -f[1],
    0,
    r[2],
    u[2],
    -f[2],
    0,
    -dot(r, e),
    -dot(u, e),
    dot(f, e),
    1,
  )
}

export function projectionMatrix(view: View, size: Size, near: number, far: number): Matrix4 {
  const aspect = size.width / size.height
  if (view.isOrtho) {
    const half = Math.tan(view.fov / 2) * view.distance
    return Float32Array.of(
      1 / (half * aspect),
      0,
      0,
      0,
      0,
      1 / half,
      0,
      0,
      0,
      0,
      -2 / (far - near),
      0,
      0,
      0,
      -(far + near) / (far - near),
      1,
    )
  }
  const scale = 1 / Math.tan(view.fov / 2)
  return Float32Array.of(
    scale / aspect,
    0,
    0,
    0,
    0,
    scale,
    0,
    0,
    0,
    0,
    (far + near) / (near - far),
    -1,
    0,
    0,
    (2 * far * near) / (near - far),
    0,
  )
}

/** Near and far planes that hold the whole box. */
export function depthRange(view: View, bounds: Bounds): readonly [near: number, far: number] {
  const { forward } = axesOf(view)
  const eye = eyeOf(view)
  const along = cornersOf(bounds).map(corner => dot(subtract(corner, eye), forward))
  const far = Math.max(10, Math.max(...along) * 1.02 + 10)
  if (view.isOrtho) return [Math.min(-10, Math.min(...along) * 1.02 - 10), far]
  return [clamp(Math.min(...along) * 0.98, Math.min(far / 20000, view.distance * 0.1), far / 2), far]
}

/** A lens: all that is needed to go between world and canvas for one view. */
export interface Lens {
  readonly view: View
  readonly size: Size
  readonly eye: Vec
  readonly axes: Axes
}
export const lensOf = (view: View, size: Size): Lens => ({ view, size, eye: eyeOf(view), axes: axesOf(view) })

/** Canvas pixels (CSS, from the top left) of a world point; undefined behind the eye. `depth` is along the view. */
export function project(lens: Lens, point: Vec): { x: number; y: number; depth: number } | undefined {
  const { view, size, axes } = lens
  const from = subtract(point, lens.eye)
  const depth = dot(from, axes.forward)
  if (!view.isOrtho && !(depth > 1e-3)) return undefined
  const units = unitsPerPixel(view, size.height, depth)
  return { x: size.width / 2 + dot(from, axes.right) / units, y: size.height / 2 - dot(from, axes.up) / units, depth }
}

/** The ray through a canvas pixel. The direction has length 1. */
export function rayAt(lens: Lens, x: number, y: number): Ray {
  const { view, size, axes } = lens
  const right = x - size.width / 2
  const up = size.height / 2 - y
  if (view.isOrtho) {
    const units = unitsPerPixel(view, size.height)
    // Started far behind the eye: in a parallel view what is behind the eye is seen too.
    const origin = add(add(add(lens.eye, axes.right, right * units), axes.up, up * units), axes.forward, -FARTHEST / 10)
    return { origin, direction: axes.forward }
  }
  const units = unitsPerPixel(view, size.height, 1)
  const to = add(add(axes.forward, axes.right, right * units), axes.up, up * units)
  const length = Math.hypot(...to)
  return { origin: lens.eye, direction: [to[0] / length, to[1] / length, to[2] / length] }
}

/** Where the line through a pixel meets the horizontal plane at a height. */
export function pointAtLevel(lens: Lens, x: number, y: number, level: number): Vec {
  const { origin, direction } = rayAt(lens, x, y)
  const far = (level - origin[2]) / (direction[2] || -1e-6)
  return [origin[0] + direction[0] * far, origin[1] + direction[1] * far, level]
}
