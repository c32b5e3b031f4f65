import type { Words } from '@areal-studio/core/format'
import { parseBytes, scan, textPattern, type Pattern } from '@areal-studio/core/search'
import type { CodePage } from './code-page'

/** How the bytes to be found are typed: hexadecimal with wildcards, a text, or a number of this type. */
export const SOUGHT = ['hex', 'text', 'u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'u64', 'i64', 'f32', 'f64'] as const
export type Sought = (typeof SOUGHT)[number]
type NumberType = Exclude<Sought, 'hex' | 'text'>

export interface Seeking {
  readonly text: string
  readonly as: Sought
  readonly isBig: boolean
  readonly page: CodePage
}

/** Places that are counted at most; a search for `00` in a large file would never end otherwise. */
export const FOUND_LIMIT = 100_000

const SIZES: Readonly<Record<NumberType, number>> = { u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, u64: 8, i64: 8, f32: 4, f64: 8 }
const WHOLE = /^([+-]?)(0x[0-9a-f]+|\d+)$/i

/** What is typed as a pattern, or the words of what is wrong with it, with its column where there is one. */
export function soughtPattern(seeking: Seeking): Pattern | Words {
  const { text, as, page } = seeking
  if (as === 'text') {
    return textPattern(text, page, { matchCase: true, whole: false }) ?? { code: 'refusal.find.characters', params: { pages: page } }
  }
  if (as === 'hex') {
    const pattern = parseBytes(text)
    return 'at' in pattern ? { code: 'refusal.find.bytes', params: { at: pattern.at } } : pattern
  }
  const bytes = numberBytes(text.trim(), as, seeking.isBig)
  if (!bytes) return { code: 'ui.hex.find.no-number', params: { text, type: as } }
  return { values: bytes, masks: new Uint8Array(bytes.length).fill(0xff), page: '' }
}

/** Bytes of a typed number; undefined where it is none or does not fit. */
export function numberBytes(text: string, type: NumberType, isBig: boolean): Uint8Array | undefined {
  const view = new DataView(new ArrayBuffer(SIZES[type]))
  if (type === 'f32' || type === 'f64') {
    const value = text === 'NaN' || text === '' ? Number.NaN : Number(text)
    if (Number.isNaN(value) && text !== 'NaN') return undefined
    if (type === 'f32') view.setFloat32(0, value, !isBig)
    else view.setFloat64(0, value, !isBig)
    return new Uint8Array(view.buffer)
  }
  const match = WHOLE.exec(text)
  if (!match) return undefined
  const value = match[1] === '-' ? -BigInt(match[2] ?? 0) : BigInt(match[2] ?? 0)
  const bits = SIZES[type] * 8
  const fitting = type.startsWith('u') ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value)
  if (fitting !== value) return undefined
  const raw = BigInt.asUintN(bits, value)
  for (let i = 0; i < SIZES[type]; i++) view.setUint8(isBig ? SIZES[type] - 1 - i : i, Number((raw >> BigInt(8 * i)) & 0xffn))
  return new Uint8Array(view.buffer)
}

/** Where the pattern stands, in order; found places do not overlap. */
export const findAll = (bytes: Uint8Array, pattern: Pattern): readonly number[] => scan(bytes, pattern, FOUND_LIMIT)

/** Index of the place after (or before) the caret, round the end; -1 where nothing was found. */
export function nextFound(found: readonly number[], caret: number, step: 1 | -1): number {
  if (found.length === 0) return -1
  const behind = found.findIndex(offset => (step === 1 ? offset > caret : offset >= caret))
  const at = behind < 0 ? found.length : behind
  return (step === 1 ? at : at - 1 + found.length) % found.length
}
