import type { Bytes } from '../../../layout'
import type { Fault } from './fault'
import { Matches } from './matches'

const RING = 4096
/** First write position of the ring; the bytes before it are spaces (parkan 2.5). */
const START = 0xfee
const LONGEST = 18
/** More bytes than this of one packed byte no stream can give. */
const MOST_RATIO = 9

/** Unpacks `size` bytes (parkan 2.5). Bytes behind the last item are ignored, as the game does. */
export function unpackLzss(packed: Bytes, size: number): Bytes | Fault {
  if (size > packed.length * MOST_RATIO) return 'size'
  const out = new Uint8Array(size)
  const ring = new Uint8Array(RING).fill(0x20)
  let r = START
  let made = 0
  let at = 0
  const put = (byte: number): void => {
    if (made < out.length) out[made++] = byte
    ring[r] = byte
    r = (r + 1) & (RING - 1)
  }
  while (made < out.length) {
    if (at >= packed.length) return 'cut'
    const flags = packed[at++] ?? 0
    for (let bit = 0; bit < 8 && made < out.length; bit++) {
      if ((flags >> bit) & 1) {
        if (at >= packed.length) return 'cut'
        put(packed[at++] ?? 0)
        continue
      }
      if (at + 2 > packed.length) return 'cut'
      const low = packed[at++] ?? 0
      const high = packed[at++] ?? 0
      let from = low | ((high & 0xf0) << 4)
      for (let left = (high & 15) + 3; left > 0; left--) {
        put(ring[from] ?? 0)
        from = (from + 1) & (RING - 1)
      }
    }
  }
  return out
}

/** Packs greedily: at each place the longest run, of equal ones the nearest. Always the same bytes for the same payload. */
export function packLzss(payload: Bytes): Bytes {
  const matches = new Matches(payload, START, LONGEST)
  const out = new Uint8Array(payload.length + Math.ceil(payload.length / 8))
  let size = 0
  let flags = 0
  let item = 8
  for (let at = START; at < matches.text.length; ) {
    if (item === 8) {
      flags = size++
      item = 0
    }
    matches.find(at)
    if (matches.length === 0) {
      out[flags] = (out[flags] ?? 0) | (1 << item)
      out[size++] = matches.text[at++] ?? 0
    } else {
      const from = (at - matches.distance) & (RING - 1)
      out[size++] = from & 0xff
      out[size++] = ((from >> 4) & 0xf0) | (matches.length - 3)
      at += matches.length
    }
    item++
  }
  return out.slice(0, size)
}
