import type { Read } from '../../expression'
import { readInteger } from '../model/numbers'
import type { IntegerName } from '../model/shape'
import type { Measurer } from '../shapes/operations'

/** A whole number of at most 32 bits, or a range of its bits, at a place in a record. */
export interface Stored {
  readonly scalar: IntegerName
  readonly at: number
  /** Of the record beside the one with the value. */
  readonly isBeside: boolean
  readonly first: number
  /** 0: the whole number. */
  readonly bits: number
}

/** Reads a number of the record at `own`, or of the record at `beside` that it belongs to. */
export type ReadNumber = Read<DataView, number, number>

/** Measures values. */
export interface Sizer {
  /**
   * Bytes of the value at `at`, -1 where it does not end before `end`. Formulas read the record at `own`, which holds
   * the value, and the one at `beside`. `depth`: records around the value.
   */
  size(view: DataView, at: number, own: number, beside: number, end: number, depth: number, measurer: Measurer): number
}

/** Elements whose number is stored; with `when` there are none where that number is zero. */
export interface Run {
  readonly count: Stored
  readonly when?: Stored
  readonly stride: number
}

/** Elements whose number is a formula. */
export interface ComputedRun {
  readonly count: ReadNumber
  readonly stride: number
}

/**
 * Words of a stored number: twice its place, and 1 where it is beside; its type, and eight times its first bit; a mask of
 * its bits.
 */
const NUMBER = 3
/** Those, the bytes of an element, and how many more numbers add to these bytes where they are not zero. */
const COUNT = NUMBER + 2
const ADDED = NUMBER + 1

/** The most frequent first. */
const TYPES: readonly IntegerName[] = ['u32', 'i32', 'u16', 'i16', 'u8', 'i8']

/**
 * A run of bytes of a record whose length is a sum over numbers of the record. It is read for each record of a large file:
 * the numbers are in one list, which takes a quarter of the time of objects or functions for each.
 */
export class ElementRuns implements Sizer {
  private readonly words: Int32Array
  private readonly sums: readonly Sum[]
  /** Whether every number is stored in the record beside. Only then may `sizeOfMany` be called. */
  readonly isBeside: boolean

  /** `fixed`: bytes that are there in any case. */
  constructor(
    private readonly fixed: number,
    runs: readonly Run[],
    private readonly computed: readonly ComputedRun[],
  ) {
    const groups = groupsOf(runs)
    this.words = wordsOf(groups)
    this.sums = groups.flatMap(sumsOf)
    this.isBeside = computed.length === 0 && runs.every(({ count, when = count }) => count.isBeside && when.isBeside)
  }

  /** Bytes at `at`, -1 where they do not end before `end`. */
  size(view: DataView, at: number, own: number, beside: number, end: number): number {
    const { words, computed } = this
    let size = this.fixed
    for (let k = 0; k < words.length; ) {
      const count = numberAt(words, k, view, own, beside)
      if (count < 0) return -1
      let stride = words[k + NUMBER] as number
      const more = words[k + NUMBER + 1] as number
      k += COUNT
      for (let added = 0; added < more; added++, k += ADDED)
        if (numberAt(words, k, view, own, beside) !== 0) stride += words[k + NUMBER] as number
      size += count * stride
    }
    for (let k = 0; k < computed.length; k++) {
      const { count, stride } = computed[k] as ComputedRun
      const records = Number(count(view, own, beside))
      // Also where the formula has no value.
      if (!(records >= 0)) return -1
      size += records * stride
    }
    return size <= end - at ? size : -1
  }

  /**
   * Bytes at `at` of `many` values, one for each of the records from `first` on, which are `apart` bytes from each other;
   * -1 where they do not end before `end`. One number of all records, then the next, takes half the time of all numbers
   * of one record.
   */
  sizeOfMany(view: DataView, at: number, first: number, apart: number, many: number, end: number): number {
    let size = this.fixed * many
    for (const sum of this.sums) {
      const elements = sum.when
        ? countWhere(sum, sum.when, view, first, apart, many)
        : count(sum, view, first, apart, many)
      if (elements < 0) return -1
      size += elements * sum.stride
    }
    return size <= end - at ? size : -1
  }
}

/** Runs of one number: those that are always there, and those that are not where another number is zero. */
interface Group {
  readonly count: Stored
  readonly always: number
  readonly added: readonly Required<Run>[]
}

/** Runs of the same number are together: it is read once. */
function groupsOf(runs: readonly Run[]): readonly Group[] {
  const groups: Group[] = []
  const left = new Set(runs)
  for (const { count } of runs) {
    const same = [...left].filter(run => isSame(run.count, count))
    if (same.length === 0) continue
    for (const run of same) left.delete(run)
    const always = same.filter(({ when }) => !when).reduce((sum, { stride }) => sum + stride, 0)
    const added = same.flatMap(({ when, stride }) => (when ? { count, when, stride } : []))
    groups.push({ count, always, added })
  }
  return groups
}

const wordsOf = (groups: readonly Group[]): Int32Array =>
  Int32Array.from(
    groups.flatMap(({ count, always, added }) => [
      ...numberWords(count),
      always,
      added.length,
      ...added.flatMap(({ when, stride }) => [...numberWords(when), stride]),
    ]),
  )

/** A stored number: its place in its record, and its words as in the list. */
class Place {
  readonly at: number
  readonly how: number
  readonly mask: number

  constructor(number: Stored) {
    const [, how = 0, mask = -1] = numberWords(number)
    this.at = number.at
    this.how = how
    this.mask = mask
  }
}

/** Elements of one size, whose number is a sum over records. */
interface Sum {
  readonly count: Place
  readonly when: Place | undefined
  readonly stride: number
}

function sumsOf({ count, always, added }: Group): readonly Sum[] {
  const sums = added.map(({ when, stride }): Sum => ({ count: new Place(count), when: new Place(when), stride }))
  // Also without elements: a number below zero is a fault.
  return always > 0 || added.length === 0
    ? [{ count: new Place(count), when: undefined, stride: always }, ...sums]
    : sums
}

/** The sum of a number of each record; -1 where one is below zero. */
function count({ count: place }: Sum, view: DataView, first: number, apart: number, many: number): number {
  const { how, mask } = place
  let at = first + place.at
  let sum = 0
  for (let record = 0; record < many; record++, at += apart) {
    const number = how === 0 ? (view.getUint32(at, true) & mask) >>> 0 : otherAt(how, mask, view, at)
    if (number < 0) return -1
    sum += number
  }
  return sum
}

/** The same of those records in which another number is not zero. */
function countWhere(
  { count: place }: Sum,
  when: Place,
  view: DataView,
  first: number,
  apart: number,
  many: number,
): number {
  const { how, mask } = place
  const further = when.at - place.at
  let at = first + place.at
  let sum = 0
  for (let record = 0; record < many; record++, at += apart) {
    const number = how === 0 ? (view.getUint32(at, true) & mask) >>> 0 : otherAt(how, mask, view, at)
    if (number < 0) return -1
    const other =
      when.how === 0 ? view.getUint32(at + further, true) & when.mask : otherAt(when.how, when.mask, view, at + further)
    if (other !== 0) sum += number
  }
  return sum
}

const isSame = (a: Stored, b: Stored): boolean =>
  a.at === b.at && a.isBeside === b.isBeside && a.scalar === b.scalar && a.first === b.first && a.bits === b.bits

const numberWords = ({ at, isBeside, scalar, first, bits }: Stored): readonly number[] => [
  2 * at + (isBeside ? 1 : 0),
  TYPES.indexOf(scalar) + 8 * first,
  bits === 0 || bits === 32 ? -1 : (1 << bits) - 1,
]

function numberAt(words: Int32Array, k: number, view: DataView, own: number, beside: number): number {
  const place = words[k] as number
  const at = (place >> 1) + ((place & 1) === 0 ? own : beside)
  return words[k + 1] === 0
    ? (view.getUint32(at, true) & (words[k + 2] as number)) >>> 0
    : otherAt(words[k + 1] as number, words[k + 2] as number, view, at)
}

/** A number that is no u32, or begins at another bit than the first. */
function otherAt(how: number, mask: number, view: DataView, at: number): number {
  const whole = readInteger(view, at, TYPES[how & 7] ?? 'u32')
  return mask === -1 ? whole : (whole >>> (how >> 3)) & mask
}

/** Reads a stored number where formulas ask for it. */
export function readerOfStored(number: Stored): ReadNumber {
  const words = Int32Array.from(numberWords(number))
  return (view, own, beside) => numberAt(words, 0, view, own, beside)
}
