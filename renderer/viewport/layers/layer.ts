import type { EntryPath, InstancesItem, LinesItem, MeshItem, Paint } from '@areal-studio/core/format'
import type { MapPicker } from '../geometry/map-picker'
import type { ShownPhases } from '../geometry/paint-phases'
import type { Frame } from './frame'
import type { RecordLook } from './record-look'

/** Input of a layer: the items of a scene that it draws, with the look of their records. */
export interface LayerItems {
  /** The scene with an index of places; undefined where there is no map. */
  readonly picker?: MapPicker | undefined
  /** Colour and state of the records of the layer over the ground; undefined where there are none. */
  readonly records?: RecordLook | undefined
  /** A model. */
  readonly mesh?: MeshItem | undefined
}

/** Placed records, as they are drawn now: the item may have records at other places than a moment before. */
export interface PlacedLook {
  readonly item: InstancesItem
  readonly records: RecordLook
  readonly hovered: number | undefined
}

/** Shown lines, as they are drawn now. */
export interface LinesLook {
  readonly item: LinesItem
  /** Colour and state of their records; undefined: all are of one colour. */
  readonly records: RecordLook | undefined
  /** Another value, compared by identity, wherever records became loud, quiet, hidden or visible. */
  readonly order: unknown
}

/** How a model is drawn now. The arrays are compared by identity. */
export interface MeshLook {
  /** World matrices of the nodes, see `PoseSampler`. */
  readonly pose: Float32Array
  /** Pieces that are drawn, and those that are outlined. */
  readonly pieces: readonly number[]
  readonly outlined: readonly number[]
  readonly shading: 'plain' | 'material' | 'textured'
  readonly hasFloor: boolean
  /** Whether light maps are drawn. */
  readonly hasLights: boolean
  /** What the paints that change show. */
  readonly phases: ShownPhases
  /** Selected node, or record in its place; node under the pointer. */
  readonly node: number | undefined
  readonly record: number | undefined
  readonly hovered: number | undefined
  /** Record under the pointer, where all its nodes belong together. */
  readonly hoveredRecord?: number | undefined
}

/** Tables of paints by the entry that they belong to. */
export type PaintTables = ReadonlyMap<EntryPath, readonly Paint[]>

/** One layer of a scene: draws the items that it knows, in one draw call for each thing that looks different. */
export interface Layer {
  /** Puts other items in place of those before; undefined: none. */
  setItems(items: LayerItems | undefined): void
  /** Brings to the canvas what has changed since the frame before, and what this frame needs. */
  prepare(frame: Frame): void
  /** Colours or states of records have changed. */
  refreshRecords?(): void
  /** How placed records are drawn now; undefined: there are none. */
  setPlacedLook?(look: PlacedLook | undefined): void
  /** How lines are drawn now; those that are left out are hidden. */
  setLinesLooks?(looks: readonly LinesLook[]): void
  /** Paints of the models of placed records, by the entry of their nodes; undefined: they are drawn in plain colours. */
  setPlacedPaints?(tables: PaintTables | undefined): void
  /** How models are drawn now. */
  setMeshLook?(look: MeshLook): void
  /** What its surface is painted with, by row; undefined while that is not known. */
  setPaints?(table: readonly Paint[] | undefined): void
  dispose(): void
}
