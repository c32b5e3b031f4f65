import { inkOn } from '../../palette/letters'
import { hexOf, type Rgb } from '../../palette/palette'
import { project, type Lens, type Vec } from '../camera/camera'
import { pointAt } from '../scene/map-scene'
import type { Axis, Tone, ToolMark } from '../tools/tool'
import { freeTags, type Tag } from './free-tags'
import type { Box } from './overlay-layout'

/** Colours of the marks: tokens of the theme, read once for a drawing. */
type Ink = Readonly<Record<Tone | 'under', string>>
const TOKENS: Ink = {
  plain: '--mark',
  strong: '--mark-strong',
  bad: '--mark-bad',
  under: '--mark-under',
  x: '--mark-x',
  y: '--mark-y',
  z: '--mark-z',
}
/** How much of what lies under a filled mark it covers. */
const COVER: Readonly<Record<Exclude<Tone, Axis>, number>> = { plain: 0.22, strong: 0.34, bad: 0.34 }

function inkOf(element: Element): Ink {
  const style = getComputedStyle(element)
  const read = (tone: keyof Ink): string => style.getPropertyValue(TOKENS[tone]).trim()
  return {
    plain: read('plain'),
    strong: read('strong'),
    bad: read('bad'),
    under: read('under'),
    x: read('x'),
    y: read('y'),
    z: read('z'),
  }
}

/** Draws the preview of the active tool, over everything. */
export function drawToolMarks(context: CanvasRenderingContext2D, lens: Lens, marks: readonly ToolMark[]): void {
  if (marks.length === 0) return
  const ink = inkOf(context.canvas)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.font = '400 12px "JetBrains Mono", monospace'
  const tags = freeTags(
    marks.flatMap((mark): LabelTag | Flag | [] => tagOf(context, lens, mark) ?? flagOf(lens, mark) ?? []),
  )
  for (const mark of marks) {
    if (mark.kind === 'path') drawPath(context, lens, ink, mark)
    else if (mark.kind === 'mesh') drawMesh(context, lens, ink, mark)
    else if (mark.kind === 'lasso') drawLasso(context, ink, mark.points)
    else if (mark.kind === 'flag') continue
    else if (mark.kind === 'dot') drawDot(context, lens, ink, mark.at, mark.tone)
    else if (mark.rank === undefined) drawLabel(context, lens, ink, mark.at, mark.words)
  }
  for (const tag of tags) {
    if ('letter' in tag) drawFlag(context, tag)
    else drawTag(context, ink, tag)
  }
  context.setLineDash([])
}

type MarkOf<Kind extends ToolMark['kind']> = Extract<ToolMark, { kind: Kind }>

function drawPath(
  context: CanvasRenderingContext2D,
  lens: Lens,
  ink: Ink,
  { points, isClosed, tone, isDashed }: MarkOf<'path'>,
): void {
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
  context.strokeStyle = ink.under
  context.stroke()
  context.setLineDash(isDashed === true ? [5, 5] : [])
  context.lineWidth = 2
  context.strokeStyle = ink[tone]
  context.stroke()
}

/** All triangles as one path: thousands are one fill. Those that reach behind the eye are left out. */
function drawMesh(
  context: CanvasRenderingContext2D,
  lens: Lens,
  ink: Ink,
  { positions, corners, tone }: MarkOf<'mesh'>,
): void {
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
  cover(context, ink[tone], COVER[tone])
  context.lineWidth = 1
  context.strokeStyle = ink[tone]
  context.stroke()
}

function cover(
  context: CanvasRenderingContext2D,
  colour: string,
  share: number,
  rule: CanvasFillRule = 'nonzero',
): void {
  context.globalAlpha = share
  context.fillStyle = colour
  context.fill(rule)
  context.globalAlpha = 1
}

function drawLasso(context: CanvasRenderingContext2D, ink: Ink, points: readonly (readonly [number, number])[]): void {
  context.beginPath()
  points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)))
  context.closePath()
  cover(context, ink.strong, 0.14, 'evenodd')
  context.setLineDash([])
  context.lineWidth = 3
  context.strokeStyle = ink.under
  context.stroke()
  context.setLineDash([4, 4])
  context.lineWidth = 1.5
  context.strokeStyle = ink.plain
  context.stroke()
}

function drawDot(context: CanvasRenderingContext2D, lens: Lens, ink: Ink, place: Vec, tone: Tone): void {
  const at = project(lens, place)
  if (!at) return
  for (const [radius, style] of [
    [6, ink.under],
    [4.5, ink.plain],
    [2.5, tone === 'plain' ? ink.strong : ink[tone]],
  ] as const) {
    context.beginPath()
    context.arc(at.x, at.y, radius, 0, 2 * Math.PI)
    context.fillStyle = style
    context.fill()
  }
}

/** Size of a flag, and height of its pole. */
const FLAG = { width: 16, height: 14, pole: 26 }

/** Above the ranks of all labels: a name is not half covered by a flag, nor a flag by a name. */
const AFTER_LABELS = 10

interface Flag extends Tag {
  readonly letter: string
  readonly rgb: Rgb
}

function flagOf(lens: Lens, mark: ToolMark): Flag | undefined {
  const at = mark.kind === 'flag' ? project(lens, mark.at) : undefined
  if (mark.kind !== 'flag' || !at) return undefined
  const { letter, rgb } = mark
  const [left, top] = [at.x, at.y - FLAG.pole]
  return { left, top, width: FLAG.width, height: FLAG.height, rank: AFTER_LABELS + at.depth, letter, rgb }
}

function drawFlag(context: CanvasRenderingContext2D, { left, top, width, height, letter, rgb }: Flag): void {
  context.setLineDash([])
  context.lineWidth = 1.5
  context.strokeStyle = 'rgba(16, 21, 28, 0.85)'
  context.beginPath()
  context.moveTo(left, top + FLAG.pole)
  context.lineTo(left, top)
  context.stroke()
  context.beginPath()
  context.moveTo(left, top)
  context.lineTo(left + width, top)
  context.lineTo(left + width - 3, top + height / 2)
  context.lineTo(left + width, top + height)
  context.lineTo(left, top + height)
  context.closePath()
  context.fillStyle = hexOf(rgb)
  context.fill()
  context.lineWidth = 1
  context.stroke()
  context.save()
  context.font = '600 10px Inter, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = inkOn(rgb)
  context.fillText(letter, left + width / 2 - 1, top + height / 2 + 0.5)
  context.restore()
}

/** Height of a label. */
const LABEL = 20
/** From the place of what is named to the middle of its name. */
const OVER = 20

interface LabelTag extends Tag {
  readonly words: string
}

/** The rectangle of the name of something. */
function tagOf(context: CanvasRenderingContext2D, lens: Lens, mark: ToolMark): LabelTag | undefined {
  if (mark.kind !== 'label' || mark.rank === undefined) return undefined
  const at = project(lens, mark.at)
  const { words, rank } = mark
  return at && { ...labelBox(context, words, at.x, at.y - OVER), words, rank }
}

const labelBox = (context: CanvasRenderingContext2D, words: string, x: number, y: number): Box => {
  const width = context.measureText(words).width + 12
  return { left: x - width / 2, top: y - LABEL / 2, width, height: LABEL }
}

function drawLabel(context: CanvasRenderingContext2D, lens: Lens, ink: Ink, place: Vec, words: string): void {
  const at = project(lens, place)
  if (at) drawTag(context, ink, { ...labelBox(context, words, at.x, at.y), words })
}

function drawTag(
  context: CanvasRenderingContext2D,
  ink: Ink,
  { left, top, width, height, words }: Box & { readonly words: string },
): void {
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = ink.under
  context.beginPath()
  context.roundRect(left, top, width, height, 4)
  context.fill()
  context.fillStyle = ink.plain
  context.fillText(words, left + width / 2, top + height / 2)
}
