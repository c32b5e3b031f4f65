import type { Bytes } from '../../../layout'

/** The byte transform of the table and of rows packed with method bit 0x20; its own inverse. `key`: 16 bits (parkan 2.2). */
export function xorStream(bytes: Bytes, key: number): Bytes {
  const out = new Uint8Array(bytes.length)
  let lo = key & 0xff
  let hi = (key >> 8) & 0xff
  for (let i = 0; i < bytes.length; i++) {
    lo = hi ^ ((lo << 1) & 0xff)
    out[i] = (bytes[i] ?? 0) ^ lo
    hi = lo ^ (hi >> 1)
  }
  return out
}
