import type { PictureRect } from '@areal-studio/core/format'
import type { Size, Zoom } from './zoom'

/** Which picture is seen: the one before, the present one, or both beside a divider. */
export const SIDES = ['before', 'both', 'after'] as const
export type Side = (typeof SIDES)[number]

/** Pixels as an image that can be drawn at any size. */
export function canvasOf({ width, height }: Size, rgba: Uint8ClampedArray<ArrayBuffer>): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0)
  return canvas
}

export interface Drawing {
  readonly room: Size
  readonly zoom: Zoom
  readonly level: Size
  readonly after: HTMLCanvasElement
  readonly before: HTMLCanvasElement | undefined
  readonly side: Side
  /** Part of the width at the left of the divider. */
  readonly split: number
  readonly rects: readonly PictureRect[]
  readonly chosen: number | undefined
  readonly pixel: { readonly x: number; readonly y: number } | null
}

/** Screen pixels of a square of the chequer, and of a pixel from which on a grid is drawn. */
const CHEQUER = 8
const GRID = 12
/** Screen pixels of a rectangle that has room for its number. */
const NUMBERED = 26

/** Draws all of the view. */
export function drawPicture(canvas: HTMLCanvasElement, drawing: Drawing): void {
  const { room, zoom, level, after, before, side, split } = drawing
  const context = prepared(canvas, room)
  if (!context) return
  const style = getComputedStyle(canvas)
  const colour = (name: string): string => style.getPropertyValue(name).trim()
  const [w, h] = [level.width * zoom.scale, level.height * zoom.scale]
  chequer(context, { x: zoom.x, y: zoom.y, width: w, height: h }, colour('--surface-2'), colour('--line-strong'))
  context.imageSmoothingEnabled = zoom.scale < 1
  const isBoth = before !== undefined && side === 'both'
  if (!before || side !== 'before') context.drawImage(after, zoom.x, zoom.y, w, h)
  if (before && side === 'before') context.drawImage(before, zoom.x, zoom.y, w, h)
  else if (before && isBoth) {
    context.save()
    context.beginPath()
    context.rect(zoom.x, zoom.y, w * split, h)
    context.clip()
    chequer(context, { x: zoom.x, y: zoom.y, width: w, height: h }, colour('--surface-2'), colour('--line-strong'))
    context.drawImage(before, zoom.x, zoom.y, w, h)
    context.restore()
  }
  if (zoom.scale >= GRID) grid(context, drawing)
  frame(context, { x: zoom.x, y: zoom.y, width: w, height: h }, colour('--line-strong'))
  drawing.rects.forEach((rect, k) => {
    if (k !== drawing.chosen) outline(context, drawing, rect, k)
  })
  const chosen = drawing.chosen === undefined ? undefined : drawing.rects[drawing.chosen]
  if (chosen && drawing.chosen !== undefined) outline(context, drawing, chosen, drawing.chosen)
  if (drawing.pixel && zoom.scale >= 4) {
    const { x, y } = onScreen(zoom, { ...drawing.pixel, width: 1, height: 1 })
    twice(context, { x, y, width: zoom.scale, height: zoom.scale })
  }
}

/** The context of a canvas of this size in device pixels, empty. */
function prepared(canvas: HTMLCanvasElement, room: Size): CanvasRenderingContext2D | null {
  const ratio = canvas.ownerDocument.defaultView?.devicePixelRatio ?? 1
  const [width, height] = [Math.round(room.width * ratio), Math.round(room.height * ratio)]
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d')
  context?.setTransform(ratio, 0, 0, ratio, 0, 0)
  context?.clearRect(0, 0, room.width, room.height)
  return context
}

const onScreen = ({ x, y, scale }: Zoom, rect: PictureRect): PictureRect => ({
  x: x + rect.x * scale,
  y: y + rect.y * scale,
  width: rect.width * scale,
  height: rect.height * scale,
})

/** Squares that are seen through transparent pixels; they keep their size. */
function chequer(context: CanvasRenderingContext2D, rect: PictureRect, one: string, other: string): void {
  const tile = document.createElement('canvas')
  tile.width = tile.height = 2 * CHEQUER
  const drawn = tile.getContext('2d')
  if (!drawn) return
  drawn.fillStyle = one
  drawn.fillRect(0, 0, 2 * CHEQUER, 2 * CHEQUER)
  drawn.fillStyle = other
  drawn.fillRect(0, 0, CHEQUER, CHEQUER)
  drawn.fillRect(CHEQUER, CHEQUER, CHEQUER, CHEQUER)
  const pattern = context.createPattern(tile, 'repeat')
  if (!pattern) return
  pattern.setTransform(new DOMMatrix().translate(rect.x, rect.y))
  context.fillStyle = pattern
  context.fillRect(rect.x, rect.y, rect.width, rect.height)
}

function frame(context: CanvasRenderingContext2D, { x, y, width, height }: PictureRect, colour: string): void {
  context.strokeStyle = colour
  context.lineWidth = 1
  context.setLineDash([])
  context.strokeRect(x - 0.5, y - 0.5, width + 1, height + 1)
}

/** Lines between pixels, of those that are seen. */
function grid(context: CanvasRenderingContext2D, { zoom, level, room }: Drawing): void {
  const from = (at: number): number => Math.max(0, Math.floor(-at / zoom.scale))
  const to = (at: number, side: number, of: number): number => Math.min(side, Math.ceil((of - at) / zoom.scale))
  const [left, right] = [from(zoom.x), to(zoom.x, level.width, room.width)]
  const [top, bottom] = [from(zoom.y), to(zoom.y, level.height, room.height)]
  context.beginPath()
  for (let column = left + 1; column < right; column++) {
    const x = Math.round(zoom.x + column * zoom.scale) + 0.5
    context.moveTo(x, zoom.y + top * zoom.scale)
    context.lineTo(x, zoom.y + bottom * zoom.scale)
  }
  for (let row = top + 1; row < bottom; row++) {
    const y = Math.round(zoom.y + row * zoom.scale) + 0.5
    context.moveTo(zoom.x + left * zoom.scale, y)
    context.lineTo(zoom.x + right * zoom.scale, y)
  }
  context.strokeStyle = 'rgba(128, 128, 128, 0.35)'
  context.lineWidth = 1
  context.setLineDash([])
  context.stroke()
}

/** A light line on a dark one, seen on any pixel. */
function twice(context: CanvasRenderingContext2D, { x, y, width, height }: PictureRect): void {
  context.setLineDash([])
  context.lineWidth = 3
  context.strokeStyle = 'rgba(16, 18, 22, 0.8)'
  context.strokeRect(x - 0.5, y - 0.5, width + 1, height + 1)
  context.lineWidth = 1
  context.strokeStyle = '#ffffff'
  context.strokeRect(x - 0.5, y - 0.5, width + 1, height + 1)
}

/** A rectangle: dashed with its number; the chosen one as the map has its selection. */
function outline(context: CanvasRenderingContext2D, { zoom, chosen }: Drawing, rect: PictureRect, k: number): void {
  const { x, y, width, height } = onScreen(zoom, rect)
  if (k === chosen) {
    context.setLineDash([])
    context.lineWidth = 5
    context.strokeStyle = '#4c8dff'
    context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1)
    context.lineWidth = 2
    context.strokeStyle = '#ffffff'
    context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1)
  } else {
    context.lineWidth = 1
    context.setLineDash([])
    context.strokeStyle = 'rgba(16, 18, 22, 0.6)'
    context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1)
    context.setLineDash([3, 3])
    context.strokeStyle = 'rgba(255, 255, 255, 0.85)'
    context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1)
  }
  if (width < NUMBERED || height < NUMBERED) return
  const label = String(k)
  context.font = '500 11px Inter, system-ui, sans-serif'
  const wide = Math.ceil(context.measureText(label).width) + 8
  context.fillStyle = 'rgba(16, 18, 22, 0.85)'
  context.fillRect(x + 3, y + 3, wide, 16)
  context.fillStyle = '#ffffff'
  context.textBaseline = 'middle'
  context.fillText(label, x + 7, y + 11.5)
}
