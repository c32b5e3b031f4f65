import { compiled, type Expression } from '../../expression'
import {
  isInteger,
  type AnyLayout,
  type ArrayShape,
  type Length,
  type StructShape,
  type UnionShape,
} from '../model/shape'
import {
  ElementRuns,
  readerOfStored,
  type ComputedRun,
  type ReadNumber,
  type Run,
  type Sizer,
  type Stored,
} from './element-runs'

/** Numbers that formulas read, by name as they write it; undefined where there is none at a fixed place. */
type Names = (name: string) => Stored | undefined

const sizers = new WeakMap<AnyLayout, Map<StructShape | undefined, { readonly sizer: Sizer | undefined }>>()

/**
 * Measures records of a declaration, composed once: a walk over many makes no scope and looks no name up for each.
 * `beside`: the kind of record that it belongs to, of one size. Undefined where its size depends on anything else than
 * numbers at fixed places of those two: then it is walked field by field.
 */
export function sizerOfRecord(record: AnyLayout, beside: StructShape | undefined): Sizer | undefined {
  if (record.shape.of !== 'struct') return undefined
  let known = sizers.get(record)
  if (!known) sizers.set(record, (known = new Map<StructShape | undefined, { sizer: Sizer | undefined }>()))
  let found = known.get(beside)
  if (!found) known.set(beside, (found = { sizer: sizerOf(record, namesBeside(beside)) }))
  return found.sizer
}

function sizerOf({ fixedSize, shape }: AnyLayout, names: Names): Sizer | undefined {
  if (fixedSize !== undefined) return new ElementRuns(fixedSize, [], [])
  switch (shape.of) {
    case 'struct':
      return shape.isRecursive ? undefined : sizerOfStruct(shape, names)
    case 'array':
      return sizerOfArray(shape, names)
    case 'union':
      return sizerOfUnion(shape, names)
    default:
      return undefined
  }
}

/** Part of a record: runs of elements of one size, then perhaps something else. */
interface Step {
  readonly runs: Sizer
  readonly inner?: Inner
}

/**
 * `mark`: the place is kept, as others belong to the records that begin here. `from`: records that belong to those at a
 * place that was kept.
 */
type Inner = { readonly mark: true } | { readonly sizer: Sizer } | Alongside

interface Alongside {
  readonly sizer: Sizer
  readonly from: number
  readonly count: ReadNumber
  readonly stride: number
}

/** The runs of a record up to the next field of another kind. */
class Runs {
  fixed = 0
  readonly runs: Run[] = []
  readonly computed: ComputedRun[] = []

  add({ length, read, stride }: RunFound, names: Names): void {
    const found = length.from === 'formula' ? productOf(length.expression, names) : undefined
    if (found) this.runs.push({ ...found, stride })
    else this.computed.push({ count: read, stride })
  }

  get sizer(): Sizer {
    return new ElementRuns(this.fixed, this.runs, this.computed)
  }
}

/** An array that others are parallel to. */
interface Sibling {
  readonly from: number
  readonly count: ReadNumber
  readonly element: AnyLayout
}

function sizerOfStruct({ fields }: StructShape, outer: Names): Sizer | undefined {
  const siblingNames = new Set(fields.map(({ layout }) => siblingOf(layout)))
  const siblings = new Map<string, Sibling>()
  const placed = new Map<string, Placed>()
  const names = namesWithin(placed, outer)
  const steps: Step[] = []
  let runs = new Runs()
  let head: number | undefined
  const step = (inner?: Inner): void => {
    steps.push({ runs: runs.sizer, ...(inner && { inner }) })
    runs = new Runs()
  }
  for (const { name, layout } of fields) {
    if (layout.fixedSize !== undefined) {
      // Behind what differs in size no place is fixed.
      if (head === undefined) placed.set(name, { layout, at: runs.fixed })
      runs.fixed += layout.fixedSize
      continue
    }
    head ??= runs.fixed
    const run = runOf(layout, names)
    if (!run) {
      const inner = innerOf(layout, names, siblings)
      if (!inner) return undefined
      step(inner)
      continue
    }
    if (siblingNames.has(name) && layout.shape.of === 'array') {
      step({ mark: true })
      siblings.set(name, { from: siblings.size, count: run.read, element: layout.shape.element })
    }
    runs.add(run, names)
  }
  step()
  const [only] = steps
  // No formula reads the record itself.
  return only && steps.length === 1 && !head ? only.runs : new RecordSizer(steps, head ?? 0)
}

function innerOf(layout: AnyLayout, names: Names, siblings: ReadonlyMap<string, Sibling>): Inner | undefined {
  const name = siblingOf(layout)
  if (name === undefined) {
    const sizer = sizerOf(layout, names)
    return sizer && { sizer }
  }
  const sibling = siblings.get(name)
  const stride = sibling?.element.fixedSize
  if (layout.shape.of !== 'array' || sibling?.element.shape.of !== 'struct' || stride === undefined) return undefined
  const sizer = sizerOfRecord(layout.shape.element, sibling.element.shape)
  return sizer && { sizer, from: sibling.from, count: sibling.count, stride }
}

const NO_MARKS: readonly number[] = []

class RecordSizer implements Sizer {
  private readonly hasMarks: boolean

  constructor(
    private readonly steps: readonly Step[],
    /** Bytes in which the formulas of the record read. */
    private readonly head: number,
  ) {
    this.hasMarks = steps.some(({ inner }) => inner && 'mark' in inner)
  }

  size(view: DataView, at: number, _own: number, beside: number, end: number): number {
    if (this.head > end - at) return -1
    const marks = this.hasMarks ? [] : NO_MARKS
    let to = at
    for (const { runs, inner } of this.steps) {
      const size = runs.size(view, to, at, beside, end)
      if (size < 0) return -1
      to += size
      if (!inner) continue
      if ('mark' in inner) {
        ;(marks as number[]).push(to)
        continue
      }
      const more =
        'from' in inner
          ? alongside(inner, marks[inner.from] ?? 0, view, to, at, beside, end)
          : inner.sizer.size(view, to, at, beside, end)
      if (more < 0) return -1
      to += more
    }
    return to - at
  }
}

/** Bytes of records each of which belongs to one of those from `first` on. */
function alongside(
  { sizer, count, stride }: Alongside,
  first: number,
  view: DataView,
  at: number,
  own: number,
  beside: number,
  end: number,
): number {
  const records = Number(count(view, own, beside))
  let to = at
  for (let record = 0; record < records; record++) {
    const size = sizer.size(view, to, to, first + record * stride, end)
    if (size < 0) return -1
    to += size
  }
  return to - at
}

interface RunFound {
  readonly length: Length
  readonly read: ReadNumber
  readonly stride: number
}

/** Elements of one size whose number is computed from `names`. */
function runOf({ shape }: AnyLayout, names: Names): RunFound | undefined {
  if (shape.of !== 'array' && shape.of !== 'bytes') return undefined
  const { length } = shape
  const stride = shape.of === 'bytes' ? 1 : shape.element.fixedSize
  const read = stride === undefined ? undefined : countOf(length, names)
  return stride === undefined || !read ? undefined : { length, read, stride }
}

/** `n` or `n * (m != 0)`, the formulas of most lengths. */
function productOf(expression: Expression, names: Names): Omit<Run, 'stride'> | undefined {
  if (expression.op === 'field') {
    const count = names(expression.name)
    return count && { count }
  }
  if (expression.op !== '*') return undefined
  const { left, right } = expression
  if (left.op !== 'field' || right.op !== '!=' || right.left.op !== 'field') return undefined
  if (right.right.op !== 'number' || right.right.value !== 0) return undefined
  const count = names(left.name)
  const when = names(right.left.name)
  return count && when && { count, when }
}

function countOf(length: Length, names: Names): ReadNumber | undefined {
  switch (length.from) {
    case 'fixed':
    case 'attribute': {
      const { count } = length
      return () => count
    }
    case 'formula':
      return readerOf(length.expression, length.names, names)
    default:
      return undefined
  }
}

/** Records of differing size, one behind the other. */
function sizerOfArray({ element, length }: ArrayShape, names: Names): Sizer | undefined {
  const count = countOf(length, names)
  const sizer = count && sizerOf(element, names)
  const { leastSize } = element
  return (
    sizer && {
      size(view, at, own, beside, end) {
        const records = Number(count(view, own, beside))
        if (!(records >= 0 && records * leastSize <= end - at)) return -1
        let to = at
        for (let record = 0; record < records; record++) {
          const size = sizer.size(view, to, own, beside, end)
          if (size < 0) return -1
          to += size
        }
        return to - at
      },
    }
  )
}

function sizerOfUnion({ tag, cases, otherwise, fallback }: UnionShape, names: Names): Sizer | undefined {
  const read = readerOf(tag.expression, tag.names, names)
  const sizerByTag = new Map<number, Sizer>()
  for (const [value, layout] of Object.entries(cases)) {
    const sizer = sizerOf(layout, names)
    if (!sizer) return undefined
    sizerByTag.set(Number(value), sizer)
  }
  const others = otherwise ?? fallback
  const other = others && sizerOf(others, names)
  if (!read || (others && !other)) return undefined
  return {
    size: (view, at, own, beside, end) =>
      (sizerByTag.get(Number(read(view, own, beside))) ?? other)?.size(view, at, own, beside, end) ?? -1,
  }
}

const siblingOf = ({ shape }: AnyLayout): string | undefined =>
  shape.of === 'array' && shape.length.from === 'parallel' ? shape.length.sibling : undefined

function readerOf(expression: Expression, used: readonly string[], names: Names): ReadNumber | undefined {
  const readers = new Map<string, ReadNumber>()
  for (const name of used) {
    const number = names(name)
    if (!number) return undefined
    readers.set(name, readerOfStored(number))
  }
  return compiled<DataView, number, number>(expression, name => readers.get(name) ?? (() => Number.NaN))
}

/** A field at a fixed place of its record. */
interface Placed {
  readonly layout: AnyLayout
  readonly at: number
}

/** Names of the fields of a record, and those that lead to the one beside it. */
const namesWithin =
  (own: ReadonlyMap<string, Placed>, others: Names): Names =>
  name =>
    name.startsWith('^.') ? others(name) : storedNumber(own, name, false)

/** Names of the fields of the record beside the one with the formulas. */
function namesBeside(struct: StructShape | undefined): Names {
  const placed = new Map<string, Placed>()
  let at = 0
  for (const { name, layout } of struct?.fields ?? []) {
    placed.set(name, { layout, at })
    at += layout.fixedSize ?? 0
  }
  return name => (name.startsWith('^.') ? storedNumber(placed, name.slice(2), true) : undefined)
}

function storedNumber(fields: ReadonlyMap<string, Placed>, name: string, isBeside: boolean): Stored | undefined {
  const [field = '', part] = name.split('.')
  const found = fields.get(field)
  if (!found) return undefined
  const { at, layout } = found
  const { shape } = layout
  const whole = { at, isBeside, first: 0, bits: 0 }
  if (shape.of === 'bitfield') {
    if (part === undefined) return { ...whole, scalar: shape.scalar }
    const range = shape.ranges.find(one => one.name === part)
    return range && { ...whole, scalar: shape.scalar, first: range.at, bits: range.bits }
  }
  const isPlain = shape.of === 'count' || (shape.of === 'scalar' && !shape.isBigEndian)
  return isPlain && part === undefined && isInteger(shape.scalar) ? { ...whole, scalar: shape.scalar } : undefined
}
