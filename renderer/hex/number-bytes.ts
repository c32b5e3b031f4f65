import { f32Text, f64Text } from '@areal-studio/core/layout'

/** Types of numbers, by their name in the inspector and in the find bar. */
export const NUMBER_TYPES = ['u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'u64', 'i64', 'f16', 'f32', 'f64'] as const
export type NumberType = (typeof NUMBER_TYPES)[number]

export const SIZES: Readonly<Record<NumberType, number>> = {
  u8: 1,
  i8: 1,
  u16: 2,
  i16: 2,
  u32: 4,
  i32: 4,
  u64: 8,
  i64: 8,
  f16: 2,
  f32: 4,
  f64: 8,
}
const WHOLE = /^([+-]?)(0x[0-9a-f]+|0b[01]+|\d+)$/i
const NAN = /^NaN(?: 0x([0-9a-f]+))?$/i
/** Digits of a float's fraction, and the bits of a plain `NaN`. */
const FLOATS = { f16: [10, 0x7e00n], f32: [23, 0x7fc00000n], f64: [52, 0x7ff8000000000000n] } as const
type FloatType = keyof typeof FLOATS
const isFloat = (type: NumberType): type is FloatType => Object.hasOwn(FLOATS, type)

/** Minimum and maximum of an integer type. */
export function limits(type: NumberType): readonly [least: bigint, most: bigint] {
  const bits = BigInt(SIZES[type] * 8)
  return type.startsWith('u') ? [0n, (1n << bits) - 1n] : [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n]
}

/** not-number: it is none; range: it does not fit the type. */
type NumberFault = 'not-number' | 'range'

/** Bytes of a typed number. A NaN can be given with its bits: `NaN 0x7F800001`. */
export function numberBytes(text: string, type: NumberType, isBig: boolean): Uint8Array | NumberFault {
  const raw = isFloat(type) ? floatBits(text, type) : wholeBits(text, type)
  return typeof raw === 'bigint' ? bytesOf(raw, SIZES[type], isBig) : raw
}

function wholeBits(text: string, type: NumberType): bigint | NumberFault {
  const match = WHOLE.exec(text)
  if (!match) return 'not-number'
  const value = match[1] === '-' ? -BigInt(match[2] ?? 0) : BigInt(match[2] ?? 0)
  const [least, most] = limits(type)
  return value < least || value > most ? 'range' : BigInt.asUintN(SIZES[type] * 8, value)
}

function floatBits(text: string, type: FloatType): bigint | NumberFault {
  const nan = NAN.exec(text)
  if (nan) {
    const raw = nan[1] === undefined ? FLOATS[type][1] : BigInt(`0x${nan[1]}`)
    return raw >> BigInt(SIZES[type] * 8) === 0n && isNaN(floatOf(raw, type)) ? raw : 'range'
  }
  const value = text === '' ? Number.NaN : Number(text)
  if (Number.isNaN(value)) return 'not-number'
  const raw = bitsOf(value, type)
  return Number.isFinite(value) && !Number.isFinite(floatOf(raw, type)) ? 'range' : raw
}

/** The text of a number that gives the same bytes back; '' where too few bytes are left. */
export function numberText(bytes: Uint8Array, type: NumberType, isBig: boolean): string {
  if (bytes.length < SIZES[type]) return ''
  const raw = rawOf(bytes, SIZES[type], isBig)
  if (!isFloat(type)) return String(type.startsWith('u') ? raw : BigInt.asIntN(SIZES[type] * 8, raw))
  const value = floatOf(raw, type)
  if (Number.isNaN(value)) return raw === FLOATS[type][1] ? 'NaN' : `NaN 0x${raw.toString(16).toUpperCase()}`
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return Object.is(value, -0) ? '-0' : String(value)
  return type === 'f32' ? f32Text(value) : f64Text(value)
}

/** The bytes as one unsigned number. */
export function rawOf(bytes: Uint8Array, size: number, isBig: boolean): bigint {
  let raw = 0n
  for (let i = 0; i < size; i++) raw |= BigInt(bytes[i] ?? 0) << BigInt(8 * (isBig ? size - 1 - i : i))
  return raw
}

/** An unsigned number as bytes. */
export const bytesOf = (raw: bigint, size: number, isBig: boolean): Uint8Array =>
  Uint8Array.from({ length: size }, (_, i) => Number((raw >> BigInt(8 * (isBig ? size - 1 - i : i))) & 0xffn))

/** One for all: buffers that are made and dropped by the dozen at each move of the caret are what the collector waits for. */
const scratch = new DataView(new ArrayBuffer(8))

function floatOf(raw: bigint, type: FloatType): number {
  if (type === 'f16') return halfValue(Number(raw))
  scratch.setBigUint64(0, raw)
  return type === 'f32' ? scratch.getFloat32(4) : scratch.getFloat64(0)
}

function bitsOf(value: number, type: FloatType): bigint {
  if (type === 'f16') return BigInt(halfBits(value))
  scratch.setBigUint64(0, 0n)
  if (type === 'f32') scratch.setFloat32(4, value)
  else scratch.setFloat64(0, value)
  return scratch.getBigUint64(0)
}

function halfValue(raw: number): number {
  const [exponent, fraction] = [(raw >> 10) & 31, raw & 1023]
  const size =
    exponent === 31
      ? fraction === 0
        ? Infinity
        : Number.NaN
      : exponent === 0
        ? fraction * 2 ** -24
        : (1 + fraction / 1024) * 2 ** (exponent - 15)
  return raw >> 15 ? -size : size
}

/** Rounded to the nearest, ties to even, as the other floats are. */
function halfBits(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0
  const size = Math.abs(value)
  if (size === Infinity) return sign | 0x7c00
  const exponent = Math.max(-14, Math.min(15, Math.floor(Math.log2(size || 1))))
  const scaled = size / 2 ** (exponent - 10)
  const whole = Math.floor(scaled)
  const part = scaled - whole
  const rounded = whole + (part > 0.5 || (part === 0.5 && whole % 2 === 1) ? 1 : 0)
  return sign | Math.min(0x7c00, size < 2 ** -14 ? rounded : rounded + (exponent + 14) * 1024)
}
