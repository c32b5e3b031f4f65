import type { Value } from '../model/layout'
import { readInteger, writeInteger } from '../model/numbers'
import { INTEGER_LIMITS, SCALAR_SIZE, type ListShape } from '../model/shape'
import { ALONE, NO_STEERING, evenly, joinPath, never, nothing, recordNumber, sameKey } from './leaf'
import type { ShapeOperations, Walk, WalkNode } from './operations'
import { recordsFromJson, recordsJson } from './record-json'

const strideOf = ({ element }: ListShape): number => element.fixedSize ?? 1

export const listOperations: ShapeOperations<ListShape> = {
  children: {
    parts: ({ count, element }) => [
      { name: 'count', layout: count },
      { name: undefined, layout: element },
    ],
    records: ({ scalar, element }) => ({ element, prefix: SCALAR_SIZE[scalar], first: 1 }),
    count: (shape, { size }) => Math.max(0, Math.trunc(1 + (size - SCALAR_SIZE[shape.scalar]) / strideOf(shape))),
    at: ({ count, element }, index) =>
      index === 0 ? { name: 'count', layout: count } : { name: String(index - 1), layout: element },
    indexOf(_, name) {
      if (name === 'count') return 0
      const number = recordNumber(name)
      return number < 0 ? -1 : number + 1
    },
    places(shape, { offset, size }) {
      const first = offset + SCALAR_SIZE[shape.scalar]
      const stride = strideOf(shape)
      return [offset, ...evenly(first, stride, (offset + size - first) / stride)]
    },
  },
  steering: NO_STEERING,
  measure(_layout, shape, view, offset, end) {
    const prefix = SCALAR_SIZE[shape.scalar]
    if (prefix > end - offset) return -1
    const size = prefix + readInteger(view, offset, shape.scalar) * strideOf(shape)
    return size <= end - offset ? size : -1
  },
  index(_layout, shape, index, view, end) {
    const stride = strideOf(shape)
    return shape.scalar === 'u16' ? index16(stride, index, view, end) : indexLists(shape, stride, index, view, end)
  },
  explain: (node, shape, walk) => explainList(node, shape, walk),
  decode({ scalar, element }, cursor) {
    const count = readInteger(cursor.view, cursor.at, scalar)
    cursor.at += SCALAR_SIZE[scalar]
    const values: Value[] = []
    for (let record = 0; record < count; record++) values.push(cursor.value(element, ALONE))
    return values
  },
  encode({ scalar, element }, value, encoder) {
    if (!Array.isArray(value)) return encoder.refuse('layout.not-list')
    const [, max] = INTEGER_LIMITS[scalar]
    if (value.length > max) encoder.refuse('layout.long', { max, found: value.length })
    const at = encoder.grow(SCALAR_SIZE[scalar])
    writeInteger(encoder.view, at, scalar, value.length)
    encoder.putAll(element, value)
  },
  needsEnd: never,
  toJson: ({ element }, value, printer, margin) => recordsJson(element, value, printer, margin, undefined),
  fromJson: ({ element }, json, reader) => recordsFromJson(element, json, reader, undefined),
  jsonKey: sameKey,
  schema: ({ scalar, element }, _, schemas) => ({
    type: 'array',
    items: schemas.schemaOf(element),
    maxItems: INTEGER_LIMITS[scalar][1],
  }),
  describe: ({ scalar, element }, typeOf) => `${typeOf(element)}[${scalar} before it]`,
  compare(shape, _after, path, from, to, comparer) {
    const prefix = SCALAR_SIZE[shape.scalar]
    comparer.runs({ ...from, size: prefix }, { ...to, size: prefix })
    const placesOf = ({ offset, size }: typeof from): number[] =>
      evenly(offset + prefix, strideOf(shape), (size - prefix) / strideOf(shape))
    comparer.records(shape.element, path, placesOf(from), placesOf(to), undefined)
  },
  isWatched: never,
  findings: nothing,
  columns: nothing,
}

function explainList(node: WalkNode, shape: ListShape, walk: Walk): void {
  const { offset } = node
  const prefix = SCALAR_SIZE[shape.scalar]
  const stride = strideOf(shape)
  const room = walk.end - offset - prefix
  if (room < 0) {
    walk.fail('truncated', node.path, offset, room + prefix, { needed: prefix, found: room + prefix })
    node.settle({ size: 0, isWhole: false })
    return
  }
  const count = readInteger(node.source.view, offset, shape.scalar)
  if (count * stride <= room) {
    node.settle({ size: prefix + count * stride, isWhole: true })
    return
  }
  const isAbsurd = count * stride > walk.end
  const params = { count, fits: Math.floor(room / stride) }
  if (isAbsurd) walk.fail('count', joinPath(node.path, 'count'), offset, prefix, params)
  else
    walk.fail('truncated', node.path, offset, room + prefix, { needed: prefix + count * stride, found: room + prefix })
  const records = isAbsurd ? [offset + prefix] : evenly(offset + prefix, stride, Math.floor(room / stride))
  const places = [offset, ...records]
  node.settle({ size: (places.at(-1) ?? offset) - offset, isWhole: false, places })
}

function indexLists({ scalar }: ListShape, stride: number, index: Uint32Array, view: DataView, end: number): number {
  const count = index.length - 1
  const prefix = SCALAR_SIZE[scalar]
  let at = index[0] ?? 0
  for (let record = 0; record < count; record++) {
    if (at + prefix > end) return record
    at += prefix + readInteger(view, at, scalar) * stride
    if (at > end) return record
    index[record + 1] = at
  }
  return count
}

function index16(stride: number, index: Uint32Array, view: DataView, end: number): number {
  const count = index.length - 1
  const last = end - 2
  let at = index[0] ?? 0
  for (let record = 0; record < count; record++) {
    if (at > last) return record
    const next = at + 2 + view.getUint16(at, true) * stride
    if (next > end) return record
    at = next
    index[record + 1] = at
  }
  return count
}
