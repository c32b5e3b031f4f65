import type { Bytes } from '../../../layout'
import { ALIGNMENT, dataOf, HEADER_SIZE, type Directory, type Row } from './directory'

/** A row on its way into the image. `source` is undefined for an added one, `payload` for an untouched one. */
export interface Target {
  readonly source: Row | undefined
  readonly payload: Bytes | undefined
}

/** Where the data of a row are in the new image. */
export interface Place {
  readonly offset: number
  readonly size: number
}

interface Span {
  readonly from: number
  readonly to: number
}

const isSame = (a: Bytes, b: Bytes): boolean => a.length === b.length && a.every((byte, at) => byte === b[at])

const padding = (at: number): number => (ALIGNMENT - (at % ALIGNMENT)) % ALIGNMENT

/**
 * The data area of the rows that should be there, in the order of the file (evil-islands 2.4): a changed payload is where
 * the old one was, everything behind it moves; bytes of no entry are kept, but for the padding behind a payload of
 * another size; new payloads follow behind the last.
 */
export class DataArea {
  readonly places = new Map<Target, Place>()
  private readonly parts: Bytes[] = []
  private size = HEADER_SIZE
  /** Where bytes of the old image have gone, in the order of the file. */
  private readonly moved: { readonly was: Span; readonly at: number; readonly length: number }[] = []
  private readonly isAligned: boolean

  constructor(
    private readonly pristine: Bytes,
    private readonly directory: Directory,
    private readonly targets: readonly Target[],
  ) {
    const starts = dataOf(directory).map(({ offset }) => offset)
    this.isAligned = [...starts, directory.table].every(at => at % ALIGNMENT === 0)
    const left = this.putOld()
    this.placeEmpty()
    this.append(left)
  }

  /** All bytes between header and table. */
  get bytes(): readonly Bytes[] {
    return this.parts
  }

  /** Where the table begins. */
  get end(): number {
    return this.size
  }

  private put(bytes: Bytes): number {
    const at = this.size
    this.parts.push(bytes)
    this.size += bytes.length
    return at
  }

  /** Old payloads, changed ones and gaps. Returns the rows whose data have no place there. */
  private putOld(): readonly Target[] {
    const { directory, pristine } = this
    const bySource = new Map(this.targets.map(target => [target.source, target]))
    const left = this.targets.filter(
      ({ source, payload }) => !source || (source.size === 0 && (payload?.length ?? 0) > 0),
    )
    const data = dataOf(directory)
    this.putGap(HEADER_SIZE, data[0]?.offset ?? directory.table, false)
    data.forEach(({ offset, size, rows }, k) => {
      const end = offset + size
      const old = pristine.subarray(offset, end)
      const owners = rows.flatMap(row => bySource.get(row) ?? [])
      const isKept = ({ payload }: Target): boolean => payload === undefined || isSame(payload, old)
      const bytes = owners.some(isKept) ? old : (owners[0]?.payload ?? new Uint8Array(0))
      const at = this.put(bytes)
      this.moved.push({ was: { from: offset, to: end }, at, length: bytes.length })
      for (const owner of owners) {
        if (isSame(owner.payload ?? old, bytes)) this.places.set(owner, { offset: at, size: bytes.length })
        else left.push(owner)
      }
      this.putGap(end, data[k + 1]?.offset ?? directory.table, bytes.length !== size)
    })
    return left
  }

  private putGap(from: number, to: number, isResized: boolean): void {
    const gap = this.pristine.subarray(from, to)
    const at = this.put(this.isAligned && isResized && gap.length < ALIGNMENT ? this.cut(gap) : gap)
    this.moved.push({ was: { from, to }, at, length: this.size - at })
  }

  /** A gap as long as it takes to the next multiple of the alignment. */
  private cut(gap: Bytes): Bytes {
    const bytes = new Uint8Array(padding(this.size))
    bytes.set(gap.subarray(0, bytes.length))
    return bytes
  }

  /** Rows without data point where they did: at what was there (evil-islands 2.4). */
  private placeEmpty(): void {
    for (const target of this.targets) {
      const { source, payload } = target
      if (source?.size === 0 && (payload?.length ?? 0) === 0)
        this.places.set(target, { offset: this.movedTo(source.offset), size: 0 })
    }
  }

  private movedTo(offset: number): number {
    if (offset === this.directory.table) return this.size
    const span = this.moved.find(({ was }) => offset >= was.from && offset < was.to)
    return span ? span.at + Math.min(offset - span.was.from, span.length) : offset
  }

  /** Payloads behind all others, each once: rows that shared one still do where they are equal. */
  private append(targets: readonly Target[]): void {
    const order = new Map(this.targets.map((target, k) => [target, k]))
    const shared = new Map<string, { readonly bytes: Bytes; readonly at: number }[]>()
    for (const target of [...targets].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))) {
      const bytes = target.payload ?? new Uint8Array(0)
      const { source } = target
      // Rows have the same bytes of the old image where offset and size are equal.
      const twins = source && source.size > 0 ? listIn(shared, `${source.offset} ${source.size}`) : []
      const twin = twins.find(one => isSame(one.bytes, bytes))
      if (!twin) this.put(new Uint8Array(padding(this.size)))
      const at = twin?.at ?? this.put(bytes)
      if (!twin) twins.push({ bytes, at })
      this.places.set(target, { offset: at, size: bytes.length })
    }
    if (targets.length > 0 && this.isAligned) this.put(new Uint8Array(padding(this.size)))
  }
}

function listIn<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const known = lists.get(key)
  if (known) return known
  const made: Item[] = []
  lists.set(key, made)
  return made
}
