import type { Value } from '../model/layout'
import type { Meta } from '../model/meta'
import { writeInteger } from '../model/numbers'
import { INTEGER_LIMITS, SCALAR_SIZE, type AnyLayout, type Infer, type Layout, type SizedShape } from '../model/shape'
import type { Bytes } from '../model/splice'
import { prefixAt, totalAt } from './extent'
import { withMeta } from './fixed'
import { NO_STEERING, indexEach, isFields, never, nothing } from './leaf'
import { countWithin } from './length'
import { prefixScalar } from './prefix'
import { u8 } from './scalar'
import type { Measurer, Place, ShapeOperations, Source, Walk, WalkNode } from './operations'

/**
 * A frame: a size in bytes and a body of exactly that size: `sized(u32(), Body)`. The value is that of the body; the
 * writer fills the size. Bytes that the body does not explain are a gap inside the frame; the walk continues after it.
 * `includesPrefix`: the size includes its own bytes. `counted`: it includes that many bytes before it, such as an id.
 * `isShortened`: a size below 128 is one byte, `2 * size`; any other is four bytes, `2 * size + 1`. Four bytes where
 * one would suffice are kept: the value is then `{ $long: body }`.
 */
export function sized<B extends AnyLayout>(
  prefix: Layout<number>,
  body: B,
  {
    includesPrefix = false,
    counted = 0,
    isShortened = false,
    ...meta
  }: Meta & { readonly includesPrefix?: boolean; readonly counted?: number; readonly isShortened?: boolean } = {},
): Layout<Infer<B>> {
  const scalar = prefixScalar(prefix, 'sized')
  if (isShortened && (scalar !== 'u32' || includesPrefix || counted > 0))
    throw new TypeError('sized: only a u32 is shortened')
  return {
    kind: 'struct',
    meta,
    shape: {
      of: 'sized',
      scalar,
      size: withMeta(prefix, { role: 'derived' }),
      body,
      includesPrefix,
      ...(counted > 0 && { counted }),
      ...(isShortened && { isShortened }),
    },
    fixedSize: undefined,
    leastSize: (isShortened ? 1 : SCALAR_SIZE[scalar]) + body.leastSize,
  }
}

/** Bytes of the prefix of a frame, and of the whole with it. The prefix may be longer than the room for it. */
function extentOf(
  shape: SizedShape,
  view: DataView,
  offset: number,
  room: number,
): { readonly prefix: number; readonly total: number } {
  const prefix = prefixAt(shape, view, offset, room)
  return { prefix, total: prefix > room ? prefix : totalAt(shape, view, offset, prefix) }
}

/** The first size that a shortened prefix does not hold in one byte. */
const LONG = 0x80
const LONG_KEY = '$long'
const ONE_BYTE = u8({ role: 'derived' })

/** What a value that is kept with a long prefix holds. */
const longValue = (value: unknown): readonly [body: unknown] | undefined =>
  isFields(value) && Object.hasOwn(value, LONG_KEY) && Object.keys(value).length === 1 ? [value[LONG_KEY]] : undefined

/**
 * The prefix of a frame of `size` bytes without it; with `includesPrefix` these are counted with it. Undefined where the
 * number is too large.
 */
export function prefixBytes(shape: SizedShape, size: number, isLong: boolean): Bytes | undefined {
  const { scalar, includesPrefix, counted = 0, isShortened } = shape
  const isShort = isShortened && !isLong && size < LONG
  const bytes = new Uint8Array(isShort ? 1 : SCALAR_SIZE[scalar])
  const number = isShort ? 2 * size : isShortened ? 2 * size + 1 : size + counted + (includesPrefix ? bytes.length : 0)
  if (number > INTEGER_LIMITS[scalar][1]) return undefined
  writeInteger(new DataView(bytes.buffer), 0, isShort ? 'u8' : scalar, number)
  return bytes
}

/** The largest number of bytes in a frame. */
export const mostFramed = ({ scalar, isShortened }: SizedShape): number =>
  Math.floor(INTEGER_LIMITS[scalar][1] / (isShortened ? 2 : 1))

/** The prefix of a frame whose body grows by `more` bytes; one that was longer than needed stays so. */
export function prefixWith(
  shape: SizedShape,
  view: DataView,
  offset: number,
  more: number,
): { readonly before: number; readonly after: Bytes | undefined; readonly size: number } {
  const { prefix, total } = extentOf(shape, view, offset, view.byteLength - offset)
  const size = total - prefix + more
  return { before: prefix, after: prefixBytes(shape, size, prefix > 1 && total - prefix < LONG), size }
}

export const sizedOperations: ShapeOperations<SizedShape> = {
  children: {
    parts: ({ size, body }) => [
      { name: 'size', layout: size },
      { name: 'body', layout: body },
    ],
    records: nothing,
    count: () => 2,
    at(shape, index, { source, offset }) {
      const { size, body, isShortened } = shape
      if (index !== 0) return index === 1 ? { name: 'body', layout: body } : undefined
      const isShort = isShortened && extentOf(shape, source.view, offset, source.view.byteLength - offset).prefix === 1
      return { name: 'size', layout: isShort ? ONE_BYTE : size }
    },
    indexOf: (_, name) => ['size', 'body'].indexOf(name),
    places: (shape, { source, offset, size }) => [
      offset,
      offset + prefixAt(shape, source.view, offset, size),
      offset + size,
    ],
  },
  steering: NO_STEERING,
  measure(_, shape, view, offset, end, _count, measurer, around) {
    const { prefix, total } = extentOf(shape, view, offset, end - offset)
    if (total < prefix || total > end - offset) return -1
    if (measurer.isTrusting) return total
    const from = offset + prefix
    const to = offset + total
    const body = shape.body.varies ? measurer.resolve(shape.body, around) : shape.body
    if (!body) return -1
    const count = measurer.countAt(body, around, view, from, to)
    return measurer.measure(body, view, from, to, count, around) === total - prefix ? total : -1
  },
  index: indexEach,
  explain: (node, shape, walk) => explainSized(node, shape, walk),
  decode(shape, cursor) {
    const { end, at, view } = cursor
    const { prefix, total } = extentOf(shape, view, at, end - at)
    cursor.end = at + total
    cursor.at += prefix
    const value = cursor.value(shape.body, countWithin(cursor.lengthOf(shape.body), cursor.around))
    cursor.end = end
    return shape.isShortened && prefix > 1 && total - prefix < LONG ? { [LONG_KEY]: value } : value
  },
  encode(shape, value, encoder) {
    const long = shape.isShortened ? longValue(value) : undefined
    const at = encoder.size
    encoder.framed(() => encoder.put(shape.body, long ? long[0] : value))
    const body = encoder.bytes.slice(at, encoder.size)
    const prefix = prefixBytes(shape, body.length, long !== undefined)
    if (!prefix) return encoder.refuse('layout.long', { max: mostFramed(shape), found: body.length })
    const framed = new Uint8Array(prefix.length + body.length)
    framed.set(prefix)
    framed.set(body, prefix.length)
    encoder.replace(at, framed)
  },
  needsEnd: never,
  toJson({ body, isShortened }, value, printer, margin, isOutermost) {
    const long = isShortened ? longValue(value) : undefined
    const text = printer.print(body, long ? (long[0] as Value) : value, margin, isOutermost)
    return long ? `{"${LONG_KEY}": ${text}}` : text
  },
  fromJson: ({ body, isShortened }, json, reader) =>
    reader.within('body', () => {
      const long = isShortened && json instanceof Map && json.size === 1 ? json.get(LONG_KEY) : undefined
      return long === undefined ? reader.value(body, json) : { [LONG_KEY]: reader.value(body, long) }
    }),
  jsonKey: () => undefined,
  schema({ body, isShortened }, _, schemas) {
    const schema = schemas.schemaOf(body)
    if (!isShortened) return schema
    const long = {
      type: 'object',
      properties: { [LONG_KEY]: schema },
      required: [LONG_KEY],
      additionalProperties: false,
    }
    return { anyOf: [schema, long] }
  },
  describe: ({ scalar, body, includesPrefix, counted, isShortened }, typeOf) =>
    `${isShortened ? 'u8 or ' : ''}${scalar} bytes${includesPrefix ? ' with it' : ''}${counted ? ` and ${counted} before it` : ''} of ${typeOf(body)}`,
  compare(shape, after, path, from, to, comparer) {
    if (after.of !== 'sized') return comparer.range(from, to)
    const [size, body] = placesOf(shape, comparer.before, from)
    const [otherSize, otherBody] = placesOf(shape, comparer.after, to)
    const [around, then] = comparer.around
    const layout = comparer.measurer.resolve(shape.body, around)
    const other = comparer.measurer.resolve(after.body, then)
    comparer.range(size, otherSize)
    if (layout === undefined || layout !== other) comparer.range(body, otherBody)
    else
      comparer.compare(
        layout,
        other,
        `${path === '' ? '' : `${path}/`}body`,
        { ...body, count: countIn(layout, comparer.before, body, comparer.measurer, around) },
        { ...otherBody, count: countIn(other, comparer.after, otherBody, comparer.measurer, then) },
      )
  },
  isWatched: never,
  findings: nothing,
  columns: nothing,
}

const countIn = (
  layout: AnyLayout,
  { view }: Source,
  { offset, size }: Place,
  measurer: Measurer,
  around: Parameters<Measurer['countAt']>[1],
): number => measurer.countAt(layout, around, view, offset, offset + size)

function placesOf(shape: SizedShape, { view }: Source, { offset, size }: Place): readonly [Place, Place] {
  const { prefix } = extentOf(shape, view, offset, size)
  return [
    { offset, size: prefix, count: 0 },
    { offset: offset + prefix, size: size - prefix, count: 0 },
  ]
}

function explainSized(node: WalkNode, shape: SizedShape, walk: Walk): void {
  const { offset, path, source } = node
  const room = walk.end - offset
  const { prefix, total } = extentOf(shape, source.view, offset, room)
  if (prefix > room) {
    walk.fail('truncated', path, offset, room, { needed: prefix, found: room })
    node.settle({ size: 0, isWhole: false })
    return
  }
  if (total < prefix || total > room) {
    walk.fail('count', `${path}/size`, offset, prefix, { count: total, fits: room })
    node.settle({ size: prefix, isWhole: false, places: [offset, offset + prefix] })
    return
  }
  const from = offset + prefix
  const to = offset + total
  walk.frame(to, () => {
    node.settle({ size: total, isWhole: false, isBounded: true, places: [offset, from, to] })
    const body = walk.node(shape.body, 'body', from, node)
    walk.explain(body)
    const end = from + body.size
    if (body.isWhole && end === to) {
      const kept = walk.keepsIndex(body.layout) ? new Map([[1, body]]) : undefined
      node.settle({ size: total, isWhole: true, places: [offset, from, to], ...(kept && { kept }) })
      return
    }
    if (body.isWhole) walk.fail('trailing', path, end, to - end, { count: to - end })
    const kept = new Map([[1, body]])
    if (end < to) kept.set(2, walk.gap(end, to - end, node))
    const places = end < to ? [offset, from, end, to] : [offset, from, to]
    node.settle({ size: total, isWhole: false, isBounded: true, places, kept })
  })
}
