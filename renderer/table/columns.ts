import { own } from '@areal-studio/core/layout'
import { numberText, type RecordTable, type TableField } from '@areal-studio/core/query'
import type { Badge } from '../palette/badges'
import { hexText } from '../value/number-text'

/** Counts and sums that repeat another column. */
const SAID_TWICE: ReadonlySet<string> = new Set(['links', 'polygons', 'area', 'vertex_count'])

/** Order of columns: fields with a known meaning first, then computed ones, then the place of the record. */
export function firstColumns(fields: readonly TableField[]): readonly string[] {
  const own = fields.filter(field => field.computed === undefined && field.role === 'value')
  const parts = own.filter(isPart)
  const [place] = parts
  const lead = place ? place.name.slice(0, place.name.lastIndexOf('.') + 1) : ''
  const seen = own.filter(field => field.meta.suggest === 'seen')
  const shown = [
    ...seen.sort((a, b) => Number(isHex(a)) - Number(isHex(b))),
    ...own.filter(field => !isPart(field) && !seen.includes(field)),
    ...fields.filter(
      field =>
        field.computed !== undefined &&
        !['record', 'edited', 'given'].includes(field.computed) &&
        !SAID_TWICE.has(field.name),
    ),
    ...parts.filter(field => field.name.startsWith(lead)),
    ...fields.filter(field => field.computed === 'given'),
  ].map(field => field.name)
  return shown.some(name => name !== 'problems')
    ? [...new Set(shown)]
    : fields.filter(field => field.computed !== 'record').map(field => field.name)
}

const isPart = (field: TableField): boolean =>
  /\.\w+$/.test(field.name) || (field.path !== '' && field.path === field.name && /^[xyz]$/.test(field.name))

/** Shown in hexadecimal: bits, and what is declared so. */
export const isHex = (field: TableField): boolean =>
  field.kind === 'whole' && field.computed === undefined && (field.control === 'flags' || field.meta.hex === true)

/** The field whose values have colours and patterns of their own. */
export const hasSwatch = (field: TableField): boolean =>
  field.kind === 'whole' && field.meta.suggest === 'seen' && !isHex(field)

const SIZES: Readonly<Record<string, number>> = { u8: 2, i8: 2, u16: 4, i16: 4, u32: 8, i32: 8, u64: 16, i64: 16 }
const CHARACTER = 7.3
/** Pixels beside the name of a column: its padding and the arrow of the sorting; of a computed one its badge too. */
const [BESIDE_NAME, BADGE] = [24, 18]

/** Pixels that the name of a number may take in a cell. */
const NAME = 96
/** Pixels of a badge beside a value. */
const LETTER = 24

/** The modder's names of a column and of its values. */
export interface ColumnNames {
  readonly title: string | undefined
  readonly values: Readonly<Record<number, string>>
  /** Badges of the records that values name. */
  readonly badges?: (value: number | string) => Badge | undefined
}

/** Width of a column in pixels: its name, its mark and its values with their names fit. */
export function widthOf(field: TableField, { title, values, badges }: ColumnNames): number {
  const head =
    (field.name.length + (title === undefined ? 0 : title.length + 1)) * CHARACTER +
    BESIDE_NAME +
    (field.computed ? BADGE : 0)
  const longest = Math.max(0, ...Object.values(values).map(name => name.length))
  const aside = (longest === 0 ? 0 : Math.min(NAME, longest * CHARACTER + 8)) + (badges ? LETTER : 0)
  if (field.name === 'problems') return 220
  if (field.kind === 'text') return Math.max(180, head)
  const body = isHex(field) ? 92 : field.kind === 'float' ? 84 : 68
  return Math.round(Math.max(body + aside, head))
}

/**
 * Whether a text certainly fits a cell of this width in pixels. A cell that cuts its text off is a separate layer in
 * the browser, and there are hundreds.
 */
export const fitsIn = (words: string, width: number): boolean => words.length * CHARACTER + 12 <= width

/** Decimals that distinguish the values of a column and keep it aligned: two, or four where all are small. */
export function decimalsOf(table: RecordTable, field: TableField): number {
  if (field.kind !== 'float') return 0
  const values = table.numbers(field.name)
  let largest = 0
  for (let record = 0; record < values.length; record++) {
    const size = Math.abs(values[record] ?? 0)
    if (size > largest && size < Infinity) largest = size
  }
  if (field.computed === 'slope') return 1
  return largest >= 10 ? 2 : 4
}

/** A number as a cell shows it; `numberText` is the same number in full. */
export function cellText(value: number | bigint, field: TableField, decimals: number): string {
  if (isHex(field)) return hexText(value, own(SIZES, field.scalar ?? 'u32') ?? 8)
  if (typeof value === 'bigint') return String(value)
  if (field.kind !== 'float' || !Number.isFinite(value)) return numberText(value, field)
  if (Math.abs(value) >= 1e9) return value.toExponential(3)
  const text = value.toFixed(decimals)
  return Number(text) === 0 && value !== 0 ? value.toExponential(1) : text
}
