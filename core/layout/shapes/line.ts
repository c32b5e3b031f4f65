import { decodeText } from '../model/codepage'
import type { TextValue } from '../model/layout'
import type { Meta } from '../model/meta'
import { toHex } from '../model/numbers'
import type { CodePage, Layout, ShapeOf } from '../model/shape'
import { NO_CHILDREN, NO_STEERING, explainLeaf, indexEach, never, nothing, sameKey } from './leaf'
import { LINE_FEED } from './line-part'
import type { ShapeOperations } from './operations'
import { TAILED, encodeTailed, tailedFromJson, tailedJson } from './tailed'

/**
 * A line of a text with its end. The value is the text of a line that ends in CR LF; of another it is
 * `{ text, tail }`, the tail being its end in hex: `0a`, or nothing at the end of the file.
 */
export function line({ page = 'cp1251', ...meta }: Meta & { readonly page?: CodePage } = {}): Layout<TextValue> {
  return { kind: 'text', meta, shape: { of: 'line', page }, fixedSize: undefined, leastSize: 1 }
}

export const lineOperations: ShapeOperations<ShapeOf<'line'>> = {
  children: NO_CHILDREN,
  steering: NO_STEERING,
  measure(_layout, _shape, view, offset, end) {
    for (let at = offset; at < end; at++) if (view.getUint8(at) === LINE_FEED.byte) return at + 1 - offset
    return end > offset ? end - offset : -1
  },
  index: indexEach,
  explain: explainLeaf,
  decode({ page }, cursor) {
    const { at } = cursor
    const newline = cursor.bytes.indexOf(LINE_FEED.byte, at)
    cursor.at = newline < 0 || newline >= cursor.end ? cursor.end : newline + 1
    return lineValue(cursor.bytes.subarray(at, cursor.at), page)
  },
  encode({ page }, value, encoder) {
    const { text, tail } = encodeTailed(value, page, '0d0a', LINE_FEED, encoder)
    if (!['', '0a', '0d0a'].includes(toHex(tail)) || text.length + tail.length === 0)
      return encoder.refuse('layout.hex')
    const at = encoder.grow(text.length + tail.length)
    encoder.bytes.set(text, at)
    encoder.bytes.set(tail, at + text.length)
  },
  needsEnd: (_, bytes, end) => bytes[end - 1] !== LINE_FEED.byte,
  toJson: (_, value) => tailedJson(value),
  fromJson: (_, json) => tailedFromJson(json),
  jsonKey: sameKey,
  schema: (_shape, _known, schemas) => ({
    anyOf: [{ type: 'string', pattern: '^[^\\n]*$' }, schemas.reference('text', TAILED)],
  }),
  describe: ({ page }) => `${page} line`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: never,
  findings: nothing,
  columns: nothing,
}

/** The text of a line that ends in CR LF; of another `{ text, tail }`. */
function lineValue(bytes: Uint8Array, page: CodePage): TextValue {
  const hasEnd = bytes.at(-1) === LINE_FEED.byte
  const size = bytes.length - (hasEnd ? 1 : 0)
  const isCrLf = hasEnd && bytes[size - 1] === 0x0d
  const text = decodeText(bytes.subarray(0, isCrLf ? size - 1 : size), page)
  return isCrLf ? text : { text, tail: hasEnd ? '0a' : '' }
}
