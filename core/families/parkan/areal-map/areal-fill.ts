import { StudioError, type FillRule } from '../../../format'
import type { ArealTable } from './areal-table'

/** Areal behind link `at` of the table, or -1. */
export const behind = (table: ArealTable, at: number): number => {
  const area = table.area_ref[at] ?? -1
  return area >= 0 && area < table.count ? area : -1
}

/** Throws StudioError `areal.no-record` where the map has no areal of that number. */
export function needAreal(table: ArealTable, areal: number): void {
  if (!(Number.isInteger(areal) && areal >= 0 && areal < table.count))
    throw new StudioError('areal.no-record', { areal })
}

/** Areal behind each edge, -1 where there is none. */
export function neighboursOf(table: ArealTable, areal: number): readonly number[] {
  needAreal(table, areal)
  const from = table.linkStarts[areal] ?? 0
  return Array.from({ length: table.vertex_count[areal] ?? 0 }, (_, edge) => behind(table, from + edge))
}

/** Areals that a flood from the seed over the links of edges reaches, in ascending order. */
export function fillFrom(table: ArealTable, seed: number, rule: FillRule): readonly number[] {
  needAreal(table, seed)
  const isIn = new Uint8Array(table.count)
  const passes = passing(table, seed, rule)
  const reached = [seed]
  isIn[seed] = 1
  for (const areal of reached) {
    const from = table.linkStarts[areal] ?? 0
    const to = from + (table.vertex_count[areal] ?? 0)
    for (let at = from; at < to; at++) {
      const next = behind(table, at)
      if (next < 0 || isIn[next] === 1 || !passes(next)) continue
      isIn[next] = 1
      reached.push(next)
    }
  }
  return reached.sort((a, b) => a - b)
}

function passing(table: ArealTable, seed: number, rule: FillRule): (areal: number) => boolean {
  const fields = (rule.same ?? []).map(name => columnOf(table, name))
  const bits = rule.sameBits ?? 0
  const steepest = rule.slopeBelow === undefined ? undefined : Math.cos((rule.slopeBelow * Math.PI) / 180)
  return areal => {
    if (fields.some(column => column[areal] !== column[seed])) return false
    if ((((table.logic_flag[areal] ?? 0) ^ (table.logic_flag[seed] ?? 0)) & bits) !== 0) return false
    if (rule.areaBelow !== undefined && !((table.area_metric[areal] ?? NaN) < rule.areaBelow)) return false
    return steepest === undefined || levelness(table, areal) > steepest
  }
}

function columnOf(table: ArealTable, name: string): Uint32Array {
  if (name === 'class_id') return table.class_id
  if (name === 'logic_flag') return table.logic_flag
  throw new StudioError('areal.no-field', { field: name })
}

/** Cosine of the slope, by the areal's normal; of one without length not a number. */
function levelness(table: ArealTable, areal: number): number {
  const [x = NaN, y = NaN, z = NaN] = table.normal.subarray(3 * areal, 3 * areal + 3)
  return Math.abs(z) / Math.hypot(x, y, z)
}
