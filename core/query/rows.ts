import type { Numbers } from './cells'
import { numberFilter, textFilter, wideFilter } from './filter'
import { isWide, type RecordTable } from './table'

export interface Sorting {
  readonly column: string
  readonly isDown: boolean
}

/** Texts of the filter boxes, by column name. */
export type Filters = Readonly<Record<string, string>>

/** Columns whose filter cannot be parsed: they filter nothing and are marked. */
export function badFilters(table: RecordTable, filters: Filters): readonly string[] {
  return Object.entries(filters)
    .filter(([column, words]) => {
      const field = table.field(column)
      return (
        words.trim() !== '' &&
        field !== undefined &&
        field.kind !== 'text' &&
        numberFilter(words, false, table.called(field)) === undefined
      )
    })
    .map(([column]) => column)
}

/** Records that pass all filters, sorted; equal ones by number. */
export function shownRows(table: RecordTable, filters: Filters, sorting: Sorting | undefined): Uint32Array {
  const kept = filtered(table, filters)
  const field = sorting && table.field(sorting.column)
  if (!sorting || !field) return kept
  const sign = sorting.isDown ? -1 : 1
  if (field.kind === 'text') {
    const texts = table.texts(field.name)
    return kept.sort((a, b) => sign * compareTexts(texts[a] ?? '', texts[b] ?? '') || a - b)
  }
  if (isWide(field)) {
    const wides = table.wides(field)
    return kept.sort((a, b) => sign * compareWides(wides[a] ?? 0n, wides[b] ?? 0n) || a - b)
  }
  const values = table.numbers(field.name)
  return kept.sort((a, b) => sign * compareNumbers(values[a] ?? 0, values[b] ?? 0) || a - b)
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const compareWides = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
/** NaN sorts last. */
const compareNumbers = (a: number, b: number): number =>
  a < b ? -1 : a > b ? 1 : Number(Number.isNaN(a)) - Number(Number.isNaN(b))

function filtered(table: RecordTable, filters: Filters): Uint32Array {
  let kept: Uint32Array = Uint32Array.from({ length: table.count }, (_, record) => record)
  for (const [column, words] of Object.entries(filters)) {
    const field = table.field(column)
    if (words.trim() === '' || !field) continue
    if (field.kind === 'text') {
      const test = textFilter(words)
      const texts = table.texts(column)
      kept = keptOf(kept, record => test(texts[record] ?? ''))
    } else if (isWide(field)) {
      const test = wideFilter(words, table.called(field))
      const wides = table.wides(field)
      if (test) kept = keptOf(kept, record => test(wides[record] ?? 0n))
    } else {
      const test = numberFilter(words, field.isMixed ? 'fractions' : field.scalar === 'f32', table.called(field))
      const values: Numbers = table.numbers(column)
      if (test) kept = keptOf(kept, record => test(values[record] ?? Number.NaN))
    }
  }
  return kept
}

function keptOf(records: Uint32Array, test: (record: number) => boolean): Uint32Array {
  const kept = new Uint32Array(records.length)
  let count = 0
  for (const record of records) if (test(record)) kept[count++] = record
  return kept.slice(0, count)
}

/** Row index of each record; -1 for those that are filtered out. */
export function placesOf(rows: Uint32Array, count: number): Int32Array {
  const places = new Int32Array(count).fill(-1)
  for (let place = 0; place < rows.length; place++) places[rows[place] ?? 0] = place
  return places
}
