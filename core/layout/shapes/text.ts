import { decodeText, encodeText } from '../model/codepage'
import type { TextValue } from '../model/layout'
import type { Meta } from '../model/meta'
import { toHex } from '../model/numbers'
import type { CodePage, Layout, TextShape } from '../model/shape'
import { fixed } from './fixed'
import { NO_CHILDREN, NO_STEERING, explainLeaf, fixedOnly, indexEach, isFields, never, nothing, sameKey } from './leaf'
import type { Encoder, JsonSchema, ShapeOperations } from './operations'
import { TAILED, encodeTailed, tailedFromJson, tailedJson } from './tailed'

/**
 * Text up to the first NUL in a place of `size` bytes. Bytes after the NUL that are not all zero are kept:
 * the value is then `{ text, tail }`, the tail in hex. `fill`: the place holds that text before another is written over
 * its beginning, so a tail that equals it is left out of the value. `second`: a second text may follow the NUL;
 * the value is then `{ text, second }`.
 */
export function text(
  size: number,
  {
    page = 'cp1251',
    fill,
    second = false,
    ...meta
  }: Meta & { readonly page?: CodePage; readonly fill?: string; readonly second?: boolean } = {},
): Layout<TextValue> {
  const filled = fill === undefined ? new Uint8Array(0) : encodeText(fill, page)
  if ('missing' in filled || filled.length > size || filled.includes(0) || (second && fill !== undefined))
    throw new TypeError(`text: fill '${fill}'`)
  const shape: TextShape = {
    of: 'text',
    size,
    page,
    ...(fill !== undefined && { fill }),
    ...(second && { hasSecond: true }),
  }
  return fixed('text', shape, size, meta)
}

const NUL = { byte: 0, name: 'NUL' }

export const textOperations: ShapeOperations<TextShape> = {
  children: NO_CHILDREN,
  steering: NO_STEERING,
  measure: fixedOnly,
  index: indexEach,
  explain: explainLeaf,
  decode(shape, cursor) {
    const { at } = cursor
    cursor.at += shape.size
    return textValue(cursor.bytes.subarray(at, at + shape.size), shape)
  },
  encode: (shape, value, encoder) => encodePlace(shape, value, encoder),
  needsEnd: never,
  toJson: (_, value) => (isSecond(value) ? secondJson(value) : tailedJson(value)),
  fromJson: (_, json) => tailedFromJson(json),
  jsonKey: sameKey,
  schema: ({ size, hasSecond }, _, schemas) => ({
    anyOf: [
      { type: 'string', maxLength: size },
      schemas.reference('text', TAILED),
      ...(hasSecond ? [schemas.reference('second-text', SECOND)] : []),
    ],
  }),
  describe: ({ size, page, fill, hasSecond }) =>
    `${page}[${size}]${fill === undefined ? '' : ` filled with '${fill}'`}${hasSecond ? ' and a second text' : ''}`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: never,
  findings: nothing,
  columns: nothing,
}

/** A text with a second one behind its NUL: the extension of a file name. */
const isSecond = (value: unknown): value is { readonly text: string; readonly second: string } =>
  isFields(value) && typeof value['text'] === 'string' && typeof value['second'] === 'string'

const secondJson = ({ text: first, second }: { readonly text: string; readonly second: string }): string =>
  `{"text": ${JSON.stringify(first)}, "second": ${JSON.stringify(second)}}`

/** JSON Schema of `{ text, second }`. */
const SECOND: JsonSchema = {
  type: 'object',
  properties: { text: { type: 'string' }, second: { type: 'string' } },
  required: ['text', 'second'],
  additionalProperties: false,
}

/** The place before a text is written into it. */
function emptyPlace({ size, page, fill }: TextShape): Uint8Array {
  const place = new Uint8Array(size)
  const filled = fill === undefined ? undefined : encodeText(fill, page)
  if (filled instanceof Uint8Array) place.set(filled)
  return place
}

function encodePlace(shape: TextShape, value: unknown, encoder: Encoder): void {
  const { size, page, hasSecond } = shape
  if (hasSecond && isSecond(value)) {
    const [first, second] = [value.text, value.second].map(one => encodeTailed(one, page, '', NUL, encoder).text)
    if (first && second) put(size, first, second, encoder)
    return
  }
  const { text: words, tail } = encodeTailed(value, page, '', NUL, encoder)
  if (typeof value !== 'string' || shape.fill === undefined) {
    put(size, words, tail, encoder)
    return
  }
  const place = emptyPlace(shape)
  put(size, words, place.subarray(Math.min(size, words.length + 1)), encoder)
}

/** Writes a text, its NUL and the bytes behind it. */
function put(size: number, words: Uint8Array, behind: Uint8Array, encoder: Encoder): void {
  const used = words.length + (behind.length === 0 ? 0 : 1 + behind.length)
  if (used > size) encoder.refuse('layout.text-long', { size, found: used })
  const at = encoder.grow(size)
  encoder.bytes.fill(0, at, at + size)
  encoder.bytes.set(words, at)
  if (behind.length > 0) encoder.bytes.set(behind, at + words.length + 1)
}

function textValue(place: Uint8Array, shape: TextShape): TextValue {
  const { page, hasSecond } = shape
  const nul = place.indexOf(0)
  if (nul < 0) return decodeText(place, page)
  const words = decodeText(place.subarray(0, nul), page)
  const tail = place.subarray(nul + 1)
  const usual = shape.fill === undefined ? undefined : emptyPlace(shape)
  if (tail.every((byte, at) => byte === (usual?.[nul + 1 + at] ?? 0))) return words
  const end = tail.indexOf(0)
  if (hasSecond && end !== 0 && (end < 0 || tail.subarray(end).every(byte => byte === 0)))
    return { text: words, second: decodeText(end < 0 ? tail : tail.subarray(0, end), page) }
  return { text: words, tail: toHex(tail) }
}
