import { sameBytes } from '../../../edit'
import {
  encodedOf,
  latinBytes,
  nameText,
  payloadOf,
  StudioError,
  type ArchiveCodec,
  type PackedImage,
  type PresentRow,
} from '../../../format'
import { writeRecord, type Bytes } from '../../../layout'
import { overlapping, relay, type Piece, type Range } from '../container/relay'
import {
  HEADER_SIZE,
  PACKET_HEADER_SIZE,
  PacketHeader,
  packetsOf,
  refusalOf,
  ROW_SIZE,
  TrnHeader,
  TrnRow,
  TYPE_SIZE,
  type Packet,
} from './packets'

/** A packet on its way into the image. */
interface Target {
  readonly row: PresentRow
  readonly source: Packet | undefined
  readonly type: Bytes
  /** What replaces the packet or adds one; undefined where its bytes stay. */
  readonly piece: Piece | undefined
}

/**
 * The image of the packets that should be there (nwn2 9): each keeps its place in the file and the bytes between them,
 * added ones go behind the last. A packet that shares bytes with another one and is changed goes there, too. Throws
 * StudioError `trn.damaged`, `trn.name`.
 */
export function packPackets(codec: ArchiveCodec, pristine: Bytes, present: readonly PresentRow[]): PackedImage {
  const refusal = refusalOf(pristine)
  if (refusal) throw new StudioError('trn.damaged', { problem: refusal.code })
  const packets = packetsOf(pristine)
  const tables = { offset: 0, size: HEADER_SIZE + packets.length * ROW_SIZE }
  const shared = sharedPackets(packets, tables)
  const end = packets.reduce((last, { offset, size }) => Math.max(last, offset + size), tables.size)
  const directory: Piece = {
    offset: HEADER_SIZE,
    size: packets.length * ROW_SIZE,
    bytes: new Uint8Array(present.length * ROW_SIZE),
  }
  const isApart = (packet: Packet): boolean => packet.isReadable && !shared.has(packet)
  const targets = present.map(row => targetOf(codec, pristine, row, Math.min(end, pristine.length), isApart))
  const kept = new Set(targets.map(({ source }) => source))
  const removed = packets.filter(packet => isApart(packet) && !kept.has(packet))
  const pieces = [
    directory,
    ...removed.map((packet): Piece => ({ ...rangeOfPacket(packet), bytes: new Uint8Array(0) })),
    ...targets.flatMap(({ piece }) => piece ?? []),
  ]
  const image = relay(pristine, pieces)
  const rows = targets.map((target, place) => {
    const { piece, source, type, row } = target
    const start = piece ? image.startOf(piece) : source ? movedStart(source, pristine, image.placeOf) : 0
    const at = HEADER_SIZE + place * ROW_SIZE
    writeRecord(image.bytes, at, TrnRow, { offset: start })
    image.bytes.set(type, at)
    const size = piece ? piece.bytes.length - PACKET_HEADER_SIZE : (source?.size ?? 0)
    return { id: row.id, offset: start + PACKET_HEADER_SIZE, size }
  })
  writeRecord(image.bytes, 0, TrnHeader, { packet_count: present.length })
  return { bytes: image.bytes, rows }
}

/** A packet that begins behind the file keeps its word. */
const movedStart = ({ start }: Packet, { length }: Bytes, placeOf: (offset: number) => number): number =>
  start > length ? start : placeOf(start)

const rangeOfPacket = ({ start, size }: Packet): Range => ({
  offset: start,
  size: PACKET_HEADER_SIZE + size,
})

/** Packets that share bytes with others or with the tables. */
function sharedPackets(packets: readonly Packet[], tables: Range): ReadonlySet<Packet> {
  const ranges = packets
    .filter(({ ownType }) => ownType !== undefined)
    .map(packet => ({ packet, ...rangeOfPacket(packet) }))
  const found: ReadonlySet<Range & { readonly packet?: Packet }> = overlapping([tables, ...ranges])
  return new Set([...found].flatMap(({ packet }) => packet ?? []))
}

/** `end`: where added packets go. */
function targetOf(
  codec: ArchiveCodec,
  pristine: Bytes,
  row: PresentRow,
  end: number,
  isApart: (packet: Packet) => boolean,
): Target {
  const source = row.id.startsWith('+') ? undefined : packetsOf(pristine)[Number(row.id)]
  const name = nameText(row.attributes['name'])
  const type = latinBytes(name)
  if (type?.length !== TYPE_SIZE) throw new StudioError('trn.name', { name })
  const isSameType = source?.type === name
  if (source && isSameType && isUntouched(codec, pristine, row)) return { row, source, type, piece: undefined }
  const stored = row.payload
    ? encoded(codec, row.payload, row)
    : pristine.subarray(source?.offset ?? 0, (source?.offset ?? 0) + (source?.size ?? 0))
  const place = source && isApart(source) ? rangeOfPacket(source) : { offset: end, size: 0 }
  const bytes = new Uint8Array(PACKET_HEADER_SIZE + stored.length)
  writeRecord(bytes, 0, PacketHeader, { length: stored.length })
  bytes.set(source && isSameType ? pristine.subarray(source.start, source.start + TYPE_SIZE) : type)
  bytes.set(stored, PACKET_HEADER_SIZE)
  return { row, source, type, piece: { ...place, bytes } }
}

/** Whether a row has the payload that it had. */
function isUntouched(codec: ArchiveCodec, pristine: Bytes, { id, payload }: PresentRow): boolean {
  const row = payload && codec.open(pristine).rows[Number(id)]
  return !payload || (row !== undefined && sameBytes(payloadOf(codec, pristine, row), payload))
}

function encoded(codec: ArchiveCodec, payload: Bytes, { attributes }: PresentRow): Bytes {
  const encoding = codec.encodingOf?.(attributes)
  return encoding === undefined ? payload : encodedOf(codec, payload, encoding)
}
