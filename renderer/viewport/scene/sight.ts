import type { RegionTools } from '@areal-studio/core/format'

/** Whether a region is in line of sight of the selection: not stored, of all, of some, of none of the selected regions. */
export const SIGHT = { unknown: 0, all: 1, some: 2, none: 3 } as const

/** More selected regions than this have no colours: the tables of each are read. */
export const MOST_ORIGINS = 2000

/** What the colours mean. */
export interface SightShown {
  /** `empty`: nothing is selected, `many`: too much is, `missing`: no table has a selected region. */
  readonly state: 'shown' | 'empty' | 'many' | 'missing'
  /** One of `SIGHT` per region. */
  readonly values: Uint32Array
}

/** Regions in line of sight of the selected ones; each counts only for regions on which its tables have an answer. */
export function sightFrom(
  count: number,
  selected: readonly number[],
  sightOf: NonNullable<RegionTools['sight']>,
): SightShown {
  const values = new Uint32Array(count)
  if (selected.length === 0) return { state: 'empty', values }
  if (selected.length > MOST_ORIGINS) return { state: 'many', values }
  const [known, seen] = [new Uint32Array(count), new Uint32Array(count)]
  const addTo = (sums: Uint32Array, record: number): void => {
    sums[record] = (sums[record] ?? 0) + 1
  }
  for (const origin of selected) {
    const found = sightOf(origin)
    if (!found) continue
    // A region sees itself, whatever its table holds there.
    for (const record of new Set([...found.known, origin])) addTo(known, record)
    for (const record of new Set([...found.seen, origin])) addTo(seen, record)
  }
  known.forEach((answers, record) => {
    const hits = seen[record] ?? 0
    if (answers > 0) values[record] = hits === 0 ? SIGHT.none : hits < answers ? SIGHT.some : SIGHT.all
  })
  return { state: known.some(answers => answers > 0) ? 'shown' : 'missing', values }
}
