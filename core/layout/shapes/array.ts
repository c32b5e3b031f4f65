import { sizerOfRecord } from '../document/record-sizer'
import type { Value } from '../model/layout'
import type { AnyLayout, ArrayShape } from '../model/shape'
import {
  ALONE,
  NO_STEERING,
  UNCOUNTED,
  canHold,
  evenly,
  indexEach,
  never,
  nothing,
  recordNumber,
  sameKey,
} from './leaf'
import { checkLength, countAlone, failCount, lengthText, withAttribute } from './length'
import type { Around, Encoder, Measurer, Place, ShapeOperations, Source, Walk, WalkNode } from './operations'
import { recordsFromJson, recordsJson } from './record-json'
import { isLast, isSentinel } from './scope'

export const arrayOperations: ShapeOperations<ArrayShape> = {
  children: {
    parts: ({ element }) => [{ name: undefined, layout: element }],
    records: ({ element }) => ({ element, prefix: 0, first: 0 }),
    count: (_, node) => node.count,
    at: ({ element }, index) => ({ name: String(index), layout: element }),
    indexOf: (_, name) => recordNumber(name),
    places: (shape, { source, offset, size, inside, declared: count }, measurer) =>
      placesIn(shape, source, { offset, size, count }, measurer, inside),
  },
  steering: {
    ...NO_STEERING,
    length: shape => shape.length,
    reachesEnd: ({ length }) => length.from === 'end',
    withAttributes: (shape, attributes) => ({ ...shape, length: withAttribute(shape.length, attributes) }),
  },
  measure(_, shape, view, offset, end, count, measurer, around) {
    const { element, length } = shape
    const records = count === ALONE ? countAlone(length) : count
    if (records !== UNCOUNTED && !canHold(element, records, end - offset)) return -1
    if (element.fixedSize !== undefined && records !== UNCOUNTED) return records * element.fixedSize
    if (length.from !== 'parallel' && length.from !== 'until')
      return measureEach(element, records, view, offset, end, measurer, around)
    const walk = recordWalk(shape, records, view, offset, end, measurer, around)
    while (walk.next());
    return walk.isComplete() ? walk.at - offset : -1
  },
  index: indexEach,
  explain: (node, shape, walk) => explainArray(node, shape, walk),
  decode({ element, length }, cursor, count) {
    const values: Value[] = []
    const { around } = cursor
    const records = count === ALONE ? countAlone(length) : count
    for (let record = 0; records === UNCOUNTED || record < records; record++) {
      if (length.from === 'end' && cursor.at >= cursor.end) break
      if (length.from === 'parallel') cursor.around = around?.along(length.sibling, record)
      const value = cursor.value(element, ALONE)
      values.push(value)
      if (length.from === 'until' && isLast(length.expression, element, value, cursor)) break
    }
    cursor.around = around
    return values
  },
  encode: (shape, value, encoder) => encodeArray(shape, value, encoder),
  needsEnd: never,
  toJson: ({ element, length }, value, printer, margin) =>
    recordsJson(element, value, printer, margin, length.from === 'parallel' ? length.sibling : undefined),
  fromJson: ({ element, length }, json, reader) =>
    recordsFromJson(element, json, reader, length.from === 'parallel' ? length.sibling : undefined),
  jsonKey: sameKey,
  schema: ({ element, length }, _, schemas) => ({
    type: 'array',
    items: schemas.schemaOf(element),
    ...(length.from === 'fixed' && { minItems: length.count, maxItems: length.count }),
  }),
  describe: ({ element, length }, typeOf) => `${typeOf(element)}[${lengthText(length)}]`,
  compare(shape, _after, path, from, to, comparer) {
    const { measurer, before, after, around } = comparer
    comparer.records(
      shape.element,
      path,
      placesIn(shape, before, from, measurer, around[0]),
      placesIn(shape, after, to, measurer, around[1]),
      shape.length.from === 'parallel' ? shape.length.sibling : undefined,
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

function encodeArray({ element, length }: ArrayShape, value: unknown, encoder: Encoder): void {
  if (!Array.isArray(value)) return encoder.refuse('layout.not-list')
  const records: readonly unknown[] = value
  if (length.from === 'fixed' && length.count !== records.length) {
    encoder.refuse('layout.length', { expected: length.count, found: records.length })
  }
  checkLength(length, records.length, encoder)
  if (length.from === 'until') {
    const last = records.findIndex(record => isLast(length.expression, element, record, encoder))
    if (last < 0 || last !== records.length - 1) encoder.refuse('layout.sentinel', { condition: length.text })
  }
  encoder.putAll(element, records, length.from === 'parallel' ? length.sibling : undefined)
}

/** Where each record begins and the last one ends. */
function placesIn(
  shape: ArrayShape,
  { view }: Source,
  { offset, size, count }: Place,
  measurer: Measurer,
  around: Around | undefined,
): ArrayLike<number> {
  const { fixedSize } = shape.element
  if (fixedSize !== undefined && count !== UNCOUNTED) return evenly(offset, fixedSize, count)
  return indexOf(shape, count, view, offset, offset + size, measurer, around)
}

/** Where records begin, as many as there are before `end`, and where the last of them ends. */
function indexOf(
  shape: ArrayShape,
  count: number,
  view: DataView,
  offset: number,
  end: number,
  measurer: Measurer,
  around: Around | undefined,
): ArrayLike<number> {
  const { element, length } = shape
  if (length.from !== 'parallel' && length.from !== 'until') {
    const layout = element.varies ? measurer.resolve(element, around) : element
    if (!layout) return [offset]
    return measurer.indexRecords(layout, count === UNCOUNTED ? Infinity : count, view, offset, end, around)
  }
  const walk = recordWalk(shape, count, view, offset, end, measurer, around)
  const places = [offset]
  while (walk.next()) places.push(walk.at)
  return places
}

/** Bytes of `count` records that all have one layout, of UNCOUNTED up to `end`; -1 where they do not fit. */
function measureEach(
  element: AnyLayout,
  count: number,
  view: DataView,
  offset: number,
  end: number,
  measurer: Measurer,
  around: Around | undefined,
): number {
  const layout = element.varies ? measurer.resolve(element, around) : element
  if (!layout) return count === 0 || (count === UNCOUNTED && offset === end) ? 0 : -1
  let at = offset
  for (let record = 0; count === UNCOUNTED ? at < end : record < count; record++) {
    const size = measurer.measure(layout, view, at, end, ALONE, around)
    if (size < 0) return -1
    at += size
  }
  return at - offset
}

interface RecordWalk {
  readonly at: number
  /** Passes over one record; false behind the last one, or where the next does not fit. */
  next(): boolean
  isComplete(): boolean
}

/** Record after record from `offset`, where `first` begins. */
function recordWalk(
  { element, length }: ArrayShape,
  count: number,
  view: DataView,
  offset: number,
  end: number,
  measurer: Measurer,
  around: Around | undefined,
  first = 0,
): RecordWalk {
  let record = first
  let isEnded = false
  const rows = length.from === 'parallel' ? around?.rows(length.sibling) : undefined
  const isKnown = rows !== undefined && count >= 0 && rows.first + count * rows.stride <= view.byteLength
  const sizer = isKnown ? sizerOfRecord(element, rows.element) : undefined
  /** Between a record and the one that holds it is what it belongs to. */
  const depth = (around?.depth ?? 0) + 1
  const walk = {
    at: offset,
    next(): boolean {
      if (isEnded || record === count || (length.from === 'end' && walk.at >= end)) return false
      const { at } = walk
      let size: number
      let layout: AnyLayout | undefined
      if (sizer && rows) size = sizer.size(view, at, at, rows.first + record * rows.stride, end, depth, measurer)
      else {
        const inner = length.from === 'parallel' ? around?.along(length.sibling, record) : around
        layout = element.varies ? measurer.resolve(element, inner) : element
        size = layout ? measurer.measure(layout, view, at, end, ALONE, inner) : -1
      }
      if (size < 0 || (size === 0 && count === UNCOUNTED)) return false
      if (layout && length.from === 'until') isEnded = isSentinel(length.expression, layout, view, at, measurer)
      record++
      walk.at += size
      return true
    },
    isComplete: () => isEnded || record === count || (length.from === 'end' && walk.at === end),
  }
  return walk
}

function explainArray(node: WalkNode, shape: ArrayShape, walk: Walk): void {
  const { element, length } = shape
  const { count, offset } = node
  const isOpen = count === UNCOUNTED
  const room = walk.end - offset
  const isPossible = isOpen || canHold(element, count, room)
  if (!isPossible) failCount(node, element, length, walk)
  const isAbsurd = !isOpen && !canHold(element, count, walk.end)
  // A count that no payload of this size could hold is noise: the bytes after it are not read as records.
  const wanted = isPossible || length.from !== 'formula' || !isAbsurd ? (isOpen ? count : Math.max(0, count)) : 0
  const stride = element.fixedSize
  if (stride === undefined || isOpen) explainRecords(node, shape, wanted, walk)
  else {
    const records = Math.min(wanted, Math.floor(room / stride))
    node.settle({ size: records * stride, isWhole: records === count, records })
    if (records < wanted) {
      const partial = cutRecord(node, element, records, walk)
      if (partial.size > 0) node.append(partial)
    }
  }
}

/** Records of differing size: continues after damaged ones that end where their size says. */
function explainRecords(node: WalkNode, shape: ArrayShape, wanted: number, walk: Walk): void {
  const { offset, inside, source, count } = node
  const { length, element } = shape
  const kept = new Map<number, WalkNode>()
  let places: ArrayLike<number> = indexOf(shape, wanted, source.view, offset, walk.end, walk.measurer, inside)
  let isComplete = isAtEnd(shape, places, wanted, node, walk)
  let cut: WalkNode | undefined
  if (!isComplete && !(length.from === 'until' && lastOf(places) >= walk.end)) {
    const longer = Array.from(places)
    places = longer
    while (!isComplete) {
      node.settle({ size: lastOf(longer) - offset, isWhole: false, places: longer })
      const next = cutRecord(node, element, longer.length - 1, walk)
      if (next.size === 0 || !next.isBounded) {
        cut = next.size > 0 ? next : undefined
        break
      }
      kept.set(longer.length - 1, next)
      longer.push(next.offset + next.size)
      const at = lastOf(longer)
      const on = recordWalk(shape, wanted, source.view, at, walk.end, walk.measurer, inside, longer.length - 1)
      while (on.next()) longer.push(on.at)
      isComplete = on.isComplete()
    }
  }
  if (!isComplete && length.from === 'until') failCount(node, element, length, walk)
  const isBounded = isComplete && (count === UNCOUNTED || wanted === count)
  const size = lastOf(places) - offset
  node.settle({ size, isWhole: isBounded && kept.size === 0, isBounded, places, kept })
  if (cut) node.append(cut)
}

const lastOf = (places: ArrayLike<number>): number => places[places.length - 1] ?? 0

function isAtEnd(
  { length, element }: ArrayShape,
  places: ArrayLike<number>,
  wanted: number,
  { source: { view } }: WalkNode,
  { end, measurer }: Walk,
): boolean {
  const records = places.length - 1
  if (wanted !== UNCOUNTED) return records >= wanted
  if (length.from !== 'until') return lastOf(places) >= end
  const last = places[records - 1]
  const layout = measurer.resolve(element, undefined)
  return last !== undefined && layout !== undefined && isSentinel(length.expression, layout, view, last, measurer)
}

/** Of the record behind the whole ones as much as there is. */
function cutRecord(node: WalkNode, element: AnyLayout, record: number, walk: Walk): WalkNode {
  const partial = walk.node(element, String(record), node.offset + node.size, node)
  walk.explain(partial)
  return partial
}
