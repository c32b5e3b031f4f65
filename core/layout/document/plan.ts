import { linear, type LinearExpression } from '../model/formula'
import type { AnyLayout, Field, StructShape } from '../model/shape'

/** `base + Σ times · count`, with the counts at fixed places of a record. Plain numbers, for tight loops. */
export interface Sum {
  readonly base: number
  readonly at: readonly number[]
  readonly scalars: readonly ('u8' | 'u16' | 'u32')[]
  readonly times: readonly number[]
}

/**
 * Size of a record and places of its fields as sums, computed once per declaration. They hold where the arrays of
 * records of differing size (`nested`) are empty.
 */
export interface StructPlan {
  /** Bytes from the start of the record that contain all counts. */
  readonly headSize: number
  readonly size: Sum
  /** Where each field begins. */
  readonly starts: readonly Sum[]
  /** Length of each array and run of bytes. */
  readonly lengths: readonly (Sum | undefined)[]
  readonly nested: readonly Sum[]
  /** Index of the first array of records of differing size: `starts` hold up to it in every case. */
  readonly firstNested: number
}

const plans = new WeakMap<StructShape, { readonly plan: StructPlan | undefined }>()

/** The plan of a record whose size is a sum over unsigned counts in its fixed head; undefined for all others. */
export const planOf = ({ shape }: AnyLayout): StructPlan | undefined =>
  shape.of === 'struct' ? planIn(shape) : undefined

/** As `planOf`, from the shape of a record. */
export function planIn(struct: StructShape): StructPlan | undefined {
  let known = plans.get(struct)
  if (!known) {
    known = { plan: makePlan(struct) }
    plans.set(struct, known)
  }
  return known.plan
}

/** A sum evaluated for the record at `offset`: bytes or records, as the plan has it. */
export function planned(sum: Sum, view: DataView, offset: number): number {
  let total = sum.base
  for (let term = 0; term < sum.at.length; term++) {
    const place = offset + (sum.at[term] ?? 0)
    const scalar = sum.scalars[term]
    const value =
      scalar === 'u32'
        ? view.getUint32(place, true)
        : scalar === 'u16'
          ? view.getUint16(place, true)
          : view.getUint8(place)
    total += value * (sum.times[term] ?? 0)
  }
  return total
}

/** Bytes from the beginning of a record to a field up to the first array of records of differing size. */
export const startAt = ({ starts }: StructPlan, field: number, view: DataView, offset: number): number => {
  const start = starts[field]
  return start ? planned(start, view, offset) : 0
}

/**
 * Offsets of the fields of a record of `size` bytes, then its end. After its only array of records of differing size,
 * places are counted from the end.
 */
export function plannedPlaces(plan: StructPlan, view: DataView, offset: number, size: number): number[] {
  const { starts, firstNested } = plan
  const nested = size - planned(plan.size, view, offset)
  const places: number[] = []
  for (let field = 0; field < starts.length; field++) {
    const place = offset + startAt(plan, field, view, offset)
    places.push(field > firstNested ? place + nested : place)
  }
  places.push(offset + size)
  return places
}

interface Counter {
  readonly at: number
  readonly scalar: 'u8' | 'u16' | 'u32'
}

function makePlan(struct: StructShape): StructPlan | undefined {
  const counters = new Map<string, Counter>()
  const starts: Sum[] = []
  const lengths: (Sum | undefined)[] = []
  const nested: Sum[] = []
  let firstNested = struct.fields.length
  let headSize = 0
  let size = sumOf({ base: 0, times: new Map() }, counters)
  for (const [index, field] of struct.fields.entries()) {
    if (!size) return undefined
    starts.push(size)
    const { shape, fixedSize } = field.layout
    lengths.push(undefined)
    if (fixedSize !== undefined) {
      // Behind records of differing size no place is fixed.
      if (nested.length === 0) note(field, size, counters)
      size = { ...size, base: size.base + fixedSize }
      continue
    }
    if (shape.of !== 'array' && shape.of !== 'bytes') return undefined
    // Records up to an end or a sentinel, and those that belong to others, are counted by a walk.
    if (!['fixed', 'attribute', 'formula'].includes(shape.length.from)) return undefined
    const told =
      shape.length.from === 'formula' ? linear(shape.length.expression) : { base: shape.length.count, times: new Map() }
    const length = told && sumOf(told, counters)
    if (!length) return undefined
    lengths[index] = length
    for (const [k, at] of length.at.entries()) headSize = Math.max(headSize, at + widthOf(length.scalars[k]))
    const stride = shape.of === 'bytes' ? 1 : shape.element.fixedSize
    if (stride === undefined) {
      nested.push(length)
      firstNested = Math.min(firstNested, index)
    } else size = plus(size, length, stride)
  }
  if (!size) return undefined
  return { headSize, size, starts, lengths, nested, firstNested }
}

const widthOf = (scalar: 'u8' | 'u16' | 'u32' | undefined): number => (scalar === 'u8' ? 1 : scalar === 'u16' ? 2 : 4)

function note({ name, layout: { shape } }: Field, start: Sum, counters: Map<string, Counter>): void {
  const isReversed = shape.of === 'scalar' && shape.isBigEndian
  const scalar = shape.of === 'count' || shape.of === 'scalar' ? shape.scalar : undefined
  if (start.at.length === 0 && !isReversed && (scalar === 'u8' || scalar === 'u16' || scalar === 'u32')) {
    counters.set(name, { at: start.base, scalar })
  }
}

/** Undefined where a name has no fixed place or the length could become negative. */
function sumOf({ base, times }: LinearExpression, counters: ReadonlyMap<string, Counter>): Sum | undefined {
  const names = [...times.keys()]
  const places = names.map(name => counters.get(name))
  if (base < 0 || [...times.values()].some(by => by < 0)) return undefined
  const found = places.filter(place => place !== undefined)
  if (found.length !== names.length) return undefined
  return { base, at: found.map(({ at }) => at), scalars: found.map(({ scalar }) => scalar), times: [...times.values()] }
}

function plus(sum: Sum, length: Sum, stride: number): Sum {
  const at = [...sum.at]
  const scalars = [...sum.scalars]
  const times = [...sum.times]
  for (const [k, place] of length.at.entries()) {
    const by = (length.times[k] ?? 0) * stride
    const same = at.indexOf(place)
    if (same >= 0) times[same] = (times[same] ?? 0) + by
    else {
      at.push(place)
      scalars.push(length.scalars[k] ?? 'u32')
      times.push(by)
    }
  }
  return { base: sum.base + length.base * stride, at, scalars, times }
}
