import type { AttributeValue, Attributes } from '../../../edit'
import { latinText, nameAttribute, nameField, nameText, oncePerImage } from '../../../format'
import {
  bytes as byteRun,
  rangeOf,
  RecordView,
  strideOf,
  struct,
  text,
  u16,
  u32,
  type Bytes,
  type Meta,
} from '../../../layout'
import type { Refusal } from '../container/refusal'
import type { Range } from '../container/relay'
import { endingOf, typeOfEnding } from './resource-types'

const HEADER: Meta = { certainty: 'confirmed', source: 'nwn2 17.1' }

/** The header, 160 bytes (nwn2 17.1). */
export const ErfHeader = struct('nwn2-erf-header', {
  file_type: text(4, { page: 'latin1', ...HEADER }),
  file_version: text(4, { page: 'latin1', ...HEADER }),
  string_count: u32(HEADER),
  strings_size: u32(HEADER),
  entry_count: u32(HEADER),
  strings_offset: u32({ hex: true, ...HEADER }),
  keys_offset: u32({ hex: true, ...HEADER }),
  resources_offset: u32({ hex: true, ...HEADER }),
  build_year: u32(HEADER),
  build_day: u32(HEADER),
  description_strref: u32({ hex: true, ...HEADER }),
  reserved_44: byteRun(116, { role: 'unknown', ...HEADER }),
})
/** What follows the name of a key (nwn2 17.1). */
export const KeyEnd = struct('nwn2-erf-key-end', {
  resource_id: u32(HEADER),
  type_id: u16(HEADER),
  reserved: u16({ role: 'reserved', ...HEADER }),
})
export const ResourceRow = struct('nwn2-erf-resource', { offset: u32({ hex: true, ...HEADER }), size: u32(HEADER) })
const StringHead = struct('nwn2-erf-string-head', { language_id: u32(HEADER), size: u32(HEADER) })

export const HEADER_SIZE = strideOf(ErfHeader)
export const RESOURCE_SIZE = strideOf(ResourceRow)
const KEY_END_SIZE = strideOf(KeyEnd)
/** Bytes of a name by the version of the file (nwn2 17.1). */
const NAME_SIZES = new Map([
  ['V1.0', 16],
  ['V1.1', 32],
])
/** Types of files that are known to be such archives, with their blank. */
const FILE_TYPES = ['MOD ', 'HAK ', 'ERF ', 'NWM ', 'SAV ', 'PWC ']

/** A resource as its key and its row have it. */
export interface Resource {
  readonly id: number
  /** All bytes of the name's field. */
  readonly name: Bytes
  readonly resource: number
  readonly type: number
  readonly reserved: number
  /** As declared; of a resource that is not there zeros. */
  readonly start: number
  readonly length: number
  /** Bytes that are there. */
  readonly offset: number
  readonly size: number
  readonly isReadable: boolean
}

export interface Library {
  readonly nameSize: number
  readonly keySize: number
  readonly rows: readonly Resource[]
  readonly keys: Range
  readonly resources: Range
  readonly strings: Range
}

/** A text of the header with every byte as a character; shorter where the bytes end. */
function word(bytes: Bytes, field: 'file_type' | 'file_version'): string {
  const [at, size] = rangeOf(0, ErfHeader, field)
  return latinText(bytes.subarray(at, at + size))
}

/** Whether bytes begin as such an archive does, of whatever version. */
export const hasMagic = (head: Bytes): boolean =>
  FILE_TYPES.includes(word(head, 'file_type')) && word(head, 'file_version').startsWith('V')

type Word = 'string_count' | 'strings_size' | 'entry_count' | 'strings_offset' | 'keys_offset' | 'resources_offset'

const number = (bytes: Bytes, field: Word): number => new RecordView(ErfHeader, bytes).number(0, field)

/** Undefined where the tables can be read. */
export function refusalOf(bytes: Bytes): Refusal | undefined {
  const size = bytes.length
  if (size < HEADER_SIZE) return { code: 'erf.header.truncated', params: { size }, range: [0, size] }
  if (!FILE_TYPES.includes(word(bytes, 'file_type')))
    return { code: 'erf.header.magic', params: {}, range: rangeOf(0, ErfHeader, 'file_type') }
  const version = word(bytes, 'file_version')
  const nameSize = NAME_SIZES.get(version)
  if (nameSize === undefined)
    return { code: 'erf.header.version', params: { version }, range: rangeOf(0, ErfHeader, 'file_version') }
  const count = number(bytes, 'entry_count')
  const tables = [
    ['keys_offset', nameSize + KEY_END_SIZE],
    ['resources_offset', RESOURCE_SIZE],
  ] as const
  for (const [field, stride] of tables) {
    const offset = number(bytes, field)
    if (offset + count * stride <= size) continue
    const culprit = offset > size ? field : 'entry_count'
    return { code: 'erf.directory.bounds', params: { count, offset, size }, range: rangeOf(0, ErfHeader, culprit) }
  }
  return undefined
}

/** The tables of an image without refusal; read once per image. */
export const libraryOf = oncePerImage(readLibrary)

function readLibrary(bytes: Bytes): Library {
  const nameSize = NAME_SIZES.get(word(bytes, 'file_version')) ?? 0
  const keySize = nameSize + KEY_END_SIZE
  const count = number(bytes, 'entry_count')
  const keys = { offset: number(bytes, 'keys_offset'), size: count * keySize }
  const resources = { offset: number(bytes, 'resources_offset'), size: count * RESOURCE_SIZE }
  const strings = { offset: number(bytes, 'strings_offset'), size: number(bytes, 'strings_size') }
  const keyEnds = new RecordView(KeyEnd, bytes)
  const places = new RecordView(ResourceRow, bytes)
  const rows = Array.from({ length: count }, (_, id): Resource => {
    const at = keys.offset + id * keySize
    const name = bytes.subarray(at, at + nameSize)
    const resource = keyEnds.number(at + nameSize, 'resource_id')
    const type = keyEnds.number(at + nameSize, 'type_id')
    const reserved = keyEnds.number(at + nameSize, 'reserved')
    const place = resources.offset + resource * RESOURCE_SIZE
    const isThere = resource < count
    const start = isThere ? places.number(place, 'offset') : 0
    const length = isThere ? places.number(place, 'size') : 0
    const offset = Math.min(start, bytes.length)
    const size = Math.min(length, bytes.length - offset)
    const isReadable = isThere && size === length && (length === 0 || start <= bytes.length)
    return { id, name, resource, type, reserved, start, length, offset, size, isReadable }
  })
  return { nameSize, keySize, rows, keys, resources, strings }
}

/** The name with the ending of its type, and `reserved` where it is not zero. */
export function attributesOf({ name, type, reserved, id }: Resource): Attributes {
  const resref = nameAttribute(name)
  const words = `${nameText(resref)}.${endingOf(type)}`
  return {
    name: typeof resref === 'object' ? { ...resref, text: words } : words,
    ...(reserved !== 0 && { reserved }),
    row: id,
  }
}

/** The field of a name and its type; undefined where they cannot be written. */
export function keyOf(
  name: AttributeValue | undefined,
  size: number,
): { readonly name: Bytes; readonly type: number } | undefined {
  const words = nameText(name)
  const dot = words.lastIndexOf('.')
  const type = dot < 0 ? undefined : typeOfEnding(words.slice(dot + 1))
  const resref = words.slice(0, dot)
  const field = nameField(typeof name === 'object' ? { ...name, text: resref } : resref, size)
  return type === undefined || !field ? undefined : { name: field, type }
}

/** A description of the archive in one language, and where it is. */
export interface Description extends Range {
  readonly isWhole: boolean
}

/** The descriptions as far as they can be read. */
export function descriptionsOf(bytes: Bytes): readonly Description[] {
  const { strings } = libraryOf(bytes)
  const count = number(bytes, 'string_count')
  const end = Math.min(strings.offset + strings.size, bytes.length)
  const view = new RecordView(StringHead, bytes)
  const head = strideOf(StringHead)
  const found: Description[] = []
  for (let at = strings.offset; found.length < count; ) {
    if (at + head > end) {
      found.push({ offset: Math.min(at, bytes.length), size: Math.max(0, end - at), isWhole: false })
      break
    }
    const size = head + view.number(at, 'size')
    const isWhole = at + size <= end
    found.push({ offset: at, size: isWhole ? size : end - at, isWhole })
    if (!isWhole) break
    at += size
  }
  return found
}
