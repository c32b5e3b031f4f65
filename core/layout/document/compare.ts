import type { AnyLayout } from '../model/layout'
import { countAt, indexRecords, walkFields, type Source } from './measure'
import { differingRuns, trimmed } from './runs'
import { SCALAR_SIZE, type StructShape } from '../model/shape'
import type { Move, Splice } from '../model/splice'

/** Where a value lies in its source; `count` records if it is an array. */
interface Place {
  readonly offset: number
  readonly size: number
  readonly count: number
}

/** Splices and moves between two values of one layout, record by record. */
export class Comparison {
  readonly splices: Splice[] = []
  readonly moves: Move[] = []

  constructor(private readonly before: Source, private readonly after: Source) {}

  /** `after` is the same layout, but for lengths that stand in the directory. */
  compare(layout: AnyLayout, after: AnyLayout, path: string, a: Place, b: Place): void {
    if (this.isSame(a.offset, a.size, b.offset, b.size)) return
    const { shape } = layout
    if (layout.fixedSize !== undefined) this.putRuns(a, b)
    else if (shape.of === 'struct' && after.shape.of === 'struct') this.compareStruct(shape, after.shape, path, a, b)
    else if (shape.of === 'array') {
      const { element } = shape
      this.compareRecords(element, path, placesIn(element, this.before, a), placesIn(element, this.after, b))
    }
    else if (shape.of === 'list') {
      const prefix = SCALAR_SIZE[shape.scalar]
      this.putRuns({ ...a, size: prefix }, { ...b, size: prefix })
      const stride = shape.element.fixedSize ?? 1
      this.compareRecords(shape.element, path, listPlaces(a, prefix, stride), listPlaces(b, prefix, stride))
    } else this.putTrimmed(a.offset, a.offset + a.size, b.offset, b.offset + b.size)
  }

  private compareStruct(shape: StructShape, after: StructShape, path: string, a: Place, b: Place): void {
    const here = fieldsOf(shape, this.before, a)
    const there = fieldsOf(after, this.after, b)
    for (const [index, { name, layout }] of shape.fields.entries()) {
      const from = here[index]
      const to = there[index]
      const other = after.fields[index]?.layout
      if (from && to && other) this.compare(layout, other, path === '' ? name : `${path}/${name}`, from, to)
    }
  }

  /** Records of two arrays, given where each begins and the last one ends. */
  private compareRecords(element: AnyLayout, path: string, a: ArrayLike<number>, b: ArrayLike<number>): void {
    const before = a.length - 1
    const after = b.length - 1
    if (before === after) {
      for (let record = 0; record < before; record++) this.compareRecord(element, path, record, a, b)
      return
    }
    const shorter = Math.min(before, after)
    let start = 0
    while (start < shorter && this.isSameRecord(a, start, b, start)) start++
    let end = 0
    while (end < shorter - start && this.isSameRecord(a, before - 1 - end, b, after - 1 - end)) end++
    const [from = 0, to = 0] = [a[start], a[before - end]]
    this.putTrimmed(from, to, b[start] ?? 0, b[after - end] ?? 0)
    // A number in a list has nothing that could be addressed by its position.
    if (element.shape.of !== 'scalar') {
      this.moves.push({ array: path, at: start, removed: before - start - end, inserted: after - start - end })
    }
  }

  private compareRecord(element: AnyLayout, path: string, record: number, a: ArrayLike<number>, b: ArrayLike<number>): void {
    const [from = 0, to = 0] = [a[record], b[record]]
    const [size = 0, other = 0] = [(a[record + 1] ?? 0) - from, (b[record + 1] ?? 0) - to]
    if (this.isSame(from, size, to, other)) return
    const count = element.shape.of === 'array' && element.shape.length.from !== 'formula' ? element.shape.length.count : 0
    this.compare(element, element, path === '' ? String(record) : `${path}/${record}`, { offset: from, size, count }, { offset: to, size: other, count })
  }

  private isSameRecord(a: ArrayLike<number>, i: number, b: ArrayLike<number>, k: number): boolean {
    const [from = 0, to = 0] = [a[i], b[k]]
    return this.isSame(from, (a[i + 1] ?? 0) - from, to, (b[k + 1] ?? 0) - to)
  }

  private isSame(from: number, size: number, to: number, other: number): boolean {
    if (size !== other) return false
    const { before: { bytes: a }, after: { bytes: b } } = this
    for (let k = 0; k < size; k++) if (a[from + k] !== b[to + k]) return false
    return true
  }

  /** Replaces one range by another, without the bytes that both share at their ends. */
  private putTrimmed(from: number, fromEnd: number, to: number, toEnd: number): void {
    const { before: { bytes: a }, after: { bytes: b } } = this
    const splices = trimmed({ offset: from, removed: a.subarray(from, fromEnd), inserted: b.subarray(to, toEnd) })
    for (const splice of splices) this.splices.push(splice)
  }

  private putRuns(a: Place, b: Place): void {
    const runs = differingRuns(this.before.bytes.subarray(a.offset, a.offset + a.size), this.after.bytes.subarray(b.offset, b.offset + a.size), a.offset)
    for (const run of runs) this.splices.push(run)
  }
}

function placesIn(element: AnyLayout, { view }: Source, { offset, size, count }: Place): ArrayLike<number> {
  const { fixedSize } = element
  if (fixedSize === undefined) return indexRecords(element, count, view, offset, offset + size)
  return Uint32Array.from({ length: count + 1 }, (_, k) => offset + k * fixedSize)
}

function listPlaces({ offset, size }: Place, prefix: number, stride: number): ArrayLike<number> {
  return Uint32Array.from({ length: (size - prefix) / stride + 1 }, (_, k) => offset + prefix + k * stride)
}

function fieldsOf(shape: StructShape, { view }: Source, { offset, size }: Place): readonly Place[] {
  const places: number[] = []
  walkFields(shape, view, offset, offset + size, places)
  return shape.fields.map(({ layout }, index) => {
    const from = places[index] ?? 0
    const count = layout.shape.of === 'array' ? countAt(layout.shape, shape, places, view, from) : 0
    return { offset: from, size: (places[index + 1] ?? from) - from, count }
  })
}
