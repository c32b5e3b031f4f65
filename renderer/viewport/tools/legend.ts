/** One row of the legend: a value and how many records have it. */
export interface LegendRow {
  readonly value: number
  readonly count: number
}

/** As MapLegend.vue draws it, CSS pixels: a row, one with a line, what a legend has besides its rows, and the largest width. */
const LEGEND = { row: 24, line: 25, rest: 38, width: 220, gap: 8 }
/** Fewer rows are of no use: then the legend has to be scrolled, and some other part of the map gives way. */
const FEWEST_ROWS = 3

/** Height of a number of rows, CSS pixels. */
export const rowsHeight = (rows: number): number => rows * LEGEND.row + 8

/** How several legends share a corner of the map. */
export interface LegendsRoom {
  /** They are side by side, not one over the other. */
  readonly isWide: boolean
  /** Whether there is room for rows of layers below the values. */
  readonly hasLayers: boolean
  /** Whether there is room for a line with the number of hidden records, too, which the facts have anyway. */
  readonly hasTrace: boolean
  /** Rows that each of them may have. */
  readonly most: number
}

/**
 * Legends with `counts` rows are one over the other where all rows have room; else side by side, as many as the width
 * has room for, so that each has more rows. None has more than `most` rows. One has rows of `layers`, too, where the rest has
 * enough room without, and `lines` of other words: that with the number of hidden records gives way to the layers.
 */
export function legendsRoom(
  counts: readonly number[],
  room: { readonly width: number; readonly height: number },
  most: number,
  layers = 0,
  lines: { readonly isTraced: boolean; readonly isNoted: boolean } = { isTraced: false, isNoted: false },
): LegendsRoom {
  const below = (height: number): LegendsRoom => {
    const left = height - LEGEND.row * layers - LEGEND.gap
    const hasLayers = layers > 0 && left >= LEGEND.rest + LEGEND.row * FEWEST_ROWS
    return { ...roomOfValues(counts, { ...room, height: hasLayers ? left : height }, most), hasLayers, hasTrace: true }
  }
  const height = room.height - (lines.isNoted ? LEGEND.line : 0)
  if (!lines.isTraced) return below(height)
  const [traced, bare] = [below(height - LEGEND.line), below(height)]
  return bare.hasLayers && !traced.hasLayers ? { ...bare, hasTrace: false } : traced
}

function roomOfValues(
  counts: readonly number[],
  room: { readonly width: number; readonly height: number },
  most: number,
): Omit<LegendsRoom, 'hasLayers' | 'hasTrace'> {
  const rowsOf = (height: number): number =>
    Math.max(FEWEST_ROWS, Math.min(most, Math.floor((height - LEGEND.rest) / LEGEND.row)))
  const stacked = counts.reduce((sum, count) => sum + LEGEND.rest + LEGEND.row * Math.min(most, count), 0)
  const gaps = LEGEND.gap * (counts.length - 1)
  if (counts.length < 2 || stacked + gaps <= room.height)
    return { isWide: false, most: counts.length < 2 ? rowsOf(room.height) : most }
  const columns = Math.max(
    1,
    Math.min(counts.length, Math.floor((room.width + LEGEND.gap) / (LEGEND.width + LEGEND.gap))),
  )
  const inColumn = Math.ceil(counts.length / columns)
  return { isWide: columns > 1, most: rowsOf(room.height / inColumn - LEGEND.gap) }
}

/** Values in ascending order, with counts. `also` are listed though nothing has them (hidden ones stay listed). */
export function legendRows(values: ArrayLike<number>, also: Iterable<number> = []): LegendRow[] {
  const counts = new Map<number, number>()
  for (const value of also) counts.set(value, 0)
  let [last, run] = [values[0] ?? 0, 0]
  const count = (): Map<number, number> => counts.set(last, (counts.get(last) ?? 0) + run)
  // Neighbouring records often have the same value: each run of equal values is counted at once.
  for (let record = 0; record < values.length; record++) {
    const value = values[record] ?? 0
    if (value !== last) {
      count()
      ;[last, run] = [value, 0]
    }
    run++
  }
  if (run > 0) count()
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => a.value - b.value)
}

/** Records that have the value, in order. */
export function recordsWith(values: ArrayLike<number>, value: number): number[] {
  const found: number[] = []
  for (let record = 0; record < values.length; record++) if (values[record] === value) found.push(record)
  return found
}

/** Numbers of the records of a surface that can be seen: what is hidden is not selected unseen. */
export const visibleRecords = (
  surface: { readonly recordCount: number } | undefined,
  isHidden: (record: number) => boolean,
): number[] =>
  Array.from({ length: surface?.recordCount ?? 0 }, (_, record) => record).filter(record => !isHidden(record))

/** The hidden values after a click on a row: shown becomes hidden and back. */
export function toggled(hidden: ReadonlySet<number>, value: number): Set<number> {
  const next = new Set(hidden)
  if (!next.delete(value)) next.add(value)
  return next
}

/** The hidden values after isolating one: all others, or none where it is the only visible one already. */
export function isolated(hidden: ReadonlySet<number>, rows: readonly LegendRow[], value: number): Set<number> {
  const others = rows.map(row => row.value).filter(other => other !== value)
  const isAlone = !hidden.has(value) && others.every(other => hidden.has(other))
  return isAlone ? new Set() : new Set(others)
}

/** Rows whose value or name begins with or holds what was typed; all of them where nothing was. */
export function rowsNamed(
  rows: readonly LegendRow[],
  typed: string,
  labelOf: (value: number) => string,
  names: Readonly<Record<number, string>>,
): readonly LegendRow[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return rows
  return rows.filter(
    ({ value }) => labelOf(value).toLowerCase().startsWith(wanted) || names[value]?.toLowerCase().includes(wanted),
  )
}

/** How many records are hidden, by their value or one by one. */
export function hiddenCount(
  values: ArrayLike<number>,
  hidden: ReadonlySet<number>,
  records: ReadonlySet<number>,
): number {
  if (hidden.size === 0) return records.size
  let count = 0
  for (let record = 0; record < values.length; record++)
    if (hidden.has(values[record] ?? NaN) || records.has(record)) count++
  return count
}
