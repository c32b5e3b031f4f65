import type { Json } from '../json/json-text'
import { fromHex } from '../model/numbers'
import type { Encoder, JsonReader } from './operations'

/** Appends bytes; of another length than `size`, where one is given, they are refused. */
export function encodeBytes(value: unknown, encoder: Encoder, size?: number): void {
  if (!(value instanceof Uint8Array)) return encoder.refuse('layout.not-bytes')
  if (size !== undefined && value.length !== size)
    encoder.refuse('layout.length', { expected: size, found: value.length })
  const at = encoder.grow(value.length)
  encoder.bytes.set(value, at)
}

/** The bytes of `"hex:…"`. */
export function bytesFromJson(json: Json, reader: JsonReader): unknown {
  if (typeof json !== 'string') return json
  return (json.startsWith('hex:') ? fromHex(json.slice(4)) : undefined) ?? reader.refuse('layout.hex')
}
