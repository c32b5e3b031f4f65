import type { Attributes, EntryPath } from '../../edit'
import {
  StudioError,
  type Archive,
  type ArchiveCodec,
  type EntryInfo,
  type Format,
  type PackedImage,
  type PresentRow,
  type Region,
} from '../../format'
import { LayoutError, type Bytes } from '../../layout'
import { nameOf, type EntryState, type States } from './states'

/** What a view needs to know: what edits made, and which formats there are. */
export interface ViewContext {
  readonly states: States
  readonly formats: readonly Format[]
}

/** Bytes from the start of an entry by which formats know it. */
export const HEAD_SIZE = 16
const opened = new WeakMap<Bytes, Archive | null>()
const rowPayloads = new WeakMap<Bytes, Map<number, Bytes>>()
const indexes = new WeakMap<Archive, ArchiveIndex>()
const EMPTY: Bytes = new Uint8Array(0)

/** An entry (or plain file) at one moment: its own bytes, and what they contain. Thrown away when its file changes. */
export class View {
  private knownFormat: Format | null | undefined
  private knownArchive: OpenArchive | null | undefined
  private knownInfo: EntryInfo | undefined

  constructor(
    private readonly context: ViewContext,
    readonly path: EntryPath,
    /** The image that edits of this entry itself apply to; of an archive the one its rows are numbered by. */
    readonly base: Bytes,
    /** With `row` for rows of an archive. */
    readonly attributes: Attributes,
    readonly name: string,
    readonly container: OpenArchive | undefined,
    readonly isReadable: boolean,
  ) {}

  /** Size and head are those of `base`. */
  get info(): EntryInfo {
    this.knownInfo ??= {
      path: this.path,
      name: this.name,
      size: this.base.length,
      attributes: this.attributes,
      head: this.base.subarray(0, HEAD_SIZE),
      container: this.container ? this.container.asContainer : null,
    }
    return this.knownInfo
  }

  get format(): Format | undefined {
    this.knownFormat ??= this.context.formats.find(format => format.match(this.info)) ?? null
    return this.knownFormat ?? undefined
  }

  /** Undefined for what is no archive or cannot be opened as one: then it is a plain entry. */
  get archive(): OpenArchive | undefined {
    if (this.knownArchive === undefined) {
      const codec = this.isReadable ? this.format?.archive : undefined
      const archive = codec && openWith(codec, this.base)
      this.knownArchive = codec && archive ? new OpenArchive(this.context, this, codec, archive) : null
    }
    return this.knownArchive ?? undefined
  }

  /** The bytes as they would be packed: of an archive with changed entries, its packed image. */
  payload(): Bytes {
    return this.archive?.isTouched ? this.archive.packed().bytes : this.base
  }

  get state(): EntryState | undefined {
    return this.context.states.get(this.path)
  }

  /** The row `0`, `+1` or the bytes `header`, `gap#2` … of an archive. */
  child(step: string): View | undefined {
    return this.archive?.child(step)
  }
}

function openWith(codec: ArchiveCodec, bytes: Bytes): Archive | null {
  const known = opened.get(bytes)
  if (known !== undefined) return known
  let archive: Archive | null = null
  try {
    archive = codec.open(bytes)
  } catch (error) {
    if (!(error instanceof StudioError) && !(error instanceof LayoutError)) throw error
  }
  opened.set(bytes, archive)
  return archive
}

/** Rows and regions of an archive's image by the steps that name them, made once per image. */
interface ArchiveIndex {
  readonly order: readonly string[]
  readonly rows: ReadonlyMap<string, Archive['rows'][number]>
  readonly regions: ReadonlyMap<string, Region>
  /** Regions that are kept when the archive is packed, in file order. */
  readonly gaps: readonly Region[]
}

function indexOf(archive: Archive): ArchiveIndex {
  const known = indexes.get(archive)
  if (known) return known
  const regions = new Map<string, Region>()
  const counts = new Map<Region['kind'], number>()
  for (const region of archive.regions) {
    const number = counts.get(region.kind) ?? 0
    counts.set(region.kind, number + 1)
    regions.set(
      number === 0 && (region.kind === 'header' || region.kind === 'directory')
        ? region.kind
        : `${region.kind}#${number}`,
      region,
    )
  }
  const rows = new Map(archive.rows.map(row => [String(row.id), row]))
  const made = {
    order: [...rows.keys()],
    rows,
    regions,
    gaps: archive.regions.filter(({ kind }) => kind === 'gap' || kind === 'padding'),
  }
  indexes.set(archive, made)
  return made
}

/** An archive opened, with its present rows. */
export class OpenArchive {
  private readonly children = new Map<string, View>()
  private readonly index: ArchiveIndex
  private knownRows: readonly View[] | undefined
  private knownPlaces: ReadonlyMap<string, number> | undefined
  private knownTypes: ReadonlyMap<number, View> | undefined
  private knownNames: ReadonlyMap<string, View> | undefined
  private knownPack: PackedImage | undefined
  private knownOffsets: ReadonlyMap<string, number> | undefined
  private knownGapNumbers: ReadonlyMap<Region, number> | undefined
  private knownContainer: NonNullable<EntryInfo['container']> | undefined
  /** Ids of present rows, in directory order. */
  readonly order: readonly string[]
  /** Steps (`3`, `+0`, `gap#1`) that are changed or hold something changed. */
  readonly touched: ReadonlySet<string>

  constructor(
    private readonly context: ViewContext,
    readonly view: View,
    readonly codec: ArchiveCodec,
    readonly archive: Archive,
  ) {
    this.index = indexOf(archive)
    this.order = context.states.order(view.path) ?? this.index.order
    const prefix = `${view.path}!`
    this.touched = new Set(
      context.states.below(view.path).map(path => (path.slice(prefix.length).split('!')[0] ?? '').replace(/^#/, '')),
    )
  }

  get isTouched(): boolean {
    return this.touched.size > 0 || this.context.states.order(this.view.path) !== undefined
  }

  /** What children are told of it. */
  get asContainer(): NonNullable<EntryInfo['container']> {
    this.knownContainer ??= {
      path: this.view.path,
      name: this.view.name,
      format: this.view.format?.id ?? '',
      typeIds: this.order.flatMap(id => {
        const type = this.attributesOf(id)?.['type_id']
        return typeof type === 'number' ? [type] : []
      }),
    }
    return this.knownContainer
  }

  child(step: string): View | undefined {
    const known = this.children.get(step)
    if (known) return known
    const made = /^\+?\d+$/.test(step) ? this.row(step) : this.region(step)
    if (made) this.children.set(step, made)
    return made
  }

  rows(): readonly View[] {
    this.knownRows ??= this.order.flatMap(id => this.child(id) ?? [])
    return this.knownRows
  }

  /** The first row of that type id. */
  rowOfType(type: number): View | undefined {
    this.knownTypes ??= firstBy(this.rows(), row => {
      const found = row.attributes['type_id']
      return typeof found === 'number' ? found : undefined
    })
    return this.knownTypes.get(type)
  }

  /** The first row of that name, matched without case. */
  rowNamed(name: string): View | undefined {
    this.knownNames ??= firstBy(this.rows(), row => row.name.toLowerCase())
    return this.knownNames.get(name.toLowerCase())
  }

  private get places(): ReadonlyMap<string, number> {
    this.knownPlaces ??= new Map(this.order.map((id, place) => [id, place]))
    return this.knownPlaces
  }

  /** Payload of a row as the base image has it; undefined for added rows and for what leaves the file. */
  pristinePayload(id: string): Bytes | undefined {
    const row = this.index.rows.get(id)
    if (!row?.isReadable) return undefined
    let payloads = rowPayloads.get(this.view.base)
    if (!payloads) rowPayloads.set(this.view.base, (payloads = new Map()))
    let payload = payloads.get(row.id)
    if (!payload) payloads.set(row.id, (payload = this.view.base.subarray(row.offset, row.offset + row.size)))
    return payload
  }

  pristineAttributes(id: string): Attributes | undefined {
    return this.index.rows.get(id)?.attributes
  }

  private attributesOf(id: string): Attributes | undefined {
    return this.context.states.get(`${this.view.path}!#${id}`)?.attributes ?? this.pristineAttributes(id)
  }

  private row(id: string): View | undefined {
    const place = this.places.get(id)
    if (place === undefined) return undefined
    const path = `${this.view.path}!#${id}`
    const attributes = { ...this.attributesOf(id), row: place }
    const own = this.context.states.get(path)?.bytes
    const base = own ?? this.pristinePayload(id)
    const isReadable = id.startsWith('+') || this.index.rows.get(id)?.isReadable === true
    return new View(this.context, path, base ?? EMPTY, attributes, nameOf(attributes), this, isReadable)
  }

  /** `header`, `directory`, `gap#2`, `padding#0`, numbered in file order within their kind. */
  regionOf(step: string): Region | undefined {
    return this.index.regions.get(step)
  }

  private region(step: string): View | undefined {
    const region = this.regionOf(step)
    if (!region) return undefined
    const path = `${this.view.path}!${step}`
    const own = this.context.states.get(path)?.bytes
    const base = own ?? this.view.base.subarray(region.offset, region.offset + region.size)
    return new View(this.context, path, base, {}, step, this, true)
  }

  /** The base image with changed gaps in it: what codecs pack from. */
  packBase(): Bytes {
    const gaps = [...this.touched].filter(
      step => this.regionOf(step) && this.context.states.get(`${this.view.path}!${step}`),
    )
    if (gaps.length === 0) return this.view.base
    const patched = this.view.base.slice()
    for (const step of gaps) {
      const region = this.regionOf(step)
      const bytes = this.child(step)?.base
      if (region && bytes) patched.set(bytes, region.offset)
    }
    return patched
  }

  presentRows(): readonly PresentRow[] {
    return this.order.map((id): PresentRow => {
      const place = this.places.get(id) ?? 0
      const isOurs = id.startsWith('+') || this.touched.has(id)
      const view = isOurs ? this.child(id) : undefined
      const payload = view?.payload()
      const isChanged = payload !== undefined && payload !== this.pristinePayload(id) && view?.isReadable === true
      return {
        id,
        attributes: view?.attributes ?? { ...this.pristineAttributes(id), row: place },
        ...(isChanged && { payload }),
      }
    })
  }

  packed(): PackedImage {
    this.knownPack ??= this.codec.pack(this.packBase(), this.presentRows())
    return this.knownPack
  }

  private get packedOffsets(): ReadonlyMap<string, number> {
    this.knownOffsets ??= new Map(this.packed().rows.map(({ id, offset }) => [id, offset]))
    return this.knownOffsets
  }

  /** Where a row or a gap stands in the packed image. */
  placeOf(step: string): number | undefined {
    const region = this.regionOf(step)
    if (region) return this.isTouched ? this.gapPlace(region) : region.offset
    if (this.isTouched) return this.packedOffsets.get(step)
    return this.index.rows.get(step)?.offset
  }

  /** Gaps keep their order when an archive is packed; a padding that is made anew has no place of its own. */
  private gapPlace(region: Region): number | undefined {
    const reopened = openWith(this.codec, this.packed().bytes)
    const before = this.index.gaps
    const after = reopened ? indexOf(reopened).gaps : []
    this.knownGapNumbers ??= new Map(before.map((gap, number) => [gap, number]))
    const found = before.length === after.length ? after[this.knownGapNumbers.get(region) ?? -1] : undefined
    return found?.size === region.size ? found.offset : undefined
  }
}

/** The first item of each key. */
function firstBy<K, T>(items: readonly T[], keyOf: (item: T) => K | undefined): ReadonlyMap<K, T> {
  const first = new Map<K, T>()
  for (const item of items) {
    const key = keyOf(item)
    if (key !== undefined && !first.has(key)) first.set(key, item)
  }
  return first
}
