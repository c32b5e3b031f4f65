import { project, type Lens } from '../camera/camera'
import { anchorOf, neighboursOf } from '../scene/map-scene'
import type { SurfaceItem } from '@areal-studio/core/format'

/** Walks round the neighbours of one record: each step the next of them, until another record is chosen by hand. */
export class NeighbourWalk {
  private origin = -1
  private at = -1

  step(item: SurfaceItem, present: number, by: 1 | -1): number | undefined {
    let around = neighboursOf(item, this.origin)
    if (present !== around[this.at]) {
      this.origin = present
      this.at = by > 0 ? -1 : 0
      around = neighboursOf(item, present)
    }
    if (around.length === 0) return undefined
    this.at = (this.at + by + around.length) % around.length
    return around[this.at]
  }
}

export type Direction = 'left' | 'right' | 'up' | 'down'
const TOWARDS: Readonly<Record<Direction, readonly [x: number, y: number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
}

/** The neighbour that lies in a direction of the screen, as the map is turned now. */
export function neighbourTowards(
  item: SurfaceItem,
  lens: Lens,
  present: number,
  direction: Direction,
  isHidden: (record: number) => boolean,
): number | undefined {
  const from = seenAt(item, lens, present)
  if (!from) return undefined
  const [dx, dy] = TOWARDS[direction]
  let best: number | undefined
  let most = 0.35
  for (const other of neighboursOf(item, present)) {
    const to = isHidden(other) ? undefined : seenAt(item, lens, other)
    if (!to) continue
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const along = length === 0 ? 0 : ((to.x - from.x) * dx + (to.y - from.y) * dy) / length
    if (along > most) {
      most = along
      best = other
    }
  }
  return best
}

function seenAt(item: SurfaceItem, lens: Lens, record: number) {
  const anchor = anchorOf(item, record)
  return anchor && project(lens, anchor)
}

/** The record whose anchor lies nearest to the middle of the canvas. */
export function nearestToMiddle(
  item: SurfaceItem,
  lens: Lens,
  isHidden: (record: number) => boolean,
): number | undefined {
  let best: number | undefined
  let least = Infinity
  for (let record = 0; record < item.recordCount; record++) {
    const at = isHidden(record) ? undefined : seenAt(item, lens, record)
    const off = at ? Math.hypot(at.x - lens.size.width / 2, at.y - lens.size.height / 2) : Infinity
    if (off < least) {
      least = off
      best = record
    }
  }
  return best
}
