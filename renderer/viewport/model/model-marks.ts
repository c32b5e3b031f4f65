import type { MeshItem } from '@areal-studio/core/format'
import { project, type Lens, type Vec } from '../camera/camera'
import { nodePlace, posed } from '../scene/mesh-scene'
import { drawNodePath, type NodePath } from './node-path'
import { drawGhosts, type Ghost } from './pose-ghosts'

/** What is drawn over a model. */
export interface ModelMarks {
  readonly item: MeshItem
  readonly pose: Float32Array
  /** Pieces whose stored bounds are drawn. */
  readonly boxes: readonly number[]
  /** Nodes that are drawn as sockets; all of them get names where `hasNames`. */
  readonly sockets: readonly number[]
  readonly hasHull: boolean
  readonly hasPoints: boolean
  readonly hasBones: boolean
  readonly hasNames: boolean
  readonly node: number | undefined
  readonly isLight: boolean
  /** Pieces that are drawn, other poses that are outlined behind them, and the way of the selected node. */
  readonly pieces: readonly number[]
  readonly ghosts: readonly Ghost[]
  readonly path: NodePath | undefined
  isHidden(node: number): boolean
}

const SELECTION = '#4c8dff'
const AXES = ['#ff7b72', '#7ee787', '#79c0ff'] as const
/** Edges of a box, by numbers of its corners: bit 0 is x, bit 1 y, bit 2 z. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7].flatMap(corner =>
  [1, 2, 4].flatMap(bit => ((corner & bit) === 0 ? [[corner, corner | bit] as const] : [])),
)
const MOST_NAMES = 200
const MOST_BONES = 5000

/** Draws the marks on a canvas of their own, in CSS pixels. */
export function drawModelMarks(context: CanvasRenderingContext2D, lens: Lens, marks: ModelMarks): void {
  const { width, height } = lens.size
  context.clearRect(0, 0, width, height)
  const { item, pose, node } = marks
  const ink = marks.isLight ? 'rgba(20, 26, 34, 0.8)' : 'rgba(235, 240, 248, 0.85)'
  drawGhosts(context, lens, marks)
  if (marks.hasBones) drawBones(context, lens, marks, ink)
  for (const piece of marks.boxes) {
    const isChosen = item.pieces.nodes[piece] === node
    drawBox(context, lens, item, pose, piece, isChosen ? SELECTION : ink)
  }
  if (marks.hasHull && item.hull) drawHull(context, lens, item.hull, ink)
  for (const socket of marks.sockets)
    if (!marks.isHidden(socket)) drawSocket(context, lens, nodePlace(pose, socket), ink)
  if (marks.hasPoints) drawPoints(context, lens, marks)
  if (marks.path) drawNodePath(context, lens, marks.path)
  if (node !== undefined && node < item.nodes.count) drawAxes(context, lens, pose, node)
  if (marks.hasNames) {
    const named = Array.from({ length: Math.min(item.nodes.count, MOST_NAMES) }, (_, at) => at)
    for (const one of named) if (one !== node && !marks.isHidden(one)) drawName(context, lens, marks, one)
  }
  if (node !== undefined && node < item.nodes.count) drawName(context, lens, marks, node)
}

function line(context: CanvasRenderingContext2D, lens: Lens, from: Vec, to: Vec): void {
  const [a, b] = [project(lens, from), project(lens, to)]
  if (!a || !b) return
  context.moveTo(a.x, a.y)
  context.lineTo(b.x, b.y)
}

function drawBones(context: CanvasRenderingContext2D, lens: Lens, { item, pose }: ModelMarks, ink: string): void {
  context.beginPath()
  for (let node = 0; node < Math.min(item.nodes.count, MOST_BONES); node++) {
    const parent = item.nodes.parents[node] ?? -1
    if (parent >= 0) line(context, lens, nodePlace(pose, parent), nodePlace(pose, node))
  }
  context.strokeStyle = ink
  context.lineWidth = 1.5
  context.stroke()
}

function drawBox(
  context: CanvasRenderingContext2D,
  lens: Lens,
  item: MeshItem,
  pose: Float32Array,
  piece: number,
  ink: string,
): void {
  const box = item.pieces.boxes?.subarray(6 * piece, 6 * piece + 6)
  if (!box?.every(Number.isFinite)) return
  const side = (axis: number, isFar: boolean): number => box[isFar ? 3 + axis : axis] ?? 0
  const node = item.pieces.nodes[piece] ?? 0
  const corners = Array.from({ length: 8 }, (_, corner) =>
    posed(pose, node, [side(0, (corner & 1) > 0), side(1, (corner & 2) > 0), side(2, (corner & 4) > 0)]),
  )
  context.beginPath()
  for (const [from, to] of EDGES) {
    const [a, b] = [corners[from], corners[to]]
    if (a && b) line(context, lens, a, b)
  }
  context.strokeStyle = ink
  context.lineWidth = 1
  context.setLineDash([4, 3])
  context.stroke()
  context.setLineDash([])
}

/** The box round the whole model: the bottom, the top, and what joins them. */
function drawHull(context: CanvasRenderingContext2D, lens: Lens, hull: Float32Array, ink: string): void {
  if (!hull.every(Number.isFinite)) return
  context.beginPath()
  for (let corner = 0; corner < 4; corner++) {
    const next = (corner + 1) % 4
    line(context, lens, threeAt(hull, corner), threeAt(hull, next))
    line(context, lens, threeAt(hull, corner + 4), threeAt(hull, next + 4))
    line(context, lens, threeAt(hull, corner), threeAt(hull, corner + 4))
  }
  context.strokeStyle = ink
  context.lineWidth = 1
  context.stroke()
}

function drawSocket(context: CanvasRenderingContext2D, lens: Lens, place: Vec, ink: string): void {
  const at = place.every(Number.isFinite) ? project(lens, place) : undefined
  if (!at) return
  context.beginPath()
  context.arc(at.x, at.y, 5, 0, 2 * Math.PI)
  for (const [x, y] of [
    [9, 0],
    [0, 9],
  ] as const) {
    context.moveTo(at.x - x, at.y - y)
    context.lineTo(at.x + x, at.y + y)
  }
  context.strokeStyle = ink
  context.lineWidth = 1.5
  context.stroke()
}

const POINT = '#e5a13d'
const MOST_POINTS = 500

/** Points with their vectors and names. */
function drawPoints(
  context: CanvasRenderingContext2D,
  lens: Lens,
  { item, pose, isLight, isHidden }: ModelMarks,
): void {
  const { points } = item
  points?.labels.slice(0, MOST_POINTS).forEach((label, at) => {
    const node = points.nodes[at] ?? 0
    if (isHidden(node)) return
    const from = posed(pose, node, threeAt(points.positions, at))
    const [x, y, z] = threeAt(points.vectors, at)
    const [fx, fy, fz] = threeAt(points.positions, at)
    const seen = from.every(Number.isFinite) ? project(lens, from) : undefined
    if (!seen) return
    context.beginPath()
    line(context, lens, from, posed(pose, node, [fx + x, fy + y, fz + z]))
    context.strokeStyle = POINT
    context.lineWidth = 2
    context.stroke()
    context.beginPath()
    context.arc(seen.x, seen.y, 4, 0, 2 * Math.PI)
    context.fillStyle = POINT
    context.fill()
    if (label !== '') drawLabel(context, seen, label, { isLight, isChosen: false })
  })
}

const threeAt = (values: Float32Array, at: number): Vec => [
  values[3 * at] ?? 0,
  values[3 * at + 1] ?? 0,
  values[3 * at + 2] ?? 0,
]

/** Where the axes of a node point, as long on the screen wherever it is. */
function drawAxes(context: CanvasRenderingContext2D, lens: Lens, pose: Float32Array, node: number): void {
  const from = nodePlace(pose, node)
  const at = project(lens, from)
  if (!at) return
  const reach = (at.depth * Math.tan(lens.view.fov / 2) * 2 * 36) / lens.size.height
  const unit = (axis: number): Vec => [axis === 0 ? reach : 0, axis === 1 ? reach : 0, axis === 2 ? reach : 0]
  AXES.forEach((ink, axis) => {
    context.beginPath()
    line(context, lens, from, posed(pose, node, unit(axis)))
    context.strokeStyle = ink
    context.lineWidth = 2
    context.stroke()
  })
  context.beginPath()
  context.arc(at.x, at.y, 4, 0, 2 * Math.PI)
  context.fillStyle = '#ffffff'
  context.fill()
  context.strokeStyle = SELECTION
  context.stroke()
}

function drawName(
  context: CanvasRenderingContext2D,
  lens: Lens,
  { item, pose, node, isLight }: ModelMarks,
  one: number,
): void {
  const at = project(lens, nodePlace(pose, one))
  const name = item.nodes.names[one]
  if (at && name !== undefined) drawLabel(context, at, name, { isLight, isChosen: one === node })
}

function drawLabel(
  context: CanvasRenderingContext2D,
  at: { readonly x: number; readonly y: number },
  name: string,
  { isLight, isChosen }: { readonly isLight: boolean; readonly isChosen: boolean },
): void {
  context.font = `${isChosen ? 600 : 400} 12px Inter, sans-serif`
  const width = context.measureText(name).width
  const [x, y] = [at.x + 12, at.y - 8]
  context.fillStyle = isLight ? 'rgba(255, 255, 255, 0.88)' : 'rgba(18, 21, 27, 0.85)'
  context.beginPath()
  context.roundRect(x - 6, y - 13, width + 12, 19, 4)
  context.fill()
  if (isChosen) {
    context.strokeStyle = SELECTION
    context.lineWidth = 1
    context.stroke()
  }
  context.fillStyle = isLight ? '#1a2028' : '#e8edf4'
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  context.fillText(name, x, y + 1)
}
