import { deflateSync, inflateSync } from 'fflate'
import type { Attributes } from '../edit'
import {
  encodedOf,
  knownFamily,
  StudioError,
  type Archive,
  type ArchiveCodec,
  type ArchiveRow,
  type Family,
  type Format,
  type KnownFamily,
  type PackedImage,
  type PresentRow,
  type Problem,
  type Region,
} from '../format'
import { array, count, document, locate, struct, u16, u8, unknown, type Bytes } from '../layout'

/*
 * A game of our own, small enough to reason about: `*.tin` archives and `*.pts` lists of points. It is here so that the
 * laws of the studio are tested on their own, without any real family.
 *
 * Archive: "TINY", u16 row count, u16 size; directory of 12 bytes per row (name 6, type u8, flag u8, offset u16, size u16);
 * payloads, with gaps between them kept. In an archive "TINZ" the rows of an even flag are stored encoded: u16 size of the
 * payload, then raw deflate, each byte of it exclusive or 0x5A.
 */
const HEADER = 8
const ROW = 12
const PLAIN = 0x54494e59
const ENCODED = 0x54494e5a
const XOR = 0x5a
const ENCODING = 'deflate+xor'

/** How often the codec was called, for tests that count. */
export const TINY_CALLS = { open: 0, decode: 0, encode: 0 }

interface Row {
  readonly attributes: Attributes
  readonly offset: number
  readonly size: number
}

const viewOf = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function magicOf(bytes: Bytes): number | undefined {
  const magic = bytes.length >= HEADER ? viewOf(bytes).getUint32(0) : 0
  return magic === PLAIN || magic === ENCODED ? magic : undefined
}

const encodingOf = ({ flag }: Attributes): string | undefined => (Number(flag) % 2 === 0 ? ENCODING : undefined)

const exclusive = (bytes: Bytes): Bytes => bytes.map(byte => byte ^ XOR)

/** A payload as a row of "TINZ" stores it; level 0 is that of another program. */
export function tinyEncoded(payload: Bytes, level: 0 | 9 = 9): Bytes {
  TINY_CALLS.encode++
  const deflated = exclusive(deflateSync(payload, { level }))
  const bytes = new Uint8Array(2 + deflated.length)
  viewOf(bytes).setUint16(0, payload.length, true)
  bytes.set(deflated, 2)
  return bytes
}

function decodeTiny(image: Bytes, { offset, size }: ArchiveRow): Bytes | undefined {
  TINY_CALLS.decode++
  if (size < 2) return undefined
  const stored = image.subarray(offset, offset + size)
  try {
    const payload = inflateSync(exclusive(stored.subarray(2)))
    return payload.length === viewOf(stored).getUint16(0, true) ? payload : undefined
  } catch {
    return undefined
  }
}

function readRows(bytes: Bytes): readonly Row[] {
  const view = viewOf(bytes)
  const isTiny = bytes.length >= HEADER && magicOf(bytes) !== undefined && view.getUint16(6, true) === bytes.length
  const total = isTiny ? view.getUint16(4, true) : -1
  if (!isTiny || HEADER + total * ROW > bytes.length) throw new StudioError('tiny.damaged')
  return Array.from({ length: total }, (_, i) => {
    const at = HEADER + i * ROW
    const name = String.fromCharCode(...bytes.subarray(at, at + 6)).replace(/\0+$/, '')
    return {
      attributes: { name, type_id: view.getUint8(at + 6), flag: view.getUint8(at + 7), row: i },
      offset: view.getUint16(at + 8, true),
      size: view.getUint16(at + 10, true),
    }
  })
}

function openTiny(bytes: Bytes): Archive {
  TINY_CALLS.open++
  const rows = readRows(bytes)
  const isEncoded = magicOf(bytes) === ENCODED
  const start = HEADER + rows.length * ROW
  const regions: Region[] = [{ kind: 'header', offset: 0, size: HEADER }]
  if (rows.length > 0) regions.push({ kind: 'directory', offset: HEADER, size: rows.length * ROW })
  let end = start
  let isSound = true
  for (const { offset, size } of [...rows].sort((a, b) => a.offset - b.offset || a.size - b.size)) {
    if (offset < end || offset + size > bytes.length) isSound = false
    if (offset > end) regions.push({ kind: 'gap', offset: end, size: offset - end })
    end = Math.max(end, offset + size)
  }
  if (end < bytes.length) regions.push({ kind: 'gap', offset: end, size: bytes.length - end })
  return {
    rows: rows.map((row, id): ArchiveRow => {
      const isReadable = row.offset + row.size <= bytes.length
      const encoding = isEncoded ? encodingOf(row.attributes) : undefined
      const declared = encoding !== undefined && isReadable && row.size >= 2
      const unpackedSize = declared ? viewOf(bytes).getUint16(row.offset, true) : row.size
      return { ...row, id, isReadable, ...(encoding !== undefined && { encoding, unpackedSize }) }
    }),
    regions,
    isSound,
  }
}

/** Payloads in file order of the pristine image, each with the gap that stood before it; added ones at the end. */
function packTiny(codec: ArchiveCodec, pristine: Bytes, present: readonly PresentRow[]): PackedImage {
  const archive = openTiny(pristine)
  const gaps = archive.regions.filter(region => region.kind === 'gap')
  const storedBytes = (row: PresentRow): Bytes => {
    const old = row.id.startsWith('+') ? undefined : archive.rows[Number(row.id)]
    if (!row.payload && old) return pristine.subarray(old.offset, old.offset + old.size)
    const payload = row.payload ?? new Uint8Array(0)
    const encoding = codec.encodingOf?.(row.attributes)
    return encoding === undefined ? payload : encodedOf(codec, payload, encoding)
  }
  const placed = present.map((row, i) => ({
    row,
    i,
    at: row.id.startsWith('+') ? Infinity : (archive.rows[Number(row.id)]?.offset ?? Infinity),
  }))
  const order = placed.sort((a, b) => (a.at === b.at ? a.i - b.i : a.at - b.at))
  const places: { id: string; offset: number; size: number }[] = []
  const parts: Bytes[] = []
  let cursor = HEADER + present.length * ROW
  let passed = 0
  const put = (bytes: Bytes): void => {
    parts.push(bytes)
    cursor += bytes.length
  }
  const putGaps = (before: number): void => {
    for (let gap = gaps[passed]; gap && gap.offset < before; gap = gaps[++passed])
      put(pristine.subarray(gap.offset, gap.offset + gap.size))
  }
  for (const { row, at } of order) {
    putGaps(at)
    const stored = storedBytes(row)
    places.push({ id: row.id, offset: cursor, size: stored.length })
    put(stored)
  }
  putGaps(Infinity)
  return {
    bytes: tinyImage(
      present.map(row => row.attributes),
      places,
      present,
      parts,
      cursor,
      magicOf(pristine),
    ),
    rows: places,
  }
}

function tinyImage(
  attributes: readonly Attributes[],
  places: readonly { id: string; offset: number; size: number }[],
  present: readonly PresentRow[],
  parts: readonly Bytes[],
  size: number,
  magic = PLAIN,
): Bytes {
  if (size > 0xffff) throw new StudioError('tiny.too-large')
  const bytes = new Uint8Array(size)
  const view = viewOf(bytes)
  view.setUint32(0, magic)
  view.setUint16(4, present.length, true)
  view.setUint16(6, size, true)
  for (const [i, row] of present.entries()) {
    const at = HEADER + i * ROW
    const place = places.find(one => one.id === row.id)
    const { name, type_id, flag } = attributes[i] ?? {}
    for (const [j, char] of Array.from(String(name ?? '')).entries()) bytes[at + j] = char.charCodeAt(0)
    view.setUint8(at + 6, Number(type_id ?? 0))
    view.setUint8(at + 7, Number(flag ?? 0))
    view.setUint16(at + 8, place?.offset ?? 0, true)
    view.setUint16(at + 10, place?.size ?? 0, true)
  }
  let to = HEADER + present.length * ROW
  for (const part of parts) {
    bytes.set(part, to)
    to += part.length
  }
  return bytes
}

const TINY_CODEC: ArchiveCodec = {
  open: openTiny,
  pack: (pristine, present) => packTiny(TINY_CODEC, pristine, present),
  newAttributes: name => ({ name, type_id: 0, flag: 0 }),
  validate: ({ name }) => {
    if (typeof name !== 'string' || name.length > 6) throw new StudioError('tiny.name', { name: String(name) })
  },
}

const TINY_PACKED_CODEC: ArchiveCodec = {
  ...TINY_CODEC,
  pack: (pristine, present) => packTiny(TINY_PACKED_CODEC, pristine, present),
  decode: decodeTiny,
  encodingOf,
  encode: payload => tinyEncoded(payload),
}

export const Points = struct('points', {
  total: count('points'),
  points: array(struct('point', { x: u16(), y: u16(), kind: u8(), unk_5: unknown(u8()) }), 'total'),
})

/** A point of kind 0 is wrong; the repair makes it 1. */
async function checkPoints(path: string, file: string, bytes: Bytes): Promise<readonly Problem[]> {
  const points = document(Points, bytes)
  const list = locate(points, 'points')
  const problems: Problem[] = []
  for (let i = 0; i < (list?.childCount ?? 0); i++) {
    const kind = locate(points, `points/${i}/kind`)
    if (kind?.value !== 0) continue
    problems.push({
      code: 'tiny.kind',
      severity: 'error',
      params: { i },
      file,
      entry: path,
      path: kind.path,
      range: [kind.offset, kind.size],
      fix: { id: 'one', params: { offset: kind.offset } },
    })
  }
  return problems
}

const TINY: Format = {
  id: 'tiny.archive',
  match: entry => entry.name.endsWith('.tin') || entry.attributes['type_id'] === 9,
  archive: TINY_CODEC,
}
const TINY_PACKED: Format = {
  id: 'tiny.packed',
  match: ({ head }) => magicOf(head) === ENCODED,
  archive: TINY_PACKED_CODEC,
}
const POINTS: Format = {
  id: 'tiny.points',
  match: entry => entry.name.endsWith('.pts') || entry.attributes['type_id'] === 1,
  layout: () => Points,
  check: entry => checkPoints(entry.path, entry.path.split('!')[0] ?? '', entry.bytes),
  repair: (entry, fix) =>
    Promise.resolve([
      {
        entry: entry.path,
        base: 0,
        splices: [{ offset: Number(fix.params['offset']), removed: Uint8Array.of(0), inserted: Uint8Array.of(1) }],
      },
    ]),
}

interface TinyRow {
  readonly name: string
  readonly type?: number
  readonly bytes: Bytes
  /** Default: its place. */
  readonly flag?: number
  /** Of a packed row: other than that of the archive. */
  readonly level?: 0 | 9
}

/** Makes an archive of named payloads, with a gap of three bytes behind the first. */
export const tinyArchive = (rows: readonly TinyRow[], gap = Uint8Array.of(0xaa, 0xbb, 0xcc)): Bytes =>
  archiveOf(rows, gap, PLAIN)

/** The same as "TINZ": rows of an even flag are encoded, by this program or as another one would (`level` 0). */
export const tinyPacked = (rows: readonly TinyRow[], level: 0 | 9 = 9): Bytes =>
  archiveOf(
    rows.map((row, i) =>
      encodingOf({ flag: row.flag ?? i }) ? { ...row, bytes: tinyEncoded(row.bytes, row.level ?? level) } : row,
    ),
    Uint8Array.of(0xaa, 0xbb, 0xcc),
    ENCODED,
  )

function archiveOf(rows: readonly TinyRow[], gap: Bytes, magic: number): Bytes {
  const present = rows.map(
    (row, i): PresentRow => ({
      id: `+${i}`,
      attributes: { name: row.name, type_id: row.type ?? 0, flag: row.flag ?? i },
      payload: row.bytes,
    }),
  )
  let offset = HEADER + rows.length * ROW
  const parts: Bytes[] = []
  const places = rows.map((row, i) => {
    const place = { id: `+${i}`, offset, size: row.bytes.length }
    parts.push(row.bytes, i === 0 ? gap : new Uint8Array(0))
    offset += row.bytes.length + (i === 0 ? gap.length : 0)
    return place
  })
  return tinyImage(
    present.map(row => row.attributes),
    places,
    present,
    parts,
    offset,
    magic,
  )
}

export function tinyPoints(kinds: readonly number[]): Bytes {
  const bytes = new Uint8Array(4 + kinds.length * 6)
  const view = viewOf(bytes)
  view.setUint32(0, kinds.length, true)
  for (const [i, kind] of kinds.entries()) {
    view.setUint16(4 + i * 6, i, true)
    view.setUint16(6 + i * 6, i * 2, true)
    view.setUint8(8 + i * 6, kind)
    view.setUint8(9 + i * 6, 0xee)
  }
  return bytes
}

export const TINY_FAMILY: Family = {
  id: 'tiny',
  title: 'Tiny',
  formats: [TINY_PACKED, TINY, POINTS],
  encoding: 'cp1251',
  messages: { en: {}, ru: {} },
  help: () => Promise.resolve({ topics: {}, texts: { en: {}, ru: {} } }),
  launch: { executables: ['tiny.exe'], logs: ['tiny.log'], windowsLibraries: ['Draw.dll'] },
  subjects: ({ files }) =>
    Promise.resolve(
      files
        .filter(file => file.toLowerCase().endsWith('.tin'))
        .map(file => ({
          kind: 'map',
          title: file,
          entries: [file],
          notes: /maps\//i.test(file) ? ['First'] : [],
          canStart: true,
        })),
    ),
  startIn: (_, { title }) =>
    Promise.resolve({
      files: [{ path: 'start.txt', bytes: Uint8Array.from(title, c => c.charCodeAt(0)) }],
      note: { code: 'tiny.started', params: { map: title } },
    }),
}

const detectTiny = (files: readonly string[]): number => (files.some(file => file.endsWith('.tin')) ? 1 : 0)

/** The family as the registry has it. */
export const tinyKnown = (family: Family = TINY_FAMILY): KnownFamily => knownFamily(family, detectTiny)
export const TINY_KNOWN = tinyKnown()
