import { decodeText, encodeText, type Bytes, type CodePage } from '../layout'

/** Bytes to find: a byte matches where `fold[byte] & mask` is the value. Plain data, which can be sent to a worker. */
export interface Pattern {
  readonly values: Uint8Array
  readonly masks: Uint8Array
  /** Maps each byte to the one it is compared as: letters of both cases to one. */
  readonly fold?: Uint8Array
  /** 1 for bytes that belong to a word; only whole words are found. */
  readonly letters?: Uint8Array
  /** The code page of the search; '' for bytes. */
  readonly page: CodePage | ''
}

const HEX = /^[0-9a-f?]$/i

/** `4E 52 ?? 7?` as a pattern, or the column (from 1) of the first mistake. Spaces between bytes are optional. */
export function parseBytes(text: string): Pattern | { readonly at: number } {
  const values: number[] = []
  const masks: number[] = []
  let high: string | undefined
  for (const [i, c] of Array.from(text).entries()) {
    if (/[\s,]/.test(c)) {
      if (high !== undefined) return { at: i + 1 }
      continue
    }
    if (!HEX.test(c)) return { at: i + 1 }
    if (high === undefined) {
      high = c
      continue
    }
    values.push((nibble(high) << 4) | nibble(c))
    masks.push((high === '?' ? 0 : 0xf0) | (c === '?' ? 0 : 0x0f))
    high = undefined
  }
  if (high !== undefined || masks.every(mask => mask === 0)) return { at: Math.max(1, text.length) }
  return { values: Uint8Array.from(values), masks: Uint8Array.from(masks), page: '' }
}

const nibble = (digit: string): number => (digit === '?' ? 0 : Number.parseInt(digit, 16))

/** A text in a code page, or undefined where the page does not have its characters. */
export function textPattern(
  text: string,
  page: CodePage,
  options: { readonly matchCase: boolean; readonly whole: boolean },
): Pattern | undefined {
  const bytes = encodeText(text, page)
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) return undefined
  const fold = options.matchCase ? undefined : foldOf(page)
  return {
    values: fold ? bytes.map(byte => fold[byte] ?? byte) : bytes,
    masks: new Uint8Array(bytes.length).fill(0xff),
    page,
    ...(fold && { fold }),
    ...(options.whole && { letters: lettersOf(page) }),
  }
}

const characters = (page: CodePage): readonly string[] =>
  Array.from(
    decodeText(
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      page,
    ),
  )

function foldOf(page: CodePage): Uint8Array {
  return Uint8Array.from(characters(page), (character, byte) => {
    const lower = encodeText(character.toLowerCase(), page)
    return lower instanceof Uint8Array && lower.length === 1 ? (lower[0] ?? byte) : byte
  })
}

const lettersOf = (page: CodePage): Uint8Array =>
  Uint8Array.from(characters(page), character => (/[\p{L}\p{N}_]/u.test(character) ? 1 : 0))

/** Offsets of the pattern, in order; occurrences do not overlap. */
export function scan(bytes: Bytes, pattern: Pattern, limit = Infinity): number[] {
  const { values, masks, fold } = pattern
  const found: number[] = []
  const last = bytes.length - values.length
  const anchor = masks.findIndex(mask => mask === 0xff)
  const isPlain = fold === undefined && anchor >= 0
  for (let i = 0; i <= last && found.length < limit; i++) {
    if (isPlain) {
      // indexOf of the engine is much faster than a loop.
      const next = bytes.indexOf(values[anchor] ?? 0, i + anchor)
      if (next < 0 || next - anchor > last) break
      i = next - anchor
    }
    if (!matches(bytes, i, pattern) || !isWord(bytes, i, pattern)) continue
    found.push(i)
    i += values.length - 1
  }
  return found
}

function matches(bytes: Bytes, at: number, { values, masks, fold }: Pattern): boolean {
  for (let k = 0; k < values.length; k++) {
    const byte = bytes[at + k] ?? 0
    if (((fold ? (fold[byte] ?? 0) : byte) & (masks[k] ?? 0)) !== values[k]) return false
  }
  return true
}

function isWord(bytes: Bytes, at: number, { values, letters }: Pattern): boolean {
  if (!letters) return true
  const isLetter = (place: number): boolean => letters[bytes[place] ?? 0] === 1 && place >= 0 && place < bytes.length
  return !isLetter(at - 1) && !isLetter(at + values.length)
}
