import type { Attributes, EntryPath } from '../edit'
import { rowPath, StudioError, type Archive, type ArchiveCodec, type EntryInfo, type Format } from '../format'
import { LayoutError, type Bytes } from '../layout'

/** A file and what is in it, as places in its bytes. Plain data, so that it can be handed to a worker. */
export interface Outline {
  readonly path: EntryPath
  readonly name: string
  readonly attributes: Attributes
  /** Format id, where one matches. */
  readonly format?: string
  /** From the first byte of the file. */
  readonly offset: number
  readonly size: number
  readonly parts: readonly Outline[]
}

const HEAD_SIZE = 16
/** Archives in archives beyond this depth are not opened: a file made to nest without end ends here. */
const DEEPEST = 16

/** The outline of a file as it lies in the install. */
export function outlineOf(path: EntryPath, name: string, bytes: Bytes, formats: readonly Format[]): Outline {
  const info: EntryInfo = {
    path,
    name,
    size: bytes.length,
    attributes: {},
    head: bytes.subarray(0, HEAD_SIZE),
    container: null,
  }
  return outline(info, bytes, 0, formats, 0)
}

function outline(info: EntryInfo, bytes: Bytes, offset: number, formats: readonly Format[], depth: number): Outline {
  const { path, name, attributes } = info
  const format = formats.find(one => one.match(info))
  const archive = format?.archive && depth < DEEPEST ? opened(format.archive, bytes) : undefined
  const typeIds = (archive?.rows ?? []).flatMap(({ attributes: { type_id: type } }) =>
    typeof type === 'number' ? [type] : [],
  )
  const parts = (archive?.rows ?? [])
    .filter(row => row.isReadable)
    .map((row): Outline => {
      const inner = bytes.subarray(row.offset, row.offset + row.size)
      return outline(
        {
          path: rowPath(path, row.id),
          name: nameOf(row.attributes),
          size: inner.length,
          attributes: row.attributes,
          head: inner.subarray(0, HEAD_SIZE),
          container: { path, name, format: format?.id ?? '', typeIds },
        },
        inner,
        offset + row.offset,
        formats,
        depth + 1,
      )
    })
  return { path, name, attributes, ...(format && { format: format.id }), offset, size: bytes.length, parts }
}

function opened(codec: ArchiveCodec, bytes: Bytes): Archive | undefined {
  try {
    return codec.open(bytes)
  } catch (error) {
    if (error instanceof StudioError || error instanceof LayoutError) return undefined
    throw error
  }
}

function nameOf(attributes: Attributes): string {
  const name = attributes['name']
  return typeof name === 'object' ? name.text : String(name ?? '')
}

/** What a format needs to know of a part to choose its layout. */
export function infoOf(part: Outline, bytes: Bytes, within: Outline | undefined): EntryInfo {
  return {
    path: part.path,
    name: part.name,
    size: bytes.length,
    attributes: part.attributes,
    head: bytes.subarray(0, HEAD_SIZE),
    container: within
      ? { path: within.path, name: within.name, format: within.format ?? '', typeIds: typeIdsOf(within) }
      : null,
  }
}

const typeIds = new WeakMap<Outline, readonly number[]>()

/** One list per container: formats look at the siblings of every part. */
function typeIdsOf(within: Outline): readonly number[] {
  const known = typeIds.get(within)
  if (known) return known
  const made = within.parts.flatMap(({ attributes: { type_id: type } }) => (typeof type === 'number' ? [type] : []))
  typeIds.set(within, made)
  return made
}

/** Parts that hold bytes, by offset, with the place in the directory; `ends`: the largest end of each part and those before it. */
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

/** The innermost part that holds all of these bytes of the file; of several that overlap the first of the directory. */
export function ownerOf(file: Outline, at: number, size: number): Outline {
  let owner = file
  for (;;) {
    const inner = owner.parts.length > 0 ? partAt(placesOf(owner), at, size) : undefined
    if (!inner) return owner
    owner = inner
  }
}

function partAt({ parts, ends }: Places, at: number, size: number): Outline | undefined {
  let [low, high] = [0, parts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((parts[middle]?.[0].offset ?? 0) <= at) low = middle + 1
    else high = middle
  }
  let found: readonly [part: Outline, order: number] | undefined
  for (let i = low - 1; i >= 0 && (ends[i] ?? 0) >= at + size; i--) {
    const one = parts[i]
    if (one && at + size <= one[0].offset + one[0].size && (!found || one[1] < found[1])) found = one
  }
  return found?.[0]
}
