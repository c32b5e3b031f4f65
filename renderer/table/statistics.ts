import type { Numbers } from '@areal-studio/core/query'

export interface Bin {
  readonly from: number
  readonly to: number
  readonly all: number
  /** Of the rows in question. */
  readonly part: number
}

export interface ValueCount {
  readonly value: number
  readonly all: number
  readonly part: number
}

/** What a column of numbers is like, over all records and over the rows in question. */
export interface Statistics {
  readonly count: number
  /** Records whose value is no finite number. */
  readonly strange: number
  readonly least: number
  readonly most: number
  readonly mean: number
  readonly median: number
  readonly distinct: number
  readonly bins: readonly Bin[]
  /** Each value with its count, smallest first, where they are few. */
  readonly values: readonly ValueCount[]
}

const BINS = 24
const VALUES_SHOWN = 256

export function statisticsOf(values: Numbers, part: ArrayLike<number>): Statistics {
  const finite = Float64Array.from(Array.from(values).filter(Number.isFinite)).sort()
  const count = finite.length
  const least = finite[0] ?? Number.NaN
  const most = finite[count - 1] ?? Number.NaN
  let sum = 0
  let distinct = 0
  for (let i = 0; i < count; i++) {
    sum += finite[i] ?? 0
    if (i === 0 || finite[i] !== finite[i - 1]) distinct++
  }
  const middle = count % 2 === 1 ? finite[(count - 1) / 2] ?? Number.NaN : ((finite[count / 2 - 1] ?? Number.NaN) + (finite[count / 2] ?? Number.NaN)) / 2
  return {
    count, strange: values.length - count, least, most, mean: sum / count, median: middle, distinct,
    bins: count === 0 ? [] : binned(values, part, least, most),
    values: distinct <= VALUES_SHOWN ? counted(values, part) : [],
  }
}

function binned(values: Numbers, part: ArrayLike<number>, least: number, most: number): readonly Bin[] {
  const bins = most > least ? BINS : 1
  const width = (most - least) / bins
  const binOf = (value: number): number => (width === 0 ? 0 : Math.min(bins - 1, Math.floor((value - least) / width)))
  const all = new Uint32Array(bins)
  const own = new Uint32Array(bins)
  const add = (into: Uint32Array, value: number): void => { if (Number.isFinite(value)) into[binOf(value)] = (into[binOf(value)] ?? 0) + 1 }
  for (let record = 0; record < values.length; record++) add(all, values[record] ?? Number.NaN)
  for (let row = 0; row < part.length; row++) add(own, values[part[row] ?? 0] ?? Number.NaN)
  return Array.from(all, (total, bin) => ({ from: least + bin * width, to: bin === bins - 1 ? most : least + (bin + 1) * width, all: total, part: own[bin] ?? 0 }))
}

function counted(values: Numbers, part: ArrayLike<number>): readonly ValueCount[] {
  const all = new Map<number, number>()
  const own = new Map<number, number>()
  for (let record = 0; record < values.length; record++) all.set(values[record] ?? 0, (all.get(values[record] ?? 0) ?? 0) + 1)
  for (let row = 0; row < part.length; row++) {
    const value = values[part[row] ?? 0] ?? 0
    own.set(value, (own.get(value) ?? 0) + 1)
  }
  return [...all].map(([value, total]) => ({ value, all: total, part: own.get(value) ?? 0 })).sort((a, b) => a.value - b.value)
}
