import type { SpacePoint } from './outcome'
import type { Words } from './problem'

/** A way over links between regions, or the reason why there is none. */
export interface Route {
  /** From start to goal; empty where there is no route. */
  readonly records: readonly number[]
  /** The edge by which each region but the last is left. */
  readonly edges: readonly number[]
  /** Sum of the distances between anchors. */
  readonly cost: number
  /**
   * Why there is no route: `closed` by the rule, `one-way` links lead only against it, `apart`: different islands. Of a
   * route by stored tables also `no-table`: they have no entry for a region that may be entered; `lost`: their entries
   * lead in a circle or nowhere.
   */
  readonly obstacle?: 'closed' | 'one-way' | 'apart' | 'no-table' | 'lost'
  /** Closed regions on the shortest route without the rule; the goal itself where it is closed. */
  readonly blockers: readonly number[]
}

/** A way between two regions by one source. */
export interface LabelledRoute {
  /**
   * `geometry`: the shortest path over the polygons; `tables`: the path by the stored tables. The title is the message
   * `ui.viewport.route.by.<source>`.
   */
  readonly source: 'geometry' | 'tables'
  readonly route: Route
  /** Line to draw, from the start to the goal; empty where there is no route. Storeys above each other have their own heights. */
  readonly points: readonly SpacePoint[]
}

/** A difference between routes of several sources. */
export interface RouteDifference extends Words {
  /** Regions where they differ, in ascending order. */
  readonly records: readonly number[]
}

/** Ways between the same two regions by several sources. */
export interface RouteComparison {
  /** In a fixed order, `geometry` first; each source once. */
  readonly routes: readonly LabelledRoute[]
  /** `notice.<code>`; none where the routes agree. Routes of equal length over other regions are no difference. */
  readonly differences: readonly RouteDifference[]
}

/** Regions that may be entered and that no way from a region leads to, in ascending order. */
export interface Unreachable {
  /** Not reachable over the polygons. */
  readonly byGeometry: readonly number[]
  /** Reachable over the polygons, but not by the stored tables. */
  readonly byTables: readonly number[]
}
