import { deflateSync } from 'fflate'
import { sameAttribute, type Attributes, type AttributeValue } from '../../../edit'
import {
  nameText,
  StudioError,
  type Archive,
  type ArchiveCodec,
  type ArchiveRow,
  type EntryInfo,
  type Format,
  type Region,
  type RowPlace,
} from '../../../format'
import { struct, text, u16, u32, type Bytes } from '../../../layout'
import { checkRows } from '../../../format/report'
import {
  attributesOf,
  ENCODINGS,
  hasMagic,
  HEADER_SIZE,
  isKnownMethod,
  libraryOf,
  METHOD_MASK,
  METHOD_NAMES,
  NAME_SIZE,
  rowNameField,
  refusalOf,
  ROW_SIZE,
  unpackRow,
  type Library,
  type LibraryRow,
} from './library'
import { packLzhuf } from './lzhuf'
import { packLzss } from './lzss'
import { PACKING_METHOD } from './packing-method'
import { packLibrary } from './rsli-pack'
import { checkLibrary } from './rsli-rules'

/** Encoding of rows whose method is not known: their stored bytes are all there is. */
const UNKNOWN = 'unknown'

/** Rows and regions of an RsLi image. Throws StudioError `rsli.damaged`; its param `problem` is the code of the problem that is shown. */
function openLibrary(bytes: Bytes): Archive {
  const refusal = refusalOf(bytes)
  if (refusal) throw new StudioError('rsli.damaged', { problem: refusal.code })
  const library = libraryOf(bytes)
  return {
    rows: library.rows.map((row, id): ArchiveRow => {
      const encoding = encodingOf({ method: row.flags & METHOD_MASK })
      const { offset, size, isReadable } = row
      const attributes = attributesOf(row, id)
      return { id, attributes, offset, size, isReadable, ...(encoding !== undefined && encoded(row, encoding)) }
    }),
    regions: regionsOf(bytes, library),
    isSound: true,
  }
}

/** No stream gives more than some thousand bytes for each of its own: such a size is not listed. */
function encoded(row: LibraryRow, encoding: string): Pick<ArchiveRow, 'encoding' | 'unpackedSize'> {
  const isPossible = row.unpacked <= row.size * 1032
  return { encoding, ...(encoding !== UNKNOWN && isPossible && { unpackedSize: row.unpacked }) }
}

function encodingOf({ method }: Attributes): string | undefined {
  if (typeof method !== 'number' || method === 0) return undefined
  return ENCODINGS[method] ?? UNKNOWN
}

/** Bytes that no row claims; the trailer counts as header, so that it is not edited as a gap. */
function regionsOf(bytes: Bytes, { rows, end }: Library): readonly Region[] {
  const start = HEADER_SIZE + rows.length * ROW_SIZE
  const regions: Region[] = [{ kind: 'header', offset: 0, size: HEADER_SIZE }]
  if (rows.length > 0) regions.push({ kind: 'directory', offset: HEADER_SIZE, size: start - HEADER_SIZE })
  let at = start
  for (const row of [...rows].sort((a, b) => a.offset - b.offset)) {
    if (row.size === 0) continue
    if (row.offset > at) regions.push({ kind: 'gap', offset: at, size: row.offset - at })
    at = Math.max(at, row.offset + row.size)
  }
  if (at < end) regions.push({ kind: 'gap', offset: at, size: end - at })
  if (end < bytes.length) regions.push({ kind: 'header', offset: end, size: bytes.length - end })
  return regions
}

function rowOf(image: Bytes, { id }: ArchiveRow): LibraryRow | undefined {
  return libraryOf(image).rows[id]
}

function unpacked(image: Bytes, row: ArchiveRow): Bytes | undefined {
  const found = rowOf(image, row)
  const made = found && unpackRow(image, found)
  return made instanceof Uint8Array ? made : undefined
}

function encode(payload: Bytes, encoding: string): Bytes {
  if (encoding.startsWith('lzss')) return packLzss(payload)
  if (encoding.startsWith('lzhuf')) return packLzhuf(payload)
  return encoding === 'deflate' ? deflateSync(payload, { level: 9 }) : payload
}

function validate(attributes: Attributes, place?: RowPlace): void {
  const { name = '', row: _row, ...numbers } = attributes
  const before = place?.before
  if (before === undefined || !sameAttribute(name, before['name'])) validateName(name, place)
  for (const [key, value] of Object.entries(numbers)) {
    if (before && sameAttribute(value, before[key])) continue
    const most = { method: METHOD_MASK, flags: 0xffff, service: 0xffffffff }[key]
    if (most === undefined) throw new StudioError('rsli.attribute-unknown', { name: key })
    const isNumber = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
    const isFitting =
      isNumber && (key === 'method' ? isKnownMethod(value) : key !== 'flags' || (value & METHOD_MASK) === 0)
    if (!isFitting) throw new StudioError('rsli.attribute', { name: key, value: String(nameText(value)) })
  }
}

/** Up to 12 bytes in upper case, not taken by another row: the game looks names up in upper case (parkan 2.3). */
function validateName(name: AttributeValue, place: RowPlace | undefined): void {
  const words = nameText(name)
  const isWritable = rowNameField(name) !== undefined && words !== '' && words === words.toUpperCase()
  if (!isWritable) throw new StudioError('rsli.name', { name: words })
  if (place?.named(words).some(other => nameText(other['name']) === words))
    throw new StudioError('rsli.name-taken', { name: words })
}

const newAttributes = (name: string): Attributes => ({ name: name.toUpperCase(), method: 0x100, flags: 0 })

const SOURCE = { certainty: 'confirmed', source: 'parkan 2.3' } as const

/** A row of the table, for forms, JSON and queries (parkan 2.3). */
const RowAttributes = struct('rsli-row', {
  name: text(NAME_SIZE, { ...SOURCE, page: 'latin1' }),
  method: u16({ ...SOURCE, hex: true, values: METHOD_NAMES }),
  flags: u16({ ...SOURCE, hex: true }),
  service: u32({ ...SOURCE, role: 'unknown', hex: true }),
})

export const RSLI_CODEC: ArchiveCodec = {
  open: openLibrary,
  pack: (pristine, present) => packLibrary(RSLI_CODEC, pristine, present),
  decode: (image, row) => unpacked(image, row),
  fault: (image, row) => {
    const found = rowOf(image, row)
    const fault = found && unpackRow(image, found)
    if (!found || fault === undefined || fault instanceof Uint8Array) return undefined
    const method = `0x${(found.flags & METHOD_MASK).toString(16).toUpperCase().padStart(3, '0')}`
    if (fault === 'method') return { code: 'rsli.method', params: { method } }
    return { code: `rsli.payload.${fault}`, params: { method, size: found.unpacked, packed: found.size } }
  },
  encodingOf,
  encode,
  newAttributes,
  validate,
  attributes: RowAttributes,
}

const isLibrary = ({ head, container }: EntryInfo): boolean => container === null && hasMagic(head)

/** The game's other archive: encrypted table, packed payloads (parkan 2). */
export const RSLI: Format = {
  id: 'parkan.rsli',
  match: isLibrary,
  archive: RSLI_CODEC,
  operations: [PACKING_METHOD],
  check: entry => checkRows(entry, (rows, report) => checkLibrary(entry.base, rows, report)),
}
