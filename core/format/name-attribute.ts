import type { AttributeValue } from '../edit'
import { fromHex, toHex, type Bytes } from '../layout'

/** Latin-1 text: one character for each byte. */
export function latinText(bytes: Bytes): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** Bytes of Latin-1 text; undefined if it has a character above U+00FF. */
export function latinBytes(text: string): Bytes | undefined {
  if (!/^[\0-\xff]*$/.test(text)) return undefined
  return Uint8Array.from(text, character => character.charCodeAt(0))
}

/** The text of a name attribute, without its tail. */
export const nameText = (name: AttributeValue | undefined): string =>
  typeof name === 'object' ? name.text : String(name ?? '')

/**
 * The name in a field of fixed size as an attribute: Latin-1 text up to the first NUL. If the bytes after the NUL are not
 * all zero, they are its tail, in hex.
 */
export function nameAttribute(field: Bytes): AttributeValue {
  const zero = field.indexOf(0)
  if (zero < 0) return latinText(field)
  const text = latinText(field.subarray(0, zero))
  const tail = field.subarray(zero + 1)
  return tail.every(byte => byte === 0) ? text : { text, tail: toHex(tail) }
}

/**
 * The field of `size` bytes that holds a name attribute; undefined if the name does not fit, contains a NUL or is not
 * Latin-1, or if the tail does not fit behind a NUL or is not hex.
 */
export function nameField(name: AttributeValue, size: number): Bytes | undefined {
  const text = latinBytes(nameText(name))
  const tail = fromHex(typeof name === 'object' ? name.tail : '')
  if (!text || !tail || text.length > size || text.includes(0)) return undefined
  if (tail.length > 0 && text.length + 1 + tail.length > size) return undefined
  const field = new Uint8Array(size)
  field.set(text)
  if (tail.length > 0) field.set(tail, text.length + 1)
  return field
}
