import { decodeText } from '../model/codepage'
import type { TextValue } from '../model/layout'
import type { Meta } from '../model/meta'
import { toHex } from '../model/numbers'
import type { CodePage, Layout, ShapeOf } from '../model/shape'
import { fixed } from './fixed'
import { NO_CHILDREN, NO_STEERING, explainLeaf, fixedOnly, indexEach, never, nothing, sameKey } from './leaf'
import type { ShapeOperations } from './operations'
import { TAILED, encodeTailed, tailedFromJson, tailedJson } from './tailed'

/**
 * Text up to the first NUL in a place of `size` bytes. Bytes after the NUL that are not all zero are kept:
 * the value is then `{ text, tail }`, the tail in hex.
 */
export function text(
  size: number,
  { page = 'cp1251', ...meta }: Meta & { readonly page?: CodePage } = {},
): Layout<TextValue> {
  return fixed('text', { of: 'text', size, page }, size, meta)
}

const NUL = { byte: 0, name: 'NUL' }

export const textOperations: ShapeOperations<ShapeOf<'text'>> = {
  children: NO_CHILDREN,
  steering: NO_STEERING,
  measure: fixedOnly,
  index: indexEach,
  explain: explainLeaf,
  decode({ size, page }, cursor) {
    const { at } = cursor
    cursor.at += size
    return textValue(cursor.bytes.subarray(at, at + size), page)
  },
  encode({ size, page }, value, encoder) {
    const { text: words, tail } = encodeTailed(value, page, '', NUL, encoder)
    const used = words.length + (tail.length === 0 ? 0 : 1 + tail.length)
    if (used > size) encoder.refuse('layout.text-long', { size, found: used })
    const at = encoder.grow(size)
    encoder.bytes.set(words, at)
    encoder.bytes.set(tail, at + (tail.length === 0 ? 0 : words.length + 1))
  },
  needsEnd: never,
  toJson: (_, value) => tailedJson(value),
  fromJson: (_, json) => tailedFromJson(json),
  jsonKey: sameKey,
  schema: ({ size }, _, schemas) => ({
    anyOf: [{ type: 'string', maxLength: size }, schemas.reference('text', TAILED)],
  }),
  describe: ({ size, page }) => `${page}[${size}]`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: never,
  findings: nothing,
  columns: nothing,
}

function textValue(place: Uint8Array, page: CodePage): TextValue {
  const nul = place.indexOf(0)
  if (nul < 0) return decodeText(place, page)
  const words = decodeText(place.subarray(0, nul), page)
  const tail = place.subarray(nul + 1)
  return tail.every(byte => byte === 0) ? words : { text: words, tail: toHex(tail) }
}
