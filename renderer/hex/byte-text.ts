import { fromBase64, toBase64 } from '@areal-studio/core/edit'
import { decodeText, encodeText, type CodePage } from '@areal-studio/core/layout'
import { parseHex } from './typing'

/** How bytes are written on the clipboard. */
export const BYTE_TEXTS = ['hex', 'c', 'base64', 'text'] as const
export type ByteText = (typeof BYTE_TEXTS)[number]

const C_ROW = 12

/** Bytes as text: `0C 00`, a C array, Base64, or characters of the code page. */
export function bytesToText(bytes: Uint8Array, as: ByteText, page: CodePage): string {
  switch (as) {
    case 'hex':
      return Array.from(bytes, byte => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ')
    case 'c':
      return cArray(bytes)
    case 'base64':
      return toBase64(bytes).padEnd(Math.ceil(bytes.length / 3) * 4, '=')
    case 'text':
      return decodeText(bytes, page)
  }
}

function cArray(bytes: Uint8Array): string {
  const words = Array.from(bytes, byte => `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`)
  const rows = Array.from(
    { length: Math.ceil(words.length / C_ROW) },
    (_, i) => `  ${words.slice(i * C_ROW, (i + 1) * C_ROW).join(', ')},`,
  )
  return `const unsigned char data[${bytes.length}] = {\n${rows.join('\n')}\n};\n`
}

/** The bytes that a text represents in this notation; undefined where it is not valid. */
export function textToBytes(text: string, as: ByteText, page: CodePage): Uint8Array | undefined {
  if (text === '') return undefined
  switch (as) {
    case 'hex':
      return parseHex(text)
    case 'c':
      return parseC(text)
    case 'base64':
      return parseBase64(text)
    case 'text': {
      const bytes = encodeText(text, page)
      return bytes instanceof Uint8Array ? bytes : undefined
    }
  }
}

/** Numbers between braces; comments are passed over. */
function parseC(text: string): Uint8Array | undefined {
  const bare = text.replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, ' ')
  const inside = /\{([^{}]*)\}/.exec(bare)?.[1]?.trim().replace(/,$/, '')
  if (inside === undefined || inside.trim() === '') return undefined
  const words = inside.split(',').map(word => word.trim())
  if (!words.every(word => /^(?:0x[0-9a-f]{1,2}|\d{1,3})$/i.test(word))) return undefined
  const numbers = words.map(Number)
  return numbers.every(number => number <= 255) ? Uint8Array.from(numbers) : undefined
}

function parseBase64(text: string): Uint8Array | undefined {
  const bare = text.replace(/\s+/g, '')
  const digits = bare.replace(/={1,2}$/, '')
  if (digits === '' || (digits.length !== bare.length && bare.length % 4 !== 0)) return undefined
  return fromBase64(digits)
}

/** The way a text is most likely meant: a C array by its braces, then hexadecimal pairs, then characters. */
export function likelyText(text: string, page: CodePage): ByteText {
  const likely = (['c', 'hex', 'text', 'base64'] as const).find(as => textToBytes(text, as, page) !== undefined)
  return likely ?? 'hex'
}

/** Repeats a pattern up to `size` bytes. */
export const repeated = (pattern: Uint8Array, size: number): Uint8Array =>
  Uint8Array.from({ length: pattern.length === 0 ? 0 : size }, (_, i) => pattern[i % pattern.length] ?? 0)
