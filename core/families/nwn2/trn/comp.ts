import { deflate } from 'pako'
import { newRecord, rangeOf, RecordView, strideOf, struct, u32, type Bytes, type Meta } from '../../../layout'
import { inflateExactly, MOST_RATIO, type StreamFault } from '../../../compress'

const SOURCE: Meta = { certainty: 'confirmed', source: 'nwn2 3.1' }

/** The envelope of a packed walkmesh; one zlib stream follows (nwn2 3.1). */
const CompHeader = struct('nwn2-comp', {
  magic: u32({ hex: true, ...SOURCE }),
  packed_size: u32(SOURCE),
  unpacked_size: u32(SOURCE),
})
const HEADER_SIZE = strideOf(CompHeader)
/** `COMP` as a little-endian number. */
const MAGIC = 0x504d4f43
const MAGIC_TEXT = [0x43, 0x4f, 0x4d, 0x50]
/** Larger meshes are not unpacked: the readers of the field refuse them (nwn2 3.1). */
export const UNPACKED_LIMIT = 0x8000000
/** First bytes of a stream of zlib's default level, as the toolset writes it (nwn2 3.2). */
const TOOLSET_HEADER = [0x78, 0x9c]

/** Why an envelope does not hold. */
export type CompFault = StreamFault | 'truncated' | 'length'

/** Whether stored bytes are an envelope, whole or not. */
export const isComp = (stored: Bytes): boolean => MAGIC_TEXT.every((byte, at) => stored[at] === byte)

/** Sizes of an envelope; undefined where it is cut. */
export function compSizes(stored: Bytes): { readonly packed: number; readonly unpacked: number } | undefined {
  if (stored.length < HEADER_SIZE) return undefined
  const view = new RecordView(CompHeader, stored)
  return { packed: view.number(0, 'packed_size'), unpacked: view.number(0, 'unpacked_size') }
}

/** The bytes of an envelope that show the fault: the word that does not fit, else the stream. */
export function faultRange(stored: Bytes, fault: CompFault): readonly [offset: number, size: number] {
  if (fault === 'length') return rangeOf(0, CompHeader, 'packed_size')
  if (fault === 'size') return rangeOf(0, CompHeader, 'unpacked_size')
  const start = fault === 'truncated' ? 0 : HEADER_SIZE
  return [start, stored.length - start]
}

/** The size that an envelope declares, where a stream of its length can have it. */
export function declaredSize(stored: Bytes): number | undefined {
  const sizes = compSizes(stored)
  if (!sizes || sizes.unpacked >= UNPACKED_LIMIT) return undefined
  return sizes.unpacked <= (stored.length - HEADER_SIZE) * MOST_RATIO ? sizes.unpacked : undefined
}

/** The walkmesh of an envelope, or why there is none. */
export function unpackComp(stored: Bytes): Bytes | CompFault {
  const sizes = compSizes(stored)
  if (!sizes) return 'truncated'
  if (HEADER_SIZE + sizes.packed !== stored.length) return 'length'
  if (sizes.unpacked >= UNPACKED_LIMIT) return 'size'
  return inflateExactly(stored.subarray(HEADER_SIZE), sizes.unpacked)
}

/** Packs a walkmesh as the toolset does: zlib's defaults, for which pako gives its very bytes (nwn2 3.2). */
export function packComp(payload: Bytes): Bytes {
  const stream = deflate(payload)
  const header = newRecord(CompHeader, { magic: MAGIC, packed_size: stream.length, unpacked_size: payload.length })
  const stored = new Uint8Array(header.length + stream.length)
  stored.set(header)
  stored.set(stream, header.length)
  return stored
}

/** Whether the stream begins as one of another program, or of another level, does. */
export const isForeign = (stored: Bytes): boolean =>
  TOOLSET_HEADER.some((byte, at) => stored[HEADER_SIZE + at] !== byte)
