import { nameText, storedOf, type Opened } from '../../../format'
import type { Report } from '../../../format/report'
import { rangeOf, RecordView, type Bytes } from '../../../layout'
import { overlapping, type Range } from '../container/relay'
import { compSizes, isComp, isForeign } from './comp'
import {
  HEADER_SIZE,
  isArea,
  PACKET_HEADER_SIZE,
  PacketHeader,
  packetsOf,
  refusalOf,
  ROW_SIZE,
  TrnHeader,
  TrnRow,
  type Packet,
} from './packets'
import { regionsOf } from './regions'

/** Packets of an area (nwn2 2.2). */
const KNOWN = ['TRWH', 'TRRN', 'WATR', 'ASWM']
/** Packets that an area has exactly once (nwn2 2.2). */
const ONCE = [
  ['ASWM', 'trn.aswm.missing', 'trn.aswm.duplicate'],
  ['TRWH', 'trn.trwh.missing', 'trn.trwh.duplicate'],
] as const

/** What is wrong in the container, by its base image and its present rows (nwn2 2.2). */
export function checkPackets({ base, name }: Opened, rows: readonly Opened[], report: Report): void {
  const refusal = refusalOf(base)
  if (refusal) return report.error(refusal.code, refusal.params, { range: refusal.range })
  checkVersion(base, report)
  const packets = packetsOf(base)
  const places = new Map(rows.map(({ path }, place) => [path.slice(path.lastIndexOf('#') + 1), place]))
  for (const packet of packets) {
    const row = places.get(String(packet.id))
    if (row !== undefined) checkPacket(base, packet, row, report)
  }
  checkSpace(base, packets, places, report)
  if (isArea(name)) checkRows(rows, report)
}

function checkVersion(base: Bytes, report: Report): void {
  const view = new RecordView(TrnHeader, base)
  const [major, minor] = [view.number(0, 'version_major'), view.number(0, 'version_minor')]
  const range = rangeOf(0, TrnHeader, 'version_major', 'version_minor')
  if (major !== 2 || minor !== 3) report.warning('trn.version', { major, minor }, { range })
}

const lineOf = ({ id }: Packet): readonly [number, number] => [HEADER_SIZE + id * ROW_SIZE, ROW_SIZE]

function checkPacket(base: Bytes, packet: Packet, row: number, report: Report): void {
  const { type, ownType, start, length, id } = packet
  if (ownType === undefined) {
    const params = { name: type, offset: start, size: base.length }
    return report.error('trn.packet.bounds', params, {
      row,
      range: rangeOf(HEADER_SIZE + id * ROW_SIZE, TrnRow, 'offset'),
    })
  }
  if (ownType !== type)
    report.error(
      'trn.packet.type',
      { name: type, found: ownType },
      { row, range: rangeOf(start, PacketHeader, 'type') },
    )
  if (!packet.isReadable) {
    const params = { name: type, offset: start + PACKET_HEADER_SIZE + length, size: base.length }
    report.error('trn.packet.bounds', params, { row, range: [start, base.length - start] })
  }
  if (!KNOWN.includes(type)) report.info('trn.packet.unknown', { name: type }, { row, range: lineOf(packet) })
  const stored = storedOf(base, { ...packet, attributes: {} })
  if (type !== 'ASWM' || !isComp(stored) || !compSizes(stored)) return
  if (isForeign(stored)) report.info('aswm.comp.other', { name: type }, { row, range: [packet.offset, packet.size] })
}

/** Bytes of several packets, and bytes of none. */
function checkSpace(
  base: Bytes,
  packets: readonly Packet[],
  places: ReadonlyMap<string, number>,
  report: Report,
): void {
  const tables = { offset: 0, size: HEADER_SIZE + packets.length * ROW_SIZE }
  const ranges = packets
    .filter(({ ownType }) => ownType !== undefined)
    .map(packet => ({ packet, offset: packet.start, size: PACKET_HEADER_SIZE + packet.size }))
  const shared: ReadonlySet<Range & { readonly packet?: Packet }> = overlapping([tables, ...ranges])
  for (const { packet, offset, size } of shared) {
    const row = packet && places.get(String(packet.id))
    if (!packet || row === undefined) continue
    report.warning('trn.packet.overlap', { name: packet.type }, { row, range: [offset, size] })
  }
  for (const { kind, offset, size } of regionsOf(base, packets))
    if (kind === 'gap') report.warning('trn.gap', { n: size, offset }, { range: [offset, size] })
}

function checkRows(rows: readonly Opened[], report: Report): void {
  for (const [name, missing, duplicate] of ONCE) {
    const places = rows.flatMap(({ attributes }, place) => (nameText(attributes['name']) === name ? [place] : []))
    if (places.length === 0) report.error(missing, {}, { range: rangeOf(0, TrnHeader, 'packet_count') })
    for (const row of places.slice(1)) report.error(duplicate, { n: places.length }, { row })
  }
}
