import type { ItemBase } from './item-base'
import type { Columns, MeshItem } from './mesh-item'
import type { Words } from './problem'

/** What items of records that stand on the ground have in common. */
interface PlacedItem extends ItemBase {
  readonly recordCount: number
  /** Columns of the records, by field name. */
  readonly fields: Columns
  /** Fields that may colour the records; the first one is the default. */
  readonly colouring: readonly string[]
  /** Name of each record, where the format has one. */
  readonly labels?: readonly string[]
  /** Catalogue key of what it shows: the name of its switch among the layers of the map. */
  readonly title: string
  /** False: hidden until the user asks for it. */
  readonly isShown?: boolean
}

/** Fields of a record that place it. Moving a record writes them, as one edit. */
export interface Placing {
  /** Three numbers x, y, z below this field, or the two of the ground plane where `isFlat`. */
  readonly position: string
  readonly isFlat?: boolean
  /** Turn round the vertical axis: one number, or the last of three. */
  readonly turn?: { readonly field: string; readonly unit: 'radians' | 'degrees' }
  /** Three numbers, or one. */
  readonly scale?: string
}

/** Models placed in the world. A record has any number of instances: those of the parts that it is assembled from. */
export interface InstancesItem extends PlacedItem {
  readonly kind: 'instances'
  readonly models: readonly MeshItem[]
  /** Variant of each model that is drawn, see `MeshItem.drawn`. */
  readonly variants: Uint16Array
  /** Model of each instance; -1: a box in its place, since something that it needs is missing. */
  readonly which: Int32Array
  /** World matrix of each instance: three rows of four, as of `PoseSampler`. */
  readonly transforms: Float32Array
  /** Record of each instance. */
  readonly records: Uint32Array
  readonly placing?: Placing
  /** Records that are shown as a box, and what is missing. */
  readonly missing: readonly { readonly record: number; readonly words: Words }[]
}

/** Lines in the world; a record has one or more. */
export interface LinesItem extends PlacedItem {
  readonly kind: 'lines'
  /** xyz per point. */
  readonly positions: Float32Array
  /** Points of line l: `starts[l] .. starts[l + 1]`. */
  readonly starts: Uint32Array
  /** Record of each line. */
  readonly records: Uint32Array
  /** True: each line ends where it begins. */
  readonly isClosed: boolean
}

/** Points in the world, one for each record. */
export interface PointsItem extends PlacedItem {
  readonly kind: 'points'
  /** xyz per record. */
  readonly positions: Float32Array
  /** Radius of the circle round each in world units, where the format has one. */
  readonly radii?: Float32Array
  readonly placing?: Placing
}
