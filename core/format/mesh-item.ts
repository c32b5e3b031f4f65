import type { EntryPath } from '../edit'
import type { Words } from './problem'
import type { ItemBase } from './item-base'

/** Numbers of one field each. */
export type Columns = Readonly<
  Record<string, Float32Array | Int16Array | Int32Array | Uint8Array | Uint16Array | Uint32Array>
>

/** An array of records that a part of an item is made from. */
export interface RecordArray {
  readonly entry: EntryPath
  /** Node path of the array. */
  readonly array: string
  /** Word for one record, as in `ItemBase.noun`. */
  readonly noun: string
}

/**
 * A model: triangles in the space of its nodes, which are posed by columns of an animation. `entry` and `array` are what
 * a triangle belongs to (a batch, a polygon). Which pieces are drawn depends on the chosen variant.
 */
export interface MeshItem extends ItemBase {
  readonly kind: 'mesh'
  /** xyz per vertex, in the space of its node. A vertex belongs to one piece and one record. */
  readonly positions: Float32Array
  /** Unit normal per vertex, where the format has them. */
  readonly normals?: Float32Array
  /** Number of each vertex in the format's own array; of an animation by shapes what they are found by. */
  readonly sources: Uint32Array
  /** Vertex numbers, three per triangle. */
  readonly indices: Uint32Array
  /** Record number per triangle. */
  readonly records: Uint32Array
  readonly recordCount: number
  /** Columns of the records, by field name. */
  readonly fields: Columns
  readonly painting?: MeshPainting
  readonly pieces: MeshPieces
  readonly nodes: MeshNodes
  /** What a user switches between; a variant is a value of each: `first * second.values.length + second`. Without any there is one variant. */
  readonly switches: readonly MeshSwitch[]
  /** Piece that a node draws in a variant, -1 for none: `drawn[node * variants + variant]`. */
  readonly drawn: Int32Array
  readonly animation?: MeshAnimation
  /** Places where parts and effects are put. */
  readonly points?: MeshPoints
  /** The stored box round the whole model at rest, xyz of its corners in the world: four of its bottom in turn, then those above. */
  readonly hull?: Float32Array
  /** What of the entry cannot be shown, and why. */
  readonly notes: readonly Words[]
}

/** Rows of the table of paints (`Format.paints`): a field of each record, or one of each triangle. */
export type MeshPainting = {
  /** Texture coordinates in repeats, two per vertex. */
  readonly uvs: Float32Array
  /** Light maps, which take the place of other light. */
  readonly lights?: MeshLights
  /** Where the format leaves open which field it is: all that it may be. */
  readonly readings?: readonly PaintReading[]
} & ({ readonly field: string; readonly rows?: undefined } | { readonly rows: Uint32Array; readonly field?: undefined })

/** A column that may have the rows of the paints. */
export interface PaintReading {
  readonly field: string
  /** Catalogue key. */
  readonly title: string
  /** Number of different rows in it. */
  readonly distinct: number
  /** All of them are in the table. */
  readonly isPossible: boolean
}

/** The light map of each triangle: a row of the table of paints, -1 for none. */
interface MeshLights {
  /** Two per vertex, as those of the paints. */
  readonly uvs: Float32Array
  readonly rows: Int32Array
}

/** Named points, each in the space of a node; the length of its vector is its size. */
export interface MeshPoints {
  readonly nodes: Uint32Array
  readonly positions: Float32Array
  readonly vectors: Float32Array
  readonly labels: readonly string[]
}

/** Triangles that are drawn together: what one node draws in one or more variants. */
interface MeshPieces extends RecordArray {
  readonly count: number
  /** Triangles of piece p: `starts[p] .. starts[p + 1]`. */
  readonly starts: Uint32Array
  readonly nodes: Uint32Array
  /** Record of each. */
  readonly records: Uint32Array
  /** The bounds that the format stores, in the space of the node: least x, y, z and greatest x, y, z of each. */
  readonly boxes?: Float32Array
}

/** Nodes in the order of their records, or several of each. */
interface MeshNodes extends RecordArray {
  readonly count: number
  /** Record of each, where a record has several. The first one is selected with the record and is above the others. */
  readonly records?: Uint32Array
  readonly names: readonly string[]
  /** Number of the parent, less than the own one; -1 for none. */
  readonly parents: Int32Array
  /** Pose at rest: world matrix of each, three rows of four, see `PoseSampler`. */
  readonly rest: Float32Array
}

/** One thing that a user chooses of a model: a state, a level of detail. Titles are catalogue keys. */
export interface MeshSwitch {
  readonly id: string
  readonly title: string
  readonly values: readonly string[]
}

/** Movement of the nodes. */
export interface MeshAnimation {
  /** Key in `Format.samplers` of the item's format. */
  readonly sampler: string
  /** Times are 0 to `frames - 1`; 1: nothing moves. */
  readonly frames: number
  /** What the sampler reads. */
  readonly columns: Columns
  readonly keys?: MeshKeys
}

/** Keys of the nodes: records of one array, each node's one after the other. */
interface MeshKeys extends RecordArray {
  /** First key of each node, and behind its last. */
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  /** Frame of each key. */
  readonly times: Float32Array
  /** Absent where keys are not moved or turned one by one. */
  readonly placing?: KeyPlacing
  /** Absent where every node has a key in each frame, or the format does not say how to add one. */
  readonly adding?: KeyAdding
  /** The operation on a key that gives its node another one with the same pose. */
  readonly duplicating?: KeyAdding
  /** Operation that deletes records of `array`. */
  readonly removal?: string
}

/** The operation that adds a key at a frame. */
interface KeyAdding {
  /** Of the records of the operation: nodes, or keys that are duplicated. */
  readonly entry: EntryPath
  readonly operation: string
  /** Its parameter that is the frame of the key. */
  readonly parameter: string
}

/** How a key stores the place and the turn of its node in the space of the parent. */
export interface KeyPlacing {
  /** Fields of x, y, z, and the column of the animation that has them, three numbers for each key. */
  readonly position: readonly string[]
  readonly positions: string
  /** Fields of the four whole numbers of a quaternion, and the column that has them. */
  readonly rotation: readonly string[]
  readonly rotations: string
  /** Which of the four numbers w, x, y, z are. */
  readonly order: readonly [w: number, x: number, y: number, z: number]
  /** The whole number that is 1. */
  readonly unit: number
  /** The stored quaternion is the conjugate of the turn. */
  readonly isConjugate: boolean
}

/** What a pose is sampled at. Times in frames. */
export interface PoseTime {
  readonly time: number
  /** A second time, blended in by `share` (0 to 1). */
  readonly second?: number
  readonly share?: number
  /** Leaves out the movement of the root. */
  readonly isInPlace?: boolean
}

/**
 * Computes the world matrix of each node, 12 numbers each: `m[0] * x + m[1] * y + m[2] * z + m[3]` is the x of a point,
 * then the rows of y and z. Depends on its arguments alone.
 */
export type PoseSampler = (animation: MeshAnimation, at: PoseTime) => Float32Array
