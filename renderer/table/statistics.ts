import { isWide, type RecordTable, type TableField } from '@areal-studio/core/query'

/** A number of a column; those of 64 bits are bigints, and nothing is rounded. */
export type Num = number | bigint

export interface Bin {
  readonly from: Num
  /** End of the bin; of whole numbers the last one in it. */
  readonly to: Num
  readonly all: number
  /** Of the rows in question. */
  readonly part: number
}

interface ValueCount {
  readonly value: Num
  readonly all: number
  readonly part: number
}

/** What a column of numbers is like, over all records and over the rows in question. */
interface Statistics {
  readonly count: number
  /** Records whose value is no finite number. */
  readonly strange: number
  readonly least: Num
  readonly most: Num
  /** Of bigints that do not divide: text with two decimals. */
  readonly mean: Num | string
  readonly median: Num | string
  readonly distinct: number
  readonly bins: readonly Bin[]
  /** Each value with its count, smallest first, where they are few. */
  readonly values: readonly ValueCount[]
}

const BINS = 24
const VALUES_SHOWN = 256

/** Numbers of a column, one per record, to the last digit; NaN where a record has none. */
export function exactNumbers(table: RecordTable, field: TableField): ArrayLike<Num> {
  const numbers = table.numbers(field.name)
  if (!isWide(field)) return numbers
  const wides = table.wides(field)
  return Array.from({ length: table.count }, (_, record) =>
    Number.isNaN(numbers[record]) ? Number.NaN : (wides[record] ?? Number.NaN),
  )
}

/** `values`: numbers or bigints, with NaN where there is none. `part`: records in question. */
export function statisticsOf(values: ArrayLike<Num>, part: ArrayLike<number>, isWhole: boolean): Statistics {
  const finite = sorted(Array.from(values).filter(isFiniteNumber))
  const count = finite.length
  const least = finite[0] ?? Number.NaN
  const most = finite[count - 1] ?? Number.NaN
  const distinct = finite.reduce<number>((sum, value, i) => sum + (i === 0 || value !== finite[i - 1] ? 1 : 0), 0)
  const middle = finite[count >> 1] ?? Number.NaN
  return {
    count,
    strange: values.length - count,
    least,
    most,
    distinct,
    mean: quotient(finite.reduce<Num>(plus, typeof least === 'bigint' ? 0n : 0), count),
    median: count % 2 === 1 ? middle : quotient(plus(finite[count / 2 - 1] ?? Number.NaN, middle), 2),
    bins:
      count === 0
        ? []
        : binned(values, part, isWhole ? wholeScale(least, most) : floatScale(Number(least), Number(most))),
    values: distinct <= VALUES_SHOWN ? counted(values, part) : [],
  }
}

const isFiniteNumber = (value: Num): boolean => typeof value === 'bigint' || Number.isFinite(value)

const plus = (a: Num, b: Num): Num => (typeof a === 'bigint' && typeof b === 'bigint' ? a + b : Number(a) + Number(b))

const byValue = (a: Num, b: Num): number => (a < b ? -1 : a > b ? 1 : 0)

function sorted(values: readonly Num[]): readonly Num[] {
  return values.every(value => typeof value === 'number')
    ? Array.from(Float64Array.from(values).sort())
    : [...values].sort(byValue)
}

function quotient(sum: Num, count: number): Num | string {
  if (typeof sum !== 'bigint') return sum / count
  const by = BigInt(count)
  if (sum % by === 0n) return sum / by
  const size = sum < 0n ? -sum : sum
  const hundredths = (200n * size + by) / (2n * by)
  return `${sum < 0n ? '-' : ''}${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}

/** Which bin a value falls into, and between what the values of a bin lie. */
interface Scale {
  readonly bins: number
  binOf(value: Num): number
  edges(bin: number): readonly [from: Num, to: Num]
}

function floatScale(least: number, most: number): Scale {
  const bins = most > least ? BINS : 1
  const width = (most - least) / bins
  return {
    bins,
    binOf: value => (width === 0 ? 0 : Math.min(bins - 1, Math.floor((Number(value) - least) / width))),
    edges: bin => [least + bin * width, bin === bins - 1 ? most : least + (bin + 1) * width],
  }
}

/** Bins of whole numbers: no value is in two of them, and none is empty of whole numbers. */
function wholeScale(least: Num, most: Num): Scale {
  if (typeof least === 'bigint' && typeof most === 'bigint') {
    const room = most - least + 1n
    const bins = room < BigInt(BINS) ? room : BigInt(BINS)
    const start = (bin: number): bigint => least + (BigInt(bin) * room + bins - 1n) / bins
    return {
      bins: Number(bins),
      edges: bin => [start(bin), start(bin + 1) - 1n],
      binOf: value => (typeof value === 'bigint' ? Number(((value - least) * bins) / room) : 0),
    }
  }
  const [first, room] = [Number(least), Number(most) - Number(least) + 1]
  const bins = Math.min(BINS, room)
  const start = (bin: number): number => first + Math.ceil((bin * room) / bins)
  return {
    bins,
    edges: bin => [start(bin), start(bin + 1) - 1],
    binOf: value => Math.floor(((Number(value) - first) * bins) / room),
  }
}

function binned(values: ArrayLike<Num>, part: ArrayLike<number>, { bins, binOf, edges }: Scale): readonly Bin[] {
  const all = new Uint32Array(bins)
  const own = new Uint32Array(bins)
  const add = (into: Uint32Array, value: Num): void => {
    const bin = isFiniteNumber(value) ? binOf(value) : -1
    if (bin >= 0) into[bin] = (into[bin] ?? 0) + 1
  }
  for (let record = 0; record < values.length; record++) add(all, values[record] ?? Number.NaN)
  for (let row = 0; row < part.length; row++) add(own, values[part[row] ?? 0] ?? Number.NaN)
  return Array.from(all, (total, bin) => {
    const [from, to] = edges(bin)
    return { from, to, all: total, part: own[bin] ?? 0 }
  })
}

function counted(values: ArrayLike<Num>, part: ArrayLike<number>): readonly ValueCount[] {
  const all = new Map<Num, number>()
  const own = new Map<Num, number>()
  for (let record = 0; record < values.length; record++) {
    const value = values[record] ?? 0
    all.set(value, (all.get(value) ?? 0) + 1)
  }
  for (let row = 0; row < part.length; row++) {
    const value = values[part[row] ?? 0] ?? 0
    own.set(value, (own.get(value) ?? 0) + 1)
  }
  return [...all]
    .map(([value, total]) => ({ value, all: total, part: own.get(value) ?? 0 }))
    .sort((a, b) => byValue(a.value, b.value))
}
