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
  return { kind: 'text', meta, shape: { of: 'line', page, end: 'line' }, fixedSize: undefined, leastSize: 1 }
}

/** A text with the zero byte that ends it. The value is the text; of one that the file ends within `{ text, tail: '' }`. */
export function nulText({ page = 'cp1251', ...meta }: Meta & { readonly page?: CodePage } = {}): Layout<TextValue> {
  return { kind: 'text', meta, shape: { of: 'line', page, end: 'nul' }, fixedSize: undefined, leastSize: 1 }
}

interface TextEnd {
  readonly byte: number
  /** The byte as messages call it. */
  readonly name: string
  /** All ends that a text may have, in hex; the first is that of a value without a tail. */
  readonly tails: readonly string[]
}
const ENDS: Readonly<Record<ShapeOf<'line'>['end'], TextEnd>> = {
  line: { ...LINE_FEED, tails: ['0d0a', '0a', ''] },
  nul: { byte: 0, name: 'NUL', tails: ['00', ''] },
}

export const lineOperations: ShapeOperations<ShapeOf<'line'>> = {
  children: NO_CHILDREN,
  steering: NO_STEERING,
  measure(_layout, shape, view, offset, end) {
    const { byte } = ENDS[shape.end]
    for (let at = offset; at < end; at++) if (view.getUint8(at) === byte) return at + 1 - offset
    return end > offset ? end - offset : -1
  },
  index: indexEach,
  explain: explainLeaf,
  decode(shape, cursor) {
    const { at } = cursor
    const last = cursor.bytes.indexOf(ENDS[shape.end].byte, at)
    cursor.at = last < 0 || last >= cursor.end ? cursor.end : last + 1
    return lineValue(cursor.bytes.subarray(at, cursor.at), shape)
  },
  encode({ page, end }, value, encoder) {
    const { tails, ...barred } = ENDS[end]
    const { text, tail } = encodeTailed(value, page, tails[0] ?? '', barred, encoder)
    if (!tails.includes(toHex(tail)) || text.length + tail.length === 0) return encoder.refuse('layout.hex')
    const at = encoder.grow(text.length + tail.length)
    encoder.bytes.set(text, at)
    encoder.bytes.set(tail, at + text.length)
  },
  needsEnd: (shape, bytes, end) => bytes[end - 1] !== ENDS[shape.end].byte,
  toJson: (_, value) => tailedJson(value),
  fromJson: (_, json) => tailedFromJson(json),
  jsonKey: sameKey,
  schema: ({ end }, _known, schemas) => ({
    anyOf: [{ type: 'string', ...(end === 'line' && { pattern: '^[^\\n]*$' }) }, schemas.reference('text', TAILED)],
  }),
  describe: ({ page, end }) => (end === 'line' ? `${page} line` : `${page} text up to NUL`),
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: never,
  findings: nothing,
  columns: nothing,
}

/** The text where it has the usual end, else `{ text, tail }`. */
function lineValue(bytes: Uint8Array, { page, end }: ShapeOf<'line'>): TextValue {
  const { byte } = ENDS[end]
  const hasEnd = bytes.at(-1) === byte
  const size = bytes.length - (hasEnd ? 1 : 0)
  const isCrLf = end === 'line' && hasEnd && bytes[size - 1] === 0x0d
  const text = decodeText(bytes.subarray(0, isCrLf ? size - 1 : size), page)
  if (!hasEnd) return { text, tail: '' }
  return isCrLf || end === 'nul' ? text : { text, tail: '0a' }
}
