import type { BoxesItem, SurfaceItem } from '@areal-studio/core/format'
import { project, type Lens, type Vec } from '../camera/camera'
import { linkGraph } from '../geometry/link-graph'
import { anchorOf, pointAt, ringOf } from '../scene/map-scene'

type Point = readonly [x: number, y: number]
type Context = CanvasRenderingContext2D

const UNDER = 'rgb(16 18 22 / 70%)'
const ONE_WAY = '#f0a63d'
const DANGLING = '#ff6b66'
const ORIGINAL = '#7fd4ff'

export function pointOf(lens: Lens, place: Vec | undefined): Point | undefined {
  const seen = place?.every(Number.isFinite) ? project(lens, place) : undefined
  return seen && [seen.x, seen.y]
}

const isInside = ({ size }: Lens, [x, y]: Point): boolean =>
  x > -20 && y > -20 && x < size.width + 20 && y < size.height + 20

/** Where anchors lie on the canvas; undefined for hidden ones and those behind the eye. */
function anchorsSeen(lens: Lens, item: SurfaceItem, isHidden: (record: number) => boolean): (Point | undefined)[] {
  return Array.from({ length: item.recordCount }, (_, record) =>
    isHidden(record) ? undefined : pointOf(lens, anchorOf(item, record)),
  )
}

/** Lines or dots in one path: a canvas takes many short paths in a fraction of the time of a long one. */
const MOST_IN_PATH = 128

function* portions<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let at = 0; at < all.length; at += MOST_IN_PATH) yield all.slice(at, at + MOST_IN_PATH)
}

function strokeAll(
  context: Context,
  lines: readonly (readonly [Point, Point])[],
  width: number,
  style: string,
  dash: number[] = [],
): void {
  context.lineWidth = width
  context.strokeStyle = style
  context.setLineDash(dash)
  for (const portion of portions(lines)) {
    context.beginPath()
    for (const [from, to] of portion) {
      context.moveTo(...from)
      context.lineTo(...to)
    }
    context.stroke()
  }
  context.setLineDash([])
}

/**
 * More marks than this run into each other: then dots are small squares, which cost a fraction of a disc, and short
 * lines are left out.
 */
const CROWD = 4000
/** A shorter line of a crowd is not drawn, pixels on the canvas. */
const SHORTEST = 6

const withRoom = (lines: readonly (readonly [Point, Point])[]): readonly (readonly [Point, Point])[] =>
  lines.length <= CROWD ? lines : lines.filter(([[x0, y0], [x1, y1]]) => Math.hypot(x1 - x0, y1 - y0) >= SHORTEST)

/**
 * Links between anchors: thin where both lead back and there is room, with an arrow where only one does; to the edge, with a
 * cross there, where they lead nowhere.
 */
export function drawGraph(
  context: Context,
  lens: Lens,
  item: SurfaceItem,
  isHidden: (record: number) => boolean,
): void {
  const at = anchorsSeen(lens, item, isHidden)
  const { mutual, oneWay, dangling } = linkGraph(item)
  const lines = (pairs: readonly (readonly [number, number])[]): [Point, Point][] =>
    pairs.flatMap(([a, b]) => {
      const [from, to] = [at[a], at[b]]
      return from && to && (isInside(lens, from) || isInside(lens, to)) ? [[from, to]] : []
    })
  const both = withRoom(lines(mutual))
  strokeAll(context, both, 2.4, UNDER)
  strokeAll(context, both, 1, '#ffffff')
  const single = lines(oneWay)
  strokeAll(context, single, 4, UNDER)
  strokeAll(context, single, 2, ONE_WAY)
  for (const [from, to] of single) drawHead(context, from, to)
  const nowhere = dangling.flatMap(([record, link]): [Point, Point][] => {
    const from = at[record]
    const to = from && (pointOf(lens, edgeMiddle(item, record, link)) ?? from)
    return to && isInside(lens, to)
      ? [
          [from, to],
          [
            [to[0] - 5, to[1] - 5],
            [to[0] + 5, to[1] + 5],
          ],
          [
            [to[0] - 5, to[1] + 5],
            [to[0] + 5, to[1] - 5],
          ],
        ]
      : []
  })
  strokeAll(context, nowhere, 5, UNDER)
  strokeAll(context, nowhere, 2.4, DANGLING)
}

/** The middle of the edge that a link of a region belongs to; undefined for links of its inner polygons. */
function edgeMiddle(item: SurfaceItem, record: number, link: number): Vec | undefined {
  const ring = ringOf(item, record)
  const [a, b] = [ring[link], ring[(link + 1) % ring.length]]
  return a && b && [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2]
}

function drawHead(context: Context, [x0, y0]: Point, [x1, y1]: Point): void {
  const length = Math.hypot(x1 - x0, y1 - y0)
  if (length < 12) return
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length]
  const [x, y] = [x0 + (x1 - x0) * 0.7, y0 + (y1 - y0) * 0.7]
  context.beginPath()
  context.moveTo(x + dx * 7, y + dy * 7)
  context.lineTo(x - dy * 5, y + dx * 5)
  context.lineTo(x + dy * 5, y - dx * 5)
  context.closePath()
  context.fillStyle = ONE_WAY
  context.fill()
}

/** A dot at each anchor. */
export function drawAnchors(
  context: Context,
  lens: Lens,
  item: SurfaceItem,
  isHidden: (record: number) => boolean,
): void {
  const seen = anchorsSeen(lens, item, isHidden).flatMap(at => (at && isInside(lens, at) ? [at] : []))
  if (seen.length > CROWD) {
    context.fillStyle = '#ffffff'
    for (const [x, y] of seen) context.fillRect(x - 1, y - 1, 2, 2)
    return
  }
  for (const [radius, style] of [
    [3.4, UNDER],
    [2.2, '#ffffff'],
  ] as const) {
    context.fillStyle = style
    for (const portion of portions(seen)) {
      context.beginPath()
      for (const [x, y] of portion) {
        context.moveTo(x + radius, y)
        context.arc(x, y, radius, 0, 2 * Math.PI)
      }
      context.fill()
    }
  }
}

/** The stored normal of each region that has room for it, from its anchor, as long as a quarter of a region of average size. */
export function drawNormals(
  context: Context,
  lens: Lens,
  item: SurfaceItem,
  side: number,
  isHidden: (record: number) => boolean,
): void {
  const { recordNormals } = item
  if (!recordNormals) return
  const lines: [Point, Point][] = []
  for (let record = 0; record < item.recordCount; record++) {
    const anchor = isHidden(record) ? undefined : anchorOf(item, record)
    const [nx, ny, nz] = pointAt(recordNormals, record)
    const from = pointOf(lens, anchor)
    const to =
      anchor && pointOf(lens, [anchor[0] + (nx * side) / 2, anchor[1] + (ny * side) / 2, anchor[2] + (nz * side) / 2])
    if (from && to && isInside(lens, from)) lines.push([from, to])
  }
  const shown = withRoom(lines)
  strokeAll(context, shown, 3, UNDER)
  strokeAll(context, shown, 1.4, '#9ce07a')
}

/** Edges of edited regions where they were, unless an edge of the region still lies there. */
export function drawOriginal(
  context: Context,
  lens: Lens,
  original: SurfaceItem,
  now: SurfaceItem,
  records: Iterable<number>,
): void {
  const lines: [Point, Point][] = []
  for (const record of records) {
    const present = new Set(edgesOf(now, record).map(placeOf))
    for (const edge of record < original.recordCount ? edgesOf(original, record) : []) {
      const [from, to] = present.has(placeOf(edge)) ? [] : edge.map(corner => pointOf(lens, corner))
      if (from && to) lines.push([from, to])
    }
  }
  strokeAll(context, lines, 3.4, UNDER)
  strokeAll(context, lines, 1.6, ORIGINAL, [3, 4])
}

type Edge = readonly [from: Vec, to: Vec]
const edgesOf = (item: SurfaceItem, record: number): Edge[] => {
  const ring = ringOf(item, record)
  return ring.map((from, at) => [from, ring[(at + 1) % ring.length] ?? from])
}
const placeOf = (edge: Edge): string => edge.flat().join()

const EDGES = [
  [0, 1],
  [1, 3],
  [3, 2],
  [2, 0],
  [4, 5],
  [5, 7],
  [7, 6],
  [6, 4],
  [0, 4],
  [1, 5],
  [2, 6],
  [3, 7],
] as const

/** The boxes of near slots, or of far ones where only those are shown. */
export function drawSlots(context: Context, lens: Lens, { corners, lods }: BoxesItem, isFar: boolean): void {
  const lines: [Point, Point][] = []
  lods.forEach((lod, box) => {
    if (lod !== (isFar ? 1 : 0)) return
    const part = (corner: number, axis: 0 | 1 | 2): number =>
      corners[6 * box + axis + ((corner >> axis) & 1 ? 3 : 0)] ?? NaN
    const seen = Array.from({ length: 8 }, (_, corner) =>
      pointOf(lens, [part(corner, 0), part(corner, 1), part(corner, 2)]),
    )
    for (const [a, b] of EDGES) {
      const [from, to] = [seen[a], seen[b]]
      if (from && to && (isInside(lens, from) || isInside(lens, to))) lines.push([from, to])
    }
  })
  strokeAll(context, lines, 1, 'rgb(255 214 90 / 75%)')
}
