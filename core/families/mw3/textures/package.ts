import { sameAttribute, type Attributes } from '../../../edit'
import {
  StudioError,
  isDisjoint,
  repackBody,
  type Archive,
  type ArchiveCodec,
  type ArchiveRow,
  type PackedImage,
  type PresentRow,
  type Region,
  type RowPlace,
  type StoredRange,
} from '../../../format'
import { LayoutError, struct, write, type Bytes, i32, text } from '../../../layout'
import { known } from '../gamez/fields'
import {
  HEADER_SIZE,
  NAME_SIZE,
  PackageHeader,
  PackageRecord,
  packageOf,
  ROW_SIZE,
  type Package,
  type PackageRecordValue,
} from './package-rows'

/** Rows and regions of a package. Throws StudioError `mw3.package.damaged` where header and directory do not fit. */
function openPackage(bytes: Bytes): Archive {
  const found = opened(bytes)
  const ranges = rangesOf(found)
  return {
    rows: found.rows.map(
      (row, id): ArchiveRow => ({
        id,
        attributes: { name: asAttribute(row), palette_index: row.palette_index, row: id },
        offset: row.start,
        size: found.sizes[id] ?? 0,
        isReadable: row.start >= found.body && row.start <= bytes.length,
      }),
    ),
    regions: regionsOf(found, ranges),
    isSound: isDisjoint(ranges, found.body, bytes.length),
  }
}

const asAttribute = ({ name }: PackageRecordValue) =>
  typeof name === 'string' ? name : 'tail' in name ? name : name.text

function opened(bytes: Bytes): Package {
  const found = packageOf(bytes)
  if (!found) throw new StudioError('mw3.package.damaged', { problem: 'mw3.P1' })
  return found
}

const rangesOf = ({ rows, sizes }: Package): readonly StoredRange[] =>
  rows.map(({ start }, row) => ({ offset: start, size: sizes[row] ?? 0 }))

function regionsOf({ palettes, body }: Package, ranges: readonly StoredRange[]): readonly Region[] {
  const first = Math.min(...ranges.map(({ offset }) => offset), Infinity)
  const regions: Region[] = [
    { kind: 'header', offset: 0, size: HEADER_SIZE },
    { kind: 'directory', offset: HEADER_SIZE, size: palettes - HEADER_SIZE },
  ]
  if (body > palettes) regions.push({ kind: 'header', offset: palettes, size: body - palettes })
  if (first > body && first !== Infinity) regions.push({ kind: 'gap', offset: body, size: first - body })
  return regions
}

/**
 * The image of the rows that should be there (mw3 13): header, directory, palettes as they are, textures in the order of
 * the file. Throws StudioError `mw3.package.unsound` where textures overlap and a size or a number of rows changes.
 */
function packPackage(pristine: Bytes, present: readonly PresentRow[]): PackedImage {
  const found = opened(pristine)
  const ranges = rangesOf(found)
  const placeOf = ({ attributes: { row } }: PresentRow): number => (typeof row === 'number' ? row : Infinity)
  const targets = [...present]
    .sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
    .map(row => ({
      row,
      source: row.id.startsWith('+') ? undefined : Number(row.id),
      ...(row.payload && { bytes: row.payload }),
    }))
  if (!isDisjoint(ranges, found.body, pristine.length)) throw new StudioError('mw3.package.unsound')
  const body = repackBody(pristine, ranges, targets, found.palettes, pristine.length)
  const shift = (targets.length - found.rows.length) * ROW_SIZE
  const places = targets.map(({ row, source, bytes }, at) => ({
    id: row.id,
    offset: (body.offsets[at] ?? 0) + shift,
    size: bytes?.length ?? (source === undefined ? 0 : (ranges[source]?.size ?? 0)),
    row: at,
  }))
  const bytes = new Uint8Array(found.palettes + shift + body.bytes.length)
  bytes.set(write(PackageHeader, { ...found.header, texture_count: targets.length }).bytes)
  targets.forEach(({ row, source }, at) => {
    const record = recordOf(row.attributes, source === undefined ? undefined : found.rows[source], places[at]?.offset)
    bytes.set(write(PackageRecord, record).bytes, HEADER_SIZE + at * ROW_SIZE)
  })
  bytes.set(body.bytes, found.palettes + shift)
  return { bytes, rows: places }
}

const recordOf = (
  { name = '', palette_index }: Attributes,
  pristine: PackageRecordValue | undefined,
  start = 0,
): PackageRecordValue => ({
  name: typeof name === 'number' ? String(name) : name,
  start,
  palette_index: typeof palette_index === 'number' ? palette_index : (pristine?.palette_index ?? -1),
})

function validate(attributes: Attributes, place?: RowPlace): void {
  const before = place?.before
  const { row: _, ...named } = attributes
  for (const [key, value] of Object.entries(named)) {
    if (before && sameAttribute(value, before[key])) continue
    const words = typeof value === 'object' ? value.text : String(value)
    if (key === 'name') {
      if (words === '' || !isWritable(attributes))
        throw new StudioError('mw3.package.name', { name: words, limit: NAME_SIZE - 1 })
    } else if (key !== 'palette_index') throw new StudioError('mw3.package.attribute-unknown', { name: key })
    else if (typeof value !== 'number' || !isWritable({ name: 'x', palette_index: value }))
      throw new StudioError('mw3.package.attribute', { name: key, value: words })
  }
}

function isWritable(attributes: Attributes): boolean {
  try {
    write(PackageRecord, recordOf(attributes, undefined))
    return true
  } catch (error) {
    if (error instanceof LayoutError) return false
    throw error
  }
}

/** Attributes of a texture in its package, for forms, JSON and queries (mw3 13). */
const RowAttributes = struct('mw3-package-row', {
  name: text(NAME_SIZE, { page: 'ascii', ...known('13') }),
  palette_index: i32(known('13')),
})

/** Packages of textures (mw3 13). */
export const PACKAGE_CODEC: ArchiveCodec = {
  open: openPackage,
  pack: packPackage,
  newAttributes: name => ({ name, palette_index: -1 }),
  validate,
  attributes: RowAttributes,
}
