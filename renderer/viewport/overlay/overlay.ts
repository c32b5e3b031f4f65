import { project, type Lens, type Vec } from '../camera/camera'
import type { Rect } from '../geometry/map-picker'
import { anchorOf, neighboursOf, ringOf } from '../scene/map-scene'
import type { BoxesItem, SurfaceItem } from '@areal-studio/core/format'
import type { ToolMark } from '../tools/tool'
import { cornerSize } from './corner-size'
import { drawAnchors, drawGraph, drawNormals, drawOriginal, drawSlots } from './overlay-layers'
import { drawToolMarks } from './tool-drawings'

/** Overlay drawings of the map: few, and never hidden by terrain. */
export interface Marks {
  readonly item: SurfaceItem | undefined
  readonly primary: number | undefined
  readonly edited: ReadonlySet<number>
  readonly problems: ReadonlyMap<number, 'error' | 'warning'>
  readonly framing: Rect | null
  readonly hasLinks: boolean
  readonly hasGraph: boolean
  readonly hasAnchors: boolean
  readonly hasNormals: boolean
  /** Text on regions that have room for it; undefined: none. */
  readonly label: ((record: number) => string) | undefined
  /** The regions as they are stored, and as they were (undefined: not shown). */
  readonly stored: SurfaceItem | undefined
  readonly original: SurfaceItem | undefined
  readonly slots: BoxesItem | undefined
  /** Whether only the far level is shown. */
  readonly isFar: boolean
  /** Side of a region of average size. */
  readonly side: number
  readonly isLight: boolean
  readonly isHidden: (record: number) => boolean
  /** Drawing of the active tool. */
  readonly tool: readonly ToolMark[]
}

const MOST_ICONS = 300
const MOST_NUMBERS = 250
/** How far below its anchor a label is drawn where a mark is on it, in pixels. */
const UNDER_ICON = 18
const UNDER_DOT = 11
type Point = readonly [x: number, y: number]

/** Draws the marks on a canvas of their own, in CSS pixels. */
export function drawMarks(context: CanvasRenderingContext2D, lens: Lens, marks: Marks): void {
  context.clearRect(0, 0, lens.size.width, lens.size.height)
  const { item } = marks
  context.lineJoin = 'round'
  context.lineCap = 'butt'
  if (marks.slots) drawSlots(context, lens, marks.slots, marks.isFar)
  if (item) {
    if (marks.hasGraph) drawGraph(context, lens, item, marks.isHidden)
    if (marks.hasNormals) drawNormals(context, lens, item, marks.side, marks.isHidden)
    if (marks.hasAnchors) drawAnchors(context, lens, item, marks.isHidden)
    if (marks.original) drawOriginal(context, lens, marks.original, marks.stored ?? item, marks.edited)
    if (marks.label) drawLabels(context, lens, marks, item, marks.label)
    if (marks.primary !== undefined) drawPrimary(context, lens, marks, item, marks.primary)
    drawProblems(context, lens, marks, item)
  }
  drawToolMarks(context, lens, marks.tool)
  if (marks.framing) drawFrame(context, marks.framing)
}

/** The ring on the canvas; empty where a corner lies behind the eye. */
function outlineOf(lens: Lens, item: SurfaceItem, record: number): Point[] {
  const points: Point[] = []
  for (const corner of ringOf(item, record)) {
    const seen = pointOf(lens, corner)
    if (!seen) return []
    points.push(seen)
  }
  return points
}

function pointOf(lens: Lens, place: Vec): Point | undefined {
  const seen = place.every(Number.isFinite) ? project(lens, place) : undefined
  return seen && [seen.x, seen.y]
}

function trace(context: CanvasRenderingContext2D, points: readonly Point[]): void {
  context.beginPath()
  points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)))
  context.closePath()
}

function stroke(context: CanvasRenderingContext2D, width: number, style: string, dash: number[] = []): void {
  context.lineWidth = width
  context.strokeStyle = style
  context.setLineDash(dash)
  context.stroke()
}

function drawSelected(context: CanvasRenderingContext2D, points: readonly Point[], width: number): void {
  if (points.length < 2) return
  trace(context, points)
  stroke(context, width, '#4c8dff')
  stroke(context, (2 * width) / 5, '#ffffff')
}

function drawPrimary(
  context: CanvasRenderingContext2D,
  lens: Lens,
  marks: Marks,
  item: SurfaceItem,
  record: number,
): void {
  const anchor = anchorOf(item, record)
  const at = anchor && pointOf(lens, anchor)
  const points = outlineOf(lens, item, record)
  const size = cornerSize(points)
  if (at && marks.hasLinks && size.hasLinks) drawLinks(context, lens, item, record, at)
  drawSelected(context, points, size.line)
  if (marks.edited.has(record) && points.length > 1) {
    trace(context, points)
    stroke(context, 2, '#ffc83d', [5, 4])
  }
  for (const [x, y] of size.square > 0 ? points : []) {
    const corner = [x - size.square / 2, y - size.square / 2, size.square, size.square] as const
    context.fillStyle = '#ffffff'
    context.fillRect(...corner)
    context.lineWidth = 1
    context.setLineDash([])
    context.strokeStyle = '#2f6fe0'
    context.strokeRect(...corner)
  }
  if (at) dot(context, at, size.dot, '#ffffff', Math.min(2.5, size.dot / 2), '#2f6fe0')
}

function drawLinks(
  context: CanvasRenderingContext2D,
  lens: Lens,
  item: SurfaceItem,
  record: number,
  from: Point,
): void {
  const ends = neighboursOf(item, record).flatMap(other => {
    const anchor = anchorOf(item, other)
    const end = anchor && pointOf(lens, anchor)
    return end ? [end] : []
  })
  context.beginPath()
  for (const [x, y] of ends) {
    context.moveTo(...from)
    context.lineTo(x, y)
  }
  stroke(context, 3, 'rgb(16 18 22 / 75%)')
  stroke(context, 1.4, '#ffffff', [3, 3])
  for (const end of ends) dot(context, end, 3.2, 'rgb(16 18 22 / 75%)', 2.4, '#ffffff')
}

function dot(
  context: CanvasRenderingContext2D,
  [x, y]: Point,
  outer: number,
  outerStyle: string,
  inner: number,
  innerStyle: string,
): void {
  for (const [radius, style] of [
    [outer, outerStyle],
    [inner, innerStyle],
  ] as const) {
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    context.fillStyle = style
    context.fill()
  }
}

function drawProblems(context: CanvasRenderingContext2D, lens: Lens, marks: Marks, item: SurfaceItem): void {
  let left = MOST_ICONS
  for (const [record, severity] of marks.problems) {
    if (left-- <= 0) return
    const anchor = anchorOf(item, record)
    const at = anchor && pointOf(lens, anchor)
    if (!at || at[0] < -10 || at[1] < -10 || at[0] > lens.size.width + 10 || at[1] > lens.size.height + 10) continue
    const isPrimary = record === marks.primary
    drawIcon(context, isPrimary ? [at[0], at[1] - 18] : at, severity)
  }
}

/** A ring with "!" for an error, a triangle with "!" for a warning; both with a white rim, 18 px. */
function drawIcon(context: CanvasRenderingContext2D, [x, y]: Point, severity: 'error' | 'warning'): void {
  context.beginPath()
  if (severity === 'error') context.arc(x, y, 9, 0, 2 * Math.PI)
  else {
    context.moveTo(x, y - 9.5)
    context.lineTo(x + 10, y + 8)
    context.lineTo(x - 10, y + 8)
    context.closePath()
  }
  context.fillStyle = severity === 'error' ? '#c4161c' : '#dd6b0a'
  stroke(context, 3, '#ffffff')
  context.fill()
  context.fillStyle = '#ffffff'
  const top = severity === 'error' ? y - 5 : y - 4
  context.fillRect(x - 1, top, 2, 6)
  context.fillRect(x - 1, top + 7.5, 2, 2)
}

/** Labels of regions that are large enough on the screen to hold one. */
function drawLabels(
  context: CanvasRenderingContext2D,
  lens: Lens,
  marks: Marks,
  item: SurfaceItem,
  label: (record: number) => string,
): void {
  context.font = '400 11px "JetBrains Mono", monospace'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineWidth = 3
  context.setLineDash([])
  context.strokeStyle = marks.isLight ? 'rgb(255 255 255 / 75%)' : 'rgb(0 0 0 / 65%)'
  context.fillStyle = marks.isLight ? '#1b1f24' : '#e1e5ea'
  const dotted = new Set(marks.hasLinks && marks.primary !== undefined ? neighboursOf(item, marks.primary) : [])
  let left = MOST_NUMBERS
  for (let record = 0; record < item.recordCount && left > 0; record++) {
    if (marks.isHidden(record) || record === marks.primary) continue
    const anchor = anchorOf(item, record)
    const at = anchor && pointOf(lens, anchor)
    if (!at || at[0] < 0 || at[1] < 0 || at[0] > lens.size.width || at[1] > lens.size.height) continue
    const points = outlineOf(lens, item, record)
    const width = Math.max(...points.map(point => point[0])) - Math.min(...points.map(point => point[0]))
    const height = Math.max(...points.map(point => point[1])) - Math.min(...points.map(point => point[1]))
    if (!(width > 44) || !(height > 18)) continue
    const words = label(record)
    if (width < words.length * 7 + 8) continue
    const y =
      at[1] +
      (marks.problems.has(record)
        ? UNDER_ICON
        : marks.hasAnchors || marks.hasNormals || dotted.has(record)
          ? UNDER_DOT
          : 0)
    context.strokeText(words, at[0], y)
    context.fillText(words, at[0], y)
    left--
  }
}

function drawFrame(context: CanvasRenderingContext2D, { x, y, width, height }: Rect): void {
  context.fillStyle = 'rgb(76 141 255 / 14%)'
  context.fillRect(x, y, width, height)
  context.setLineDash([])
  context.lineWidth = 1
  context.strokeStyle = '#4c8dff'
  context.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(width), Math.round(height))
}
