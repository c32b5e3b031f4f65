import type { Attributes, EntryPath } from '../../edit'
import {
  StudioError, type Archive, type ArchiveCodec, type EntryInfo, type Format, type PackedImage, type PresentRow, type Region,
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

/** An archive opened, with its present rows. */
export class OpenArchive {
  private readonly children = new Map<string, View>()
  private readonly places: ReadonlyMap<string, number>
  private readonly pristineRows: ReadonlyMap<string, Archive['rows'][number]>
  private knownPack: PackedImage | undefined
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
    this.pristineRows = new Map(archive.rows.map(row => [String(row.id), row]))
    this.order = context.states.order(view.path) ?? archive.rows.map(row => String(row.id))
    this.places = new Map(this.order.map((id, place) => [id, place]))
    const prefix = `${view.path}!`
    this.touched = new Set(context.states.below(view.path).map(path => (path.slice(prefix.length).split('!')[0] ?? '').replace(/^#/, '')))
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
    return this.order.flatMap(id => this.child(id) ?? [])
  }

  /** Payload of a row as the base image has it; undefined for added rows and for what leaves the file. */
  pristinePayload(id: string): Bytes | undefined {
    const row = this.pristineRows.get(id)
    if (!row?.isReadable) return undefined
    let payloads = rowPayloads.get(this.view.base)
    if (!payloads) rowPayloads.set(this.view.base, payloads = new Map())
    let payload = payloads.get(row.id)
    if (!payload) payloads.set(row.id, payload = this.view.base.subarray(row.offset, row.offset + row.size))
    return payload
  }

  pristineAttributes(id: string): Attributes | undefined {
    return this.pristineRows.get(id)?.attributes
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
    const isReadable = id.startsWith('+') || this.pristineRows.get(id)?.isReadable === true
    return new View(this.context, path, base ?? EMPTY, attributes, nameOf(attributes), this, isReadable)
  }

  /** `header`, `directory`, `gap#2`, `padding#0`, numbered in file order within their kind. */
  regionOf(step: string): Region | undefined {
    const [kind = '', number = '0'] = step.split('#')
    return this.archive.regions.filter(region => region.kind === kind)[Number(number)]
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
    const gaps = [...this.touched].filter(step => this.regionOf(step) && this.context.states.get(`${this.view.path}!${step}`))
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
      return { id, attributes: view?.attributes ?? { ...this.pristineAttributes(id), row: place }, ...(isChanged && { payload }) }
    })
  }

  packed(): PackedImage {
    this.knownPack ??= this.codec.pack(this.packBase(), this.presentRows())
    return this.knownPack
  }

  /** Where a row or a gap stands in the packed image. */
  placeOf(step: string): number | undefined {
    const region = this.regionOf(step)
    if (region) return this.isTouched ? this.gapPlace(region) : region.offset
    if (this.isTouched) return this.packed().rows.find(row => row.id === step)?.offset
    return this.pristineRows.get(step)?.offset
  }

  /** Gaps keep their order when an archive is packed; a padding that is made anew has no place of its own. */
  private gapPlace(region: Region): number | undefined {
    const gaps = (archive: Archive | null): readonly Region[] => archive?.regions.filter(({ kind }) => kind === 'gap' || kind === 'padding') ?? []
    const before = gaps(this.archive)
    const after = gaps(openWith(this.codec, this.packed().bytes))
    const found = before.length === after.length ? after[before.indexOf(region)] : undefined
    return found?.size === region.size ? found.offset : undefined
  }
}
