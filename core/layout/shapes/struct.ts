import { own, setOwn } from '../model/own'
import type { Sizer } from '../document/element-runs'
import { sizerOfRecord } from '../document/record-sizer'
import { planIn, planOf, planned, plannedPlaces, startAt, type StructPlan, type Sum } from '../document/plan'
import type { Json } from '../json/json-text'
import type { Value } from '../model/layout'
import type { AnyLayout, StructShape } from '../model/shape'
import { lengthAt, lengthCounted, lengthInJson, withInnerCounts } from './given-counts'
import { followingOf } from './following'
import { jsonLine, jsonSpread } from './json-lines'
import {
  ALONE,
  NO_STEERING,
  indexEach,
  isNothing,
  isFields,
  joinPath,
  never,
  nothing,
  sameKey,
  type Fields,
} from './leaf'
import { countWithin } from './length'
import type {
  Around,
  Comparer,
  Counts,
  Cursor,
  Encoder,
  JsonPrinter,
  JsonReader,
  Measurer,
  Place,
  ShapeOperations,
  Source,
  Steering,
  Walk,
  WalkNode,
} from './operations'
import { PlacedScope, PlannedScope, ValueScope } from './scope'

export const structOperations: ShapeOperations<StructShape> = {
  children: {
    parts: ({ fields }) => fields,
    records: nothing,
    count: ({ fields }) => fields.length,
    at: ({ fields }, index) => fields[index],
    indexOf({ fields }, name) {
      const index = fields.findIndex(field => field.name === name)
      return index < 0 ? fields.findIndex(({ layout }) => layout.meta.formerly?.includes(name)) : index
    },
    places(shape, { source: { view }, offset, size, around }, measurer) {
      const plan = planIn(shape)
      if (plan && plan.nested.length <= 1) return plannedPlaces(plan, view, offset, size)
      const known = placesAround(shape, offset, size)
      if (known) return known
      const places: number[] = []
      measurer.walkFields(shape, view, offset, offset + size, places, around)
      return places
    },
  },
  steering: {
    ...NO_STEERING,
    withAttributes: (shape, _, inner) => ({
      ...shape,
      fields: shape.fields.map(({ name, layout }) => ({ name, layout: inner(layout) })),
    }),
  },
  measure(layout, shape, view, offset, end, _, measurer, around) {
    const plan = planOf(layout)
    const isPlanned = plan !== undefined && plan.headSize <= end - offset
    // Fields behind a nested array have the planned places only while that array is empty.
    if (isPlanned && holdsNone(plan.nested, view, offset)) {
      const size = planned(plan.size, view, offset)
      return size <= end - offset ? size : -1
    }
    const sizer = sizerOfRecord(layout, undefined)
    if (sizer) return sizer.size(view, offset, offset, 0, end, around?.depth ?? 0, measurer)
    const sizes = shape.isRecursive ? measurer.sizes : undefined
    const depth = around?.depth ?? 0
    const known = sizes?.at(offset, depth)
    if (known !== undefined) return known <= end - offset ? known : -1
    const size =
      isPlanned && plan.nested.length === 1
        ? measureNested(shape, plan, view, offset, end, measurer, around)
        : measureFields(shape, view, offset, end, measurer, around)
    if (size >= 0) sizes?.keep(offset, depth, size)
    return size
  },
  index(layout, shape, index, view, end, measurer, around) {
    const plan = planOf(layout)
    if (plan) return indexPlanned(layout, plan, index, view, end, measurer, around)
    const sizer = sizerOfRecord(layout, undefined)
    return sizer
      ? indexSized(sizer, index, view, end, measurer, around?.depth ?? 0)
      : indexEach(layout, shape, index, view, end, measurer, around)
  },
  explain: (node, shape, walk) => explainStruct(node, shape, walk),
  decode: (shape, cursor) => decodeStruct(shape, cursor),
  encode: (shape, value, encoder) => encodeStruct(shape, value, encoder),
  needsEnd: never,
  toJson: (shape, value, printer, margin, isOutermost) => structJson(shape, value, printer, margin, isOutermost),
  fromJson: (shape, json, reader) => (json instanceof Map ? recordFromJson(shape, json, reader) : json),
  jsonKey: sameKey,
  schema: (shape, _, schemas) =>
    schemas.record(shape, () => ({
      type: 'object',
      properties: Object.fromEntries(shape.fields.map(({ name, layout }) => [name, schemas.schemaOf(layout)])),
      required: shape.fields
        .filter(({ layout }) => !schemas.countsOf(layout) && !schemas.alternativesOf(layout).some(isLeftOut))
        .map(({ name }) => name),
      additionalProperties: false,
    })),
  describe: ({ name }) => name,
  compare(shape, after, path, from, to, comparer) {
    if (after.of === 'struct') compareStructs(shape, after, path, from, to, comparer)
    else comparer.range(from, to)
  },
  isWatched: never,
  findings: nothing,
  columns(_, { fields }, field, numbersOf) {
    const [name = '', ...inner] = field.split('/')
    let at = 0
    for (const { name: present, layout } of fields) {
      if (present === name) {
        const part = numbersOf(layout, inner.join('/'))
        return part && { ...part, at: at + part.at }
      }
      if (layout.fixedSize === undefined) return undefined
      at += layout.fixedSize
    }
    return undefined
  },
}

/** Places of the fields of a whole record of `size` bytes where only one has no fixed size; undefined for others. */
function placesAround({ fields }: StructShape, offset: number, size: number): number[] | undefined {
  let fixed = 0
  let varying = 0
  for (const { layout } of fields) {
    if (layout.fixedSize === undefined) varying++
    else fixed += layout.fixedSize
  }
  if (varying !== 1) return undefined
  const places = [offset]
  let at = offset
  for (const { layout } of fields) places.push((at += layout.fixedSize ?? size - fixed))
  return places
}

const isLeftOut = (layout: AnyLayout): boolean => isNothing(layout) || followingOf(layout) !== undefined

/** Size of a record by its fields; -1 where they do not fit. */
function measureFields(
  shape: StructShape,
  view: DataView,
  offset: number,
  end: number,
  measurer: Measurer,
  around: Around | undefined,
): number {
  const places: number[] = []
  const fits = measurer.walkFields(shape, view, offset, end, places, around)
  return fits < shape.fields.length ? -1 : (places[fits] ?? offset) - offset
}

/** The same where only one of them is an array of records of differing size: all other sizes are planned. */
function measureNested(
  shape: StructShape,
  plan: StructPlan,
  view: DataView,
  offset: number,
  end: number,
  measurer: Measurer,
  around: Around | undefined,
): number {
  const nested = shape.fields[plan.firstNested]?.layout
  const length = plan.nested[0]
  if (!nested || !length) return -1
  const from = offset + startAt(plan, plan.firstNested, view, offset)
  const inside = new PlannedScope(shape, plan, offset, view, around, measurer)
  const inner = from > end ? -1 : measurer.measure(nested, view, from, end, planned(length, view, offset), inside)
  const size = inner + planned(plan.size, view, offset)
  return inner >= 0 && size <= end - offset ? size : -1
}

/** Whether all arrays of records of differing size are empty. */
function holdsNone(nested: readonly Sum[], view: DataView, offset: number): boolean {
  for (const length of nested) if (planned(length, view, offset) !== 0) return false
  return true
}

/** Records whose size is a sum over counts near their beginning; one with nested records is walked field by field. */
function indexPlanned(
  element: AnyLayout,
  plan: StructPlan,
  index: Uint32Array,
  view: DataView,
  end: number,
  measurer: Measurer,
  around: Around | undefined,
): number {
  const count = index.length - 1
  const {
    headSize,
    size: { base, at: places, times, scalars },
    nested,
  } = plan
  const terms = places.length
  let at = index[0] ?? 0
  for (let record = 0; record < count; record++) {
    if (at + headSize > end) return record
    let size = base
    for (let term = 0; term < terms; term++) {
      const place = at + (places[term] ?? 0)
      const scalar = scalars[term]
      const value =
        scalar === 'u32'
          ? view.getUint32(place, true)
          : scalar === 'u16'
            ? view.getUint16(place, true)
            : view.getUint8(place)
      size += value * (times[term] ?? 0)
    }
    if (nested.length > 0 && !holdsNone(nested, view, at))
      size = measurer.measure(element, view, at, end, ALONE, around)
    if (size < 0 || at + size > end) return record
    at += size
    index[record + 1] = at
  }
  return count
}

/** Records of which each has a size of its own. */
function indexSized(
  sizer: Sizer,
  index: Uint32Array,
  view: DataView,
  end: number,
  measurer: Measurer,
  depth: number,
): number {
  const count = index.length - 1
  let at = index[0] ?? 0
  for (let record = 0; record < count; record++) {
    const size = sizer.size(view, at, at, 0, end, depth, measurer)
    if (size < 0) return record
    at += size
    index[record + 1] = at
  }
  return count
}

function explainStruct(node: WalkNode, shape: StructShape, walk: Walk): void {
  const places = [node.offset]
  const kept = new Map<number, WalkNode>()
  let at = node.offset
  let isWhole = true
  let isBounded = true
  // The list grows with the walk: the lengths of later arrays are read at its places.
  node.settle({ size: 0, isWhole, places })
  for (const [index, { name, layout }] of shape.fields.entries()) {
    const child = walk.node(layout, name, at, node)
    walk.explain(child)
    isWhole &&= child.isWhole
    isBounded = child.isBounded
    // An array that cannot be shown has a node all the same, empty: it is looked up by name.
    if (!isBounded && child.size === 0 && !walk.lengthOf(child.layout)) break
    at += child.size
    places.push(at)
    if (!child.isWhole || walk.keepsIndex(child.layout)) kept.set(index, child)
    if (!isBounded) break
  }
  node.settle({ size: at - node.offset, isWhole, isBounded, places, kept })
}

function decodeStruct(shape: StructShape, cursor: Cursor): Value {
  const record: Record<string, Value> = {}
  const { around } = cursor
  const scope = new ValueScope(shape, record, around, cursor)
  cursor.around = scope
  for (const { name, layout: declared } of shape.fields) {
    const layout = declared.varies ? cursor.resolve(declared, scope) : declared
    if (!layout || isNothing(layout)) continue
    const length = cursor.lengthOf(layout)
    setOwn(record, name, cursor.value(layout, length ? countWithin(length, scope) : 0))
  }
  cursor.around = around
  return record
}

function encodeStruct(shape: StructShape, given: unknown, encoder: Encoder): void {
  const { fields } = shape
  if (!isFields(given)) return encoder.refuse('layout.not-record')
  const value = withInnerCounts(given, encoder.innerCounts(shape), path => lengthAt(given, path), never)
  for (const field of Object.keys(value)) {
    if (!fields.some(({ name }) => name === field)) encoder.refuse('layout.unknown-field', { field })
  }
  const { around } = encoder
  const scope = new ValueScope(shape, value, around, encoder)
  encoder.around = scope
  for (const { name, layout: declared } of fields) {
    const given = own(value, name)
    const layout = declared.varies ? encoder.resolve(declared, scope) : declared
    if (layout && isNothing(layout) && given === undefined) continue
    const counts = layout && ownCounts(layout, encoder)
    const isLeft = given === undefined && layout !== undefined && followingOf(layout) !== undefined
    if (isLeft) encoder.left.push(encoder.size)
    const present = counts ? countIn(shape, value, counts, name, encoder) : isLeft ? 0 : given
    if (counts && typeof present === 'number') scope.derive(name, present)
    encoder.within(name, () => {
      if (layout && isNothing(layout)) encoder.refuse('layout.union', { tag: encoder.describe(declared) })
      if (present === undefined) encoder.refuse('layout.missing-field', { field: name })
      encoder.put(layout ?? declared, present)
    })
  }
  encoder.around = around
}

/** The array of its own record that a field counts. */
function ownCounts(layout: AnyLayout, steering: Steering): Counts | undefined {
  const counts = steering.countsOf(layout)
  return counts?.isParallel ? undefined : counts
}

/** Whether an array of the record may be empty although its count is not 0. */
function isConditional({ fields }: StructShape, sibling: string, steering: Steering): boolean {
  const found = fields.find(({ name }) => name === sibling)?.layout
  const length = found && steering.lengthOf(found)
  return length?.from === 'formula' && length.isConditional === true
}

/** What a count must be; refuses a given one that differs. */
function countIn(shape: StructShape, value: Fields, counts: Counts, name: string, encoder: Encoder): number {
  const {
    siblings: [sibling = ''],
    per,
    most,
  } = counts
  const given = own(value, name)
  const length = lengthCounted(
    counts,
    one => isConditional(shape, one, encoder),
    one => lengthAt(value, [one]),
  )
  if (length === undefined) return typeof given === 'number' ? given : 0
  const count = length / per
  if (!Number.isInteger(count)) encoder.within(sibling, () => encoder.refuse('layout.multiple', { per, found: length }))
  encoder.within(name, () => {
    if (count > most) encoder.refuse('layout.long', { max: most, found: length })
    if (given !== undefined && given !== count) {
      encoder.refuse('layout.derived', { expected: count, found: typeof given === 'number' ? given : typeof given })
    }
  })
  return count
}

function structJson(
  shape: StructShape,
  value: Value,
  printer: JsonPrinter,
  margin: string,
  isOutermost: boolean,
): string {
  const { fields } = shape
  const record = valuesOf(value)
  const { around } = printer
  printer.around = new ValueScope(shape, record, around, printer)
  const shown = fields.filter(({ name }) => own(record, name) !== undefined)
  const fieldText = ({ name, layout }: (typeof fields)[number], inner: string): string =>
    `"${name}": ${printer.print(layout, own(record, name) ?? 0, inner)}`
  const isLine = printer.isFolding && !isOutermost && shown.every(({ layout }) => printer.isLeaf(layout))
  const text = isLine
    ? jsonLine(
        '{ ',
        ' }',
        shown.map(field => fieldText(field, margin)),
      )
    : jsonSpread('{', '}', shown.length, margin, (index, inner) => {
        const field = shown[index]
        return field ? fieldText(field, inner) : ''
      })
  printer.around = around
  return text
}

type Values = Readonly<Record<string, Value>>
const isValues = (value: Value): value is Values =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array)
const valuesOf = (value: Value): Values => (isValues(value) ? value : {})

function recordFromJson(shape: StructShape, json: ReadonlyMap<string, Json>, reader: JsonReader): Fields {
  const { fields } = shape
  for (const field of json.keys()) {
    if (!fields.some(({ name }) => name === field)) reader.refuse('layout.unknown-field', { field })
  }
  const record: Record<string, unknown> = {}
  const { around } = reader
  reader.around = new ValueScope(shape, record, around, reader)
  const inside = reader.innerCounts(shape)
  const isPresent = ([step, ...steps]: readonly string[], name: string, given: number): boolean =>
    step === undefined ? reader.isPresent(name, given) : reader.within(step, () => isPresent(steps, name, given))
  for (const { name, layout: declared } of fields) {
    const given = json.get(name)
    const layout = (declared.varies && reader.resolve(declared, reader.around)) || declared
    const counts = ownCounts(layout, reader)
    const isOpen = counts && (given === undefined || reader.isPresent(name, given))
    const records = isOpen
      ? lengthCounted(
          counts,
          one => isConditional(shape, one, reader),
          one => lengthInJson(json, [one]),
        )
      : undefined
    if (counts && records !== undefined) setOwn(record, name, records / counts.per)
    else if (given !== undefined) {
      const read = reader.within(name, () => reader.value(layout, given))
      const inner = inside.length === 0 ? inside : inside.filter(({ field }) => field === name)
      const counted =
        inner.length > 0
          ? own(
              withInnerCounts({ [name]: read }, inner, path => lengthInJson(json, path), isPresent),
              name,
            )
          : read
      setOwn(record, name, counted)
    }
  }
  reader.around = around
  return record
}

function compareStructs(
  shape: StructShape,
  other: StructShape,
  path: string,
  from: Place,
  to: Place,
  comparer: Comparer,
): void {
  const { measurer, around } = comparer
  const before = fieldPlaces(shape, comparer.before, from, measurer, around[0])
  const after = fieldPlaces(other, comparer.after, to, measurer, around[1])
  comparer.around = [before.inside, after.inside]
  for (const [index, { name }] of shape.fields.entries()) {
    const a = before.places[index]
    const b = after.places[index]
    const here = before.layouts[index]
    const there = after.layouts[index]
    if (!a || !b || !here || !there) continue
    if (shape.fields[index]?.layout.varies && here !== there) comparer.range(a, b)
    else comparer.compare(here, there, joinPath(path, name), a, b)
  }
  comparer.around = around
}

interface FieldPlaces {
  readonly inside: Around
  readonly layouts: readonly AnyLayout[]
  readonly places: readonly Place[]
}

function fieldPlaces(
  shape: StructShape,
  { view }: Source,
  { offset, size }: Place,
  measurer: Measurer,
  around: Around | undefined,
): FieldPlaces {
  const places: number[] = []
  measurer.walkFields(shape, view, offset, offset + size, places, around)
  const inside = new PlacedScope(shape, places, view, around, measurer)
  const layouts = shape.fields.map(({ layout }) => measurer.resolve(layout, inside) ?? layout)
  return {
    inside,
    layouts,
    places: layouts.map((layout, index) => {
      const from = places[index] ?? 0
      const end = places[index + 1] ?? from
      return { offset: from, size: end - from, count: measurer.countAt(layout, inside, view, from, end) }
    }),
  }
}
