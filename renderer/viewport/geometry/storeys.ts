import type { SurfaceItem } from '@areal-studio/core/format'
import type { Vec } from '../camera/camera'
import { anchorOf } from '../scene/map-scene'
import type { TriangleGrid } from './picking'

/**
 * Those of some records that lie on the storey of a place: what hangs together with the record there, over links within the
 * group, and what else lies about as high. A record that lies over or under one that is taken is left out, so that a
 * spiral stair does not lead to the next storey.
 */
export function storeyOf(
  item: SurfaceItem,
  grid: TriangleGrid,
  group: ReadonlySet<number>,
  [x, y, z]: Vec,
  storey: number,
): ReadonlySet<number> {
  const taken = new Set<number>()
  const heightOf = (record: number): number => anchorOf(item, record)?.[2] ?? NaN
  const isApart = (record: number): boolean => {
    const [atX, atY, own] = anchorOf(item, record) ?? [NaN, NaN, NaN]
    let isClear = true
    grid.over(atX, atY, (triangle, height) => {
      const other = item.records[triangle] ?? -1
      if (other !== record && taken.has(other) && Math.abs(height - own) > storey / 2) isClear = false
    })
    return isClear
  }
  const flood = (seed: number): void => {
    const queue = [seed]
    taken.add(seed)
    for (const record of queue) {
      for (let link = item.linkStarts?.[record] ?? 0; link < (item.linkStarts?.[record + 1] ?? 0); link++) {
        const other = item.links?.[link] ?? -1
        if (!group.has(other) || taken.has(other) || !isApart(other)) continue
        taken.add(other)
        queue.push(other)
      }
    }
  }
  const here = grid.nearest(x, y, z, triangle => group.has(item.records[triangle] ?? -1))
  if (here >= 0) flood(item.records[here] ?? 0)
  const near = [...group].filter(record => !taken.has(record) && Math.abs(heightOf(record) - z) < storey / 2)
  for (const record of near) if (!taken.has(record) && isApart(record)) flood(record)
  return taken
}
