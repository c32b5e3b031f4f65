import type { Attributes, EntryPath } from '../edit'
import {
  HEAD_SIZE,
  matchFormat,
  rowName,
  rowPath,
  SiblingCounts,
  storedOf,
  tryOpen,
  type ArchiveCodec,
  type ArchiveRow,
  type Candidate,
  type Format,
  type Siblings,
} from '../format'
import type { Bytes, CodePage } from '../layout'

/**
 * A file and its contents, as places in its bytes. Plain data, which can be sent to a worker. The contents of a row
 * that is stored encoded have no places: it is decoded when it is searched, see `decodedPart`.
 */
export interface Outline {
  readonly path: EntryPath
  readonly name: string
  readonly attributes: Attributes
  /** Format id, where one matches; of an encoded row what its name and attributes match. */
  readonly format?: string
  /** From the first byte of the file, or of the payload of the nearest encoded row that contains it. */
  readonly offset: number
  /** Of the bytes as they are stored. */
  readonly size: number
  /** For an encoded row those of its payload, empty until it is decoded. */
  readonly parts: readonly Outline[]
  /** Of an archive: code page of the texts in it, see `Container.encoding`. */
  readonly encoding?: CodePage | undefined
  /** Of a row of such an archive: the code page of its texts. */
  readonly page?: CodePage | undefined
  /** Row index in its archive, for a row that is stored encoded. */
  readonly encodedRow?: number
}

/** Code pages that the user chose for archives, by their paths in lower case. */
export type ChosenPages = ReadonlyMap<EntryPath, CodePage>

/** What the contents of a file are read by. */
export interface Reading {
  readonly formats: readonly Format[]
  readonly chosen?: ChosenPages | undefined
}

/** Archives nested deeper are not opened, so that a file built to nest without end is finished. */
const DEEPEST = 16

/** The outline of a file as it is in the install. */
export function outlineOf(path: EntryPath, name: string, bytes: Bytes, reading: Reading): Outline {
  const head = bytes.subarray(0, HEAD_SIZE)
  return outline({ path, name, size: bytes.length, attributes: {}, head, container: null }, bytes, 0, reading)
}

const depthOf = (path: EntryPath): number => path.split('!').length - 1

function outline(info: Candidate, bytes: Bytes, offset: number, reading: Reading): Outline {
  const { formats, chosen } = reading
  const { path, name, attributes } = info
  const format = matchFormat(info, formats)
  const codec = format?.archive
  const archive = codec && depthOf(path) < DEEPEST ? tryOpen(codec, bytes) : undefined
  const rows = archive?.rows ?? []
  const siblings = new SiblingCounts(() => rows.map(row => row.attributes))
  const encoding = archive && format?.encoding && (chosen?.get(path.toLowerCase()) ?? format.encoding(bytes))
  const container = { path, name, format: format?.id ?? '', ...(encoding && { encoding }), siblings }
  const part = (row: ArchiveRow, place: number): Outline => {
    const stored = storedOf(bytes, row)
    const isEncoded = row.encoding !== undefined
    const inner: Candidate = {
      path: rowPath(path, row.id),
      name: rowName(row.attributes),
      size: (isEncoded ? row.unpackedSize : undefined) ?? row.size,
      attributes: row.attributes,
      head: stored.subarray(0, isEncoded ? 0 : HEAD_SIZE),
      container,
    }
    if (!isEncoded) return outline(inner, stored, offset + row.offset, reading)
    const known = matchFormat(inner, formats)
    const { path: at, name: called, attributes: said } = inner
    const plain = { path: at, name: called, attributes: said, offset: offset + row.offset, size: row.size, parts: [] }
    return { ...plain, ...(known && { format: known.id }), encodedRow: place }
  }
  const parts = rows.flatMap((row, place) => (row.isReadable ? [part(row, place)] : []))
  const page = info.container?.encoding
  const known = { ...(format && { format: format.id }), ...(encoding && { encoding }), ...(page && { page }) }
  return { path, name, attributes, ...known, offset, size: bytes.length, parts }
}

/** A part with the bytes that its offsets, and those of its parts, refer to. */
export interface Decoded {
  readonly part: Outline
  readonly bytes: Bytes
}

/**
 * An encoded row decoded: its outline with offset 0 and all its parts, and its payload. `within` is the archive that
 * contains it, `bytes` those that the offset of `within` refers to. Undefined where the archive can no longer be
 * opened.
 */
export function decodedPart(part: Outline, within: Outline, bytes: Bytes, reading: Reading): Decoded | undefined {
  const codec = reading.formats.find(({ id }) => id === within.format)?.archive
  if (!codec) return undefined
  const { image, rows } = imageOf(codec, within, bytes)
  const row = rows[part.encodedRow ?? -1]
  if (!row) return undefined
  // Not `payloadOf`, which caches: a search reads each payload once.
  const payload = codec.decode?.(image, row) ?? storedOf(image, row)
  if (part.parts.length > 0) return { part: { ...part, offset: 0, size: payload.length }, bytes: payload }
  const made = outline(infoOf({ ...part, offset: 0 }, payload, within), payload, 0, reading)
  return { part: made, bytes: payload }
}

interface OpenImage {
  readonly bytes: Bytes
  readonly image: Bytes
  readonly rows: readonly ArchiveRow[]
}

const images = new WeakMap<Outline, OpenImage>()

/** The image and rows of an archive that many parts are decoded from, opened once. */
function imageOf(codec: ArchiveCodec, within: Outline, bytes: Bytes): OpenImage {
  const known = images.get(within)
  if (known?.bytes === bytes) return known
  const image = bytes.subarray(within.offset, within.offset + within.size)
  const made = { bytes, image, rows: tryOpen(codec, image)?.rows ?? [] }
  images.set(within, made)
  return made
}

/** What a format needs to know of a part to choose its layout. */
export function infoOf(part: Outline, bytes: Bytes, within: Outline | undefined): Candidate {
  return {
    path: part.path,
    name: part.name,
    size: bytes.length,
    attributes: part.attributes,
    head: bytes.subarray(0, HEAD_SIZE),
    container: within
      ? {
          path: within.path,
          name: within.name,
          format: within.format ?? '',
          encoding: within.encoding,
          siblings: siblingsOf(within),
        }
      : null,
  }
}

const siblings = new WeakMap<Outline, Siblings>()

/** One object per archive: formats look at the siblings of every part. */
function siblingsOf(within: Outline): Siblings {
  const known = siblings.get(within)
  if (known) return known
  const made = new SiblingCounts(() => within.parts.map(part => part.attributes))
  siblings.set(within, made)
  return made
}

/**
 * Parts that hold bytes, by offset, with their row index; `ends`: the largest end among each part and those before it.
 */
interface Places {
  readonly parts: readonly (readonly [part: Outline, order: number])[]
  readonly ends: Float64Array
}

const places = new WeakMap<Outline, Places>()

function placesOf(outline: Outline): Places {
  const known = places.get(outline)
  if (known) return known
  const parts = outline.parts
    .map((part, order) => [part, order] as const)
    .filter(([part]) => part.size > 0)
    .sort(([a], [b]) => a.offset - b.offset)
  const ends = new Float64Array(parts.length)
  let end = 0
  for (const [i, [part]] of parts.entries()) ends[i] = end = Math.max(end, part.offset + part.size)
  const made = { parts, ends }
  places.set(outline, made)
  return made
}

/** The innermost parts that hold all of these bytes of the file, in directory order: rows may share bytes. */
export function ownersOf(file: Outline, at: number, size: number): readonly Outline[] {
  const inner = file.parts.length > 0 ? partsAt(placesOf(file), at, size) : []
  return inner.length === 0 ? [file] : inner.flatMap(part => ownersOf(part, at, size))
}

function partsAt({ parts, ends }: Places, at: number, size: number): readonly Outline[] {
  let [low, high] = [0, parts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((parts[middle]?.[0].offset ?? 0) <= at) low = middle + 1
    else high = middle
  }
  const found: (readonly [part: Outline, order: number])[] = []
  for (let i = low - 1; i >= 0 && (ends[i] ?? 0) >= at + size; i--) {
    const one = parts[i]
    if (one && at + size <= one[0].offset + one[0].size) found.push(one)
  }
  return found.sort((a, b) => a[1] - b[1]).map(([part]) => part)
}
