import type { FloatValue } from './layout'
import type { IntegerName, ScalarName } from './shape'

/** Hexadecimal digits of bytes. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += (byte < 16 ? '0' : '') + byte.toString(16)
  return text
}

/** Bytes of hexadecimal digits, or undefined where the text is not that. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return undefined
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16)
  return bytes
}

/** An integer of up to 32 bits, little-endian. Throws RangeError outside the view, as the others here do. */
export function readInteger(view: DataView, at: number, scalar: IntegerName): number {
  // The most frequent first.
  switch (scalar) {
    case 'u32':
      return view.getUint32(at, true)
    case 'i32':
      return view.getInt32(at, true)
    case 'u16':
      return view.getUint16(at, true)
    case 'i16':
      return view.getInt16(at, true)
    case 'u8':
      return view.getUint8(at)
    case 'i8':
      return view.getInt8(at)
  }
}

/** The number that `bits` bits of an integer without a sign are, the first of them at `first`. */
export const bitsOf = (whole: number, first: number, bits: number): number =>
  // Not by a power: that takes ten times as long.
  bits === 32 ? whole >>> 0 : (whole >>> first) & ((1 << bits) - 1)

/** The same written; what does not fit is cut to its low bits, so limits are checked before. */
export function writeInteger(view: DataView, at: number, scalar: IntegerName, value: number): void {
  switch (scalar) {
    case 'u8':
      return view.setUint8(at, value)
    case 'i8':
      return view.setInt8(at, value)
    case 'u16':
      return view.setUint16(at, value, true)
    case 'i16':
      return view.setInt16(at, value, true)
    case 'u32':
      return view.setUint32(at, value, true)
    case 'i32':
      return view.setInt32(at, value, true)
  }
}

/** Any number, little-endian: 64 bits as a bigint, a NaN whose bits a number cannot carry as `{ bits }`. */
export function readScalar(view: DataView, at: number, scalar: ScalarName): number | bigint | FloatValue {
  switch (scalar) {
    case 'f32':
      return readF32(view, at)
    case 'f64':
      return readF64(view, at)
    case 'u64':
      return view.getBigUint64(at, true)
    case 'i64':
      return view.getBigInt64(at, true)
    default:
      return readInteger(view, at, scalar)
  }
}

// The NaN that a JS number represents. All others keep their bits in the value.
const NAN_32 = 0x7fc00000
const NAN_64 = 0x7ff8000000000000n

function readF32(view: DataView, at: number): FloatValue {
  const value = view.getFloat32(at, true)
  if (value === value) return value
  const bits = view.getUint32(at, true)
  return bits === NAN_32 ? Number.NaN : { bits: bitsText(bits, 8) }
}

function readF64(view: DataView, at: number): FloatValue {
  const value = view.getFloat64(at, true)
  if (value === value) return value
  const bits = view.getBigUint64(at, true)
  return bits === NAN_64 ? Number.NaN : { bits: bitsText(bits, 16) }
}

const bitsText = (bits: number | bigint, digits: number): string => `0x${bits.toString(16).padStart(digits, '0')}`

/** The bits of a float as `0x…`, as JSON shows what is no number. */
export function floatBits(value: number, scalar: 'f32' | 'f64'): string {
  const view = new DataView(new ArrayBuffer(8))
  writeFloat(view, 0, scalar, value)
  return scalar === 'f32' ? bitsText(view.getUint32(0, true), 8) : bitsText(view.getBigUint64(0, true), 16)
}

/** Writes a float. NaN gets fixed bits, not those of the JavaScript engine. */
export function writeFloat(view: DataView, at: number, scalar: 'f32' | 'f64', value: number): void {
  if (scalar === 'f32') {
    if (value === value) view.setFloat32(at, value, true)
    else view.setUint32(at, NAN_32, true)
  } else if (value === value) view.setFloat64(at, value, true)
  else view.setBigUint64(at, NAN_64, true)
}

/** Writes the bits of `{ bits }`; false where they are no such text. */
export function writeBits(view: DataView, at: number, scalar: 'f32' | 'f64', bits: string): boolean {
  if (!/^0x[0-9a-fA-F]+$/.test(bits) || bits.length > (scalar === 'f32' ? 10 : 18)) return false
  if (scalar === 'f32') view.setUint32(at, Number(bits), true)
  else view.setBigUint64(at, BigInt(bits), true)
  return true
}

const LEAST_NORMAL_32 = 2 ** -126

/** The shortest decimal that is the same f32 again; `-0.0` for minus zero. */
export function f32Text(value: number): string {
  if (Object.is(value, -0)) return '-0.0'
  const size = Math.abs(value)
  if (Number.isInteger(value) && size < 0x1000000) return String(value)
  // Six digits show every shorter decimal too, except where an f32 has fewer than six of its own.
  for (let digits = size < LEAST_NORMAL_32 ? 1 : 6; digits < 10; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(value)
}

/** The shortest decimal that is the same f64 again; `-0.0` for minus zero. */
export const f64Text = (value: number): string => (Object.is(value, -0) ? '-0.0' : String(value))

/** Whether a bit of a number of up to 32 bits is set. */
export const hasBit = (number: number, bit: number): boolean => Math.floor((number >>> 0) / 2 ** bit) % 2 === 1
