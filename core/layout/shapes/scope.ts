import { evaluate, type Expression, type Numeric } from '../../expression'
import { startAt, type StructPlan } from '../document/plan'
import { own } from '../model/own'
import type { AnyLayout, StructShape } from '../model/shape'
import { isFields } from './leaf'
import type { Around, Measurer, Rows, Steering } from './operations'

/** Records nested deeper than this are not walked: real data has fewer than ten. */
export const DEEPEST = 64

/** The numbers that formulas of a record read: its own fields, those of the records around it and beside it. */
abstract class RecordScope implements Around {
  // Declared only: a field with a value of its own would be written twice, and there is a scope per record of each walk.
  declare readonly depth: number
  declare readonly outer: Around | undefined

  constructor(outer: Around | undefined) {
    this.depth = (outer?.depth ?? 0) + 1
    this.outer = outer
  }

  get parallel(): Around | undefined {
    return undefined
  }

  abstract number(name: string): Numeric | undefined
  abstract length(array: string): number
  abstract record(array: string, record: number): Around | undefined

  rows(_: string): Rows | undefined {
    return undefined
  }

  valueOf(name: string): Numeric {
    switch (name[0]) {
      case '.':
        return numberAround(this.outer, name.slice(2))
      case '^':
        return parallelOf(this.outer)?.number(name.slice(2)) ?? Number.NaN
      case '@':
        return numberAround(this.outer, name)
      default:
        return this.number(name) ?? Number.NaN
    }
  }

  along(array: string, record: number): Around {
    return new Along(this, this.record(array, record))
  }
}

function numberAround(from: Around | undefined, name: string): Numeric {
  for (let at = from; at; at = at.outer) {
    const found = at.number(name)
    if (found !== undefined) return found
  }
  return Number.NaN
}

function parallelOf(from: Around | undefined): Around | undefined {
  for (let at = from; at; at = at.outer) if (at.parallel) return at.parallel
  return undefined
}

/** Stands between a record of a parallel array and the record that holds the array. */
class Along extends RecordScope {
  constructor(
    outer: Around,
    private readonly beside: Around | undefined,
  ) {
    super(outer)
  }
  override get parallel(): Around | undefined {
    return this.beside
  }
  number(): undefined {
    return undefined
  }
  length(): number {
    return -1
  }
  record(): undefined {
    return undefined
  }
}

/** A record in bytes. `places` may grow while it is walked: fields that have a place can be read. */
export class PlacedScope extends RecordScope {
  declare private readonly struct: StructShape
  declare private readonly places: ArrayLike<number>
  declare protected readonly view: DataView
  declare private readonly measurer: Measurer

  constructor(
    struct: StructShape,
    places: ArrayLike<number>,
    view: DataView,
    outer: Around | undefined,
    measurer: Measurer,
  ) {
    super(outer)
    this.struct = struct
    this.places = places
    this.view = view
    this.measurer = measurer
  }

  number(name: string): Numeric | undefined {
    const dot = name.indexOf('.')
    const index = this.indexOf(dot < 0 ? name : name.slice(0, dot))
    const part = dot < 0 ? undefined : name.slice(dot + 1)
    const layout = this.layoutAt(index)
    const at = this.placeAt(index)
    return layout && at !== undefined ? this.measurer.numericAt(layout, this.view, at, part) : undefined
  }

  length(array: string): number {
    const layout = this.layoutAt(this.indexOf(array))
    return layout ? this.measurer.countAt(layout, this, this.view, 0, 0) : -1
  }

  override rows(array: string): Rows | undefined {
    const index = this.indexOf(array)
    const layout = this.layoutAt(index)
    const first = this.placeAt(index)
    const element = layout && this.measurer.elementOf(layout)
    if (first === undefined || element?.shape.of !== 'struct' || element.fixedSize === undefined) return undefined
    return { element: element.shape, first, stride: element.fixedSize }
  }

  record(array: string, record: number): Around | undefined {
    const rows = this.rows(array)
    const places = rows && startsOf(rows.element, rows.first + record * rows.stride)
    return places && new PlacedScope(rows.element, places, this.view, this, this.measurer)
  }

  /** Where a field begins; undefined where that is not known yet. */
  protected placeAt(field: number): number | undefined {
    return this.places[field]
  }

  /** Called for each record of each walk: a loop costs a third of `findIndex`. */
  private indexOf(name: string): number {
    const { fields } = this.struct
    for (let index = 0; index < fields.length; index++) if (fields[index]?.name === name) return index
    return -1
  }

  private layoutAt(index: number): AnyLayout | undefined {
    const layout = this.struct.fields[index]?.layout
    return layout?.varies ? this.measurer.resolve(layout, this) : layout
  }
}

const NO_PLACES: readonly number[] = []

/** A record around those of its only array of records of differing size, while that is walked: places are worked out when they are read. */
export class PlannedScope extends PlacedScope {
  declare private readonly plan: StructPlan
  declare private readonly offset: number

  constructor(
    struct: StructShape,
    plan: StructPlan,
    offset: number,
    view: DataView,
    outer: Around | undefined,
    measurer: Measurer,
  ) {
    super(struct, NO_PLACES, view, outer, measurer)
    this.plan = plan
    this.offset = offset
  }

  protected override placeAt(field: number): number | undefined {
    const { plan, offset, view } = this
    return field < 0 || field > plan.firstNested ? undefined : offset + startAt(plan, field, view, offset)
  }
}

const isTrue = (value: Numeric): boolean => !Number.isNaN(value) && Boolean(value)

/** Whether the record at `at` is the last of its array. */
export function isSentinel(
  expression: Expression,
  element: AnyLayout,
  view: DataView,
  at: number,
  measurer: Measurer,
): boolean {
  if (element.shape.of !== 'struct')
    return isTrue(evaluate(expression, () => measurer.numericAt(element, view, at, undefined) ?? Number.NaN))
  const places: number[] = []
  if (element.fixedSize === undefined) measurer.walkFields(element.shape, view, at, view.byteLength, places)
  const scope = new PlacedScope(
    element.shape,
    element.fixedSize === undefined ? places : startsOf(element.shape, at),
    view,
    undefined,
    measurer,
  )
  return isTrue(evaluate(expression, name => scope.valueOf(name)))
}

/** Whether a value is the last of its array. */
export function isLast(expression: Expression, element: AnyLayout, value: unknown, steering: Steering): boolean {
  const { shape } = element
  if (shape.of !== 'struct')
    return isTrue(evaluate(expression, () => steering.numericOf(element, value, undefined) ?? Number.NaN))
  const scope = new ValueScope(shape, isFields(value) ? value : {}, undefined, steering)
  return isTrue(evaluate(expression, name => scope.valueOf(name)))
}

/** Where the fields of a record of one size begin. */
function startsOf({ fields }: StructShape, offset: number): readonly number[] {
  let at = offset
  return fields.map(({ layout }) => {
    const start = at
    at += layout.fixedSize ?? 0
    return start
  })
}

/** A record as a value, or as much of it as is known. */
export class ValueScope extends RecordScope {
  private derived: Map<string, number> | undefined

  constructor(
    private readonly struct: StructShape,
    private readonly value: Readonly<Record<string, unknown>>,
    outer: Around | undefined,
    private readonly steering: Steering,
  ) {
    super(outer)
  }

  /** A count that the value leaves out. */
  derive(name: string, value: number): void {
    this.derived ??= new Map()
    this.derived.set(name, value)
  }

  number(name: string): Numeric | undefined {
    const derived = this.derived?.get(name)
    if (derived !== undefined) return derived
    const [field = '', part] = name.split('.')
    const layout = this.layoutOf(field)
    return layout && this.steering.numericOf(layout, own(this.value, field), part)
  }

  length(array: string): number {
    const records = own(this.value, array)
    return Array.isArray(records) ? records.length : -1
  }

  record(array: string, record: number): Around | undefined {
    const records = own(this.value, array)
    const value: unknown = Array.isArray(records) ? records[record] : undefined
    const layout = this.layoutOf(array)
    const element = layout && this.steering.elementOf(layout)
    return element?.shape.of === 'struct' && isFields(value)
      ? new ValueScope(element.shape, value, this, this.steering)
      : undefined
  }

  private layoutOf(name: string): AnyLayout | undefined {
    const layout = this.struct.fields.find(one => one.name === name)?.layout
    return layout?.varies ? this.steering.resolve(layout, this) : layout
  }
}

/** Numbers of the directory row, around the outermost record. */
export class AttributeScope extends RecordScope {
  constructor(private readonly attributes: Readonly<Record<string, number>>) {
    super(undefined)
  }
  number(name: string): number | undefined {
    return name.startsWith('@') ? own(this.attributes, name.slice(1)) : undefined
  }
  length(): number {
    return -1
  }
  record(): undefined {
    return undefined
  }
}
