import type { Meta } from '../model/meta'
import { readInteger, writeInteger } from '../model/numbers'
import { INTEGER_LIMITS, SCALAR_SIZE, type AnyLayout, type Infer, type Layout, type SizedShape } from '../model/shape'
import { withMeta } from './fixed'
import { NO_STEERING, indexEach, never, nothing } from './leaf'
import { countWithin } from './length'
import { prefixScalar } from './prefix'
import type { Measurer, Place, ShapeOperations, Source, Walk, WalkNode } from './operations'

/**
 * A number of bytes and a body that fills them exactly: `sized(u32(), Body, { includesPrefix: true })`. The value is
 * the body; the writer fills the number. What the body does not explain is a gap within, and the walk goes on behind it.
 */
export function sized<B extends AnyLayout>(
  prefix: Layout<number>,
  body: B,
  { includesPrefix = false, ...meta }: Meta & { readonly includesPrefix?: boolean } = {},
): Layout<Infer<B>> {
  const scalar = prefixScalar(prefix, 'sized')
  return {
    kind: 'struct',
    meta,
    shape: {
      of: 'sized',
      scalar,
      size: withMeta(prefix, { role: 'derived' }),
      body,
      includesPrefix,
    },
    fixedSize: undefined,
    leastSize: SCALAR_SIZE[scalar] + body.leastSize,
  }
}

/** Bytes of the whole frame, prefix included, by its prefix. */
function totalOf({ scalar, includesPrefix }: SizedShape, view: DataView, offset: number): number {
  return readInteger(view, offset, scalar) + (includesPrefix ? 0 : SCALAR_SIZE[scalar])
}

export const sizedOperations: ShapeOperations<SizedShape> = {
  children: {
    parts: ({ size, body }) => [
      { name: 'size', layout: size },
      { name: 'body', layout: body },
    ],
    records: nothing,
    count: () => 2,
    at: ({ size, body }, index) =>
      index === 0 ? { name: 'size', layout: size } : index === 1 ? { name: 'body', layout: body } : undefined,
    indexOf: (_, name) => ['size', 'body'].indexOf(name),
    places: ({ scalar }, { offset, size }) => [offset, offset + SCALAR_SIZE[scalar], offset + size],
  },
  steering: NO_STEERING,
  measure(_, shape, view, offset, end, _count, measurer, around) {
    const prefix = SCALAR_SIZE[shape.scalar]
    if (prefix > end - offset) return -1
    const total = totalOf(shape, view, offset)
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
    cursor.end = at + totalOf(shape, view, at)
    cursor.at += SCALAR_SIZE[shape.scalar]
    const value = cursor.value(shape.body, countWithin(cursor.lengthOf(shape.body), cursor.around))
    cursor.end = end
    return value
  },
  encode({ scalar, body, includesPrefix }, value, encoder) {
    const prefix = SCALAR_SIZE[scalar]
    const at = encoder.grow(prefix)
    encoder.framed(() => encoder.put(body, value))
    const size = encoder.size - at - (includesPrefix ? 0 : prefix)
    const [, max] = INTEGER_LIMITS[scalar]
    if (size > max) encoder.refuse('layout.long', { max, found: size })
    writeInteger(encoder.view, at, scalar, size)
  },
  needsEnd: never,
  toJson: ({ body }, value, printer, margin, isOutermost) => printer.print(body, value, margin, isOutermost),
  fromJson: ({ body }, json, reader) => reader.within('body', () => reader.value(body, json)),
  jsonKey: () => undefined,
  schema: ({ body }, _, schemas) => schemas.schemaOf(body),
  describe: ({ scalar, body, includesPrefix }, typeOf) =>
    `${scalar} bytes${includesPrefix ? ' with it' : ''} of ${typeOf(body)}`,
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

function placesOf({ scalar }: SizedShape, _source: Source, { offset, size }: Place): readonly [Place, Place] {
  const prefix = SCALAR_SIZE[scalar]
  return [
    { offset, size: prefix, count: 0 },
    { offset: offset + prefix, size: size - prefix, count: 0 },
  ]
}

function explainSized(node: WalkNode, shape: SizedShape, walk: Walk): void {
  const { offset, path, source } = node
  const prefix = SCALAR_SIZE[shape.scalar]
  const room = walk.end - offset
  if (prefix > room) {
    walk.fail('truncated', path, offset, room, { needed: prefix, found: room })
    node.settle({ size: 0, isWhole: false })
    return
  }
  const total = totalOf(shape, source.view, offset)
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
