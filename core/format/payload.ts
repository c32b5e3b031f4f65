import type { Bytes } from '../layout'
import type { ArchiveCodec, ArchiveRow } from './format'

const EMPTY: Bytes = new Uint8Array(0)

/** Payloads by archive image and row; null: the row is encoded and cannot be decoded. */
const decoded = new WeakMap<Bytes, Map<number, Bytes | null>>()
const stored = new WeakMap<Bytes, Map<number, Bytes>>()
const encoded = new WeakMap<ArchiveCodec, WeakMap<Bytes, Map<string, Bytes>>>()

/** The bytes of a row as the image holds them; empty where its range leaves the file. One object per image and row. */
export function storedOf(image: Bytes, row: ArchiveRow): Bytes {
  if (!row.isReadable) return EMPTY
  return remembered(stored, image, row.id, () => image.subarray(row.offset, row.offset + row.size))
}

/**
 * The payload of a row: decoded where it is stored encoded; the stored bytes where it is not, or cannot be decoded.
 * One object per image and row, so that payloads can be compared by identity.
 */
export function payloadOf(codec: ArchiveCodec, image: Bytes, row: ArchiveRow): Bytes {
  return decodedOf(codec, image, row) ?? storedOf(image, row)
}

/** Whether a row is stored encoded and its bytes cannot be decoded. Decodes it. */
export function isUndecodable(codec: ArchiveCodec, image: Bytes, row: ArchiveRow): boolean {
  return row.isReadable && row.encoding !== undefined && decodedOf(codec, image, row) === undefined
}

function decodedOf(codec: ArchiveCodec, image: Bytes, row: ArchiveRow): Bytes | undefined {
  if (row.encoding === undefined || !row.isReadable) return undefined
  return remembered(decoded, image, row.id, () => codec.decode?.(image, row) ?? null) ?? undefined
}

/** The encoded form of a payload; made once per payload and encoding. Stored as it is where the codec has no encoder. */
export function encodedOf(codec: ArchiveCodec, payload: Bytes, encoding: string): Bytes {
  if (!codec.encode) return payload
  return remembered(encodedBy(codec), payload, encoding, () => codec.encode?.(payload, encoding) ?? payload)
}

/** Whether the result of `encodedOf` is known already; without an encoder it is the payload itself. */
export const isEncoded = (codec: ArchiveCodec, payload: Bytes, encoding: string): boolean =>
  !codec.encode || encoded.get(codec)?.get(payload)?.has(encoding) === true

/** Keeps what another thread encoded as the result of `encodedOf`. */
export function keepEncoded(codec: ArchiveCodec, payload: Bytes, encoding: string, bytes: Bytes): void {
  remembered(encodedBy(codec), payload, encoding, () => bytes)
}

function encodedBy(codec: ArchiveCodec): WeakMap<Bytes, Map<string, Bytes>> {
  const known = encoded.get(codec)
  if (known) return known
  const made = new WeakMap<Bytes, Map<string, Bytes>>()
  encoded.set(codec, made)
  return made
}

function remembered<K, V>(memory: WeakMap<Bytes, Map<K, V>>, image: Bytes, key: K, make: () => V): V {
  let all = memory.get(image)
  if (!all) memory.set(image, (all = new Map()))
  const known = all.get(key)
  if (known !== undefined) return known
  const made = make()
  all.set(key, made)
  return made
}
