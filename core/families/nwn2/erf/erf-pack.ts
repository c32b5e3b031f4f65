import { sameAttribute, sameBytes } from '../../../edit'
import { nameText, StudioError, type PackedImage, type PresentRow } from '../../../format'
import { RecordView, writeRecord, type Bytes } from '../../../layout'
import { overlapping, relay, type Piece, type Range, type RelaidImage } from '../container/relay'
import {
  attributesOf,
  ErfHeader,
  HEADER_SIZE,
  KeyEnd,
  keyOf,
  libraryOf,
  refusalOf,
  RESOURCE_SIZE,
  ResourceRow,
  type Library,
  type Resource,
} from './resources'

const EMPTY: Bytes = new Uint8Array(0)
const MOST_BYTES = 0xffffffff

/** A row on its way into the image. */
interface Target {
  readonly row: PresentRow
  readonly source: Resource | undefined
  /** What replaces the payload or adds one; undefined where its bytes stay. */
  readonly piece: Piece | undefined
}

/** A row of the table of resources, as it will be written. */
interface Slot {
  /** Undefined: the one that is added. */
  readonly old: number | undefined
  readonly targets: Target[]
}

/**
 * The image of the resources that should be there (nwn2 17.3): payloads keep their place in the file and the bytes between
 * them, the tables theirs; what is added goes behind the last payload. A changed resource that shares its bytes or its row
 * with others gets its own. Throws StudioError `erf.damaged`, `erf.unsound`, `erf.name`, `erf.too-large`.
 */
export function packResources(pristine: Bytes, present: readonly PresentRow[]): PackedImage {
  const refusal = refusalOf(pristine)
  if (refusal) throw new StudioError('erf.damaged', { problem: refusal.code })
  const library = libraryOf(pristine)
  const shared = sharedRows(library)
  const end = endOfPayloads(library)
  const isApart = (row: Resource): boolean => row.isReadable && !shared.has(row)
  const targets = present.map((row): Target => {
    const source = row.id.startsWith('+') ? undefined : library.rows[Number(row.id)]
    const before = source && pristine.subarray(source.offset, source.offset + source.size)
    if (before && (!row.payload || sameBytes(row.payload, before))) return { row, source, piece: undefined }
    const place = source && isApart(source) ? { offset: source.offset, size: source.size } : { offset: end, size: 0 }
    return { row, source, piece: { ...place, bytes: row.payload ?? EMPTY } }
  })
  if (isPristine(library, targets)) return { bytes: pristine, rows: library.rows.map(asPlaced) }
  const slots = slotsOf(library, targets)
  const keys: Piece = { ...library.keys, bytes: new Uint8Array(targets.length * library.keySize) }
  const resources: Piece = { ...library.resources, bytes: new Uint8Array(slots.length * RESOURCE_SIZE) }
  const kept = new Set(targets.map(({ source }) => source))
  const removed = library.rows.filter(row => !kept.has(row) && isApart(row))
  const pieces = [
    keys,
    resources,
    ...removed.map(({ offset, size }): Piece => ({ offset, size, bytes: EMPTY })),
    ...targets.flatMap(({ piece }) => piece ?? []),
  ]
  if (!areApart(pieces)) throw new StudioError('erf.unsound')
  const image = relay(pristine, pieces)
  if (image.bytes.length > MOST_BYTES) throw new StudioError('erf.too-large', { size: image.bytes.length })
  const places = writeResources(pristine, image, library, resources, slots)
  writeKeys(pristine, image, library, keys, { targets, slots })
  writeHeader(pristine, image, keys, resources, targets.length)
  const rows = targets.map(target => ({ id: target.row.id, ...(places.get(target) ?? { offset: 0, size: 0 }) }))
  return { bytes: image.bytes, rows }
}

/** Whether the rows are those of before, whatever their tables look like. */
const isPristine = ({ rows }: Library, targets: readonly Target[]): boolean =>
  rows.length === targets.length &&
  targets.every(({ source, piece, row }, place) => {
    if (source?.id !== place || piece) return false
    const before = attributesOf(source)
    const isSame = sameAttribute(row.attributes['name'] ?? '', before['name'])
    return isSame && Number(row.attributes['reserved'] ?? 0) === source.reserved
  })

const asPlaced = ({ id, offset, size }: Resource): PackedImage['rows'][number] => ({ id: String(id), offset, size })

/** Rows that share bytes with other rows or with the tables. */
function sharedRows(library: Library): ReadonlySet<Resource> {
  const tables = [{ offset: 0, size: HEADER_SIZE }, library.keys, library.resources, library.strings]
  const ranges = library.rows.map(resource => ({ resource, offset: resource.offset, size: resource.size }))
  const found: ReadonlySet<Range & { readonly resource?: Resource }> = overlapping([...tables, ...ranges])
  const owners = new Map<number, number>()
  for (const { resource } of library.rows) owners.set(resource, (owners.get(resource) ?? 0) + 1)
  const twice = library.rows.filter(({ resource }) => (owners.get(resource) ?? 0) > 1)
  return new Set([...[...found].flatMap(({ resource }) => resource ?? []), ...twice])
}

const areApart = (pieces: readonly Piece[]): boolean => {
  const sorted = pieces.filter(({ size }) => size > 0).sort((a, b) => a.offset - b.offset)
  return sorted.every(
    (piece, k) => k === 0 || (sorted[k - 1]?.offset ?? 0) + (sorted[k - 1]?.size ?? 0) <= piece.offset,
  )
}

function endOfPayloads({ rows, keys, resources, strings }: Library): number {
  const payloads = rows.filter(({ size }) => size > 0).map(({ offset, size }) => offset + size)
  const tables = [keys, resources, strings].map(({ offset, size }) => offset + size)
  return payloads.length > 0 ? Math.max(...payloads) : Math.max(HEADER_SIZE, ...tables)
}

/** Rows of the table of resources: those of before while they are used, or were used by none; then those that are added. */
function slotsOf(library: Library, targets: readonly Target[]): readonly Slot[] {
  const users = new Map<number, Target[]>()
  const apart: Target[] = []
  const count = library.rows.length
  for (const target of targets) {
    const own = target.source && target.source.resource < count ? target.source.resource : undefined
    if (target.source && own === undefined) continue
    const known = own === undefined ? undefined : users.get(own)
    const isShared = known !== undefined && (target.piece ?? known[0]?.piece) !== undefined
    if (own === undefined || isShared) apart.push(target)
    else if (known) known.push(target)
    else users.set(own, [target])
  }
  const wereUsed = new Set(library.rows.map(({ resource }) => resource))
  const old = Array.from(
    { length: count },
    (_, resource): Slot => ({ old: resource, targets: users.get(resource) ?? [] }),
  )
  const kept = old.filter(slot => slot.targets.length > 0 || !wereUsed.has(slot.old ?? 0))
  // Two keys of one row leave a row without a key: it is filled first, or goes with them.
  const spare = kept.filter(slot => slot.targets.length === 0)
  const rest = apart.filter(target => {
    const slot = spare.shift()
    slot?.targets.push(target)
    return !slot
  })
  let over = kept.length + rest.length - targets.length
  const fitting = kept.filter(slot => slot.targets.length > 0 || over-- <= 0)
  return [...fitting, ...rest.map((target): Slot => ({ old: undefined, targets: [target] }))]
}

function writeResources(
  pristine: Bytes,
  image: RelaidImage,
  library: Library,
  table: Piece,
  slots: readonly Slot[],
): ReadonlyMap<Target, Range> {
  const places = new Map<Target, Range>()
  const view = new RecordView(ResourceRow, pristine)
  for (const [at, { old, targets }] of slots.entries()) {
    const place = image.startOf(table) + at * RESOURCE_SIZE
    const piece = targets.find(target => target.piece)?.piece
    const before = library.resources.offset + (old ?? 0) * RESOURCE_SIZE
    const [start, length] = old === undefined ? [0, 0] : [view.number(before, 'offset'), view.number(before, 'size')]
    const offset = piece ? image.startOf(piece) : start > pristine.length ? start : image.placeOf(start)
    const size = piece ? piece.bytes.length : length
    writeRecord(image.bytes, place, ResourceRow, { offset, size })
    for (const target of targets) places.set(target, { offset, size })
  }
  return places
}

/** Keys of rows whose name stays keep all their bytes but the number of their resource. */
function writeKeys(
  pristine: Bytes,
  image: RelaidImage,
  { nameSize, keySize, keys }: Library,
  table: Piece,
  { targets, slots }: { readonly targets: readonly Target[]; readonly slots: readonly Slot[] },
): void {
  const numbers = new Map(slots.flatMap(({ targets: users }, slot) => users.map(target => [target, slot] as const)))
  for (const [place, target] of targets.entries()) {
    const { source, row } = target
    const at = image.startOf(table) + place * keySize
    const name = row.attributes['name'] ?? ''
    const isSame = source !== undefined && sameAttribute(name, attributesOf(source)['name'])
    if (source) image.bytes.set(pristine.subarray(keys.offset + source.id * keySize).subarray(0, keySize), at)
    if (!isSame) {
      const key = keyOf(name, nameSize)
      if (!key) throw new StudioError('erf.name', { name: nameText(name) })
      image.bytes.set(key.name, at)
      writeRecord(image.bytes, at + nameSize, KeyEnd, { type_id: key.type })
    }
    const reserved = row.attributes['reserved'] ?? 0
    const resource_id = numbers.get(target) ?? source?.resource ?? 0
    writeRecord(image.bytes, at + nameSize, KeyEnd, { resource_id, reserved: Number(reserved) })
  }
}

function writeHeader(pristine: Bytes, image: RelaidImage, keys: Piece, resources: Piece, count: number): void {
  const strings = new RecordView(ErfHeader, pristine).number(0, 'strings_offset')
  writeRecord(image.bytes, 0, ErfHeader, {
    entry_count: count,
    keys_offset: image.startOf(keys),
    resources_offset: image.startOf(resources),
    strings_offset: strings > pristine.length ? strings : image.placeOf(strings),
  })
}
