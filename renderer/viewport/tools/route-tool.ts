import { shallowRef } from 'vue'
import type { LinkReport, RegionTools, Route, RouteComparison, Unreachable } from '@areal-studio/core/format'
import type { Vec } from '../camera/camera'
import { anchorOf } from '../scene/map-scene'
import type { ToolScene } from './tool-scene'
import { pulled, type MapTool, type ToolMark } from './tool'

/** Result of the route tool: start, destination and the links between. */
export interface RouteFound {
  readonly from: number | undefined
  readonly to: number | undefined
  readonly route: Route | undefined
  readonly links: LinkReport | undefined
  /** The route by each source; undefined where the format has only one. */
  readonly compared: RouteComparison | undefined
  /** Records out of reach from the start; undefined where the format cannot compute them. */
  readonly unreachable: Unreachable | undefined
  /** The route before any edit and its points; undefined where the regions are unedited. */
  readonly before: RouteBefore | undefined
}
interface RouteBefore {
  readonly route: Route
  readonly places: readonly Vec[]
}

const NONE: RouteFound = {
  from: undefined,
  to: undefined,
  route: undefined,
  links: undefined,
  compared: undefined,
  unreachable: undefined,
  before: undefined,
}

/** Two clicks: the way over the links between two regions, its cost and what blocks it. Follows every edit. */
export function routeTool(scene: ToolScene, forbidden: () => number) {
  const found = shallowRef<RouteFound>(NONE)
  let known: { readonly tools: RegionTools; readonly links: LinkReport | undefined } | undefined
  let noted: Noted | undefined
  let turn = 0

  /** Works the route out again: after a click, an edit or another rule. */
  async function refresh(): Promise<void> {
    const mine = ++turn
    const tools = await scene.regions()
    // Until the map is drawn anew its numbers are not those of the tools; then this is asked again.
    if (!tools || mine !== turn || scene.picker()?.stored?.recordCount !== tools.count) return
    const [from, to] = [found.value.from, found.value.to].map((record, end) => still(noted, tools, record, end))
    if (known?.tools !== tools) known = { tools, links: tools.links?.() }
    const isWhole = from !== undefined && to !== undefined
    const rule = { forbidden: forbidden() }
    const compared = isWhole ? tools.compareRoutes?.(from, to, rule) : undefined
    const unreachable = from === undefined ? undefined : tools.unreachable?.(from, rule)
    const route = compared?.routes[0]?.route ?? (isWhole ? tools.route?.(from, to, rule) : undefined)
    const before = isWhole ? await routeBefore(from, to, tools.count) : undefined
    if (mine !== turn) return
    found.value = { from, to, route, links: known.links, compared, unreachable, before }
    note()
    scene.redraw()
  }

  function note(): void {
    const stored = scene.picker()?.stored
    noted = stored && {
      count: stored.recordCount,
      anchors: [found.value.from, found.value.to].map(record =>
        record === undefined ? undefined : anchorOf(stored, record),
      ),
    }
  }

  /** The same way before any edit, between the regions that were at the same places. */
  async function routeBefore(from: number, to: number, count: number): Promise<RouteBefore | undefined> {
    const original = await scene.original()
    if (!original) return undefined
    const { tools, item } = original
    const there = (record: number): number | undefined => {
      const stored = scene.picker()?.stored
      const anchor = stored && anchorOf(stored, record)
      return tools.count === count ? record : anchor && tools.at?.(anchor[0], anchor[1])[0]
    }
    const [start, goal] = [there(from), there(to)]
    if (start === undefined || goal === undefined) return undefined
    const route = tools.route?.(start, goal, { forbidden: forbidden() })
    return (
      route && {
        route,
        places: route.records.flatMap(record => {
          const [x, y, z] = anchorOf(item, record) ?? []
          return x === undefined || y === undefined || z === undefined
            ? []
            : [[x, y, scene.picker()?.heightAt(x, y) ?? z] as const]
        }),
      }
    )
  }

  /** Takes a record as the start, or as the destination where there is a start; returns whether there is a record. */
  function take(record: number | undefined): boolean {
    if (record === undefined) return false
    // Stored before the route is computed: the next click may come before the tools of the map are loaded.
    const { from: start, to, links } = found.value
    const isStart = start === undefined || to !== undefined
    found.value = isStart ? { ...NONE, links, from: record } : { ...found.value, to: record }
    note()
    void refresh()
    return true
  }

  const tool: MapTool = {
    press(from) {
      if (from.alt) return undefined
      return pulled(from, {
        end(at, isPulled) {
          if (!isPulled) take(scene.pick(at.x, at.y)?.record)
        },
        cancel: () => undefined,
      })
    },
    /** Enter takes the selected record. */
    key: event => event.code === 'Enter' && take(scene.selected().at(-1)),
    doubleClick: () => true,
    marks: () => marksOf(scene, found.value),
    cancel() {
      const had = found.value.from !== undefined
      turn++
      found.value = { ...NONE, links: found.value.links }
      scene.redraw()
      return had
    },
  }
  return { tool, found, refresh, places: () => placesOf(marksOf(scene, found.value)) }
}

/** Both ends, and the points of all routes that are drawn. */
const placesOf = (marks: readonly ToolMark[]): readonly Vec[] =>
  marks.flatMap(mark => (mark.kind === 'path' ? mark.points : mark.kind === 'dot' ? [mark.at] : []))

/** Where both ends lay when they were numbered last, and how many regions there were. */
interface Noted {
  readonly count: number
  readonly anchors: readonly (Vec | undefined)[]
}

/** Where regions were cut, merged or deleted their numbers have moved: then the one over the same place is meant. */
function still(
  noted: Noted | undefined,
  tools: RegionTools,
  record: number | undefined,
  end: number,
): number | undefined {
  if (record === undefined || noted?.count === tools.count) return record
  const [x, y] = noted?.anchors[end] ?? [NaN, NaN]
  const over = tools.at?.(x, y) ?? []
  return over.includes(record) ? record : over[0]
}

function marksOf(scene: ToolScene, { from, to, route, compared, before }: RouteFound): readonly ToolMark[] {
  const item = scene.picker()?.map.regions
  if (!item) return []
  const places = (records: readonly number[]) =>
    records.flatMap(record => {
      const anchor = anchorOf(item, record)
      return anchor ? [anchor] : []
    })
  const lineOf = (source: number): readonly Vec[] | undefined => {
    const points = compared?.routes[source]?.points
    return points && points.length > 1 ? points : undefined
  }
  const ends = places([from, to].filter(record => record !== undefined))
  return [
    ...(before && before.places.length > 1
      ? [{ kind: 'path' as const, points: before.places, isClosed: false, tone: 'plain' as const, isDashed: true }]
      : []),
    ...(route && route.records.length > 1
      ? [
          {
            kind: 'path' as const,
            points: lineOf(0) ?? places(route.records),
            isClosed: false,
            tone: 'strong' as const,
          },
        ]
      : []),
    ...(compared?.routes.slice(1) ?? []).flatMap(({ points }) =>
      points.length > 1 ? [{ kind: 'path' as const, points, isClosed: false, tone: 'x' as const, isDashed: true }] : [],
    ),
    ...(route && route.records.length === 0
      ? [{ kind: 'path' as const, points: ends, isClosed: false, tone: 'bad' as const, isDashed: true }]
      : []),
    ...ends.map(at => ({ kind: 'dot' as const, at, tone: 'strong' as const })),
    ...places(route?.blockers ?? []).map(at => ({ kind: 'dot' as const, at, tone: 'bad' as const })),
  ]
}
