import type { Words } from '@areal-studio/core/format'
import { encodeText, type CodePage } from '@areal-studio/core/layout'
import { limits, NUMBER_TYPES, numberBytes, numberText, SIZES, type NumberType } from './number-bytes'
import { TIME_SIZES, TIME_TYPES, timeBytes, timeText, type TimeType } from './time-bytes'

/** Every way in which the bytes at the caret are read. */
export type ReadingType = NumberType | TimeType | 'bits'
export const READINGS: readonly ReadingType[] = [...NUMBER_TYPES, 'bits', ...TIME_TYPES]

/** Bytes that the longest reading takes. */
export const READING_SIZE = 8
/** Characters of the text reading. */
export const TEXT_SIZE = 16

const isNumber = (type: ReadingType): type is NumberType => Object.hasOwn(SIZES, type)
const isTime = (type: ReadingType): type is TimeType => Object.hasOwn(TIME_SIZES, type)

/** Bytes that a reading takes. */
export const sizeOf = (type: ReadingType): number =>
  isNumber(type) ? SIZES[type] : isTime(type) ? TIME_SIZES[type] : 1

/** The bytes as text of this reading; '' where too few are left or they are not valid. */
export function readAs(bytes: Uint8Array, type: ReadingType, isBig: boolean): string {
  if (isNumber(type)) return numberText(bytes, type, isBig)
  if (isTime(type)) return timeText(bytes, type, isBig)
  const first = bytes[0]
  return first === undefined
    ? ''
    : first
        .toString(2)
        .padStart(8, '0')
        .replace(/^(.{4})/, '$1 ')
}

/** The bytes of a value typed into a reading, or the error message. */
export function writeAs(text: string, type: ReadingType, isBig: boolean): Uint8Array | Words {
  const typed = text.trim()
  if (isTime(type)) {
    const bytes = timeBytes(typed, type, isBig)
    return typeof bytes === 'string' ? { code: `ui.hex.inspector.${bytes}`, params: {} } : bytes
  }
  if (type === 'bits') return bitsByte(typed)
  const bytes = numberBytes(typed, type, isBig)
  if (bytes === 'not-number') return { code: 'ui.hex.find.no-number', params: { text: typed, type } }
  if (bytes !== 'range') return bytes
  if (type.startsWith('f')) return { code: 'ui.hex.inspector.float-range', params: { type } }
  const [least, most] = limits(type)
  return { code: 'ui.hex.inspector.range', params: { type, least: String(least), most: String(most) } }
}

function bitsByte(text: string): Uint8Array | Words {
  const bits = text.replace(/\s+/g, '').replace(/^0b/i, '')
  return /^[01]{8}$/.test(bits) ? Uint8Array.of(parseInt(bits, 2)) : { code: 'ui.hex.inspector.bits', params: {} }
}

/** Encodes a text in the code page, at most `room` bytes; or returns the error message. */
export function textBytes(text: string, page: CodePage, room: number): Uint8Array | Words {
  const bytes = encodeText(text, page)
  if (!(bytes instanceof Uint8Array)) return { code: 'ui.value.character', params: { character: bytes.missing, page } }
  return bytes.length > room ? { code: 'ui.value.text-long', params: { n: room } } : bytes
}
