import { own } from '../../../layout'
import { sameAttribute, type AttributeValue, type Attributes } from '../../../edit'
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
import type { Bytes } from '../../../layout'
import { collate, compareNames, isCollated } from './collation'
import {
  HEADER_SIZE,
  NAME_SIZE,
  ROW_SIZE,
  hasMagic,
  isChunkType,
  isInside,
  rowNameField,
  readRows,
  refusalOf,
  rowAttributes,
  typeIdOf,
  type Row,
} from './directory'
import { inFileOrder, isPadding, isSound, isU32, packArchive } from './nres-pack'

/** Rows and regions of an NRes image. Throws StudioError `nres.damaged` where it is none; its param `problem` is the code of the problem that is shown. */
export function openArchive(bytes: Bytes): Archive {
  const refusal = refusalOf(bytes)
  if (refusal) throw new StudioError('nres.damaged', { problem: refusal.code })
  const rows = readRows(bytes)
  const directory = bytes.length - rows.length * ROW_SIZE
  const wrong = wrongOrder(rows)
  return {
    rows: rows.map((row, id): ArchiveRow => {
      const isReadable = isInside(row, directory)
      return {
        id,
        attributes: rowAttributes(row, id, wrong?.[id]),
        offset: row.data_offset,
        size: row.size,
        isReadable,
      }
    }),
    regions: regionsOf(bytes, rows, directory),
    isSound: isSound(rows, directory),
  }
}

/** Where the name order is wrong: what is found in the rows that differ from the right one. */
function wrongOrder(rows: readonly Row[]): readonly (number | undefined)[] | undefined {
  const names = rows.map(row => row.name)
  if (
    isCollated(
      rows.map(row => row.sort_index),
      names,
    )
  )
    return undefined
  const right = collate(names)
  return rows.map((row, i) => (row.sort_index === right[i] ? undefined : row.sort_index))
}

/** Bytes that no row claims: header, directory, the zeros that round a payload up, and everything else. */
export function regionsOf(bytes: Bytes, rows: readonly Row[], directory: number): Region[] {
  const regions: Region[] = [{ kind: 'header', offset: 0, size: HEADER_SIZE }]
  let end = HEADER_SIZE
  let length = 0
  const close = (upTo: number): void => {
    if (upTo <= end) return
    const kind = isPadding(bytes.subarray(end, upTo), length) ? 'padding' : 'gap'
    regions.push({ kind, offset: end, size: upTo - end })
  }
  for (const row of inFileOrder(rows)) {
    if (!isInside(row, directory)) continue
    close(row.data_offset)
    if (row.data_offset + row.size >= end) length = row.size
    end = Math.max(end, row.data_offset + row.size)
  }
  close(directory)
  if (directory < bytes.length) regions.push({ kind: 'directory', offset: directory, size: bytes.length - directory })
  return regions
}

/** Type ids that the name of a new entry suggests. */
const TYPE_BY_EXTENSION: Readonly<Record<string, readonly [type: string, attr3: number]>> = {
  msh: ['MESH', 0],
  wea: ['WEAR', 1],
}

function newAttributes(name: string): Attributes {
  const [type, attr3] = own(TYPE_BY_EXTENSION, name.split('.').at(-1)?.toLowerCase() ?? '') ?? ['', 0]
  return { name, type_id: typeIdOf(type), attr1: 0, attr2: 0, attr3 }
}

const NUMBERS = ['type_id', 'attr1', 'attr2', 'attr3', 'row', 'sort_index']

function validate(attributes: Attributes, place?: RowPlace): void {
  const name = attributes['name'] ?? ''
  const present = place?.before?.['name']
  if (present === undefined || !sameAttribute(name, present)) validateName(name, attributes['type_id'], place)
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'name') continue
    if (!NUMBERS.includes(key)) throw new StudioError('nres.attribute-unknown', { name: key })
    if (typeof value !== 'number' || !isU32(value))
      throw new StudioError('nres.attribute', { name: key, value: String(nameText(value)) })
  }
}

/** A name has letters, and no other row of that type has it: the game might find either (parkan 1.2). Chunks are found by type. */
function validateName(name: AttributeValue, type: AttributeValue | undefined, place: RowPlace | undefined): void {
  const field = rowNameField(name)
  if (!field || field[0] === 0) throw new StudioError('nres.name', { name: nameText(name), limit: NAME_SIZE - 1 })
  if (typeof type !== 'number' || isChunkType(type)) return
  const isTaken = place?.named(nameText(name)).some(other => {
    const its = other['type_id'] === type ? rowNameField(other['name'] ?? '') : undefined
    return its && compareNames(its, field) === 0
  })
  if (isTaken) throw new StudioError('nres.name-taken', { name: nameText(name) })
}

/** How NRes archives are opened, packed and checked before an edit (parkan 1). */
export const NRES_CODEC: ArchiveCodec = { open: openArchive, pack: packArchive, newAttributes, validate }

/** File endings of the game's archives (parkan 10.1). */
const EXTENSION = /\.(?:rlb|lib|msh|map|trf|res|dlb)$/i

/** NRes: by its first four bytes; damaged ones by the file's ending, or by being a model row (`MESH`). */
export function isArchive(entry: EntryInfo): boolean {
  if (entry.container === null) return hasMagic(entry.head) || EXTENSION.test(entry.name)
  // Bytes of an archive that are no row's (its header) have no type.
  const type = entry.attributes['type_id']
  return type !== undefined && (hasMagic(entry.head) || type === typeIdOf('MESH'))
}

/** The archive format without layout and rules; the family adds those. */
export const NRES: Format = { id: 'parkan.nres', match: isArchive, archive: NRES_CODEC }
