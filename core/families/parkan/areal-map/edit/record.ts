import type { SpacePoint } from '../../../../format'
import type { Bytes } from '../../../../layout'
import type { ArealTable } from '../areal-table'
import { newell, pointInside, spatialArea, type Ring } from '../polygon'

/** Bytes before the corners of an areal (parkan 4.2). */
export const HEAD = 56
/** Bytes of a corner: x, y, z as f32 (parkan 4.2). */
export const CORNER = 12
/** Bytes of a link: areal and edge as i32 (parkan 4.2). */
export const LINK = 8

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
  const bytes = new Uint8Array(CORNER)
  const view = new DataView(bytes.buffer)
  at.forEach((value, axis) => view.setFloat32(4 * axis, value, true))
  return { at, bytes }
}

/**
 * One areal decoded for editing. Links name areals by the numbers of the draft; beyond the corners lies what polygons
 * need.
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
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const corners = Array.from({ length: count }, (_, v): Corner => {
      const at = start + HEAD + CORNER * v
      return {
        at: [view.getFloat32(at, true), view.getFloat32(at + 4, true), view.getFloat32(at + 8, true)],
        bytes: bytes.slice(at, at + CORNER),
      }
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
    const view = new DataView(this.head.buffer)
    return [view.getFloat32(0, true), view.getFloat32(4, true), view.getFloat32(8, true)]
  }

  set anchor(at: SpacePoint) {
    this.head.set(cornerAt(at).bytes, 0)
  }

  setWord(offset: number, value: number): void {
    new DataView(this.head.buffer).setUint32(offset, value, true)
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
    const view = new DataView(this.head.buffer)
    view.setFloat32(16, spatialArea(ring), true)
    if (length === 0) return
    const up = z < 0 ? -length : length
    ;[x, y, z].forEach((value, axis) => view.setFloat32(20 + 4 * axis, value / up, true))
  }

  /** Its bytes, with links in the numbers of the file. */
  write(renumber: (link: Link) => Link): Bytes {
    this.setWord(48, this.corners.length)
    const bytes = new Uint8Array(HEAD + CORNER * this.corners.length + LINK * this.links.length + this.polygons.length)
    bytes.set(this.head)
    this.corners.forEach((corner, v) => bytes.set(corner.bytes, HEAD + CORNER * v))
    const view = new DataView(bytes.buffer)
    const links = HEAD + CORNER * this.corners.length
    this.links.forEach((link, e) => {
      const { area, edge } = renumber(link)
      view.setInt32(links + LINK * e, area, true)
      view.setInt32(links + LINK * e + 4, edge, true)
    })
    bytes.set(this.polygons, links + LINK * this.links.length)
    return bytes
  }
}
