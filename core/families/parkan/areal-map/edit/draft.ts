import { StudioError } from '../../../../format'
import type { Bytes, Move } from '../../../../layout'
import { ArealRecord, NO_LINK, type Link } from './record'
import type { ArealTable } from '../areal-table'

/** One edge of one areal. */
export interface Edge {
  readonly areal: number
  readonly edge: number
}

/** A number of its own for every edge of a map: an areal has at most 2^24. */
export const edgeKey = ({ areal, edge }: Edge): number => areal * 0x1000000 + edge

/** The most areals that ids of 16 bits can tell apart (parkan 4.3). */
const MOST_AREALS = 65535

/**
 * A map under the hands of one operation: areals are decoded from the table when they are touched. Numbers are those of
 * the image, added areals follow; numbers of deleted ones close up only when the edits are computed.
 */
export class ArealDraft {
  readonly touched = new Map<number, ArealRecord>()
  readonly gone = new Set<number>()
  /** Corners and links that came or went, in the order of the changes; areals in the numbers of the draft. */
  readonly moves: Move[] = []
  count: number

  constructor(
    readonly bytes: Bytes,
    readonly table: ArealTable,
  ) {
    this.count = table.count
  }

  record(areal: number): ArealRecord {
    const known = this.touched.get(areal)
    if (known) return known
    if (!this.has(areal)) throw new StudioError('areal.no-record', { areal })
    const record = ArealRecord.read(this.bytes, this.table, areal)
    this.touched.set(areal, record)
    return record
  }

  has(areal: number): boolean {
    return Number.isInteger(areal) && areal >= 0 && areal < this.count && !this.gone.has(areal)
  }

  /**
   * A record whose outline may be cut and joined: polygon blocks are not understood, so records that have them keep
   * their outline.
   */
  shapely(areal: number): ArealRecord {
    const record = this.record(areal)
    if (record.hasPolygons) throw new StudioError('areal.has-polygons', { areal })
    return record
  }

  add(record: ArealRecord): number {
    if (this.count - this.gone.size >= MOST_AREALS) throw new StudioError('areal.too-many', { limit: MOST_AREALS })
    this.touched.set(this.count, record)
    return this.count++
  }

  cornerCount(areal: number): number {
    return this.touched.get(areal)?.corners.length ?? this.table.vertex_count[areal] ?? 0
  }

  link(areal: number, edge: number): Link {
    const record = this.touched.get(areal)
    if (record) return record.links[edge] ?? NO_LINK
    const from = this.table.linkStarts[areal] ?? 0
    if (edge < 0 || from + edge >= (this.table.linkStarts[areal + 1] ?? 0)) return NO_LINK
    return { area: this.table.area_ref[from + edge] ?? -1, edge: this.table.edge_ref[from + edge] ?? -1 }
  }

  setLink(areal: number, edge: number, link: Link): void {
    const now = this.link(areal, edge)
    if (now.area !== link.area || now.edge !== link.edge) this.record(areal).links[edge] = link
  }

  /** The edge that an edge leads to and that leads back. */
  partner(areal: number, edge: number): Edge | undefined {
    const { area, edge: other } = this.link(areal, edge)
    if (!this.has(area) || other < 0 || other >= this.cornerCount(area) || (area === areal && other === edge))
      return undefined
    const back = this.link(area, other)
    return back.area === areal && back.edge === edge ? { areal: area, edge: other } : undefined
  }

  join(a: Edge, b: Edge): void {
    this.setLink(a.areal, a.edge, { area: b.areal, edge: b.edge })
    this.setLink(b.areal, b.edge, { area: a.areal, edge: a.edge })
  }

  /** Takes a link away on both sides. */
  part(areal: number, edge: number): void {
    const partner = this.partner(areal, edge)
    this.setLink(areal, edge, NO_LINK)
    if (partner) this.setLink(partner.areal, partner.edge, NO_LINK)
  }

  /** Changes every link that leads to an areal. */
  redirect(areal: number, to: (edge: number) => Link): void {
    const { area_ref, linkStarts } = this.table
    for (let at = area_ref.indexOf(areal); at >= 0; at = area_ref.indexOf(areal, at + 1)) {
      const from = ownerOf(linkStarts, at)
      if (!this.gone.has(from) && !this.touched.has(from)) this.record(from)
    }
    for (const [from, record] of this.touched) {
      if (this.gone.has(from)) continue
      record.links = record.links.map(link => (link.area === areal && link.edge >= 0 ? to(link.edge) : link))
    }
  }

  /** Notes that corners and edges of an areal came or went together. */
  moved(areal: number, at: number, removed: number, inserted: number): void {
    if (areal >= this.table.count || (removed === 0 && inserted === 0)) return
    for (const array of ['vertices', 'links'])
      this.moves.push({ array: `areals/${areal}/${array}`, at, removed, inserted })
  }
}

/** The run that holds element `at`, where run r is `starts[r] .. starts[r + 1]`. */
export function ownerOf(starts: Uint32Array, at: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const half = (low + high) >> 1
    if ((starts[half + 1] ?? Infinity) > at) high = half
    else low = half + 1
  }
  return low
}
