import {
  StudioError,
  type LabelledRoute,
  type RegionTools,
  type Route,
  type RouteComparison,
  type RouteDifference,
  type RouteRule,
  type Unreachable,
} from '../../../format'
import type { Mesh } from '../aswm/mesh'
import { flooded, lineAlong, opening, routeOver, shortestOver } from './mesh-route'
import { TableWalker } from './table-walk'

/** Relative difference up to which two paths have the same length: tables measure in 32 bits. */
const SAME_LENGTH = 1e-4

/** Throws StudioError `aswm.no-triangle` where a mesh has no such triangle. */
export function needTriangle({ triangles: { count } }: Mesh, triangle: number): void {
  if (!Number.isInteger(triangle) || triangle < 0 || triangle >= count)
    throw new StudioError('aswm.no-triangle', { triangle })
}

/** Ways over a sound mesh: the shortest over its triangles, and the one that its path tables give the game. */
export function routeTools(mesh: Mesh): Required<Pick<RegionTools, 'route' | 'compareRoutes' | 'unreachable'>> {
  let known: TableWalker | undefined
  const walker = (): TableWalker => (known ??= new TableWalker(mesh))
  return {
    route(from, to, rule = {}) {
      needTriangle(mesh, from)
      needTriangle(mesh, to)
      return geometric(mesh, from, to, rule)
    },
    compareRoutes(from, to, rule = {}) {
      needTriangle(mesh, from)
      needTriangle(mesh, to)
      return compared(mesh, geometric(mesh, from, to, rule), byTables(mesh, walker(), from, to))
    },
    unreachable(from, rule = {}) {
      needTriangle(mesh, from)
      return unreachableFrom(mesh, walker(), from, rule)
    },
  }
}

const NONE = { records: [], edges: [], cost: Infinity } as const

function geometric(mesh: Mesh, from: number, to: number, rule: RouteRule): Route {
  const isOpen = opening(mesh, rule)
  const enters = (triangle: number): boolean => triangle === from || isOpen(triangle)
  const found = shortestOver(mesh, from, to, enters)
  if (found) return { ...routeOver(mesh, found), blockers: [] }
  const without = shortestOver(mesh, from, to, () => true)
  if (without) return { ...NONE, obstacle: 'closed', blockers: without.filter(triangle => !enters(triangle)) }
  const isBack = shortestOver(mesh, to, from, () => true) !== undefined
  return { ...NONE, obstacle: isBack ? 'one-way' : 'apart', blockers: [] }
}

function byTables(mesh: Mesh, walker: TableWalker, from: number, to: number): Route {
  const { records, fault } = walker.walk(from, to)
  if (fault === undefined) return { ...routeOver(mesh, records), blockers: [] }
  const blockers = fault === 'no-table' ? [from, to].filter(triangle => !walker.hasTable(triangle)) : records.slice(-1)
  return { ...NONE, obstacle: fault, blockers: fault === 'apart' ? [] : blockers }
}

function compared(mesh: Mesh, geometry: Route, tables: Route): RouteComparison {
  const labelled = (source: LabelledRoute['source'], route: Route): LabelledRoute => ({
    source,
    route,
    points: lineAlong(mesh, route),
  })
  const difference = differenceOf(mesh, geometry, tables)
  return {
    routes: [labelled('geometry', geometry), labelled('tables', tables)],
    differences: difference ? [difference] : [],
  }
}

function differenceOf(mesh: Mesh, geometry: Route, tables: Route): RouteDifference | undefined {
  const isOpen = opening(mesh, {})
  const closed = tables.records.filter(record => !isOpen(record))
  if (closed.length > 0) return difference('nwn2.route-closed', closed)
  const [way, stored] = [geometry.records.length > 0, tables.records.length > 0]
  if (way && !stored) return difference('nwn2.route-missing', tables.blockers)
  if (!way && stored) return difference('nwn2.route-only-tables', tables.records)
  if (!way || !(tables.cost - geometry.cost > SAME_LENGTH * geometry.cost)) return undefined
  const shortest = new Set(geometry.records)
  const apart = tables.records.filter(record => !shortest.has(record))
  return difference('nwn2.route-longer', apart, { percent: Math.round((tables.cost / geometry.cost - 1) * 100) })
}

const difference = (
  code: string,
  records: readonly number[],
  params: RouteDifference['params'] = {},
): RouteDifference => ({ code, params, records: [...new Set(records)].sort((a, b) => a - b) })

function unreachableFrom(mesh: Mesh, walker: TableWalker, from: number, rule: RouteRule): Unreachable {
  const isOpen = opening(mesh, rule)
  const reached = flooded(mesh, from, isOpen)
  const byGeometry: number[] = []
  const byTables: number[] = []
  /** The first triangle of each island on the way into it; undefined where there is no way. */
  const entries = new Map<number, number | undefined>()
  const entryOf = (island: number): number | undefined => {
    if (!entries.has(island)) {
      const { records, fault } = walker.enter(from, island)
      entries.set(island, fault === undefined ? records.at(-1) : undefined)
    }
    return entries.get(island)
  }
  const isWalked = (triangle: number): boolean => {
    if (!walker.hasTable(from) || !walker.hasTable(triangle)) return false
    const entry = entryOf(walker.islandOf(triangle))
    return entry !== undefined && walker.within(entry, triangle) !== undefined
  }
  for (let triangle = 0; triangle < mesh.triangles.count; triangle++) {
    if (triangle === from || !isOpen(triangle)) continue
    if (!reached.has(triangle)) byGeometry.push(triangle)
    else if (!isWalked(triangle)) byTables.push(triangle)
  }
  return { byGeometry, byTables }
}
