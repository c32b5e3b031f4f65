import type { SpacePoint } from './outcome'
import type { Words } from './problem'
import type { Route } from './region-tools'

/** A way between two regions by one source. */
export interface LabelledRoute {
  /**
   * `geometry`: the shortest one over the polygons as they are; `tables`: the one that stored path tables give. Its title
   * is the message `ui.viewport.route.by.<source>`.
   */
  readonly source: 'geometry' | 'tables'
  readonly route: Route
  /** Line to draw, from the start to the goal; empty where there is no route. Storeys above each other have their own heights. */
  readonly points: readonly SpacePoint[]
}

/** In what routes of several sources differ. */
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
  /** Not even over the polygons. */
  readonly byGeometry: readonly number[]
  /** Over the polygons there is a way, stored tables have none. */
  readonly byTables: readonly number[]
}
