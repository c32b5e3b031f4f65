import type { Region } from '../../../format'
import type { Bytes } from '../../../layout'
import { gapsBetween } from '../container/relay'
import { HEADER_SIZE, PACKET_HEADER_SIZE, ROW_SIZE, type Packet } from './packets'

/** Bytes that are no payload: the headers of packets count as directory, so that they are not edited as gaps. */
export function regionsOf(bytes: Bytes, packets: readonly Packet[]): readonly Region[] {
  const start = HEADER_SIZE + packets.length * ROW_SIZE
  const headers = packets
    .filter(({ ownType, start: at }) => ownType !== undefined && at >= start)
    .map((packet): Region => ({ kind: 'directory', offset: packet.start, size: PACKET_HEADER_SIZE }))
  const gaps = gapsBetween([...packets, ...headers], start, bytes.length)
  const directory: Region = { kind: 'directory', offset: HEADER_SIZE, size: packets.length * ROW_SIZE }
  const regions: Region[] = [{ kind: 'header', offset: 0, size: HEADER_SIZE }]
  if (packets.length > 0) regions.push(directory)
  return [...regions, ...headers, ...gaps.map((gap): Region => ({ kind: 'gap', ...gap }))].sort(
    (a, b) => a.offset - b.offset,
  )
}
