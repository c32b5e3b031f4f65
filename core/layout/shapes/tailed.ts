import type { Json } from '../json/json-text'
import { encodeText } from '../model/codepage'
import { fromHex } from '../model/numbers'
import type { CodePage } from '../model/shape'
import type { Bytes } from '../model/splice'
import { isFields } from './leaf'
import type { Encoder, JsonSchema } from './operations'

/** A text and the bytes behind its end. */
interface Tailed {
  readonly text: Bytes
  readonly tail: Bytes
}

/** The bytes of a text or of `{ text, tail }`. `ordinary` is the tail, in hex, of a text that gives none. */
export function encodeTailed(
  value: unknown,
  page: CodePage,
  ordinary: string,
  barred: Barred,
  encoder: Encoder,
): Tailed {
  const { text, tail } = typeof value === 'string' ? { text: value, tail: ordinary } : isFields(value) ? value : {}
  if (typeof text !== 'string' || typeof tail !== 'string') return encoder.refuse('layout.not-text')
  const encoded = encodeText(text, page)
  if ('missing' in encoded) return encoder.refuse('layout.character', { character: encoded.missing, page })
  if (encoded.includes(barred.byte)) encoder.refuse('layout.character', { character: barred.name, page })
  return {
    text: encoded,
    tail: fromHex(tail.startsWith('hex:') ? tail.slice(4) : tail) ?? encoder.refuse('layout.hex'),
  }
}

/** A byte that ends a text and so cannot be part of it. */
interface Barred {
  readonly byte: number
  readonly name: string
}

/** JSON of a text, or of `{ text, tail }`. */
export function tailedJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  const { text, tail } = isFields(value) ? value : {}
  return `{"text": ${JSON.stringify(text)}, "tail": ${JSON.stringify(tail)}}`
}

/** The value of such JSON. */
export const tailedFromJson = (json: Json): unknown => (json instanceof Map ? Object.fromEntries(json) : json)

/** JSON Schema of `{ text, tail }`. */
export const TAILED: JsonSchema = {
  type: 'object',
  properties: { text: { type: 'string' }, tail: { type: 'string', pattern: '^([0-9a-fA-F]{2})*$' } },
  required: ['text', 'tail'],
  additionalProperties: false,
}
