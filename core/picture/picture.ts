import { decodeBmp, encodeBmp, isBmp } from './bmp'
import { decodePng, encodePng, isPng, type Deflate } from './png'
import type { PictureFault, Raster, Size } from './raster'
import { decodeTga, encodeTga } from './tga'

/** Kinds of picture files, by their endings. */
export const PICTURE_ENDINGS = ['png', 'tga', 'bmp'] as const
export type PictureEnding = (typeof PICTURE_ENDINGS)[number]

const ENCODERS: Readonly<Record<PictureEnding, (raster: Raster, deflate?: Deflate) => Uint8Array>> = {
  png: encodePng,
  tga: encodeTga,
  bmp: encodeBmp,
}

/** A picture as a file; the same raster always gives the same bytes. A host may have a faster way to deflate than core. */
export const encodePicture = (ending: PictureEnding, raster: Raster, deflate?: Deflate): Uint8Array =>
  ENCODERS[ending](raster, deflate)

/**
 * Reads a picture file by its first bytes, not by its ending; TGA, which has no signature, where it is nothing else.
 * `wanted`: a picture of another size is refused before its pixels are read.
 */
export function decodePicture(bytes: Uint8Array, wanted?: Size): Raster | PictureFault {
  if (isPng(bytes)) return decodePng(bytes, wanted)
  return isBmp(bytes) ? decodeBmp(bytes, wanted) : decodeTga(bytes, wanted)
}
