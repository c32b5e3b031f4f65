import { decodeText } from '../model/codepage'
import type { TextValue } from '../model/layout'
import type { Meta } from '../model/meta'
import { readInteger, toHex, writeInteger } from '../model/numbers'
import { INTEGER_LIMITS, SCALAR_SIZE, type CodePage, type Layout, type ShapeOf } from '../model/shape'
import { NO_CHILDREN, NO_STEERING, indexEach, never, nothing, sameKey } from './leaf'
import type { ShapeOperations } from './operations'
import { prefixScalar } from './prefix'
import { TAILED, encodeTailed, tailedFromJson, tailedJson } from './tailed'

type PrefixedText = ShapeOf<'lengthPrefixedText'>

/**
 * Text behind its own length in bytes. `nul`: a NUL ends it `never`, is `counted` in the length, follows `always`
 * without being counted, or does so only behind a `text` that is not empty. The value is the text where the bytes are
 * just that; where a NUL is missing or inside the text, it is `{ text, tail }`, the tail in hex from that NUL on.
 */
export function lengthPrefixedText(
  prefix: Layout<number>,
  {
    encoding = 'cp1251',
    nul = 'never',
    ...meta
  }: Meta & { readonly encoding?: CodePage; readonly nul?: PrefixedText['nul'] } = {},
): Layout<TextValue> {
  const scalar = prefixScalar(prefix, 'lengthPrefixedText')
  return {
    kind: 'text',
    meta,
    shape: { of: 'lengthPrefixedText', scalar, page: encoding, nul },
    fixedSize: undefined,
    leastSize: SCALAR_SIZE[scalar] + behind(nul, 0),
  }
}

const NUL = { byte: 0, name: 'NUL' }

/** Bytes behind those that the length counts. */
const behind = (nul: PrefixedText['nul'], length: number): number =>
  nul === 'always' || (nul === 'text' && length > 0) ? 1 : 0

/** The tail, in hex, of a text that gives none. */
const ordinaryTail = (nul: PrefixedText['nul'], text: unknown): string =>
  nul === 'never' || (nul === 'text' && text === '') ? '' : '00'

export const prefixedTextOperations: ShapeOperations<PrefixedText> = {
  children: NO_CHILDREN,
  steering: NO_STEERING,
  measure(_, { scalar, nul }, view, offset, end) {
    const prefix = SCALAR_SIZE[scalar]
    if (prefix > end - offset) return -1
    const length = readInteger(view, offset, scalar)
    const size = prefix + length + behind(nul, length)
    return size <= end - offset ? size : -1
  },
  index: indexEach,
  explain(node, { scalar, nul }, walk) {
    const { layout, source, offset, path } = node
    const prefix = SCALAR_SIZE[scalar]
    const room = walk.end - offset
    const size = walk.measurer.measure(layout, source.view, offset, walk.end)
    node.settle({ size: Math.max(0, size), isWhole: size >= 0 })
    if (size >= 0) return
    const count = prefix <= room ? readInteger(source.view, offset, scalar) : 0
    const needed = prefix + count + behind(nul, count)
    if (needed > walk.end && prefix <= room) walk.fail('count', path, offset, prefix, { count, fits: room - prefix })
    else walk.fail('truncated', path, offset, room, { needed, found: room })
  },
  decode({ scalar, page, nul }, cursor) {
    const length = readInteger(cursor.view, cursor.at, scalar)
    const from = cursor.at + SCALAR_SIZE[scalar]
    cursor.at = from + length + behind(nul, length)
    return textValue(cursor.bytes.subarray(from, cursor.at), page, nul)
  },
  encode({ scalar, page, nul }, value, encoder) {
    const { text, tail } = encodeTailed(value, page, ordinaryTail(nul, value), NUL, encoder)
    const size = text.length + tail.length
    const extra = behind(nul, size)
    // What would be read as another text: a tail of other bytes, or none where there is always one.
    const isTail = tail.length === 0 ? extra === 0 : tail[0] === 0 || (extra === 1 && tail.length === 1)
    if (!isTail || (nul === 'text' && size === 1)) encoder.refuse('layout.hex')
    const length = size - extra
    const [, max] = INTEGER_LIMITS[scalar]
    if (length > max) encoder.refuse('layout.long', { max, found: length })
    const at = encoder.grow(SCALAR_SIZE[scalar] + size)
    writeInteger(encoder.view, at, scalar, length)
    encoder.bytes.set(text, at + SCALAR_SIZE[scalar])
    encoder.bytes.set(tail, at + SCALAR_SIZE[scalar] + text.length)
  },
  needsEnd: never,
  toJson: (_, value) => tailedJson(value),
  fromJson: (_, json) => tailedFromJson(json),
  jsonKey: sameKey,
  schema: ({ scalar }, _, schemas) => ({
    anyOf: [{ type: 'string', maxLength: INTEGER_LIMITS[scalar][1] }, schemas.reference('text', TAILED)],
  }),
  describe: ({ scalar, page, nul }) => `${page}[${scalar} before it]${NUL_WORDS[nul]}`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: never,
  findings: nothing,
  columns: nothing,
}

const NUL_WORDS: Readonly<Record<PrefixedText['nul'], string>> = {
  never: '',
  counted: ' with NUL',
  always: ' and NUL',
  text: ' and NUL unless empty',
}

function textValue(bytes: Uint8Array, page: CodePage, nul: PrefixedText['nul']): TextValue {
  const found = bytes.indexOf(NUL.byte)
  const isNulApart = nul === 'always' || nul === 'text'
  const end = found >= 0 ? found : Math.max(0, bytes.length - (isNulApart ? 1 : 0))
  const text = decodeText(bytes.subarray(0, end), page)
  const tail = toHex(bytes.subarray(end))
  return tail === ordinaryTail(nul, text) ? text : { text, tail }
}
