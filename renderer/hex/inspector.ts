/** One reading of the bytes at the caret; empty text where too few bytes are left. */
export interface Reading {
  readonly type: string
  readonly size: number
  readonly little: string
  readonly big: string
}

type Get = (view: DataView, isLittle: boolean) => number | bigint

const TYPES: readonly (readonly [type: string, size: number, get: Get])[] = [
  ['u8', 1, view => view.getUint8(0)],
  ['i8', 1, view => view.getInt8(0)],
  ['u16', 2, (view, isLittle) => view.getUint16(0, isLittle)],
  ['i16', 2, (view, isLittle) => view.getInt16(0, isLittle)],
  ['u32', 4, (view, isLittle) => view.getUint32(0, isLittle)],
  ['i32', 4, (view, isLittle) => view.getInt32(0, isLittle)],
  ['u64', 8, (view, isLittle) => view.getBigUint64(0, isLittle)],
  ['i64', 8, (view, isLittle) => view.getBigInt64(0, isLittle)],
  ['f32', 4, (view, isLittle) => view.getFloat32(0, isLittle)],
  ['f64', 8, (view, isLittle) => view.getFloat64(0, isLittle)],
]

/** All integer and float readings of the first bytes, both ways round, and the bits of the first byte. */
export function readings(bytes: Uint8Array): readonly Reading[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const numbers = TYPES.map(([type, size, get]): Reading => {
    const say = (isLittle: boolean): string => (bytes.length < size ? '' : numberText(get(view, isLittle), type))
    return { type, size, little: say(true), big: say(false) }
  })
  const first = bytes[0]
  const bits = first === undefined ? '' : first.toString(2).padStart(8, '0').replace(/^(.{4})/, '$1 ')
  return [...numbers, { type: 'bits', size: 1, little: bits, big: bits }]
}

function numberText(value: number | bigint, type: string): string {
  if (typeof value === 'bigint' || Number.isInteger(value)) return Object.is(value, -0) ? '-0' : String(value)
  return type === 'f32' ? shortest(value) : String(value)
}

/** The fewest digits that give this 32-bit float back. */
function shortest(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  for (let digits = 6; digits < 9; digits++) {
    const text = Number(value.toPrecision(digits))
    if (Math.fround(text) === value) return String(text)
  }
  return String(Number(value.toPrecision(9)))
}
