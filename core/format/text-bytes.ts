import type { Bytes } from '../layout'

const LONE_SURROGATE = /\p{Surrogate}/gu

/** Text as UTF-8: core has no TextEncoder. */
export function fromText(text: string): Bytes {
  const escaped = unescapeBytes(encodeURIComponent(text.replace(LONE_SURROGATE, '\ufffd')))
  return Uint8Array.from(escaped)
}

function unescapeBytes(text: string): number[] {
  const bytes: number[] = []
  for (let i = 0; i < text.length; i++) {
    if (text.charAt(i) === '%') {
      bytes.push(Number.parseInt(text.slice(i + 1, i + 3), 16))
      i += 2
    } else bytes.push(text.charCodeAt(i))
  }
  return bytes
}

/** UTF-8 as text; bytes that are not UTF-8 are read one by one as Latin-1. */
export function toText(bytes: Bytes): string {
  const latin: string[] = []
  for (const byte of bytes) latin.push(String.fromCharCode(byte))
  try {
    return decodeURIComponent(
      latin
        .map(char => (char === '%' || char > '\x7f' ? `%${char.charCodeAt(0).toString(16).padStart(2, '0')}` : char))
        .join(''),
    )
  } catch {
    return latin.join('')
  }
}
