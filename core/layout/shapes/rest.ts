import type { Meta } from '../model/meta'
import { toHex } from '../model/numbers'
import type { Layout, ShapeOf } from '../model/shape'
import type { Bytes } from '../model/splice'
import { bytesFromJson, encodeBytes } from './byte-run'
import { NO_CHILDREN, NO_STEERING, explainLeaf, indexEach, never, nothing, sameKey } from './leaf'
import type { ShapeOperations } from './operations'

/** All bytes that remain: not understood, kept as they are. Allowed only as the last field of the outermost record. */
export function rest(meta: Meta = {}): Layout<Bytes> {
  return {
    kind: 'bytes',
    meta: { role: 'unknown', ...meta },
    shape: { of: 'rest' },
    fixedSize: undefined,
    leastSize: 0,
  }
}

export const restOperations: ShapeOperations<ShapeOf<'rest'>> = {
  children: NO_CHILDREN,
  steering: { ...NO_STEERING, reachesEnd: () => true },
  measure: (_layout, _shape, _view, offset, end) => end - offset,
  index: indexEach,
  explain: explainLeaf,
  decode(_, cursor) {
    const { at } = cursor
    cursor.at = cursor.end
    return cursor.bytes.slice(at, cursor.end)
  },
  encode: (_, value, encoder) => encodeBytes(value, encoder),
  needsEnd: never,
  toJson: (_, value) => `"hex:${value instanceof Uint8Array ? toHex(value) : ''}"`,
  fromJson: (_, json, reader) => bytesFromJson(json, reader),
  jsonKey: sameKey,
  schema: () => ({ type: 'string', pattern: '^hex:([0-9a-fA-F]{2})*$' }),
  describe: () => 'bytes to the end',
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: never,
  findings: nothing,
  columns: nothing,
}
