import type { Ref } from 'vue'
import type { EntryPath, InstancesItem, PlacedItem, SurfaceItem } from '@areal-studio/core/format'
import type { Lens } from '../camera/camera'
import { within } from '../geometry/lasso'
import type { MapPicker, Picked, Rect } from '../geometry/map-picker'
import { nearestToMiddle, neighbourTowards, NeighbourWalk, type Direction } from '../geometry/neighbours'
import { placedInside, type PlacedSeen } from '../geometry/placed-picker'
import type { LodMode } from '../scene/map-options'
import type { PlacedRecord } from '../scene/placed-scene'
import { combined, type Mode } from '../scene/select-mode'
import { visibleRecords } from './legend'

/** Placed records and their selection. */
export interface PlacedSources {
  readonly seen: PlacedSeen
  /** Its records are what is selected by frames and keys. */
  readonly isSubject: Readonly<Ref<boolean>>
  readonly objects: Readonly<Ref<InstancesItem | undefined>>
  readonly selected: Readonly<Ref<readonly number[]>>
  readonly chosen: Readonly<Ref<readonly PlacedRecord[]>>
  readonly primary: Readonly<Ref<PlacedRecord | undefined>>
  select(item: PlacedItem, records: readonly number[], main?: number): void
  selectMore(one: PlacedRecord, mode: Mode): void
}

export interface SelectingSources {
  readonly placed?: PlacedSources
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

type ChooseEntry = (entry: EntryPath) => void
type Choose = (item: SurfaceItem, records: readonly number[], primary: number | undefined) => void

/** Selects records of the map by places of the canvas, by their neighbours, and all of them. */
export class MapSelecting {
  private readonly walk = new NeighbourWalk()

  /**
   * `choose` makes them the selection, `chooseEntry` an entry that a record of the ground is; `follow` moves the camera to a
   * record that is not seen.
   */
  constructor(
    private readonly map: SelectingSources,
    private readonly choose: Choose,
    private readonly follow: (record: number) => void,
    private readonly chooseEntry: ChooseEntry = () => undefined,
  ) {}

  select(records: readonly number[], primary = records.at(-1)): void {
    const item = this.map.regions()
    if (item) this.choose(item, records, primary)
  }

  /** Selects nothing; the entry whose records were selected stays the selected one. */
  clear(): void {
    const objects = this.subject()
    if (objects) this.map.placed?.select(objects, [])
    else this.select([])
  }

  pick(x: number, y: number): Picked | undefined {
    const { map } = this
    return map.picker()?.at(map.lens(), x, y, map.lod(), record => map.isHidden(record), map.placed?.seen)
  }

  /** The ground and the region under a pixel, whatever is placed there. */
  pickSurface(x: number, y: number): Picked | undefined {
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
    this.selectInside(within(rect), mode)
  }

  /** Selects records in a part of the canvas; `isThrough`: also regions that a hill hides. */
  selectInside(holds: (x: number, y: number) => boolean, mode: Mode, isThrough = false): void {
    const { map } = this
    const { placed } = map
    const objects = this.subject()
    if (placed && objects) {
      const isHidden = (record: number): boolean => placed.seen.isHidden({ item: objects, record })
      const inside = placedInside(objects, map.lens(), holds, isHidden)
      placed.select(objects, combined(placed.selected.value, inside, mode))
      return
    }
    const isHidden = (record: number): boolean => map.isHidden(record)
    const inside = map.picker()?.inside(map.lens(), holds, map.lod(), isHidden, isThrough) ?? []
    this.select(combined(map.selected.value, inside, mode))
  }

  /** The neighbour in a direction of the canvas; without a selection the region nearest to the middle. */
  towards(direction: Direction, isAdding: boolean): void {
    const { map } = this
    const item = map.regions()
    if (!item || this.subject()) return
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
    const objects = this.subject()
    const placed = this.map.placed
    if (objects && placed) {
      placed.select(
        objects,
        visibleRecords(objects, record => placed.seen.isHidden({ item: objects, record })),
      )
      return
    }
    this.select(visibleRecords(this.map.regions(), record => this.map.isHidden(record)))
  }

  private clickNow(x: number, y: number, mode: Mode): void {
    const { record, placed, face } = this.pick(x, y) ?? {}
    const ground = face === undefined ? undefined : this.map.picker()?.map.terrain?.recordEntries?.[face]
    if (placed) this.map.placed?.selectMore(placed, mode)
    else if (record !== undefined) this.select(combined(this.map.selected.value, [record], mode))
    else if (mode === 'replace' && ground !== undefined) this.chooseEntry(ground)
    else if (mode === 'replace') this.clear()
  }

  /** Objects, where they are what frames and keys select. */
  private subject(): InstancesItem | undefined {
    const { placed } = this.map
    return placed?.isSubject.value === true ? placed.objects.value : undefined
  }

  private selectSeen(records: readonly number[], primary: number): void {
    this.select(records, primary)
    this.follow(primary)
  }
}
