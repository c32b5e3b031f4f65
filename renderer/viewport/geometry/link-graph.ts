import type { SurfaceItem } from '@areal-studio/core/format'
import { neighboursOf } from '../scene/map-scene'

/** The links of all regions, each pair once. */
interface LinkGraph {
  readonly mutual: readonly (readonly [number, number])[]
  /** From, to: the other does not lead back. */
  readonly oneWay: readonly (readonly [number, number])[]
  /** Region and place among its links: it names a region that is not there. */
  readonly dangling: readonly (readonly [record: number, link: number])[]
}

const DANGLING = -2
const known = new WeakMap<SurfaceItem, LinkGraph>()

/** The graph of an item, made once for it. */
export function linkGraph(item: SurfaceItem): LinkGraph {
  const found = known.get(item) ?? made(item)
  known.set(item, found)
  return found
}

function made(item: SurfaceItem): LinkGraph {
  const sets = Array.from({ length: item.recordCount }, (_, record) => new Set(neighboursOf(item, record)))
  const mutual: [number, number][] = []
  const oneWay: [number, number][] = []
  sets.forEach((set, from) => {
    for (const to of set) {
      if (!sets[to]?.has(from)) oneWay.push([from, to])
      else if (from < to) mutual.push([from, to])
    }
  })
  const dangling: [number, number][] = []
  for (let record = 0; record < item.recordCount; record++) {
    const start = item.linkStarts?.[record] ?? 0
    for (let at = start; at < (item.linkStarts?.[record + 1] ?? 0); at++)
      if (item.links?.[at] === DANGLING) dangling.push([record, at - start])
  }
  return { mutual, oneWay, dangling }
}
