import { MinHeap, type LinkPlace, type LinkReport, type Route, type RouteRule } from '../../../format'
import { passes } from '../terrain/face-masks'
import { behind, needAreal } from './areal-fill'
import type { ArealTable } from './areal-table'

interface Search {
  readonly records: readonly number[]
  readonly edges: readonly number[]
  readonly cost: number
}

/** The cheapest way over the links of edges, from anchor to anchor (Dijkstra); where there is none, why. */
export function routeBetween(table: ArealTable, from: number, to: number, rule: RouteRule = {}): Route {
  needAreal(table, from)
  needAreal(table, to)
  const isOpen = opening(table, from, rule)
  const found = search(table, from, to, isOpen)
  if (found) return { ...found, blockers: [] }
  const none = { records: [], edges: [], cost: Infinity }
  const without = search(table, from, to, () => true)
  if (without) return { ...none, obstacle: 'closed', blockers: without.records.filter(areal => !isOpen(areal)) }
  const island = islandsOf(table).find(areals => areals.includes(from)) ?? []
  return { ...none, obstacle: island.includes(to) ? 'one-way' : 'apart', blockers: [] }
}

/** Whether an areal may be entered; the start may always be left. */
function opening(table: ArealTable, from: number, rule: RouteRule): (areal: number) => boolean {
  const closed = new Set(rule.closed)
  const classes = new Set(rule.closedClasses)
  return areal =>
    areal === from ||
    (passes(table.logic_flag[areal] ?? 0, rule.required ?? 0, rule.forbidden ?? 0) &&
      !closed.has(areal) &&
      !classes.has(table.class_id[areal] ?? 0))
}

/** Distance between two anchors; without end where one is not finite. */
function distanceBetween({ anchor }: ArealTable, a: number, b: number): number {
  const part = (axis: number): number => (anchor[3 * a + axis] ?? NaN) - (anchor[3 * b + axis] ?? NaN)
  const distance = Math.hypot(part(0), part(1), part(2))
  return Number.isNaN(distance) ? Infinity : distance
}

function search(table: ArealTable, from: number, to: number, isOpen: (areal: number) => boolean): Search | undefined {
  const costs = new Float64Array(table.count).fill(Infinity)
  const by = new Int32Array(table.count).fill(-1)
  const via = new Int32Array(table.count).fill(-1)
  const queue = new MinHeap()
  costs[from] = 0
  queue.push(from, 0)
  for (let areal = queue.pop(); areal >= 0; areal = queue.pop()) {
    const { cost } = queue
    if (areal === to) return { ...wayBack(by, via, from, to), cost }
    if (cost > (costs[areal] ?? 0)) continue
    const first = table.linkStarts[areal] ?? 0
    for (let edge = 0; edge < (table.vertex_count[areal] ?? 0); edge++) {
      const other = behind(table, first + edge)
      if (other < 0 || !isOpen(other)) continue
      const sum = cost + distanceBetween(table, areal, other)
      if (!(sum < (costs[other] ?? 0))) continue
      costs[other] = sum
      by[other] = areal
      via[other] = edge
      queue.push(other, sum)
    }
  }
  return undefined
}

function wayBack(by: Int32Array, via: Int32Array, from: number, to: number): Pick<Search, 'records' | 'edges'> {
  const records = [to]
  const edges: number[] = []
  for (let now = to; now !== from; ) {
    edges.push(via[now] ?? -1)
    now = by[now] ?? from
    records.push(now)
  }
  return { records: records.reverse(), edges: edges.reverse() }
}

/** Areals that hang together over links in either direction, largest island first. */
function islandsOf(table: ArealTable): readonly (readonly number[])[] {
  const root = Int32Array.from({ length: table.count }, (_, areal) => areal)
  const find = (areal: number): number => {
    let top = areal
    while ((root[top] ?? top) !== top) top = root[top] ?? top
    for (let now = areal; now !== top; ) {
      const next = root[now] ?? top
      root[now] = top
      now = next
    }
    return top
  }
  for (let areal = 0; areal < table.count; areal++) {
    const from = table.linkStarts[areal] ?? 0
    for (let at = from; at < from + (table.vertex_count[areal] ?? 0); at++) {
      const other = behind(table, at)
      if (other >= 0) root[find(other)] = find(areal)
    }
  }
  const islands = new Map<number, number[]>()
  for (let areal = 0; areal < table.count; areal++) {
    const top = find(areal)
    const island = islands.get(top)
    if (island) island.push(areal)
    else islands.set(top, [areal])
  }
  return [...islands.values()].sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))
}

/** Islands, links that are not returned and links that lead nowhere. */
export function reportLinks(table: ArealTable): LinkReport {
  const oneWay: LinkPlace[] = []
  const dangling: LinkPlace[] = []
  for (let record = 0; record < table.count; record++) {
    const from = table.linkStarts[record] ?? 0
    for (let edge = 0; edge < (table.vertex_count[record] ?? 0); edge++) {
      const area = table.area_ref[from + edge] ?? -1
      const areaEdge = table.edge_ref[from + edge] ?? -1
      if (area === -1 && areaEdge === -1) continue
      const place = { record, edge, area, areaEdge }
      if (behind(table, from + edge) < 0 || areaEdge < 0 || areaEdge >= (table.vertex_count[area] ?? 0))
        dangling.push(place)
      else if (!isReturned(table, record, edge, area, areaEdge)) oneWay.push(place)
    }
  }
  return { islands: islandsOf(table), oneWay, dangling }
}

function isReturned(table: ArealTable, record: number, edge: number, area: number, areaEdge: number): boolean {
  const back = (table.linkStarts[area] ?? 0) + areaEdge
  return table.area_ref[back] === record && table.edge_ref[back] === edge
}
