import type { Bytes } from '../../layout'
import { cp1251 } from './sample/cp1251'

/** Collects little-endian values, so that a test writes the bytes of a format without its layout. */
export interface ByteWriter {
  u8(...values: readonly number[]): ByteWriter
  i8(...values: readonly number[]): ByteWriter
  u16(...values: readonly number[]): ByteWriter
  u32(...values: readonly number[]): ByteWriter
  f32(...values: readonly number[]): ByteWriter
  /** Text in cp1251, filled with zeros up to `size`. */
  text(text: string, size?: number): ByteWriter
  /** Length as u32, then the bytes of the text (parkan 9.1 `Str`). */
  string(text: string): ByteWriter
  bytes(bytes: Bytes): ByteWriter
  done(): Bytes
}

/** An empty writer; its buffer grows. */
export function byteWriter(): ByteWriter {
  let buffer = new Uint8Array(256)
  let view = new DataView(buffer.buffer)
  let length = 0
  const room = (size: number): number => {
    if (length + size > buffer.length) {
      const larger = new Uint8Array(Math.max(length + size, buffer.length * 2))
      larger.set(buffer)
      buffer = larger
      view = new DataView(buffer.buffer)
    }
    length += size
    return length - size
  }
  // `room` may replace `view`, so it is called before `put` uses it.
  const each = (values: readonly number[], size: number, put: (at: number, value: number) => void): ByteWriter => {
    for (const value of values) put(room(size), value)
    return writer
  }
  const writer: ByteWriter = {
    u8: (...values) => each(values, 1, (at, value) => view.setUint8(at, value)),
    i8: (...values) => each(values, 1, (at, value) => view.setInt8(at, value)),
    u16: (...values) => each(values, 2, (at, value) => view.setUint16(at, value, true)),
    u32: (...values) => each(values, 4, (at, value) => view.setUint32(at, value, true)),
    f32: (...values) => each(values, 4, (at, value) => view.setFloat32(at, value, true)),
    text(text, size) {
      const bytes = cp1251(text)
      const at = room(size ?? bytes.length)
      buffer.set(bytes.subarray(0, size), at)
      return writer
    },
    string: text => writer.u32(cp1251(text).length).text(text),
    bytes(bytes) {
      const at = room(bytes.length)
      buffer.set(bytes, at)
      return writer
    },
    done: () => buffer.slice(0, length),
  }
  return writer
}
