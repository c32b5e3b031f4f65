import { project, type Lens, type Vec } from './camera'
import { pointAt } from './map-scene'
import type { Axis, Tone, ToolMark } from './tool'

const TONES: Readonly<Record<Tone, string>> = { plain: '#ffffff', strong: '#4c8dff', bad: '#ff6b66', x: '#ff7b7b', y: '#79cc7a', z: '#7db0ff' }
const UNDER = 'rgb(16 18 22 / 80%)'

/** Draws what the tool at work says, over everything. */
export function drawToolMarks(context: CanvasRenderingContext2D, lens: Lens, marks: readonly ToolMark[]): void {
  context.lineJoin = 'round'
  context.lineCap = 'round'
  for (const mark of marks) {
    if (mark.kind === 'path') drawPath(context, lens, mark.points, mark.isClosed, mark.tone, mark.isDashed === true)
    else if (mark.kind === 'mesh') drawMesh(context, lens, mark.positions, mark.corners, mark.tone)
    else if (mark.kind === 'lasso') drawLasso(context, mark.points)
    else if (mark.kind === 'dot') drawDot(context, lens, mark.at, mark.tone)
    else drawLabel(context, lens, mark.at, mark.words)
  }
  context.setLineDash([])
}

function drawPath(context: CanvasRenderingContext2D, lens: Lens, points: readonly Vec[], isClosed: boolean, tone: Tone, isDashed: boolean): void {
  context.beginPath()
  let isDown = false
  for (const point of isClosed ? [...points, ...points.slice(0, 1)] : points) {
    const at = point.every(Number.isFinite) ? project(lens, point) : undefined
    if (at && isDown) context.lineTo(at.x, at.y)
    else if (at) context.moveTo(at.x, at.y)
    isDown = at !== undefined
  }
  context.setLineDash([])
  context.lineWidth = 4
  context.strokeStyle = UNDER
  context.stroke()
  context.setLineDash(isDashed ? [5, 5] : [])
  context.lineWidth = 2
  context.strokeStyle = TONES[tone]
  context.stroke()
}

const FILLS: Readonly<Record<Exclude<Tone, Axis>, string>> = { plain: 'rgb(255 255 255 / 22%)', strong: 'rgb(76 141 255 / 34%)', bad: 'rgb(255 107 102 / 34%)' }

/** All triangles as one path: thousands are one fill. Those that reach behind the eye are left out. */
function drawMesh(context: CanvasRenderingContext2D, lens: Lens, positions: Float32Array, corners: Uint32Array, tone: Exclude<Tone, Axis>): void {
  context.beginPath()
  for (let at = 0; at + 2 < corners.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map(corner => project(lens, pointAt(positions, corners[at + corner] ?? 0)))
    if (!a || !b || !c) continue
    context.moveTo(a.x, a.y)
    context.lineTo(b.x, b.y)
    context.lineTo(c.x, c.y)
    context.closePath()
  }
  context.setLineDash([])
  context.fillStyle = FILLS[tone]
  context.fill()
  context.lineWidth = 1
  context.strokeStyle = TONES[tone]
  context.stroke()
}

function drawLasso(context: CanvasRenderingContext2D, points: readonly (readonly [number, number])[]): void {
  context.beginPath()
  points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)))
  context.closePath()
  context.fillStyle = 'rgb(76 141 255 / 14%)'
  context.fill('evenodd')
  context.setLineDash([])
  context.lineWidth = 3
  context.strokeStyle = UNDER
  context.stroke()
  context.setLineDash([4, 4])
  context.lineWidth = 1.5
  context.strokeStyle = '#ffffff'
  context.stroke()
}

function drawDot(context: CanvasRenderingContext2D, lens: Lens, place: Vec, tone: Tone): void {
  const at = project(lens, place)
  if (!at) return
  for (const [radius, style] of [[6, UNDER], [4.5, '#ffffff'], [2.5, tone === 'plain' ? '#2f6fe0' : TONES[tone]]] as const) {
    context.beginPath()
    context.arc(at.x, at.y, radius, 0, 2 * Math.PI)
    context.fillStyle = style
    context.fill()
  }
}

function drawLabel(context: CanvasRenderingContext2D, lens: Lens, place: Vec, words: string): void {
  const at = project(lens, place)
  if (!at) return
  context.font = '400 12px "JetBrains Mono", monospace'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const width = context.measureText(words).width + 12
  context.fillStyle = UNDER
  context.beginPath()
  context.roundRect(at.x - width / 2, at.y - 10, width, 20, 4)
  context.fill()
  context.fillStyle = '#ffffff'
  context.fillText(words, at.x, at.y)
}
