import { sameAttribute, type AttributeValue, type Attributes } from '../../../edit'
import {
  StudioError,
  type Archive,
  type ArchiveCodec,
  type ArchiveRow,
  type Region,
  type RowPlace,
} from '../../../format'
import { restText, struct, u32, type Bytes } from '../../../layout'
import {
  ALIGNMENT,
  dataOf,
  directoryOf,
  faultsOf,
  HEADER_SIZE,
  isSound,
  refusalOf,
  rowAttributes,
  type Directory,
} from './directory'
import { nameKey } from './hash'
import { isU32, nameBytes, NAME_LIMIT, packArchive } from './res-pack'

/** Rows and regions of an image. Throws StudioError `res.damaged`; its param `problem` is the code of the problem that is shown. */
function openArchive(bytes: Bytes): Archive {
  const refusal = refusalOf(bytes)
  if (refusal) throw new StudioError('res.damaged', { problem: refusal.code })
  const directory = directoryOf(bytes)
  const faults = faultsOf(directory)
  let regions: readonly Region[] | undefined
  return {
    rows: directory.rows.map((row, id): ArchiveRow => {
      const { offset, size, isInside } = row
      return { id, attributes: rowAttributes(row, id, faults), offset, size, isReadable: isInside }
    }),
    // At the first use: a list of the rows needs none.
    get regions() {
      regions ??= regionsOf(bytes, directory)
      return regions
    },
    isSound: isSound(directory),
  }
}

/** Bytes that no row claims: header, table with names, the zeros up to the next multiple of 16, everything else. */
export function regionsOf(bytes: Bytes, directory: Directory): readonly Region[] {
  const { table, end } = directory
  const regions: Region[] = [{ kind: 'header', offset: 0, size: HEADER_SIZE }]
  let at = HEADER_SIZE
  const close = (upTo: number): void => {
    if (upTo <= at) return
    const isRounding = upTo - at < ALIGNMENT && upTo % ALIGNMENT === 0
    const isPadding = isRounding && bytes.subarray(at, upTo).every(byte => byte === 0)
    regions.push({ kind: isPadding ? 'padding' : 'gap', offset: at, size: upTo - at })
  }
  for (const { offset, size } of dataOf(directory)) {
    close(offset)
    at = Math.max(at, offset + size)
  }
  close(table)
  if (end > table) regions.push({ kind: 'directory', offset: table, size: end - table })
  if (end < bytes.length) regions.push({ kind: 'gap', offset: end, size: bytes.length - end })
  return regions
}

function validate(attributes: Attributes, place?: RowPlace): void {
  const before = place?.before
  const { name = '', row: _row, ...others } = attributes
  if (before === undefined || !sameAttribute(name, before['name'])) validateName(name, place)
  for (const [key, value] of Object.entries(others)) {
    if (before && sameAttribute(value, before[key])) continue
    if (key !== 'time') throw new StudioError('res.attribute-unknown', { name: key })
    if (typeof value !== 'number' || !isU32(value))
      throw new StudioError('res.attribute', { name: key, value: String(value) })
  }
}

/** A name is found by its letters without their case: two rows of one name are one too many. */
function validateName(name: AttributeValue, place: RowPlace | undefined): void {
  const text = typeof name === 'object' ? name.text : String(name)
  const bytes = nameBytes(name)
  if (!bytes) throw new StudioError('res.name', { name: text, limit: NAME_LIMIT })
  const isTaken = place?.named(text).some(other => {
    const its = nameBytes(other['name'] ?? '')
    return its && nameKey(its) === nameKey(bytes)
  })
  if (isTaken) throw new StudioError('res.name-taken', { name: text })
}

/** A row of the directory, for forms, JSON and queries (evil-islands 2.1). */
const RowAttributes = struct('res-row', {
  time: u32({ certainty: 'confirmed', source: 'evil-islands 2.1', unit: 's' }),
  name: restText({ certainty: 'confirmed', source: 'evil-islands 2.1' }),
})

/** RES archives and their kin: MPR, MQ, MOD, BON, ANM (evil-islands 2). */
export const RES_CODEC: ArchiveCodec = {
  open: openArchive,
  pack: packArchive,
  newAttributes: name => ({ name, time: 0 }),
  validate,
  attributes: RowAttributes,
}
