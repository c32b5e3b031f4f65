import type { Value } from '../model/layout'
import type { ArrayShape } from '../model/shape'
import { ALONE, NO_STEERING, canHold, evenly, indexEach, never, nothing, recordNumber, sameKey } from './leaf'
import { countAlone, failCount, lengthText, noteAttribute, withAttribute } from './length'
import type { Measurer, Place, ShapeOperations, Source, Walk, WalkNode } from './operations'
import { recordsFromJson, recordsJson } from './record-json'

export const arrayOperations: ShapeOperations<ArrayShape> = {
  children: {
    parts: ({ element }) => [{ name: undefined, layout: element }],
    records: ({ element }) => ({ element, prefix: 0, first: 0 }),
    count: (_, node) => node.count,
    at: ({ element }, index) => ({ name: String(index), layout: element }),
    indexOf: (_, name) => recordNumber(name),
    places: (shape, { source, offset, size, count }, measurer) =>
      placesIn(shape, source, { offset, size, count }, measurer),
  },
  steering: {
    ...NO_STEERING,
    length: shape => shape.length,
    reachesEnd: ({ length }) => length.from === 'end',
    withAttributes: (shape, attributes) => ({ ...shape, length: withAttribute(shape.length, attributes) }),
  },
  measure(_, { element, length }, view, offset, end, count, measurer) {
    const records = count === ALONE ? countAlone(length) : count
    if (!canHold(element, records, end - offset)) return -1
    if (element.fixedSize !== undefined) return records * element.fixedSize
    let at = offset
    for (let record = 0; record < records; record++) {
      const size = measurer.measure(element, view, at, end)
      if (size < 0) return -1
      at += size
    }
    return at - offset
  },
  index: indexEach,
  explain: (node, shape, walk) => explainArray(node, shape, walk),
  decode({ element, length }, cursor, count) {
    const values: Value[] = []
    if (length.from === 'end') while (cursor.at < cursor.end) values.push(cursor.value(element, ALONE))
    else {
      const records = count === ALONE ? countAlone(length) : count
      for (let record = 0; record < records; record++) values.push(cursor.value(element, ALONE))
    }
    return values
  },
  encode({ element, length }, value, encoder) {
    if (!Array.isArray(value)) return encoder.refuse('layout.not-list')
    if (length.from === 'fixed' && length.count !== value.length) {
      encoder.refuse('layout.length', { expected: length.count, found: value.length })
    }
    noteAttribute(length, value.length, encoder)
    encoder.putAll(element, value)
  },
  needsEnd: never,
  toJson: ({ element }, value, printer, margin) => recordsJson(element, value, printer, margin),
  fromJson: ({ element }, json, reader) => recordsFromJson(element, json, reader),
  jsonKey: sameKey,
  schema: ({ element, length }, _, schemas) => ({
    type: 'array',
    items: schemas.schemaOf(element),
    ...(length.from === 'fixed' && { minItems: length.count, maxItems: length.count }),
  }),
  describe: ({ element, length }, typeOf) => `${typeOf(element)}[${lengthText(length)}]`,
  compare(shape, _after, path, from, to, comparer) {
    comparer.records(
      shape.element,
      path,
      placesIn(shape, comparer.before, from, comparer.measurer),
      placesIn(shape, comparer.after, to, comparer.measurer),
    )
  },
  isWatched: never,
  findings: nothing,
  columns(layout, { element, length }, field, numbersOf) {
    if (field !== '' || layout.fixedSize === undefined || length.from !== 'fixed') return undefined
    const part = numbersOf(element, '')
    return part && { ...part, words: part.words * length.count }
  },
}

function placesIn(
  { element }: ArrayShape,
  { view }: Source,
  { offset, size, count }: Place,
  measurer: Measurer,
): ArrayLike<number> {
  const { fixedSize } = element
  return fixedSize === undefined
    ? measurer.indexRecords(element, count, view, offset, offset + size)
    : evenly(offset, fixedSize, count)
}

function explainArray(node: WalkNode, shape: ArrayShape, walk: Walk): void {
  const { element } = shape
  const { count, offset } = node
  const room = walk.end - offset
  const isPossible = canHold(element, count, room)
  if (!isPossible) failCount(node, element, shape.length, walk)
  const isAbsurd = !canHold(element, count, walk.end)
  // A count that no payload of this size could hold says nothing about the bytes after it.
  const wanted = isPossible || shape.length.from !== 'formula' || !isAbsurd ? Math.max(0, count) : 0
  const stride = element.fixedSize
  if (stride === undefined) {
    const places = walk.measurer.indexRecords(element, wanted, node.source.view, offset, walk.end)
    const complete = places.length - 1
    node.settle({ size: (places[complete] ?? offset) - offset, isWhole: complete === count, places })
    if (complete < wanted) cut(node, shape, complete, walk)
  } else {
    const records = Math.min(wanted, Math.floor(room / stride))
    node.settle({ size: records * stride, isWhole: records === count, records })
    if (records < wanted) cut(node, shape, records, walk)
  }
}

/** Of the record behind the whole ones as much as there is. */
function cut(node: WalkNode, { element }: ArrayShape, record: number, walk: Walk): void {
  const partial = walk.node(element, String(record), node.offset + node.size, node)
  walk.explain(partial)
  if (partial.size > 0) node.append(partial)
}
