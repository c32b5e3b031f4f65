import type { EntryPath } from '../edit'

/**
 * One visible thing with its records: one draw call however many records it holds.
 * Colour and visibility are per record and updated in place by the viewport.
 */
export interface SurfaceItem {
  readonly kind: 'surface'
  /** `terrain` is the ground; `areals` lie over it. The viewport styles by this word only. */
  readonly use: 'terrain' | 'areals'
  readonly entry: EntryPath
  /** Node path of the record array: `areals`, `faces`. */
  readonly array: string
  /** xyz per vertex, world units, Z up. */
  readonly positions: Float32Array
  /** Vertex numbers, three per triangle. */
  readonly indices: Uint32Array
  /** Record number per triangle. */
  readonly records: Uint32Array
  readonly recordCount: number
  /** Outline of record r: ring vertex numbers `rings[ringStarts[r] .. ringStarts[r+1]]`. */
  readonly rings?: Uint32Array
  readonly ringStarts?: Uint32Array
  /** One point per record (xyz): the anchor. */
  readonly anchors?: Float32Array
  /** The normal that each record stores (xyz). */
  readonly recordNormals?: Float32Array
  /** Neighbour records of record r: `links[linkStarts[r] .. linkStarts[r+1]]`, -1 where there is none, -2 where one is named that is not there. */
  readonly links?: Int32Array
  readonly linkStarts?: Uint32Array
  /** Columns that colour or filter records, by field name: `class_id`, `logic_flag`, `flags`, `material_low`. */
  readonly fields: Readonly<Record<string, Uint32Array>>
  /** Level of detail of each triangle (0 near, 1 far), where the format has it. */
  readonly lods?: Uint8Array
  /** Unit normal per vertex, where the format has them. */
  readonly normals?: Float32Array
  /** Four bytes per vertex whose meaning is not known, by name: seen as red, green, blue. */
  readonly channels?: Readonly<Record<string, Uint8Array>>
  /** Shorter forms of the field `flags` that the game's queries take: bits of the whole form and bits of theirs. */
  readonly maskForms?: readonly MaskForm[]
  /** How its triangles are painted, where the format tells; the paints themselves come from `Format.paints`. */
  readonly painting?: Painting
  /** Fields that decide the shape: a splice that touches one of them needs a new scene. */
  readonly shapedBy: readonly string[]
}

/** A shorter form of a mask: which of its bits stands for which. */
export interface MaskForm {
  readonly name: string
  readonly bits: readonly (readonly [full: number, compact: number])[]
}

/** Rows from the top, four bytes (red, green, blue, alpha) per pixel. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Which paint a triangle has: fields of its record are rows of the table of its level of detail. */
export interface Painting {
  /** Texture coordinates in repeats, two per vertex. */
  readonly uvs: Float32Array
  /** Field that names the paint, and field that names the one blended over it. */
  readonly base: string
  readonly over: string
  /** Value of `over` for none. */
  readonly none: number
  /** Field and bits of water. */
  readonly water: { readonly field: string; readonly bits: number }
}

/** One row of a table of paints. */
export interface Paint {
  /** As the table names it. */
  readonly material: string
  /** '' where the material has a plain colour only. */
  readonly texture: string
  /** Of a plain colour one pixel; undefined where something is missing. */
  readonly picture?: Picture
  /** What could not be found or read; its name stands in `material` or `texture`. */
  readonly missing?: 'material' | 'texture' | 'pixels'
}

/** The regular division of the ground: tiles and lookup cells. */
export interface GridItem {
  readonly kind: 'grid'
  readonly use: 'tiles' | 'cells'
  readonly entry: EntryPath
  readonly origin: readonly [x: number, y: number]
  readonly step: readonly [x: number, y: number]
  readonly counts: readonly [x: number, y: number]
  /** True: index = x * counts.y + y. */
  readonly isXOuter: boolean
  /** Records listed in a square: `members[starts[index] .. starts[index+1]]`. */
  readonly contents?: { readonly starts: Uint32Array; readonly members: Uint32Array }
}

/** Boxes that the game keeps round parts of the ground. */
export interface BoxesItem {
  readonly kind: 'boxes'
  readonly entry: EntryPath
  /** Node path of the array of boxes: `slots`. */
  readonly array: string
  /** Least x, y, z and greatest x, y, z of each. */
  readonly corners: Float32Array
  /** Level of detail of each: 0 near, 1 far. */
  readonly lods: Uint8Array
}

export type SceneItem = SurfaceItem | GridItem | BoxesItem
