import { sameAttribute, type Attributes } from '../../../edit'
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
import { checkRows } from '../../../format/report'
import { struct, text, u16, type Bytes } from '../../../layout'
import { gapsBetween, overlapping } from '../container/relay'
import { packResources } from './erf-pack'
import { checkResources } from './erf-rules'
import { attributesOf, hasMagic, HEADER_SIZE, keyOf, libraryOf, refusalOf, type Library } from './resources'

/** Bytes of the longest name: of V1.0 16, which is checked when the file is packed. */
const NAME_SIZE = 32

/** Rows and regions of an archive. Throws StudioError `erf.damaged`; its param `problem` is the code of the problem that is shown. */
function openResources(bytes: Bytes): Archive {
  const refusal = refusalOf(bytes)
  if (refusal) throw new StudioError('erf.damaged', { problem: refusal.code })
  const library = libraryOf(bytes)
  const rows = library.rows.map((row): ArchiveRow => {
    const { id, offset, size, isReadable } = row
    return { id, attributes: attributesOf(row), offset, size, isReadable }
  })
  const { keys, resources, strings } = library
  const tables = [{ offset: 0, size: HEADER_SIZE }, keys, resources, strings]
  const isSound = rows.every(row => row.isReadable) && overlapping(tables).size === 0
  return { rows, regions: regionsOf(bytes, library), isSound }
}

function regionsOf(bytes: Bytes, { rows, keys, resources, strings }: Library): readonly Region[] {
  const tables = [keys, resources].filter(({ size }) => size > 0)
  const texts = { offset: strings.offset, size: Math.min(strings.size, Math.max(0, bytes.length - strings.offset)) }
  const described = texts.size > 0 && overlapping([texts, ...tables]).size === 0 ? [texts] : []
  const gaps = gapsBetween([...rows, ...tables, ...described], HEADER_SIZE, bytes.length)
  return [
    { kind: 'header' as const, offset: 0, size: HEADER_SIZE },
    ...tables.map(table => ({ kind: 'directory' as const, ...table })),
    ...described.map(table => ({ kind: 'padding' as const, ...table })),
    ...gaps.map(gap => ({ kind: 'gap' as const, ...gap })),
  ].sort((a, b) => a.offset - b.offset)
}

function validate(attributes: Attributes, place?: RowPlace): void {
  const { name = '', row: _row, reserved = 0, ...others } = attributes
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new StudioError('erf.attribute-unknown', { name: unknown })
  const isNumber = typeof reserved === 'number' && Number.isInteger(reserved) && reserved >= 0 && reserved <= 0xffff
  if (!isNumber) throw new StudioError('erf.attribute', { name: 'reserved', value: nameText(reserved) })
  const before = place?.before
  if (before && sameAttribute(name, before['name'])) return
  const words = nameText(name)
  const isWritable = /^[\x20-\x7e]+\.[^.]+$/.test(words) && keyOf(name, NAME_SIZE) !== undefined
  if (!isWritable) throw new StudioError('erf.name', { name: words })
  const isCaseOnly = before !== undefined && nameText(before['name']).toLowerCase() === words.toLowerCase()
  if (!isCaseOnly && (place?.named(words).length ?? 0) > 0) throw new StudioError('erf.name-taken', { name: words })
}

/** A row of the two tables, for forms, JSON and queries (nwn2 17.1). */
const RowAttributes = struct('nwn2-resource-row', {
  name: text(NAME_SIZE, { page: 'latin1', certainty: 'confirmed', source: 'nwn2 17.1' }),
  reserved: u16({ role: 'reserved', certainty: 'confirmed', source: 'nwn2 17.1' }),
})

export const ERF_CODEC: ArchiveCodec = {
  open: openResources,
  pack: packResources,
  newAttributes: name => ({ name: name.toLowerCase() }),
  validate,
  attributes: RowAttributes,
}

const isArchive = ({ name, head }: EntryInfo): boolean => hasMagic(head) || /\.(?:mod|hak|erf)$/i.test(name)

/** Modules, haks and exports (nwn2 17). */
export const ERF: Format = {
  id: 'nwn2.erf',
  match: isArchive,
  archive: ERF_CODEC,
  check: entry => checkRows(entry, (rows, report) => checkResources(entry, rows, report)),
}
