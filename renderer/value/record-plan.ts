import { openTable } from '@areal-studio/core/query'
import type { Document } from '@areal-studio/core/layout'

/** Where the records of an array lie, seen from above. */
export interface RecordPlan {
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
  readonly count: number
}

/** Places of the records by their first field with an x; undefined where they have none. */
export function recordPlan(whole: Document, array: string): RecordPlan | undefined {
  const table = openTable(whole, array)
  const name = table.fields.find(field => field.name.endsWith('.x'))?.name.slice(0, -2)
  return name === undefined
    ? undefined
    : { x: table.numbers(`${name}.x`), y: table.numbers(`${name}.y`), count: table.count }
}

/** Records that paths lead into, by their array: `rows/637/size` is record 637 of `rows`. */
export function recordsOf(paths: Iterable<string>): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, Set<number>>()
  for (const path of paths) {
    const [, array, record] = /^([^@].*?)\/(\d+)(?:\/|$)/.exec(path) ?? []
    if (array === undefined || record === undefined) continue
    const records = found.get(array) ?? new Set()
    found.set(array, records.add(Number(record)))
  }
  return new Map([...found].map(([array, records]) => [array, [...records].sort((a, b) => a - b)]))
}

const EDGE = 6

/** Pixels of a record in a square of `size`, north up; undefined where its place is no number. */
export function planPlaces(plan: RecordPlan, size: number): (record: number) => readonly [number, number] | undefined {
  const [minX, maxX] = limits(plan.x)
  const [minY, maxY] = limits(plan.y)
  const scale = (size - 2 * EDGE) / Math.max(maxX - minX, maxY - minY, 1e-6)
  return record => {
    const x = EDGE + ((plan.x[record] ?? Number.NaN) - minX) * scale
    const y = size - EDGE - ((plan.y[record] ?? Number.NaN) - minY) * scale
    return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : undefined
  }
}

/** Pixels between plans, and of the words below one. */
const [GAP, WORDS] = [16, 76]
/** Pixels of the side of a plan: one that is smaller shows nothing, one that is larger nothing more. */
const [LEAST, MOST] = [160, 720]

export interface PlanSize {
  readonly side: number
  /** In a low pane the words are beside the picture, which takes the height. */
  readonly isBeside: boolean
}

/** The largest size at which `count` plans fit into a pane of these pixels; where none does, those of the least size are scrolled. */
export function planSize(count: number, width: number, height: number): PlanSize {
  const beside = Math.min(height, width - LEAST - GAP)
  const below = Array.from({ length: Math.max(1, count) }, (_, i) => {
    const [columns, rows] = [i + 1, Math.ceil(count / (i + 1))]
    return Math.min((width - GAP * i) / columns, (height - GAP * (rows - 1)) / rows - WORDS)
  })
  const isBeside = count === 1 && beside > Math.max(...below)
  const fitting = Math.floor(isBeside ? beside : Math.max(...below))
  return { side: Math.max(Math.min(LEAST, width), Math.min(MOST, fitting)), isBeside }
}

/** Draws all records as dim dots, with those `marked` on top, in the colours of the theme. */
export function drawPlan(canvas: HTMLCanvasElement, plan: RecordPlan, marked: Iterable<number>, size: number): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const scale = window.devicePixelRatio
  canvas.width = size * scale
  canvas.height = size * scale
  context.scale(scale, scale)
  const style = getComputedStyle(canvas)
  const placeOf = planPlaces(plan, size)
  const put = (record: number, radius: number): void => {
    const place = placeOf(record)
    if (place) context.fillRect(place[0] - radius, place[1] - radius, 2 * radius, 2 * radius)
  }
  context.fillStyle = style.getPropertyValue('--text-dim')
  context.globalAlpha = 0.55
  for (let record = 0; record < plan.count; record++) put(record, size > 400 ? 1.5 : 1)
  context.globalAlpha = 1
  context.fillStyle = style.getPropertyValue('--edited-mark')
  for (const record of marked) put(record, size > 400 ? 5 : size > 200 ? 3 : 2)
}

function limits(values: ArrayLike<number>): readonly [number, number] {
  let least = Infinity
  let most = -Infinity
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? Number.NaN
    if (value < least) least = value
    if (value > most && value < Infinity) most = value
  }
  return [least, most]
}
