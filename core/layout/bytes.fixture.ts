import { encodeText, LayoutError, type Bytes } from '.'

/** The bytes of hexadecimal digits; blanks and bars between them are ignored. */
export const hex = (text: string): Bytes => Uint8Array.from(Buffer.from(text.replaceAll(/[ |]/g, ''), 'hex'))

/** The bytes of a text in code page 1251. */
export function textBytes(text: string): Bytes {
  const bytes = encodeText(text, 'cp1251')
  if ('missing' in bytes) throw new Error(bytes.missing)
  return bytes
}

/** Code and path of the LayoutError that `work` throws. */
export function refusalOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof LayoutError) return `${error.code} ${error.path}`
    throw error
  }
  throw new Error('accepted')
}
