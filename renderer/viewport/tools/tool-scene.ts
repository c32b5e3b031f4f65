import type { Outcome, RegionTools, SurfaceItem } from '@areal-studio/core/format'
import type { ShallowRef } from 'vue'
import type { Lens } from '../camera/camera'
import type { Mode } from '../scene/select-mode'
import type { MapPicker, Picked } from '../geometry/map-picker'

/** Preview of regions with other values, before a commit. */
export interface Ghost {
  readonly count: number
  /** Records by the value that they would have. */
  readonly groups: ReadonlyMap<number, readonly number[]>
}

export interface OriginalRegions {
  readonly tools: RegionTools
  readonly item: SurfaceItem
}

/** Access of tools to the map. */
export interface ToolScene {
  readonly ghost: ShallowRef<Ghost | undefined>
  picker(): MapPicker | undefined
  item(): SurfaceItem | undefined
  lens(): Lens
  /** How large handles and arrows are, 1 as usual. */
  gizmo(): number
  /** The ground and the region under a pixel; placed records are ignored. */
  pick(x: number, y: number): Picked | undefined
  isHidden(record: number): boolean
  /** The field that colours, and is painted. */
  field(): string
  values(): Uint32Array | undefined
  /** Whether the painted field of a record may be painted. */
  isPaintable(record: number): boolean
  selected(): readonly number[]
  select(records: readonly number[], mode: Mode): void
  /** Selects what is under a pixel, placed records included, as the select tool does. */
  selectAt(x: number, y: number, mode: Mode): void
  /** Selects the records in a part of the canvas; `isThrough`: also regions that a hill hides. */
  selectInside(holds: (x: number, y: number) => boolean, mode: Mode, isThrough: boolean): void
  /** Gives records their values of the painted field, as one step. */
  assign(groups: Ghost['groups']): Promise<boolean>
  /** Editing of the polygons, made for the present image; undefined where the format has none. */
  regions(): Promise<RegionTools | undefined>
  /** Commits the result of an operation, as one step. Refusals are shown. */
  operate(work: (tools: RegionTools) => Outcome | undefined): Promise<Outcome | undefined>
  /** The result of an operation, not committed. Refusals are shown. */
  preview(work: (tools: RegionTools) => Outcome | undefined): Promise<Outcome | undefined>
  /** The regions before any edit; undefined where they are as they were, or new. */
  original(): Promise<OriginalRegions | undefined>
  /** What tools draw has changed. */
  redraw(): void
  /** A box being pulled on the canvas; null when it is done. */
  framing(
    rect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null,
  ): void
}
