import type { AttributeValue } from '../../../edit'
import type { Bytes } from '../../../layout'

/** What is wrong with a file that cannot be opened. */
export interface Refusal {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
  readonly range: readonly [offset: number, size: number]
}

/** Characters of bytes, one each. */
export function latin(bytes: Bytes): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** Bytes of characters below 256; undefined where there are others. */
export function latinBytes(text: string): Bytes | undefined {
  if (!/^[\0-\xff]*$/.test(text)) return undefined
  return Uint8Array.from(text, character => character.charCodeAt(0))
}

/** The text of a name without the bytes behind its end. */
export const textOfName = (name: AttributeValue | undefined): string =>
  typeof name === 'object' ? name.text : String(name ?? '')

/** A field up to its first zero, and the bytes behind that, where they are not all zero, in hex. */
export function splitName(field: Bytes): { readonly text: string; readonly tail: string } {
  const zero = field.indexOf(0)
  const end = zero < 0 ? field.length : zero
  const behind = field.subarray(end + 1)
  const isEmpty = behind.every(byte => byte === 0)
  return { text: latin(field.subarray(0, end)), tail: isEmpty ? '' : hexOf(behind) }
}

const hexOf = (bytes: Bytes): string => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

/** The field of `size` bytes that a name and a tail fill; undefined where they do not fit. */
export function nameField(text: string, tail: string, size: number): Bytes | undefined {
  const words = latinBytes(text)
  if (!words || words.length > size || words.includes(0) || !/^(?:[\da-f]{2})*$/i.test(tail)) return undefined
  if (tail !== '' && words.length + 1 + tail.length / 2 > size) return undefined
  const field = new Uint8Array(size)
  field.set(words)
  for (let at = 0; at < tail.length; at += 2)
    field[words.length + 1 + at / 2] = Number.parseInt(tail.slice(at, at + 2), 16)
  return field
}
