import type { Bytes } from '../layout'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Int16Array(128).fill(-1)
for (let i = 0; i < 64; i++) VALUES[LETTERS.charCodeAt(i)] = i

/** Bytes that are made text at once: whole groups of three, few enough to be arguments of one call. */
const PIECE = 6144

/** Both characters of each twelve bits. */
const PAIRS = Array.from({ length: 4096 }, (_, bits) => `${LETTERS.charAt(bits >> 6)}${LETTERS.charAt(bits & 63)}`)
/**
 * Largest size for the short path, in bytes: a field or a few, of which a change of many records has tens of thousands.
 */
const SHORT = 24

/** Bytes as base64 text without padding: core has no btoa and no Buffer. */
export function toBase64(bytes: Bytes): string {
  if (bytes.length <= SHORT) return shortText(bytes)
  const parts: string[] = []
  for (let from = 0; from < bytes.length; from += PIECE)
    parts.push(pieceText(bytes, from, Math.min(bytes.length, from + PIECE)))
  return parts.join('')
}

function shortText(bytes: Bytes): string {
  let text = ''
  const whole = bytes.length - (bytes.length % 3)
  for (let i = 0; i < whole; i += 3) {
    const word = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    text += `${PAIRS[word >> 12] ?? ''}${PAIRS[word & 4095] ?? ''}`
  }
  const rest = bytes.length - whole
  const word = ((bytes[whole] ?? 0) << 8) | (bytes[whole + 1] ?? 0)
  if (rest === 1) return text + (PAIRS[word >> 4] ?? '')
  return rest === 2 ? `${text}${PAIRS[word >> 4] ?? ''}${LETTERS.charAt((word & 15) << 2)}` : text
}

function pieceText(bytes: Bytes, from: number, end: number): string {
  const codes = new Uint8Array(Math.ceil((end - from) / 3) * 4)
  let to = 0
  for (let i = from; i < end; i += 3) {
    const word = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    for (let shift = 18; shift >= 0; shift -= 6) codes[to++] = LETTERS.charCodeAt((word >> shift) & 63)
  }
  return charactersOf(codes.subarray(0, Math.ceil(((end - from) * 4) / 3)))
}

/** Bytes as the characters of their numbers, some thousands at most. A spread would walk an iterator, four times as long. */
export const charactersOf = (codes: Bytes): string => String(Reflect.apply(String.fromCharCode, undefined, codes))

/** The bytes of such text; undefined where it is none. */
export function fromBase64(text: string): Bytes | undefined {
  if (text.length % 4 === 1) return undefined
  const bytes = new Uint8Array((text.length * 3) >> 2)
  let word = 0
  let to = 0
  for (let i = 0; i < text.length; i++) {
    const value = VALUES[text.charCodeAt(i)] ?? -1
    if (value < 0) return undefined
    word = (word << 6) | value
    if (i % 4 === 1) bytes[to++] = (word >> 4) & 255
    else if (i % 4 === 2) bytes[to++] = (word >> 2) & 255
    else if (i % 4 === 3) bytes[to++] = word & 255
  }
  return bytes
}

const CRC = new Uint32Array(256)
for (let n = 0; n < 256; n++) {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  CRC[n] = c
}

/** CRC-32 of a range of bytes as eight hex digits: detects a torn or damaged line, is no protection against intent. */
export function checksum(bytes: Bytes, from = 0, to = bytes.length): string {
  let crc = 0xffffffff
  for (let i = from; i < to; i++) crc = (CRC[(crc ^ (bytes[i] ?? 0)) & 255] ?? 0) ^ (crc >>> 8)
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0')
}
