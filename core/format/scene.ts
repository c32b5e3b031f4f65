import type { EntryPath } from '../edit'
import type { MeshItem } from './mesh-item'
import type { ItemBase } from './item-base'
import type { PlacedItem } from './placed-items'
import type { SkyItem } from './sky-item'

/** A surface with its records: one draw call however many they are. Colour and visibility of records change in place. */
export interface SurfaceItem extends ItemBase {
  readonly kind: 'surface'
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
  /**
   * Neighbour records of record r: `links[linkStarts[r] .. linkStarts[r+1]]`, -1 for none, -2 for one that does not
   * exist.
   */
  readonly links?: Int32Array
  readonly linkStarts?: Uint32Array
  /** Columns of the records, by name: a field of the record, a part of one (`parts`), or computed. */
  readonly fields: Readonly<Record<string, Uint32Array>>
  /** Columns that are some bits of a stored field, which they are written into. */
  readonly parts?: Readonly<Record<string, StoredPart>>
  /** The value that means "none", by column. */
  readonly blanks?: Readonly<Record<string, number>>
  /** Column that is 0 for closed records. Connected components and borders are computed from the other records. */
  readonly passable?: string
  /** Its records have stored lines of sight: `RegionTools.sight`. */
  readonly hasSight?: boolean
  /** Short name where a scene has several surfaces of one layer: `TRX`. */
  readonly variant?: string
  /** Names of all variants that a place has; the files of a variant end in its name. */
  readonly variants?: readonly string[]
  /** Endings of other files of the place, whose records the map shows: missing and unreadable ones are noted. */
  readonly beside?: readonly string[]
  /** Fields that may colour the records; the first one is the default. */
  readonly colouring: readonly string[]
  /** Fields that brushes and forms of the map may write. Absent: none. */
  readonly paint?: readonly PaintField[]
  /** Sizes for drawing and tools, where the extent of the scene gives no good ones. */
  readonly sizes?: SceneSizes
  /** Columns of the record behind each edge, where the format stores them. */
  readonly edges?: EdgeColumns
  /** Level of detail of each triangle (0 near, 1 far), where the format has it. */
  readonly lods?: Uint8Array
  /** Unit normal per vertex, where the format has them. */
  readonly normals?: Float32Array
  /** Four bytes per vertex whose meaning is not known, by name; shown as red, green, blue. */
  readonly channels?: Readonly<Record<string, Uint8Array>>
  /** Shorter forms of its flags that the game's queries use, with the bits of both forms. */
  readonly maskForms?: readonly MaskForm[]
  /** How its triangles are painted, where the format defines it; the paints themselves are from `Format.paints`. */
  readonly painting?: Painting
  /** Whether the ground is shown with its paints until the user chooses otherwise. */
  readonly isPaintedAtFirst?: boolean
  /** Catalogue key of the switch that hides it as a whole. Absent: it is always shown. */
  readonly title?: string
  /** Name of each record, where the format has one. */
  readonly labels?: readonly string[]
  /** The entry that each record is, where its records are no array of one entry. */
  readonly recordEntries?: readonly EntryPath[]
  /** Colour of each record of water, red, green and blue from 0 to 1; absent: black. */
  readonly colours?: Float32Array
  /** Fields that decide the shape: a splice in one of them needs a new scene. */
  readonly shapedBy: readonly string[]
}

/** Bits of a stored field. The value of the column is that of the field under the mask, not shifted. */
export interface StoredPart {
  readonly field: string
  readonly mask: number
}

/** Further bits that are written into the stored field when a value is painted. */
export interface PaintEffect {
  /** The painted value. */
  readonly value: number
  /** Bits that are replaced, and by what. */
  readonly mask: number
  readonly bits: number
  /** True: only where none of the bits of `mask` is set. */
  readonly isDefault?: boolean
}

/** A field that may be painted: as one number, as single bits, or as one of a few numbers. */
export interface PaintField {
  /** A column of the item. */
  readonly field: string
  readonly as: 'value' | 'bits' | 'choice'
  /** Bits that painting may change; absent: all of them. */
  readonly mask?: number
  /** Numbers to choose from, of a choice. */
  readonly choices?: readonly number[]
  /** Column that is not 0 where a record may be painted; absent: everywhere. */
  readonly where?: string
  readonly effects?: readonly PaintEffect[]
  /** Greatest number that the field holds; absent: that of 32 bits. */
  readonly most?: number
}

/** Sizes in world units; areas in square units of the ground plane. */
export interface SceneSizes {
  /**
   * Height above themselves at which records are drawn, at least and at most, so that the ground does not cover them.
   */
  readonly lift: readonly [least: number, most: number]
  /** Greatest radius of a brush. */
  readonly brush: number
  /** Upper bounds of the classes of area, ascending; larger areas are the last class. */
  readonly areas: readonly number[]
  /** Least vertical distance of records above each other. Absent: records do not overlap. */
  readonly storey?: number
}

/** Columns that give the record behind each edge, and the kinds of the edges. */
export interface EdgeColumns {
  readonly behind: readonly string[]
  /** Number for none. */
  readonly none: number
  /** Two bits for each edge, lowest first. */
  readonly kinds?: string
}

/** A shorter form of a mask, bit by bit. */
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

/** The paints of each triangle: fields of its record are rows of the table of paints (`Format.paints`). */
export interface Painting {
  /** Texture coordinates in repeats, two per vertex. */
  readonly uvs: Float32Array
  /** Fields of the paints of a record, the lowest first: two that are laid over each other, or up to eight with maps. */
  readonly layers: readonly string[]
  /** Number of a layer that a record does not have. */
  readonly none: number
  /** Opacity of the second layer at each vertex, 0 to 1; absent: 1. */
  readonly opacity?: Float32Array
  /** How much of each layer shows, where maps define it. */
  readonly maps?: BlendMaps
  /** Coordinates are stored modulo this many repeats: those of one triangle differ by less than half of it. */
  readonly period?: number
  /** Coordinates of the detail of paints (`Paint.detail`), two per vertex; field and bits of the records that show it. */
  readonly detail?: { readonly uvs: Float32Array; readonly field: string; readonly bits: number }
}

/** Pictures that define how much of each layer shows: each record has its own. Shares are divided by their sum. */
export interface BlendMaps {
  /** Place on the maps, two per vertex: 0 to 1 over each picture, from its first row and column. */
  readonly uvs: Float32Array
  /** Fields of the maps of a record: rows of the table of paints. Their red, green, blue and alpha are of four layers each. */
  readonly rows: readonly string[]
  /** Factors of the colour of each layer of each record, red, green and blue. */
  readonly tints: Float32Array
  /** Factors of the colour at each vertex, red, green and blue from 0 to 255. */
  readonly shades: Uint8Array
}

/** One row of a table of paints. */
export interface Paint {
  /** As the table names it. */
  readonly material: string
  /** '' where the material has a plain colour only. */
  readonly texture: string
  /** Of a plain colour one pixel; undefined where something is missing. */
  readonly picture?: Picture
  /** How it is laid over what is behind it; absent: opaque. */
  readonly blend?: 'alpha' | 'additive'
  /** Of one that is not opaque, 0 to 1; absent: 1. */
  readonly opacity?: number
  /** Pixels of the picture without any opacity are not drawn. */
  readonly hasHoles?: boolean
  /** Fine structure close to the eye: the colour is twice the product of both pictures. */
  readonly detail?: Paint
  /** Drawn in place of a missing picture, red, green and blue from 0 to 255; absent: a checker with the name. */
  readonly standIn?: readonly [red: number, green: number, blue: number]
  /** Its picture holds shares of layers (`BlendMaps`), no colours. */
  readonly isMap?: boolean
  /** What could not be found or read; its name is in `material` or `texture`. */
  readonly missing?: 'material' | 'texture' | 'pixels'
  /** Entries of the material and of its texture; absent where there is none. */
  readonly entry?: EntryPath
  readonly textureEntry?: EntryPath
  /** All its looks, and when each is shown, where that changes. Only with `PaintsOptions.hasPhases`. */
  readonly phases?: readonly PaintPhase[]
  readonly cycle?: PaintCycle
}

/** What a material shows for a time: its texture and its opacity. */
export interface PaintPhase extends Pick<Paint, 'texture' | 'picture' | 'opacity' | 'missing'> {
  /** The entry of its texture; absent where it has none, or it is missing. */
  readonly textureEntry?: EntryPath
}

/** Which phases a material shows, key by key. */
export interface PaintCycle {
  /** `random` is a loop that starts anywhere. */
  readonly mode: 'loop' | 'back_and_forth' | 'once' | 'random'
  /** Phase of each key, at least one; each exists. */
  readonly phases: readonly number[]
  /** Milliseconds from the start at which each key ends, ascending; the last one is the period, above 0. */
  readonly ends: readonly number[]
}

/** How much is read for a table of paints. */
export interface PaintsOptions {
  /** With the phases of each paint and their pictures. */
  readonly hasPhases?: boolean
}

/** A regular division of the ground into squares. */
export interface CellsItem extends ItemBase {
  readonly kind: 'cells'
  /** `detail`: the level of detail of the ground is chosen by square; `index`: each square lists records. */
  readonly use: 'detail' | 'index'
  readonly origin: readonly [x: number, y: number]
  readonly step: readonly [x: number, y: number]
  readonly counts: readonly [x: number, y: number]
  /** True: index = x * counts.y + y. */
  readonly isXOuter: boolean
  /** Number of squares on each side that form the border. */
  readonly border?: number
  /** Records listed in a square: `members[starts[index] .. starts[index+1]]`. */
  readonly contents?: { readonly starts: Uint32Array; readonly members: Uint32Array }
}

/** Boxes that the game stores around parts of the ground. */
export interface BoxesItem extends ItemBase {
  readonly kind: 'boxes'
  /** Least x, y, z and greatest x, y, z of each. */
  readonly corners: Float32Array
  /** Level of detail of each: 0 near, 1 far. */
  readonly lods: Uint8Array
}

/** An open list: a layer draws the kinds that it knows and ignores the others. */
export type SceneItem = SurfaceItem | CellsItem | BoxesItem | MeshItem | PlacedItem | SkyItem
