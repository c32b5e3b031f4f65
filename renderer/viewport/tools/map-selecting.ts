import type { Ref } from 'vue'
import type { SurfaceItem } from '@areal-studio/core/format'
import type { Lens } from '../camera/camera'
import { within } from '../geometry/lasso'
import type { MapPicker, Picked, Rect } from '../geometry/map-picker'
import { nearestToMiddle, neighbourTowards, NeighbourWalk, type Direction } from '../geometry/neighbours'
import type { LodMode } from '../scene/map-options'
import { combined, type Mode } from '../scene/select-mode'

export interface SelectingSources {
  readonly selected: Readonly<Ref<readonly number[]>>
  readonly primary: Readonly<Ref<number | undefined>>
  lens(): Lens
  picker(): MapPicker | undefined
  regions(): SurfaceItem | undefined
  lod(): LodMode
  isHidden(record: number): boolean
  /** Numbers on the map mean other regions than those of the bytes, until it is rebuilt. */
  isOld(): boolean
  upToDate(): Promise<unknown>
}

type Choose = (item: SurfaceItem, records: readonly number[], primary: number | undefined) => void

/** Selects records of the map by places of the canvas, by their neighbours, and all of them. */
export class MapSelecting {
  private readonly walk = new NeighbourWalk()

  /** `choose` makes them the selection; `follow` moves the camera to a record that is not seen. */
  constructor(
    private readonly map: SelectingSources,
    private readonly choose: Choose,
    private readonly follow: (record: number) => void,
  ) {}

  select(records: readonly number[], primary = records.at(-1)): void {
    const item = this.map.regions()
    if (item) this.choose(item, records, primary)
  }

  pick(x: number, y: number): Picked | undefined {
    const { map } = this
    return map.picker()?.at(map.lens(), x, y, map.lod(), record => map.isHidden(record))
  }

  /** While the map is rebuilt after regions were added or removed, a click waits for it. */
  click(x: number, y: number, mode: Mode): void {
    if (this.map.isOld()) void this.map.upToDate().then(() => this.clickNow(x, y, mode))
    else this.clickNow(x, y, mode)
  }

  /** The next of all regions under a pixel, nearest first. */
  drill(x: number, y: number, step: 1 | -1): void {
    const { map } = this
    const found = map.picker()?.through(map.lens(), x, y, record => map.isHidden(record)) ?? []
    if (found.length === 0) return
    const at = found.indexOf(map.primary.value ?? -1)
    const next = found[at < 0 ? 0 : (at + step + found.length) % found.length]
    if (next !== undefined) this.select([next])
  }

  framed(rect: Rect, mode: Mode): void {
    const { map } = this
    const inside = map.picker()?.inside(map.lens(), within(rect), map.lod(), record => map.isHidden(record)) ?? []
    this.select(combined(map.selected.value, inside, mode))
  }

  /** The neighbour in a direction of the canvas; without a selection the region nearest to the middle. */
  towards(direction: Direction, isAdding: boolean): void {
    const { map } = this
    const item = map.regions()
    if (!item) return
    const isHidden = (record: number): boolean => map.isHidden(record)
    const present = map.primary.value
    const next =
      present === undefined
        ? nearestToMiddle(item, map.lens(), isHidden)
        : neighbourTowards(item, map.lens(), present, direction, isHidden)
    if (next !== undefined) this.selectSeen(isAdding ? combined(map.selected.value, [next], 'add') : [next], next)
  }

  /** The next neighbour in the order of the links. */
  neighbour(by: 1 | -1): void {
    const item = this.map.regions()
    const present = this.map.primary.value
    const next = item && present !== undefined ? this.walk.step(item, present, by) : undefined
    if (next !== undefined) this.selectSeen([next], next)
  }

  /** All that are not hidden. */
  selectAll(): void {
    const count = this.map.regions()?.recordCount ?? 0
    this.select(Array.from({ length: count }, (_, record) => record).filter(record => !this.map.isHidden(record)))
  }

  private clickNow(x: number, y: number, mode: Mode): void {
    const record = this.pick(x, y)?.record
    if (record !== undefined) this.select(combined(this.map.selected.value, [record], mode))
    else if (mode === 'replace') this.select([])
  }

  private selectSeen(records: readonly number[], primary: number): void {
    this.select(records, primary)
    this.follow(primary)
  }
}
