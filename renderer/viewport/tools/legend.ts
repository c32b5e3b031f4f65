/** One row of the legend: a value and how many records have it. */
export interface LegendRow {
  readonly value: number
  readonly count: number
}

/** Height of a row as MapLegend.vue draws it, CSS pixels. */
export const LEGEND_ROW = 24

/** Rows that the legends of lines may have together, each at least three. */
const roomOfEach = (legends: number, room: number): number => Math.max(3, Math.floor(room / (legends + 1)))

/** Rows of each legend of lines, of so many legends of lines and `room` rows for all legends. */
export const linesRows = (legends: number, room: number): number => roomOfEach(legends, room) - 1

/** Rows that the legends of lines take, with their headings. */
export const linesRoom = (legends: readonly { readonly rows: readonly LegendRow[] }[], room: number): number =>
  legends.reduce((sum, { rows }) => sum + 2 + Math.min(rows.length, linesRows(legends.length, room)), 0)

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
