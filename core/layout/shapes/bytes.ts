import { toLength } from '../model/formula'
import type { Meta } from '../model/meta'
import { toHex } from '../model/numbers'
import type { Layout, Length, ShapeOf } from '../model/shape'
import type { Bytes } from '../model/splice'
import { bytesFromJson, encodeBytes } from './byte-run'
import { ALONE, NO_CHILDREN, NO_STEERING, indexEach, never, nothing, sameKey } from './leaf'
import { checkLength, countAlone, failCount, lengthText, withAttribute } from './length'
import type { ShapeOperations } from './operations'

/**
 * A run of bytes, shown in hex, as one node. `length`: a number, the name of a field before it, a formula or an
 * attribute. Use `rest` for all bytes that remain. Throws TypeError for other lengths.
 */
export function bytes(length: number | string | Length, meta: Meta = {}): Layout<Bytes> {
  const told = toLength(length)
  if (told.from !== 'fixed' && told.from !== 'formula' && told.from !== 'attribute')
    throw new TypeError('bytes to the end are rest')
  const size = told.from === 'fixed' ? told.count : undefined
  return { kind: 'bytes', meta, shape: { of: 'bytes', length: told }, fixedSize: size, leastSize: size ?? 0 }
}

/** Bytes of a value whose length by its record is `count`. */
const sizeOf = (length: Length, count: number): number =>
  length.from === 'fixed' || count === ALONE ? countAlone(length) : count

const BYTE = { leastSize: 1 }

export const bytesOperations: ShapeOperations<ShapeOf<'bytes'>> = {
  children: NO_CHILDREN,
  steering: {
    ...NO_STEERING,
    length: ({ length }) => (length.from === 'fixed' ? undefined : length),
    withAttributes: (shape, attributes) => ({ ...shape, length: withAttribute(shape.length, attributes) }),
  },
  measure(_, { length }, _view, offset, end, count) {
    const size = sizeOf(length, count)
    return size >= 0 && size <= end - offset ? size : -1
  },
  index: indexEach,
  explain(node, { length }, walk) {
    const size = sizeOf(length, node.count)
    const room = walk.end - node.offset
    const isWhole = size >= 0 && size <= room
    if (length.from === 'fixed') {
      if (!isWhole) walk.fail('truncated', node.path, node.offset, room, { needed: size, found: room })
    } else if (!isWhole) failCount(node, BYTE, length, walk)
    node.settle({ size: isWhole ? size : 0, isWhole })
  },
  decode({ length }, cursor, count) {
    const { at } = cursor
    cursor.at += sizeOf(length, count)
    return cursor.bytes.slice(at, cursor.at)
  },
  encode({ length }, value, encoder) {
    encodeBytes(value, encoder, length.from === 'fixed' ? length.count : undefined)
    if (value instanceof Uint8Array) checkLength(length, value.length, encoder)
  },
  needsEnd: never,
  toJson: (_, value) => `"hex:${value instanceof Uint8Array ? toHex(value) : ''}"`,
  fromJson: (_, json, reader) => bytesFromJson(json, reader),
  jsonKey: sameKey,
  schema: ({ length }) => ({
    type: 'string',
    pattern: length.from === 'fixed' ? `^hex:[0-9a-fA-F]{${2 * length.count}}$` : '^hex:([0-9a-fA-F]{2})*$',
  }),
  describe: ({ length }) => `bytes[${lengthText(length)}]`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: ({ isUnknownCase }) => isUnknownCase === true,
  findings: ({ isUnknownCase }) => (isUnknownCase ? { what: 'union', params: {} } : undefined),
  columns: nothing,
}
