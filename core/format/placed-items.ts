import type { Borders } from './border-classes'
import type { ItemBase } from './item-base'
import type { Columns, MeshItem } from './mesh-item'
import type { Words } from './problem'

/** What items of placed records have in common: records that have a place in the world and are no part of its ground. */
interface PlacedItemBase extends ItemBase {
  readonly recordCount: number
  /** Columns of the records, by field name. */
  readonly fields: Columns
  /** Fields that may colour the records; the first one is the default. */
  readonly colouring: readonly string[]
  /** Name of each record, where the format has one. */
  readonly labels?: readonly string[]
  /** Names of values of fields, where the format knows them better than the field does. */
  readonly valueNames?: Readonly<Record<string, Readonly<Record<number, string>>>>
  /** Fields that decide the shape: a change in one of them needs a new scene. Absent: all do. */
  readonly shapedBy?: readonly string[]
  /** Catalogue key of what it shows: the name of its switch among the layers of the map, which items may share. */
  readonly title: string
  /** Parameters of the text of `title`. */
  readonly titleParams?: Readonly<Record<string, string>>
  /** Field by which its records are listed beside the map; then an item without records is part of the scene, too. */
  readonly listedBy?: string
  /** Its layer is off until the user switches it on. */
  readonly isHiddenAtFirst?: boolean
}

/** Fields of a record that place it. Moving a record writes them, as one edit. */
export interface Placing {
  /** Paths of x, y and z below the record; without z it lies on the ground. */
  readonly position: readonly [x: string, y: string] | readonly [x: string, y: string, z: string]
  /** Path of the turn round the vertical axis, in radians; a positive one takes x towards y. */
  readonly turn?: string
  /** Paths of the scale along x, y and z. All are changed by one factor: a record is scaled as a whole. */
  readonly scale?: readonly [x: string, y: string, z: string]
}

/** How a record is added to an item: an operation of its entry, and what can be placed by it. */
export interface Adding {
  /** Id of an operation on the entry as a whole, with the place on the ground as its parameters `x` and `y`. */
  readonly operation: string
  /** Parameter that is given the first entry of the chosen subject. */
  readonly parameter: string
  /** Kinds of subjects that can be placed, see `Subject.kind`. */
  readonly kinds: readonly string[]
  /** A parameter with the value of a field: the owner of the new record. Its values are those of `valueNames`. */
  readonly owner?: { readonly parameter: string; readonly field: string }
}

/** Models placed in the world. A record has any number of instances: those of the parts that it is assembled from. */
export interface InstancesItem extends PlacedItemBase {
  readonly kind: 'instances'
  /**
   * Whether the map is about these records: counts, legend, list and selection keys concern them, and the regions of the
   * ground below are hidden at first. False: they are details of a map that is about its regions.
   */
  readonly isSubject: boolean
  /** Fractional fields that can colour the records, in steps from the least to the greatest value. */
  readonly measures?: readonly string[]
  readonly models: readonly MeshItem[]
  /** Variant of each model that is drawn, see `MeshItem.drawn`. */
  readonly variants: Uint16Array
  /** xyz of each record. */
  readonly positions: Float32Array
  /** Turn of each record, see `Placing.turn`. */
  readonly turns: Float32Array
  /** Scale of each record along x, y and z, which is part of `locals`; NaN where it is not scaled. Only with `Placing.scale`. */
  readonly scales?: Float32Array
  /** Why some records are not scaled. */
  readonly unscaled?: Words
  /** Model of each instance; -1: a box in its place, since something that it needs is missing. */
  readonly which: Int32Array
  /** Matrix of each instance in the space of its record, before that is turned and moved: three rows of four, as of `PoseSampler`. */
  readonly locals: Float32Array
  /** Record of each instance. */
  readonly records: Uint32Array
  readonly placing?: Placing
  /** Id of the operation that removes its records. */
  readonly removal?: string
  readonly adding?: Adding
  /** What is missing of records; those of which nothing can be drawn are shown as a box. */
  readonly missing: readonly { readonly record: number; readonly words: Words }[]
}

/** Records that are compared with the regions of the map, which are of another entry. */
export interface Compared {
  /** Field of the records that says how they differ. */
  readonly field: string
  /** Region that each record is the same place as; -1: none. */
  readonly matches: Int32Array
  /** Columns of both that are compared. */
  readonly columns: readonly string[]
}

/** Lines in the world; a record has one or more. */
export interface LinesItem extends PlacedItemBase {
  readonly kind: 'lines'
  /** xyz per point. */
  readonly positions: Float32Array
  /** Points of line l: `starts[l] .. starts[l + 1]`. */
  readonly starts: Uint32Array
  /** Record of each line. */
  readonly records: Uint32Array
  /** True: each line ends where it begins. */
  readonly isClosed: boolean
  /** True: they lie on the surface, so that hills hide them. Absent: they are drawn over everything. */
  readonly isOnGround?: boolean
  /** Its records are lines between regions. */
  readonly borders?: Borders
  readonly compared?: Compared
}

/** Points in the world, one for each record. */
export interface PointsItem extends PlacedItemBase {
  readonly kind: 'points'
  /** xyz per record; of records whose `placing` has no z the height is that of the ground. */
  readonly positions: Float32Array
  /** Radii of circles round each, in world units: a column for each circle. */
  readonly radii?: readonly Float32Array[]
  readonly placing?: Placing
}

export type PlacedItem = InstancesItem | LinesItem | PointsItem
