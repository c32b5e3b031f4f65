import type { BrokenRegion, SpacePoint } from '../../../format'
import type { ArealTable } from './areal-table'
import { ringOf } from './grid'
import { crossesItself, isFinitePoint, side } from './ring-exact'

/** Areals whose outline encloses no ground as an outline should, in ascending order, each with the first of its faults. */
export function brokenAreals(table: ArealTable): readonly BrokenRegion[] {
  const broken: BrokenRegion[] = []
  for (let record = 0; record < table.count; record++) {
    const fault = faultOf(table, record)
    if (fault) broken.push({ record, fault })
  }
  return broken
}

function faultOf(table: ArealTable, areal: number): BrokenRegion['fault'] | undefined {
  const ring = ringOf(table, areal)
  if (ring.count < 3) return 'few'
  const corners = Array.from({ length: ring.count }, (_, v): SpacePoint => {
    const at = 3 * (ring.start + v)
    return [ring.values[at] ?? NaN, ring.values[at + 1] ?? NaN, ring.values[at + 2] ?? NaN]
  })
  if (!corners.every(isFinitePoint)) return 'not-finite'
  if (new Set(corners.map(([x, y]) => `${x} ${y}`)).size < corners.length) return 'double'
  const [a, b] = corners
  if (a && b && corners.every(corner => side(a, b, corner) === 0)) return 'flat'
  return crossesItself(corners) ? 'crosses' : undefined
}
