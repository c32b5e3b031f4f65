import type { Ref } from 'vue'
import {
  frame,
  frameWithin,
  HOME,
  movedTo,
  project,
  type Insets,
  type Lens,
  type Size,
  type Vec,
  type View,
} from '../camera/camera'
import type { MapPicker } from '../geometry/map-picker'
import { anchorOf } from '../scene/map-scene'
import { cornersOfPlaced, placeOf, type PlacedRecord } from '../scene/placed-scene'

export interface FramingSources {
  readonly view: Readonly<Ref<View>>
  readonly size: Readonly<Ref<Size>>
  setView(view: View): void
  lens(): Lens
  picker(): MapPicker | undefined
  /** Pixels at the sides of the canvas that panels cover. */
  insets(): Insets
}

/** A part of the canvas that a panel covers, pixels. */
type Covering = Size & { readonly left: number; readonly top: number }

/** More records than this are framed by the first of them. */
const MOST = 5000
/** Room round one record, round several, and round the whole map: 1 is none. */
const ROUND_ONE = 3.2
const ROUND_MANY = 1.3
const ROUND_ALL = 1.02

/** Camera position that shows something whole. */
export class MapFraming {
  constructor(private readonly map: FramingSources) {}

  records(records: readonly number[]): void {
    const corners = this.map.picker()?.cornersOf(records.slice(0, MOST))
    if (corners) this.points(corners, records.length === 1 ? ROUND_ONE : ROUND_MANY, this.map.insets())
  }

  placed(all: readonly PlacedRecord[]): void {
    const corners = all.slice(0, MOST).flatMap(cornersOfPlaced)
    if (corners.length > 0) this.points(corners, all.length === 1 ? ROUND_ONE : ROUND_MANY, this.map.insets())
  }

  /** The whole map, in what the panels leave free. */
  all(): void {
    const picker = this.map.picker()
    if (picker) this.points(picker.outermost(), ROUND_ALL, this.freeInsets())
  }

  /** Where the panels leave less than a third of a side, the map may lie under them: it would be too small to see. */
  private freeInsets(): Insets {
    const insets = this.map.insets()
    const { left, right, top, bottom } = insets
    const { width, height } = this.map.size.value
    return {
      ...insets,
      ...(3 * (width - left - right) < width && { left: left / 2, right: right / 2 }),
      ...(3 * (height - top - bottom) < height && { top: top / 2, bottom: bottom / 2 }),
    }
  }

  /**
   * Moves the camera, from the same direction and never nearer, where one of the points that are on the canvas lies
   * under a box: all of those on the canvas are in its free part then.
   */
  reveal(points: readonly Vec[], boxes: readonly Covering[]): void {
    const { width, height } = this.map.size.value
    const lens = this.map.lens()
    const places = points.map(point => project(lens, point))
    const isUnder = ({ x, y }: { readonly x: number; readonly y: number }): boolean =>
      boxes.some(box => x >= box.left && y >= box.top && x <= box.left + box.width && y <= box.top + box.height)
    const onCanvas = points.filter((_, i) => {
      const at = places[i]
      return at && at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height
    })
    if (!places.some(at => at && isUnder(at))) return
    this.map.setView(frameWithin(this.map.view.value, onCanvas, this.map.size.value, this.map.insets(), ROUND_MANY))
  }

  /** From the south and above, the whole map. */
  home(): void {
    this.map.setView({ ...HOME, isOrtho: this.map.view.value.isOrtho })
    this.all()
  }

  /** At first: placed objects where there are some, since they are small on a large map; else the whole map. */
  first(): void {
    this.home()
    const items = (this.map.picker()?.map.placed ?? []).filter(item => item.kind === 'instances')
    this.placed(items.flatMap(item => Array.from({ length: item.recordCount }, (_, record) => ({ item, record }))))
  }

  lookAlong(yaw: number, pitch: number): void {
    this.map.setView({ ...this.map.view.value, yaw, pitch: Math.max(pitch, -Math.PI / 2 + 1e-4), roll: 0 })
  }

  /** Moves the camera only where the anchor of a record is not seen. */
  follow(record: number): void {
    const item = this.map.picker()?.map.regions
    const anchor = item && anchorOf(item, record)
    if (anchor) this.toPoint(anchor)
  }

  /** A record of lines may have none: it is nowhere. */
  followPlaced(one: PlacedRecord): void {
    if (one.item.kind !== 'lines' || cornersOfPlaced(one).length > 0) this.toPoint(placeOf(one))
  }

  private toPoint(anchor: Vec): void {
    const { width, height } = this.map.size.value
    const at = project(this.map.lens(), anchor)
    const { left, right, top, bottom } = this.map.insets()
    if (at && at.x > left && at.y > top && at.x < width - right && at.y < height - bottom) return
    this.map.setView(movedTo(this.map.view.value, anchor, this.map.size.value, this.map.insets()))
  }

  private points(points: readonly Vec[], margin: number, insets: Insets): void {
    this.map.setView(frame(this.map.view.value, points, this.map.size.value, insets, margin))
  }
}
