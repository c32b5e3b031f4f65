import type { Raster } from '../picture'
import type { Words } from './problem'

/** One level of a texture. */
export interface PictureLevel extends Raster {
  /** Where its pixels are in the entry; absent: not in one piece. */
  readonly stored?: {
    readonly offset: number
    readonly size: number
    /** Bytes of a pixel; absent: pixels are stored in blocks. */
    readonly stride?: number
  }
}

/** A part of a picture, in pixels of the largest level. */
export interface PictureRect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An entry as pictures: what is decoded, and which nodes hold its parts. */
export interface Pictures {
  /** From the largest on, those that the entry holds whole. */
  readonly levels: readonly PictureLevel[]
  /** Number of levels that the entry declares. */
  readonly declared: number
  /** Name of its pixel format, as the field has it: `r5g6b5`, `DXT1`. */
  readonly pixels: string
  /** Node path of the array of its colours; absent where there is none, or it is in another entry. */
  readonly palette?: string
  /** Rectangles of an atlas, and the node path of their array. */
  readonly rects?: { readonly path: string; readonly list: readonly PictureRect[] }
  /** Why the entry has no level: a problem code without `problem.`, and its parameters. */
  readonly fault?: Words
}
