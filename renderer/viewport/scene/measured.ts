import { MEASURED_STEPS } from '../../palette/palette'

/** Numbers in equal steps from the least to the greatest one. */
export interface Measured {
  /** Step of each number, from 0; -1 where it is NaN or infinite. */
  readonly values: Int8Array
  /** Range of each step that has a number. */
  readonly names: Readonly<Record<number, string>>
  /** Least and greatest finite number; undefined where there is none. */
  readonly range: readonly [least: number, greatest: number] | undefined
}

const NOT_FINITE = -1
/** Significant digits of a shown limit. */
const DIGITS = 4
const shown = (value: number): string => String(Number(value.toPrecision(DIGITS)))

export function measured(column: ArrayLike<number>): Measured {
  let [least, greatest] = [Infinity, -Infinity]
  for (let at = 0; at < column.length; at++) {
    const value = column[at] ?? NaN
    if (!Number.isFinite(value)) continue
    least = Math.min(least, value)
    greatest = Math.max(greatest, value)
  }
  const step = (greatest - least) / MEASURED_STEPS
  const values = Int8Array.from({ length: column.length }, (_, at) => {
    const value = column[at] ?? NaN
    if (!Number.isFinite(value)) return NOT_FINITE
    return step > 0 ? Math.min(MEASURED_STEPS - 1, Math.floor((value - least) / step)) : 0
  })
  const names: Record<number, string> = {}
  for (const value of new Set(values)) {
    const from = least + value * step
    if (value === NOT_FINITE) names[value] = 'NaN, ∞'
    else names[value] = step > 0 ? `${shown(from)} … ${shown(from + step)}` : shown(least)
  }
  return { values, names, range: least <= greatest ? [least, greatest] : undefined }
}

/** Least and greatest number of all, in words. */
export const rangeWords = ({ range }: Measured): string => (range ? `${shown(range[0])} … ${shown(range[1])}` : '')
