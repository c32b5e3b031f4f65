import { evaluate } from '../../expression'
import { codecOf, type LeafCodec } from '../model/codecs'
import { decodeText } from '../model/codepage'
import { formula } from '../model/formula'
import type { TextValue } from '../model/layout'
import type { Meta } from '../model/meta'
import { fromHex, toHex } from '../model/numbers'
import type { EncodedShape, Layout } from '../model/shape'
import type { Bytes } from '../model/splice'
import { NO_CHILDREN, NO_STEERING, explainLeaf, indexEach, isFields, never, nothing, sameKey } from './leaf'
import type { Around, Encoder, JsonSchema, ShapeOperations } from './operations'

/**
 * A text stored in another form, up to the end of what contains it: `encoded('ei.script', restText(), { key: 'seed' })`.
 * `key` is a formula over fields before it. The value is the plain text. Where the codec would store that text as other
 * bytes, it is `{ text, stored }`, the stored bytes in hex: they are kept while the text stays. Bytes that the codec
 * cannot decode are the value themselves, with a finding.
 */
export function encoded(
  codec: string,
  plain: Layout<string>,
  { key, ...meta }: Meta & { readonly key?: string } = {},
): Layout<TextValue | Bytes> {
  if (!codecOf(codec)) throw new TypeError(`encoded: no codec '${codec}'`)
  const { shape } = plain
  if (shape.of !== 'restText') throw new TypeError('encoded: a text to the end')
  return {
    kind: 'text',
    meta: { ...plain.meta, ...meta },
    shape: { of: 'encoded', codec, page: shape.page, plain, ...(key !== undefined && { key: formula(key) }) },
    fixedSize: undefined,
    leastSize: 0,
  }
}

const DROPPED: LeafCodec = { decode: nothing, encode: nothing }

/** The codec of a declaration. One of a file that another program declared may be missing: then nothing can be decoded. */
const codecIn = ({ codec }: EncodedShape): LeafCodec => codecOf(codec) ?? DROPPED

/** The number that the codec gets; NaN where its formula has none. */
const keyIn = ({ key }: EncodedShape, around: Around | undefined): number =>
  key ? Number(evaluate(key.expression, name => around?.valueOf(name) ?? Number.NaN)) : 0

function plainOf(shape: EncodedShape, stored: Bytes, around: Around | undefined): Bytes | undefined {
  const key = keyIn(shape, around)
  return Number.isNaN(key) ? undefined : codecIn(shape).decode(stored, key)
}

const isSame = (a: Bytes, b: Bytes | undefined): boolean =>
  b?.length === a.length && a.every((byte, at) => byte === b[at])

interface Stored {
  readonly text: string
  readonly stored: string
}
const isStored = (value: unknown): value is Stored =>
  isFields(value) && typeof value['text'] === 'string' && typeof value['stored'] === 'string'

function encodeStored(shape: EncodedShape, value: unknown, encoder: Encoder): void {
  const from = encoder.size
  if (value instanceof Uint8Array) return encoder.replace(from, value)
  encoder.put(shape.plain, isStored(value) ? value.text : value)
  const plain = encoder.bytes.slice(from, encoder.size)
  const key = keyIn(shape, encoder.around)
  if (isStored(value)) {
    const stored = fromHex(value.stored) ?? encoder.refuse('layout.hex')
    if (isSame(plain, codecIn(shape).decode(stored, key))) return encoder.replace(from, stored)
  }
  const made = Number.isNaN(key) ? undefined : codecIn(shape).encode(plain, key)
  encoder.replace(from, made ?? encoder.refuse('layout.encoded', { codec: shape.codec }))
}

/** JSON Schema of a text whose stored bytes are kept, and of stored bytes alone. */
const STORED: JsonSchema = {
  type: 'object',
  properties: { text: { type: 'string' }, stored: { type: 'string', pattern: '^([0-9a-fA-F]{2})*$' } },
  required: ['stored'],
  additionalProperties: false,
}

export const encodedOperations: ShapeOperations<EncodedShape> = {
  children: NO_CHILDREN,
  steering: { ...NO_STEERING, names: ({ key }) => key?.names ?? [], reachesEnd: () => true },
  measure: (_layout, _shape, _view, offset, end) => end - offset,
  index: indexEach,
  explain: explainLeaf,
  decode(shape, cursor) {
    const stored = cursor.bytes.slice(cursor.at, cursor.end)
    cursor.at = cursor.end
    const plain = plainOf(shape, stored, cursor.around)
    if (!plain) return stored
    const text = decodeText(plain, shape.page)
    const isOrdinary = isSame(stored, codecIn(shape).encode(plain, keyIn(shape, cursor.around)))
    return isOrdinary ? text : { text, stored: toHex(stored) }
  },
  encode: encodeStored,
  needsEnd: never,
  toJson({ plain }, value, printer, margin) {
    if (value instanceof Uint8Array) return `{"stored": "${toHex(value)}"}`
    if (!isStored(value)) return printer.print(plain, value, margin)
    return `{"text": ${JSON.stringify(value.text)}, "stored": ${JSON.stringify(value.stored)}}`
  },
  fromJson({ plain }, json, reader) {
    if (!(json instanceof Map)) return reader.value(plain, json)
    const stored = json.get('stored')
    if (json.size > 1 || typeof stored !== 'string') return Object.fromEntries(json)
    return fromHex(stored) ?? reader.refuse('layout.hex')
  },
  jsonKey: sameKey,
  schema: ({ plain }, _, schemas) => ({ anyOf: [schemas.schemaOf(plain), schemas.reference('stored-text', STORED)] }),
  describe: ({ codec, plain, key }, typeOf) => `${typeOf(plain)} as ${codec}${key ? ` by ${key.text}` : ''}`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: () => true,
  findings(shape, { source: { bytes }, offset, size, around }) {
    const plain = plainOf(shape, bytes.slice(offset, offset + size), around)
    return plain ? undefined : { what: 'encoded', params: { codec: shape.codec } }
  },
  columns: nothing,
}
