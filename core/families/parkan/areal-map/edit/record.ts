import type { SpacePoint } from '../../../../format'
import {
  newRecord,
  RecordView,
  write,
  writeRecord,
  type Bytes,
  type RecordNumbers,
  type ScalarsOf,
} from '../../../../layout'
import { Areal, Corner as CornerLayout, CORNER, EdgeLink, HEAD, LINK } from '../areal-map'
import type { ArealTable } from '../areal-table'
import { newell, pointInside, spatialArea, type Ring } from '../polygon'

/** A corner with its bytes: those that are not moved keep every bit. */
export interface Corner {
  readonly at: SpacePoint
  readonly bytes: Bytes
}
export interface Link {
  readonly area: number
  readonly edge: number
}
/** The edge of nothing: no areal lies across (parkan 4.2). */
export const NO_LINK: Link = { area: -1, edge: -1 }

/** A corner as the format keeps it: in single precision. */
export function cornerAt([x, y, z]: SpacePoint): Corner {
  const at = [Math.fround(x), Math.fround(y), Math.fround(z)] as const
  return { at, bytes: write(CornerLayout, at).bytes }
}

/**
 * One areal decoded for editing. Links name areals by the numbers of the draft; `polygons` are the bytes behind the links.
 */
export class ArealRecord {
  corners: Corner[]
  links: Link[]
  /** Its outline or heights changed: normal, area and cells follow. */
  isReshaped = false

  private constructor(
    readonly head: Uint8Array,
    corners: Corner[],
    links: Link[],
    readonly polygons: Bytes,
  ) {
    this.corners = corners
    this.links = links
  }

  static read(bytes: Bytes, table: ArealTable, areal: number): ArealRecord {
    const start = table.starts[areal] ?? 0
    const end = table.starts[areal + 1] ?? start
    const count = table.vertex_count[areal] ?? 0
    const firstLink = table.linkStarts[areal] ?? 0
    const links = (table.linkStarts[areal + 1] ?? firstLink) - firstLink
    const first = table.vertexStarts[areal] ?? 0
    const corners = Array.from({ length: count }, (_, v): Corner => {
      const at = start + HEAD + CORNER * v
      const [x = NaN, y = NaN, z = NaN] = table.vertices.subarray(3 * (first + v), 3 * (first + v) + 3)
      return { at: [x, y, z], bytes: bytes.slice(at, at + CORNER) }
    })
    return new ArealRecord(
      bytes.slice(start, start + HEAD),
      corners,
      Array.from({ length: links }, (_, e) => ({
        area: table.area_ref[firstLink + e] ?? -1,
        edge: table.edge_ref[firstLink + e] ?? -1,
      })),
      bytes.slice(start + HEAD + CORNER * count + LINK * links, end),
    )
  }

  /** A new areal with the fields of another. */
  static like(other: ArealRecord, corners: Corner[], links: Link[]): ArealRecord {
    const made = new ArealRecord(other.head.slice(), corners, links, new Uint8Array(0))
    made.isReshaped = true
    return made
  }

  /** A new areal with all fields zero. */
  static blank(corners: Corner[], links: Link[]): ArealRecord {
    const made = new ArealRecord(new Uint8Array(HEAD), corners, links, new Uint8Array(0))
    made.isReshaped = true
    return made
  }

  get hasPolygons(): boolean {
    return this.polygons.length > 0 || this.links.length > this.corners.length
  }

  get ring(): Ring {
    return {
      values: Float32Array.from(this.corners.flatMap(corner => corner.at)),
      start: 0,
      count: this.corners.length,
    }
  }

  get anchor(): SpacePoint {
    const [x = NaN, y = NaN, z = NaN] = new RecordView(Areal, this.head).numbers(0, 'anchor')
    return [x, y, z]
  }

  set anchor(at: SpacePoint) {
    this.set({ anchor: at })
  }

  /** Overwrites fields of the areal. */
  set(values: RecordNumbers<ScalarsOf<typeof Areal>>): void {
    writeRecord(this.head, 0, Areal, values)
  }

  /** A place inside for an areal that has none of its own yet; where the outline has no inside, the mean of its corners. */
  placeAnchor(): void {
    const { ring, corners } = this
    const mean = (axis: 0 | 1 | 2): number => corners.reduce((sum, corner) => sum + corner.at[axis], 0) / corners.length
    this.anchor = pointInside(ring) ?? [mean(0), mean(1), mean(2)]
  }

  /** Area in space and unit normal, upwards, from the outline; what cannot be told from it stays (parkan 4.2). */
  measure(): void {
    const { ring } = this
    const [x, y, z] = newell(ring)
    const length = Math.hypot(x, y, z)
    if (!Number.isFinite(length)) return
    this.set({ area_metric: spatialArea(ring) })
    if (length === 0) return
    const up = z < 0 ? -length : length
    this.set({ normal: [x / up, y / up, z / up] })
  }

  /** Its bytes, with links in the numbers of the file. */
  write(renumber: (link: Link) => Link): Bytes {
    this.set({ vertex_count: this.corners.length })
    const bytes = new Uint8Array(HEAD + CORNER * this.corners.length + LINK * this.links.length + this.polygons.length)
    bytes.set(this.head)
    this.corners.forEach((corner, v) => bytes.set(corner.bytes, HEAD + CORNER * v))
    const links = HEAD + CORNER * this.corners.length
    this.links.forEach((link, e) => {
      const { area, edge } = renumber(link)
      bytes.set(newRecord(EdgeLink, { area_ref: area, edge_ref: edge }), links + LINK * e)
    })
    bytes.set(this.polygons, links + LINK * this.links.length)
    return bytes
  }
}
