import type { Meta } from '../model/meta'
import { toHex } from '../model/numbers'
import type { Layout, ShapeOf } from '../model/shape'
import type { Bytes } from '../model/splice'
import { bytesFromJson, encodeBytes } from './byte-run'
import { fixed } from './fixed'
import { NO_CHILDREN, NO_STEERING, explainLeaf, fixedOnly, indexEach, never, nothing, sameKey } from './leaf'
import type { ShapeOperations } from './operations'

/** Exactly `size` bytes, shown in hex. */
export const bytes = (size: number, meta: Meta = {}): Layout<Bytes> => fixed('bytes', { of: 'bytes', size }, size, meta)

export const bytesOperations: ShapeOperations<ShapeOf<'bytes'>> = {
  children: NO_CHILDREN,
  steering: NO_STEERING,
  measure: fixedOnly,
  index: indexEach,
  explain: explainLeaf,
  decode({ size }, cursor) {
    const { at } = cursor
    cursor.at += size
    return cursor.bytes.slice(at, at + size)
  },
  encode: ({ size }, value, encoder) => encodeBytes(value, encoder, size),
  needsEnd: never,
  toJson: (_, value) => `"hex:${value instanceof Uint8Array ? toHex(value) : ''}"`,
  fromJson: (_, json, reader) => bytesFromJson(json, reader),
  jsonKey: sameKey,
  schema: ({ size }) => ({ type: 'string', pattern: `^hex:[0-9a-fA-F]{${2 * size}}$` }),
  describe: ({ size }) => `bytes[${size}]`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: never,
  findings: nothing,
  columns: nothing,
}
