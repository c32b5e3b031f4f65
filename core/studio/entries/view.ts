import type { Attributes, EntryPath } from '../../edit'
import {
  HEAD_SIZE,
  isEncoded,
  isUndecodable,
  payloadOf,
  rowName,
  type Archive,
  type ArchiveCodec,
  type ArchiveRow,
  type Candidate,
  type DecodeFault,
  type Format,
  type PackedImage,
  type PresentRow,
  type Region,
  matchFormat,
} from '../../format'
import type { Bytes, CodePage } from '../../layout'
import { foundPage, type PageOf } from '../install/code-pages'
import { indexOf, openWith, type ArchiveIndex, type StoredRange } from './archive-index'
import { Directory } from './directory'
import type { RowOrder } from './row-order'
import type { EntryState, States } from './states'
import type { Unencoded, Unread } from './stored-payload'

/** What a view depends on: the states of edits, and the formats. */
interface ViewContext {
  readonly states: States
  readonly formats: readonly Format[]
  /** Code pages that the user chose. */
  readonly pageOf?: PageOf | undefined
}

const EMPTY: Bytes = new Uint8Array(0)

/** An entry (or plain file) at one revision: its own bytes, and their contents. Discarded when its file changes. */
export class View {
  private knownFormat: Format | null | undefined
  private knownListedFormat: Format | null | undefined
  private knownArchive: OpenArchive | null | undefined
  private knownInfo: Candidate | undefined
  private knownListed: Candidate | undefined
  private knownBase: Bytes | undefined

  constructor(
    private readonly context: ViewContext,
    readonly path: EntryPath,
    private readonly source: Bytes | Unread,
    /** Includes `row` for rows of an archive. */
    readonly attributes: Attributes,
    readonly name: string,
    readonly container: OpenArchive | undefined,
    readonly isReadable: boolean,
  ) {
    if (source instanceof Uint8Array) this.knownBase = source
  }

  /**
   * The image that edits of this entry itself apply to; for an archive the one by which its rows are numbered. Decoded
   * at the first read.
   */
  get base(): Bytes {
    this.knownBase ??= this.source instanceof Uint8Array ? this.source : this.source.read()
    return this.knownBase
  }

  /** Whether `base` can be read without decoding. */
  get isDecoded(): boolean {
    return this.knownBase !== undefined
  }

  /** Size and head are those of `base`. */
  get info(): Candidate {
    this.knownInfo ??= this.infoWith(this.base.length, this.base.subarray(0, HEAD_SIZE))
    return this.knownInfo
  }

  /** The same as far as it is known without decoding: of a row not read yet the declared size, and no head. */
  get listed(): Candidate {
    if (this.knownBase || this.source instanceof Uint8Array) return this.info
    this.knownListed ??= this.infoWith(this.source.size, EMPTY)
    return this.knownListed
  }

  private infoWith(size: number, head: Bytes): Candidate {
    const container = this.container ? this.container.asContainer : null
    return { path: this.path, name: this.name, size, attributes: this.attributes, head, container }
  }

  /** The format that `listed` matches. */
  get listedFormat(): Format | undefined {
    if (this.knownBase) return this.format
    if (this.knownListedFormat === undefined)
      this.knownListedFormat = matchFormat(this.listed, this.context.formats) ?? null
    return this.knownListedFormat ?? undefined
  }

  /** Size of the payload without decoding or encoding; of an archive not encoded yet that of `base`. */
  get listedSize(): number {
    if (!this.knownBase) return this.listed.size
    const archive = this.knownArchive
    return archive?.isTouched && archive.isReady ? this.payload().length : this.knownBase.length
  }

  /** Whether its stored bytes cannot be decoded and are used as its payload. Decodes it. */
  get isUndecodable(): boolean {
    const row = this.isReadable && !this.state?.bytes ? this.container?.pristineRow(stepOf([this.lastStep])) : undefined
    return row !== undefined && this.container?.isUndecodable(row) === true
  }

  /** Why it cannot be decoded, from its archive's codec. */
  get decodeFault(): DecodeFault | undefined {
    const row = this.container?.pristineRow(stepOf([this.lastStep]))
    return row && this.container?.codec.fault?.(this.container.view.base, row)
  }

  private get lastStep(): string {
    return this.path.slice(this.path.lastIndexOf('!') + 1)
  }

  get format(): Format | undefined {
    if (this.knownFormat === undefined) this.knownFormat = matchFormat(this.info, this.context.formats) ?? null
    return this.knownFormat ?? undefined
  }

  /** Code page of the texts in this archive: the chosen one, else the one found in it. */
  get encoding(): CodePage | undefined {
    return this.context.pageOf?.(this.path) ?? (this.format && foundPage(this.format, this.base))
  }

  /** Undefined for an entry that is no archive or cannot be opened as one; it is then a plain entry. */
  get archive(): OpenArchive | undefined {
    if (this.knownArchive === undefined) {
      const codec = this.isReadable ? this.format?.archive : undefined
      const archive = codec && openWith(codec, this.base)
      this.knownArchive = codec && archive ? new OpenArchive(this.context, this, codec, archive) : null
    }
    return this.knownArchive ?? undefined
  }

  /** The bytes as they would be packed: for an archive with changed entries its packed image. */
  payload(): Bytes {
    return this.archive?.isTouched ? this.archive.packed().bytes : this.base
  }

  /** Whether its archive has not been opened yet: nothing is known then of what is inside. */
  get isUnopened(): boolean {
    return this.knownArchive === undefined
  }

  /** As in `OpenArchive`. */
  replaced(steps: readonly string[]): boolean {
    return this.knownArchive?.replaced(steps) === true
  }

  get state(): EntryState | undefined {
    return this.context.states.get(this.path)
  }

  /** The row `0`, `+1` or the bytes `header`, `gap#2` … of an archive. */
  child(step: string): View | undefined {
    return this.archive?.child(step)
  }
}

/** An archive opened, with its present rows. */
export class OpenArchive {
  private readonly children = new Map<string, View>()
  private readonly index: ArchiveIndex
  private knownRows: readonly View[] | undefined
  private knownPack: PackedImage | undefined
  private knownPackedRows: ReadonlyMap<string, StoredRange> | undefined
  private knownRowsState: readonly unknown[] | undefined
  private knownGapNumbers: ReadonlyMap<Region, number> | undefined
  private knownContainer: NonNullable<Candidate['container']> | undefined
  private readonly directory: Directory
  /** Steps (`3`, `+0`, `gap#1`) that are changed or hold something changed. */
  get touched(): ReadonlySet<string> {
    return this.changed
  }
  private readonly changed: Set<string>
  /** Rows with changes inside: nested archives. */
  private readonly deep: Set<string>

  constructor(
    private readonly context: ViewContext,
    readonly view: View,
    readonly codec: ArchiveCodec,
    readonly archive: Archive,
  ) {
    this.index = indexOf(archive)
    const below = context.states.below(view.path).map(path => path.slice(view.path.length + 1).split('!'))
    this.changed = new Set(below.map(stepOf))
    this.deep = new Set(below.filter(steps => steps.length > 1).map(stepOf))
    this.directory = new Directory(this.index, context.states, view.path, this.changed)
  }

  /** Ids of present rows, in directory order. */
  get order(): readonly string[] {
    return this.directory.order
  }

  /** How many rows there are. */
  get length(): number {
    return this.directory.length
  }

  /** Whether all rows of the base image are there and in place. */
  get isPristineOrder(): boolean {
    const { order: pristine } = this.index
    return pristine.length === this.length && this.order.every((id, place) => id === pristine[place])
  }

  /**
   * Updates the state of a row or gap, or of one in an archive inside; false where the archive has to be opened again.
   * For drafts only: other views are immutable.
   */
  replaced([step = '', ...inside]: readonly string[]): boolean {
    if (inside.length > 0) return this.children.get(step)?.replaced(inside) === true
    if (this.deep.has(step)) return false
    const known = this.children.get(step)
    this.noteChanged(step)
    this.forget(step)
    this.updateAround()
    // The format of each row may depend on the attributes of all.
    if (known && this.directory.attributesChanged(step, known.attributes, this.directory.attributesOf(step)))
      this.children.clear()
    return true
  }

  /** Updates the archives around this one after a change in it. */
  private updateAround(): void {
    const around = this.view.container
    if (!around) return
    const step = stepOf([this.view.path.slice(around.view.path.length + 1)])
    if (this.isTouched) around.deep.add(step)
    else around.deep.delete(step)
    around.noteChanged(step)
    around.forget()
    around.updateAround()
  }

  private noteChanged(step: string): void {
    const path = `${this.view.path}!${this.regionOf(step) ? step : `#${step}`}`
    if (this.context.states.get(path) || this.deep.has(step)) this.changed.add(step)
    else this.changed.delete(step)
  }

  /**
   * Rows were added, removed or moved, in the same cases. `keep` puts the order as it is then into the states; undefined
   * where it is that of the base image.
   */
  reordered(change: (directory: Directory) => RowOrder, keep: (order: RowOrder | undefined) => void): void {
    const order = change(this.directory)
    this.children.clear()
    this.forget()
    keep(this.isPristineOrder ? undefined : order)
    this.updateAround()
  }

  private forget(step = ''): void {
    this.children.delete(step)
    this.knownRows = undefined
    this.knownRowsState = undefined
    this.knownPack = undefined
    this.knownPackedRows = undefined
  }

  get isTouched(): boolean {
    return this.touched.size > 0 || this.context.states.hasOrder(this.view.path)
  }

  /** The archive as formats see it when they are matched with one of its rows. */
  get asContainer(): NonNullable<Candidate['container']> {
    const { view, directory } = this
    this.knownContainer ??= {
      path: view.path,
      name: view.name,
      format: view.format?.id ?? '',
      // Chosen at any time: views of its rows stay valid.
      get encoding() {
        return view.encoding
      },
      get siblings() {
        return directory.siblings
      },
    }
    return this.knownContainer
  }

  child(step: string): View | undefined {
    const known = this.children.get(step)
    if (known) return known
    const place = this.directory.placeOf(step)
    const made = place === undefined ? this.region(step) : this.rowAt(step, place)
    if (made) this.children.set(step, made)
    return made
  }

  rows(): readonly View[] {
    this.knownRows ??= this.order.map((id, place) => {
      const row = this.children.get(id) ?? this.rowAt(id, place)
      this.children.set(id, row)
      return row
    })
    return this.knownRows
  }

  /** Payload of a row as the base image has it; undefined for added rows and for what leaves the file. */
  pristinePayload(id: string): Bytes | undefined {
    const row = this.pristineRow(id)
    return row?.isReadable ? payloadOf(this.codec, this.view.base, row) : undefined
  }

  /** The row in the base image; undefined for added rows. */
  pristineRow(id: string): ArchiveRow | undefined {
    return this.index.rows.get(id)
  }

  isUndecodable(row: ArchiveRow): boolean {
    return isUndecodable(this.codec, this.view.base, row)
  }

  /** How the row is stored; undefined: plain. */
  encodingOf(id: string): string | undefined {
    const own = this.context.states.get(`${this.view.path}!#${id}`)?.attributes
    return own && this.codec.encodingOf ? this.codec.encodingOf(own) : this.pristineRow(id)?.encoding
  }

  pristineAttributes(id: string): Attributes | undefined {
    return this.directory.pristineAttributes(id)
  }

  /** Attributes of the present rows of that name, in any case, but of that one; no view is made for them. */
  named(name: string, except?: string): readonly Attributes[] {
    return this.directory.named(name, except)
  }

  /** Attributes of a present row, without its place. The same object as long as they are not changed. */
  attributesOf(id: string): Attributes | undefined {
    return this.directory.attributesOf(id)
  }

  /** The same object until a row is added, removed, moved or has other attributes. */
  get rowsState(): readonly unknown[] {
    this.knownRowsState ??= [
      this.index,
      this.context.states.order(this.view.path),
      ...[...this.changed].sort().flatMap(step => {
        const attributes = this.context.states.get(`${this.view.path}!#${step}`)?.attributes
        return attributes ? [step, attributes] : []
      }),
    ]
    return this.knownRowsState
  }

  /** Called for each of many thousand rows: of those that are as the image has them nothing is looked up. */
  private rowAt(id: string, place: number): View {
    const path = `${this.view.path}!#${id}`
    const known = this.directory.attributesOf(id)
    const attributes = known?.['row'] === place ? known : { ...known, row: place }
    const base = (this.changed.has(id) ? this.context.states.get(path)?.bytes : undefined) ?? this.unread(id)
    const isReadable = id.startsWith('+') || this.pristineRow(id)?.isReadable === true
    return new View(this.context, path, base, attributes, rowName(attributes), this, isReadable)
  }

  private unread(id: string): Bytes | Unread {
    const row = this.pristineRow(id)
    if (!row?.isReadable) return EMPTY
    const { codec, view } = this
    if (row.encoding === undefined) return payloadOf(codec, view.base, row)
    return { size: row.unpackedSize ?? row.size, read: () => payloadOf(codec, view.base, row) }
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

  /** The base image with changed gaps: the input of the codec's `pack`. */
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
      const place = this.directory.placeOf(id) ?? 0
      const view = this.touchedRow(id)
      const payload = view && this.changedPayload(id, view)
      return {
        id,
        attributes: view?.attributes ?? { ...this.pristineAttributes(id), row: place },
        ...(payload && { payload }),
      }
    })
  }

  private touchedRow(id: string): View | undefined {
    return id.startsWith('+') || this.touched.has(id) ? this.child(id) : undefined
  }

  /** The payload to pack; undefined where the stored bytes of the base image are packed. */
  private changedPayload(id: string, view: View): Bytes | undefined {
    if (!view.isReadable) return undefined
    const isStored = this.encodingOf(id) === this.pristineRow(id)?.encoding
    if (isStored && !view.state?.bytes && !this.touchedInside(id, view)) return undefined
    const payload = view.payload()
    return isStored && payload === this.pristinePayload(id) ? undefined : payload
  }

  /** A row as an archive, where edits changed something in it. Reads nothing of a row without such edits. */
  touchedInside(id: string, view: View): OpenArchive | undefined {
    const isTouched = this.deep.has(id) || this.context.states.hasOrder(view.path)
    return isTouched && view.archive?.isTouched ? view.archive : undefined
  }

  /** Payloads that packing needs encoded and that are not encoded yet; those of nested archives first. */
  unencoded(): readonly Unencoded[] {
    const touched = this.order.filter(id => this.touchedRow(id) !== undefined)
    const inside = touched.flatMap(id => {
      const view = this.child(id)
      return (view && this.touchedInside(id, view)?.unencoded()) ?? []
    })
    if (inside.length > 0) return inside
    return touched.flatMap((id): readonly Unencoded[] => {
      const encoding = this.encodingOf(id)
      const view = this.child(id)
      const payload = encoding === undefined || !view ? undefined : this.changedPayload(id, view)
      if (encoding === undefined || !payload || isEncoded(this.codec, payload, encoding)) return []
      return [{ format: this.view.format?.id ?? '', codec: this.codec, payload, encoding }]
    })
  }

  /** Whether packing needs no further encoding. */
  get isReady(): boolean {
    return this.unencoded().length === 0
  }

  packed(): PackedImage {
    this.knownPack ??= this.codec.pack(this.packBase(), this.presentRows())
    return this.knownPack
  }

  private get packedRows(): ReadonlyMap<string, StoredRange> {
    this.knownPackedRows ??= new Map(this.packed().rows.map(row => [row.id, row]))
    return this.knownPackedRows
  }

  /** Offset of a row or gap in the packed image; undefined for an encoded row, whose payload is not in the image. */
  placeOf(step: string): number | undefined {
    return this.encodingOf(step) === undefined ? this.storedPlace(step) : undefined
  }

  private storedPlace(step: string): number | undefined {
    const region = this.regionOf(step)
    if (region) return this.isTouched ? this.gapPlace(region) : region.offset
    return this.storedRange(step)?.offset
  }

  /** Range of the stored bytes of a row in the packed image. */
  storedRange(id: string): StoredRange | undefined {
    return this.isTouched ? this.packedRows.get(id) : this.pristineRow(id)
  }

  /** Gaps keep their order when an archive is packed; a padding that is created again has no fixed place. */
  private gapPlace(region: Region): number | undefined {
    const reopened = openWith(this.codec, this.packed().bytes)
    const before = this.index.gaps
    const after = reopened ? indexOf(reopened).gaps : []
    this.knownGapNumbers ??= new Map(before.map((gap, number) => [gap, number]))
    const found = before.length === after.length ? after[this.knownGapNumbers.get(region) ?? -1] : undefined
    return found?.size === region.size ? found.offset : undefined
  }
}

/** The step `3` of `#3`, `#0` from an archive. */
const stepOf = ([step = '']: readonly string[]): string => step.replace(/^#/, '')
