import { latinText, oncePerImage } from '../../../format'
import { rangeOf, RecordView, strideOf, struct, u16, u32, type Bytes, type Meta } from '../../../layout'
import type { Refusal } from '../container/refusal'

const SOURCE: Meta = { certainty: 'confirmed', source: 'nwn2 2.1' }

/** The header, 12 bytes (nwn2 2.1). */
export const TrnHeader = struct('nwn2-trn-header', {
  magic: u32({ hex: true, ...SOURCE }),
  version_major: u16(SOURCE),
  version_minor: u16(SOURCE),
  packet_count: u32({ ...SOURCE, role: 'derived' }),
})
/** A row of the directory, 8 bytes; the offset is that of the packet's header (nwn2 2.1). */
export const TrnRow = struct('nwn2-trn-row', {
  type: u32({ hex: true, ...SOURCE }),
  offset: u32({ hex: true, ...SOURCE }),
})
/** What begins a packet; the length is that of its payload (nwn2 2.1). */
export const PacketHeader = struct('nwn2-packet', { type: u32({ hex: true, ...SOURCE }), length: u32(SOURCE) })

export const HEADER_SIZE = strideOf(TrnHeader)
export const ROW_SIZE = strideOf(TrnRow)
export const PACKET_HEADER_SIZE = strideOf(PacketHeader)
export const TYPE_SIZE = 4
/** `NWN2` as a little-endian number. */
const MAGIC = 0x324e574e
const MAGIC_TEXT = 'NWN2'

/** A packet as the directory has it. */
export interface Packet {
  readonly id: number
  /** Four characters. */
  readonly type: string
  /** The same in the header of the packet; absent where the header is not in the file. */
  readonly ownType: string | undefined
  /** Of the packet's header. */
  readonly start: number
  /** Bytes of the payload as declared. */
  readonly length: number
  /** Of the payload that is there. */
  readonly offset: number
  readonly size: number
  readonly isReadable: boolean
}

/** The endings of an area's two files. */
export const isArea = (name: string): boolean => /\.tr[nx]$/i.test(name)

/** Whether bytes begin as the container does. */
export const hasMagic = (head: Bytes): boolean => latinText(head.subarray(0, TYPE_SIZE)) === MAGIC_TEXT

/** Undefined where the directory can be read. */
export function refusalOf(bytes: Bytes): Refusal | undefined {
  const size = bytes.length
  if (size < HEADER_SIZE) return { code: 'trn.header.truncated', params: { size }, range: [0, size] }
  const view = new RecordView(TrnHeader, bytes)
  if (view.number(0, 'magic') !== MAGIC)
    return { code: 'trn.header.magic', params: {}, range: rangeOf(0, TrnHeader, 'magic') }
  const count = view.number(0, 'packet_count')
  if (HEADER_SIZE + count * ROW_SIZE <= size) return undefined
  return { code: 'trn.directory.bounds', params: { count, size }, range: rangeOf(0, TrnHeader, 'packet_count') }
}

/** The packets of an image without refusal, in the order of the directory; read once per image. */
export const packetsOf = oncePerImage(readPackets)

function readPackets(bytes: Bytes): readonly Packet[] {
  const rows = new RecordView(TrnRow, bytes)
  const headers = new RecordView(PacketHeader, bytes)
  const count = new RecordView(TrnHeader, bytes).number(0, 'packet_count')
  return Array.from({ length: count }, (_, id): Packet => {
    const at = HEADER_SIZE + id * ROW_SIZE
    const type = latinText(bytes.subarray(at, at + TYPE_SIZE))
    const start = rows.number(at, 'offset')
    const offset = start + PACKET_HEADER_SIZE
    if (offset > bytes.length)
      return { id, type, ownType: undefined, start, length: 0, offset: start, size: 0, isReadable: false }
    const length = headers.number(start, 'length')
    const size = Math.min(length, bytes.length - offset)
    const ownType = latinText(bytes.subarray(start, start + TYPE_SIZE))
    return { id, type, ownType, start, length, offset, size, isReadable: size === length }
  })
}
