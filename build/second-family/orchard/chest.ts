import {
  StudioError,
  encodedOf,
  isDisjoint,
  repackBody,
  type Archive,
  type ArchiveCodec,
  type ArchiveRow,
  type Format,
  type PackedImage,
  type PresentRow,
} from '@areal-studio/core/format'
import { array, count, read, rest, strideOf, struct, text, u32, write, type Bytes } from '@areal-studio/core/layout'

/** `runs` is 1 where the payload is stored as pairs of a count and a byte. */
const Row = struct('chest-row', { name: text(16), runs: u32(), unpacked: u32(), offset: u32(), size: u32() })
const Chest = struct('chest', { magic: text(4), total: count('rows'), rows: array(Row, 'total'), body: rest() })

const MAGIC = Uint8Array.from('CHST', letter => letter.charCodeAt(0))
const NAME_LENGTH = 15
const ENCODING = 'runs'
const bodyAt = (rows: number): number => 8 + rows * strideOf(Row)

function openChest(bytes: Bytes): Archive {
  const isChest = MAGIC.every((byte, at) => bytes[at] === byte) && bytes.length >= bodyAt(0)
  const total = isChest ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) : Infinity
  if (bodyAt(total) > bytes.length) throw new StudioError('chest.damaged')
  const rows = read(Chest, bytes).rows.map(
    ({ name, runs, unpacked, offset, size }, id): ArchiveRow => ({
      id,
      attributes: { name: typeof name === 'string' ? name : name.text, runs },
      offset,
      size,
      isReadable: offset + size <= bytes.length,
      ...(runs === 1 && { encoding: ENCODING, unpackedSize: unpacked }),
    }),
  )
  return {
    rows,
    regions: [{ kind: 'header', offset: 0, size: bodyAt(total) }],
    isSound: isDisjoint(rows, bodyAt(total), bytes.length),
  }
}

function packChest(pristine: Bytes, present: readonly PresentRow[]): PackedImage {
  const { rows, isSound } = openChest(pristine)
  if (!isSound) throw new StudioError('chest.damaged')
  const start = bodyAt(rows.length)
  const targets = present.map(({ id, attributes, payload }) => {
    const encoding = CODEC.encodingOf?.(attributes)
    const stored = payload && encoding !== undefined ? encodedOf(CODEC, payload, encoding) : payload
    return { source: id.startsWith('+') ? undefined : Number(id), ...(stored && { bytes: stored }) }
  })
  const { bytes: body, offsets } = repackBody(pristine, rows, targets, start, pristine.length)
  const shift = bodyAt(present.length) - start
  const packed = present.map(({ attributes: { name, runs }, payload }, at) => {
    const old = rows[targets[at]?.source ?? -1]
    const size = targets[at]?.bytes?.length ?? old?.size ?? 0
    const unpacked = payload?.length ?? old?.unpackedSize ?? size
    return { name: String(name), runs: Number(runs), unpacked, offset: (offsets[at] ?? start) + shift, size }
  })
  return {
    bytes: write(Chest, { magic: 'CHST', total: packed.length, rows: packed, body }).bytes,
    rows: packed.map(({ offset, size }, at) => ({ id: present[at]?.id ?? '', offset, size })),
  }
}

function decodeRuns(image: Bytes, { offset, size, unpackedSize = 0 }: ArchiveRow): Bytes | undefined {
  const stored = image.subarray(offset, offset + size)
  const counts = stored.filter((_, at) => at % 2 === 0)
  if (size % 2 !== 0 || counts.reduce((sum, n) => sum + n, 0) !== unpackedSize) return undefined
  const payload = new Uint8Array(unpackedSize)
  let at = 0
  counts.forEach((n, pair) => {
    payload.fill(stored[2 * pair + 1] ?? 0, at, at + n)
    at += n
  })
  return payload
}

export function encodeRuns(payload: Bytes): Bytes {
  const pairs: number[] = []
  for (let from = 0, to = 0; from < payload.length; from = to) {
    while (to < payload.length && to - from < 255 && payload[to] === payload[from]) to++
    pairs.push(to - from, payload[from] ?? 0)
  }
  return Uint8Array.from(pairs)
}

const CODEC: ArchiveCodec = {
  open: openChest,
  pack: packChest,
  decode: decodeRuns,
  encodingOf: ({ runs }) => (runs === 1 ? ENCODING : undefined),
  encode: encodeRuns,
  newAttributes: name => ({ name, runs: 1 }),
  validate: ({ name }) => {
    if (typeof name !== 'string' || name.length > NAME_LENGTH)
      throw new StudioError('chest.name', { name: String(name) })
  },
}

/** The archive of the orchard. */
export const CHEST: Format = {
  id: 'orchard.chest',
  magic: [{ at: 0, bytes: MAGIC }],
  match: () => false,
  archive: CODEC,
}

/** A chest of named payloads, each stored as runs or as it is. */
export const chestOf = (payloads: Readonly<Record<string, { readonly bytes: Bytes; readonly runs: 0 | 1 }>>): Bytes =>
  packChest(
    write(Chest, { magic: 'CHST', total: 0, rows: [], body: new Uint8Array(0) }).bytes,
    Object.entries(payloads).map(([name, { bytes, runs }], at) => ({
      id: `+${at}`,
      attributes: { name, runs },
      payload: bytes,
    })),
  ).bytes
