/*
 * A reader and writer of the two kinds of archive of its own, written from their description, that shares nothing with the
 * program: what the program makes of an archive is compared with what this makes of it.
 *
 * Tiny: "TINY", u16 rows, u16 size; rows of 12 bytes (name 6, type u8, flag u8, offset u16, size u16); payloads and gaps.
 * NRes: "NRes", u32 version, u32 rows, u32 size; payloads and gaps; rows of 64 bytes at the end (parkan 1.1).
 */
export type Bytes = Uint8Array
export type Attributes = Readonly<Record<string, string | number>>

export interface Row {
  /** As the program names it: its place in the image that was read, or `+n` of an added one. */
  readonly id: string
  attributes: Attributes
  node: Node
  /** Offset in the image that was read; Infinity of an added one. */
  readonly at: number
}
interface Gap {
  readonly at: number
  bytes: Bytes
}
export interface Archive {
  readonly kind: 'tiny' | 'nres'
  readonly image: Bytes
  readonly rows: Row[]
  readonly gaps: Gap[]
}
export type Node = Bytes | Archive

const TINY_HEADER = 8
const TINY_ROW = 12
const NRES_HEADER = 16
const NRES_ROW = 64
/** Type of a row whose payload is a tiny archive, too. */
const NESTED = 9

const viewOf = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const textOf = (bytes: Bytes): string => {
  const end = bytes.indexOf(0)
  return String.fromCharCode(...(end < 0 ? bytes : bytes.subarray(0, end)))
}

export const isArchive = (node: Node | undefined): node is Archive =>
  node !== undefined && !(node instanceof Uint8Array)

/** A file by its name and bytes: an archive where it is a whole one, else its bytes. */
export function readFile(name: string, bytes: Bytes): Node {
  if (name.endsWith('.tin')) return readTiny(bytes) ?? bytes
  return readNres(bytes) ?? bytes
}

function readTiny(image: Bytes): Archive | undefined {
  const view = viewOf(image)
  if (image.length < TINY_HEADER || textOf(image.subarray(0, 4)) !== 'TINY' || view.getUint16(6, true) !== image.length)
    return undefined
  const count = view.getUint16(4, true)
  if (TINY_HEADER + count * TINY_ROW > image.length) return undefined
  const rows = Array.from({ length: count }, (_, i): Row => {
    const from = TINY_HEADER + i * TINY_ROW
    const at = view.getUint16(from + 8, true)
    const payload = image.slice(at, at + view.getUint16(from + 10, true))
    const type_id = view.getUint8(from + 6)
    const attributes = { name: textOf(image.subarray(from, from + 6)), type_id, flag: view.getUint8(from + 7) }
    return { id: String(i), attributes, node: type_id === NESTED ? (readTiny(payload) ?? payload) : payload, at }
  })
  return { kind: 'tiny', image, rows, gaps: gapsOf(image, rows, TINY_HEADER + count * TINY_ROW, image.length) }
}

function readNres(image: Bytes): Archive | undefined {
  const view = viewOf(image)
  if (
    image.length < NRES_HEADER ||
    textOf(image.subarray(0, 4)) !== 'NRes' ||
    view.getUint32(12, true) !== image.length
  )
    return undefined
  const count = view.getUint32(8, true)
  const directory = image.length - count * NRES_ROW
  if (directory < NRES_HEADER) return undefined
  const rows = Array.from({ length: count }, (_, i): Row => {
    const from = directory + i * NRES_ROW
    const at = view.getUint32(from + 56, true)
    const payload = image.slice(at, at + view.getUint32(from + 12, true))
    return {
      id: String(i),
      attributes: { name: textOf(image.subarray(from + 20, from + 56)) },
      node: readNres(payload) ?? payload,
      at,
    }
  })
  return { kind: 'nres', image, rows, gaps: [] }
}

function gapsOf(image: Bytes, rows: readonly Row[], start: number, end: number): Gap[] {
  const gaps: Gap[] = []
  let at = start
  for (const row of [...rows].sort((a, b) => a.at - b.at)) {
    if (row.at > at) gaps.push({ at, bytes: image.slice(at, row.at) })
    at = Math.max(at, row.at + write(row.node).length)
  }
  if (end > at) gaps.push({ at, bytes: image.slice(at, end) })
  return gaps
}

/** The bytes of a file or entry. */
export const write = (node: Node): Bytes =>
  isArchive(node) ? (node.kind === 'tiny' ? writeTiny(node) : writeNres(node)) : node

/**
 * Payloads in the order of the image that was read, gaps in their places, added rows at the end; the directory in the
 * order of the rows.
 */
function writeTiny({ rows, gaps }: Archive): Bytes {
  const old = rows.map((row, place) => ({ row, place })).filter(({ row }) => row.at !== Infinity)
  old.sort((a, b) => a.row.at - b.row.at || a.place - b.place)
  const pieces: { readonly row?: Row; readonly bytes: Bytes }[] = []
  let passed = 0
  const putGaps = (before: number): void => {
    for (let gap = gaps[passed]; gap && gap.at < before; gap = gaps[++passed]) pieces.push({ bytes: gap.bytes })
  }
  for (const { row } of old) {
    putGaps(row.at)
    pieces.push({ row, bytes: write(row.node) })
  }
  putGaps(Infinity)
  for (const row of rows) if (row.at === Infinity) pieces.push({ row, bytes: write(row.node) })
  const start = TINY_HEADER + rows.length * TINY_ROW
  const image = new Uint8Array(pieces.reduce((sum, { bytes }) => sum + bytes.length, start))
  const view = viewOf(image)
  putText(image, 0, 'TINY')
  view.setUint16(4, rows.length, true)
  view.setUint16(6, image.length, true)
  let at = start
  for (const { row, bytes } of pieces) {
    image.set(bytes, at)
    if (row) writeTinyRow(image, TINY_HEADER + rows.indexOf(row) * TINY_ROW, row, at, bytes.length)
    at += bytes.length
  }
  return image
}

function writeTinyRow(image: Bytes, from: number, { attributes }: Row, at: number, size: number): void {
  const view = viewOf(image)
  putText(image, from, String(attributes['name']))
  view.setUint8(from + 6, Number(attributes['type_id']))
  view.setUint8(from + 7, Number(attributes['flag']))
  view.setUint16(from + 8, at, true)
  view.setUint16(from + 10, size, true)
}

function putText(image: Bytes, at: number, text: string): void {
  for (const [i, char] of Array.from(text).entries()) image[at + i] = char.charCodeAt(0)
}

/** Of an NRes archive only payloads of the same size are changed here: they are written in place. */
function writeNres({ image, rows }: Archive): Bytes {
  const bytes = image.slice()
  for (const row of rows) bytes.set(write(row.node), row.at)
  return bytes
}

/** A file of points as the tiny game has it: u32 count, then records of 6 bytes. */
export const POINT = { header: 4, size: 6, kind: 4 } as const

/** Number of whole records of such a file; undefined where the count is not that of its bytes. */
export function pointsIn(bytes: Bytes): number | undefined {
  if (bytes.length < POINT.header) return undefined
  const count = viewOf(bytes).getUint32(0, true)
  return bytes.length === POINT.header + count * POINT.size ? count : undefined
}

export const isSame = (a: Bytes | undefined, b: Bytes | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && Buffer.compare(a, b) === 0)
