import type { Outcome, PlanPoint, SpacePoint } from './outcome'
import type { Route, RouteComparison, Unreachable } from './route-comparison'

/** Limits of a flood: a region is entered only if it meets all conditions. The seed always belongs to the result. */
export interface FillRule {
  /** Fields that must have the value that the seed has: `class_id`, `logic_flag`. */
  readonly same?: readonly string[]
  /** Bits of the flags that must be as the seed has them. */
  readonly sameBits?: number
  /** Degrees from level ground, by the region's normal. */
  readonly slopeBelow?: number
  /** By the region's stored area, square units. */
  readonly areaBelow?: number
}

/**
 * What makes regions impassable to a route: flags that it needs, flags that it must not have, classes, single regions.
 */
export interface RouteRule {
  readonly required?: number
  readonly forbidden?: number
  readonly closedClasses?: readonly number[]
  readonly closed?: readonly number[]
}

/** A link: an edge of a region, and the edge that it leads to. */
export interface LinkPlace {
  readonly record: number
  readonly edge: number
  /** Region that it leads to, as stored. */
  readonly area: number
  readonly areaEdge: number
}

/** How regions are connected by links. */
export interface LinkReport {
  /** Regions connected by links, in either direction; largest first. One list where all are connected. */
  readonly islands: readonly (readonly number[])[]
  /** Links without a link back. */
  readonly oneWay: readonly LinkPlace[]
  /** Links that lead to a region or an edge that does not exist, or are half a link. */
  readonly dangling: readonly LinkPlace[]
}

/**
 * A region with an invalid outline: too few corners, numbers that are not finite, a corner twice, no area, edges that
 * cross.
 */
export interface BrokenRegion {
  readonly record: number
  readonly fault: 'few' | 'not-finite' | 'double' | 'flat' | 'crosses'
}

/** Which regions the stored tables say a region has in line of sight. */
export interface Sight {
  readonly seen: readonly number[]
  /** Regions for which the tables have an answer, those in sight among them. */
  readonly known: readonly number[]
}

/** A corner of a region. */
export interface VertexPlace {
  readonly record: number
  readonly vertex: number
  readonly point: SpacePoint
}

/** A region and the point to which its anchor moves. */
export interface AnchorTarget {
  readonly record: number
  readonly to: SpacePoint
}
/** A corner and the point to which it moves. */
export interface VertexTarget extends AnchorTarget {
  readonly vertex: number
}

/** How a new region is made. */
export interface NewRegion {
  /** Fields are taken from this region; without it they are 0. */
  readonly like?: number
  /** Fields that are different: `class_id`, `logic_flag`. */
  readonly values?: Readonly<Record<string, number>>
  /** Cuts off what other regions cover; of several parts the largest stays. */
  readonly clip?: boolean
}

/** The rectangle that the lookup cells divide, and their order: an assumption that can be changed. */
export interface CellAssumption {
  readonly rectangle: 'regions' | 'ground'
  readonly isXOuter: boolean
}

/**
 * Operations on the polygons of one entry. Every function is optional: a tool of the map is offered where the function
 * that it needs exists. Created once per image, synchronous, without side effects. Edges are numbered by their first
 * vertex. Throws StudioError for arguments that cannot be used; polygons that cross themselves, have no area or are not
 * finite are accepted as they are.
 */
export interface RegionTools {
  readonly count: number
  /** Of the lookup cells; `score`: share of the stored lists that it explains. */
  readonly cells?: CellAssumption & { readonly score: number }

  /** Region behind each edge, -1 where there is none. */
  neighbours?(record: number): readonly number[]
  /** Regions over a point, in ascending order. */
  at?(x: number, y: number): readonly number[]
  /** Regions that a brush touches, in ascending order. */
  around?(x: number, y: number, radius: number): readonly number[]
  /** The nearest corner within reach, for snapping. */
  vertexNear?(x: number, y: number, reach: number): VertexPlace | undefined
  /** Line of sight from a region, by stored tables; undefined where it has none. */
  sight?(record: number): Sight | undefined
  /** Regions that a flood from the seed reaches, in ascending order. */
  fill?(seed: number, rule: FillRule): readonly number[]
  route?(from: number, to: number, rule?: RouteRule): Route
  /** Routes between the same regions by each source: the geometry and the stored tables. */
  compareRoutes?(from: number, to: number, rule?: RouteRule): RouteComparison
  /** Open regions that cannot be reached from this one. */
  unreachable?(from: number, rule?: RouteRule): Unreachable
  links?(): LinkReport
  /** Regions with an invalid outline, in ascending order. */
  broken?(): readonly BrokenRegion[]

  /** Puts the same numbers into fields of many regions: a stroke, a lasso, a flood. */
  set?(records: readonly number[], values: Readonly<Record<string, number>>): Outcome
  moveAnchors?(targets: readonly AnchorTarget[]): Outcome
  /** `together`: corners of other regions at the same place move along (default). */
  moveVertices?(targets: readonly VertexTarget[], options?: { readonly together?: boolean }): Outcome
  /** A corner on an edge, also in the neighbour behind it; in the middle where no point is given. */
  insertVertex?(record: number, edge: number, point?: SpacePoint): Outcome
  /** Removes a corner, also in the neighbour that has it inside the common border. */
  deleteVertex?(record: number, vertex: number): Outcome
  /** Cuts a region in two along the line through two points; the part with the anchor keeps the number. */
  split?(record: number, from: PlanPoint, to: PlanPoint): Outcome
  /** Neighbours become one; the first keeps its number and its fields. */
  merge?(records: readonly number[]): Outcome
  /** A new region, linked where its edges meet free ones; regions with those edges get its corners. */
  add?(ring: readonly SpacePoint[], options?: NewRegion): Outcome
  /** Removes regions; later records move up, and all numbers that refer to them follow. */
  remove?(records: readonly number[]): Outcome
  /** Lists of all lookup cells from the polygons. */
  rebuildCells?(assumption?: Partial<CellAssumption>): Outcome
  /**
   * Links from common edges. `broken`: only those that are wrong or missing; `all`: also removes links whose edges lie
   * apart.
   */
  rebuildLinks?(which: 'broken' | 'all'): Outcome
}
