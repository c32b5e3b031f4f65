import { compiled, type Expression } from '../../expression'
import {
  isInteger,
  type AnyLayout,
  type ArrayShape,
  type Length,
  type StructShape,
  type UnionShape,
} from '../model/shape'
import type { Measurer } from '../shapes/operations'
import { isClosed } from './closed'
import {
  ElementRuns,
  readerOfStored,
  type ComputedRun,
  type ReadNumber,
  type Run,
  type Sizer,
  type Stored,
} from './element-runs'
import {
  AloneSizer,
  ClosedSizer,
  FrameSizer,
  NestingSizer,
  REMAINING,
  RemainingElements,
  RemainingRecords,
  WithinSizer,
} from './nested-sizers'

/** Numbers that formulas read, by name as they write it; undefined where there is none at a fixed place. */
type Names = (name: string) => Stored | undefined

/** What was composed; while that is done, nothing. */
interface Composed {
  readonly isDone: boolean
  readonly sizer: Sizer | undefined
}

const sizers = new WeakMap<AnyLayout, Map<StructShape | undefined, Composed>>()

/**
 * Measures records of a declaration, composed once: a walk over many makes no scope and looks no name up for each.
 * `beside`: the kind of record that it belongs to, of one size. Undefined where its size depends on anything else than
 * numbers at fixed places of those two: then it is walked field by field.
 */
export const sizerOfRecord = (record: AnyLayout, beside: StructShape | undefined): Sizer | undefined =>
  record.shape.of === 'struct' ? composed(record, beside).sizer : undefined

function composed(record: AnyLayout, beside: StructShape | undefined): Composed {
  let known = sizers.get(record)
  if (!known) sizers.set(record, (known = new Map<StructShape | undefined, Composed>()))
  let found = known.get(beside)
  if (!found) {
    known.set(beside, { isDone: false, sizer: undefined })
    known.set(beside, (found = { isDone: true, sizer: sizerOf(record, namesBeside(beside)) }))
  }
  return found
}

function sizerOf(layout: AnyLayout, names: Names): Sizer | undefined {
  const { fixedSize, shape } = layout
  if (fixedSize !== undefined) return new ElementRuns(fixedSize, [], [])
  switch (shape.of) {
    case 'struct': {
      const sizer = sizerOfStruct(shape, names)
      if (!sizer || !shape.isRecursive) return sizer
      return new NestingSizer(sizer, !shape.fields.some(field => holdsNesting(field.layout, false)))
    }
    case 'array':
      return sizerOfArray(shape, names)
    case 'union':
      return sizerOfUnion(shape, names)
    case 'sized': {
      const body = sizerOf(shape.body, names)
      return body && new FrameSizer(shape, body)
    }
    case 'recursive':
      return shape.target && sizerWithin(shape.target)
    case 'rest':
    case 'restText':
    case 'encoded':
      return REMAINING
    case 'lengthPrefixedText':
    case 'line':
      return new AloneSizer(layout)
    default:
      return undefined
  }
}

/** Of a record within one of its kind, whose own sizer may be in the making. */
function sizerWithin(record: AnyLayout): Sizer | undefined {
  const { isDone, sizer } = composed(record, undefined)
  return isDone && !sizer ? undefined : new WithinSizer(() => sizerOfRecord(record, undefined))
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
  /** The sizer, where it can measure many values in one call. */
  readonly many: ElementRuns | undefined
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
  // What records of another kind within it belong to is not known here.
  if (holdsNesting(layout, true)) return undefined
  const sizer = sizerOfRecord(layout.shape.element, sibling.element.shape)
  const many = sizer instanceof ElementRuns && sizer.isBeside ? sizer : undefined
  return sizer && { sizer, many, from: sibling.from, count: sibling.count, stride }
}

/** Whether a value may contain a record of the kind of one around it; in frames too where `inFrames`. */
function holdsNesting({ shape }: AnyLayout, inFrames: boolean): boolean {
  const isSo = (layout: AnyLayout): boolean => holdsNesting(layout, inFrames)
  switch (shape.of) {
    case 'recursive':
      return true
    case 'struct':
      return shape.isRecursive === true || shape.fields.some(({ layout }) => isSo(layout))
    case 'array':
      return isSo(shape.element)
    case 'sized':
      return inFrames && isSo(shape.body)
    case 'union':
      return [...Object.values(shape.cases), shape.otherwise].some(layout => layout !== undefined && isSo(layout))
    default:
      return false
  }
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

  size(
    view: DataView,
    at: number,
    _own: number,
    beside: number,
    end: number,
    depth: number,
    measurer: Measurer,
  ): number {
    if (this.head > end - at) return -1
    const marks = this.hasMarks ? [] : NO_MARKS
    const inside = depth + 1
    let to = at
    for (const { runs, inner } of this.steps) {
      const size = runs.size(view, to, at, beside, end, inside, measurer)
      if (size < 0) return -1
      to += size
      if (!inner) continue
      if ('mark' in inner) {
        ;(marks as number[]).push(to)
        continue
      }
      const more =
        'from' in inner
          ? alongside(inner, marks[inner.from] ?? 0, view, to, at, beside, end, inside, measurer)
          : inner.sizer.size(view, to, at, beside, end, inside, measurer)
      if (more < 0) return -1
      to += more
    }
    return to - at
  }
}

/** Bytes of records each of which belongs to one of those from `first` on. */
function alongside(
  { sizer, many, count, stride }: Alongside,
  first: number,
  view: DataView,
  at: number,
  own: number,
  beside: number,
  end: number,
  depth: number,
  measurer: Measurer,
): number {
  const records = Number(count(view, own, beside))
  if (many) return many.sizeOfMany(view, at, first, stride, records, end)
  let to = at
  for (let record = 0; record < records; record++) {
    const size = sizer.size(view, to, to, first + record * stride, end, depth + 1, measurer)
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

/** Records of differing size, one behind the other, or anything up to the end. */
function sizerOfArray({ element, length }: ArrayShape, names: Names): Sizer | undefined {
  if (length.from === 'end' && element.fixedSize !== undefined) return new RemainingElements(element.fixedSize)
  const sizer = sizerOf(element, names)
  if (length.from === 'end') return sizer && new RemainingRecords(sizer)
  const count = countOf(length, names)
  return sizer && count && new CountedRecords(count, sizer, element.leastSize)
}

class CountedRecords implements Sizer {
  constructor(
    private readonly count: ReadNumber,
    private readonly record: Sizer,
    private readonly leastSize: number,
  ) {}

  size(
    view: DataView,
    at: number,
    own: number,
    beside: number,
    end: number,
    depth: number,
    measurer: Measurer,
  ): number {
    const records = Number(this.count(view, own, beside))
    if (!(records >= 0 && records * this.leastSize <= end - at)) return -1
    let to = at
    for (let record = 0; record < records; record++) {
      const size = this.record.size(view, to, own, beside, end, depth, measurer)
      if (size < 0) return -1
      to += size
    }
    return to - at
  }
}

function sizerOfUnion({ tag, cases, otherwise, fallback }: UnionShape, names: Names): Sizer | undefined {
  const read = readerOf(tag.expression, tag.names, names)
  const sizerByTag = new Map<number, Sizer>()
  for (const [value, layout] of Object.entries(cases)) {
    const sizer = sizerOfCase(layout, names)
    if (!sizer) return undefined
    sizerByTag.set(Number(value), sizer)
  }
  const others = otherwise ?? fallback
  const other = others && sizerOfCase(others, names)
  return read && (other || !others) ? new CaseSizer(read, sizerByTag, other) : undefined
}

const sizerOfCase = (layout: AnyLayout, names: Names): Sizer | undefined =>
  sizerOf(layout, names) ?? (isClosed(layout) ? new ClosedSizer(layout) : undefined)

class CaseSizer implements Sizer {
  constructor(
    private readonly read: ReadNumber,
    private readonly sizerByTag: ReadonlyMap<number, Sizer>,
    private readonly other: Sizer | undefined,
  ) {}

  size(
    view: DataView,
    at: number,
    own: number,
    beside: number,
    end: number,
    depth: number,
    measurer: Measurer,
  ): number {
    const sizer = this.sizerByTag.get(Number(this.read(view, own, beside))) ?? this.other
    return sizer ? sizer.size(view, at, own, beside, end, depth, measurer) : -1
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
