import { Inflate } from 'pako'

/** Why a stream does not unpack to the declared size: damaged, another size, bytes behind its end. */
export type StreamFault = 'stream' | 'size' | 'tail'

/** No deflate stream gives more bytes than this for each of its own. */
export const MOST_RATIO = 1032
const CHUNK = 1 << 18
/** zlib's status where the input ends before the stream does. */
const ENDS_EARLY = -5

class Overflow extends Error {}

/** The inflater with its count of unread input, which pako's types leave out. */
class Inflation extends Inflate {
  declare readonly strm: { readonly avail_in: number }
}

/**
 * Unpacks a stream (zlib with its checksum, or raw deflate) to exactly `size` bytes. Allocates no more than `size`, and
 * that only where the stream can give as much.
 */
export function inflateExactly(stream: Uint8Array, size: number, raw = false): Uint8Array | StreamFault {
  if (size > stream.length * MOST_RATIO) return 'size'
  const out = new Uint8Array(size)
  let filled = 0
  const inflation = new Inflation({ raw, chunkSize: Math.min(size + 1, CHUNK) })
  inflation.onData = (chunk): void => {
    if (!(chunk instanceof Uint8Array) || filled + chunk.length > size) throw new Overflow()
    out.set(chunk, filled)
    filled += chunk.length
  }
  let status = 0
  inflation.onEnd = (end): void => {
    status = end
  }
  try {
    if (!inflation.push(stream, true)) return status === ENDS_EARLY ? 'size' : 'stream'
  } catch (error) {
    if (error instanceof Overflow) return 'size'
    throw error
  }
  if (filled !== size) return 'size'
  return inflation.strm.avail_in === 0 ? out : 'tail'
}
