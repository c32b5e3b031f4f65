import type { Bytes } from '../layout'
import { encodePicture, shrunk, type Raster } from '../picture'
import type { Format } from './format'
import { meshPicture, type PaintedModel } from './mesh-picture'

/** Most pixels of a side. */
const THUMBNAIL_SIDE = 96

/** A small picture of an entry of a format as a PNG file; no bytes where it has none, or is damaged. */
export function thumbnailOf({ picture }: Pick<Format, 'picture'>, payload: Bytes): Bytes {
  const found = picture?.(payload, THUMBNAIL_SIDE)
  return found ? encodePicture('png', visible(shrunk(found, THUMBNAIL_SIDE))) : new Uint8Array(0)
}

/** A small picture of a model as a PNG file; no bytes where nothing of it can be drawn. */
export function modelThumbnail(model: PaintedModel | undefined): Bytes {
  const found = model && meshPicture(model, 2 * THUMBNAIL_SIDE)
  return found ? encodePicture('png', shrunk(found, THUMBNAIL_SIDE)) : new Uint8Array(0)
}

/** The alpha of many textures is not opacity: one that hides everything is left out. */
function visible(raster: Raster): Raster {
  const { pixels } = raster
  const isHidden = pixels.every((byte, at) => at % 4 !== 3 || byte === 0)
  return isHidden ? { ...raster, pixels: pixels.map((byte, at) => (at % 4 === 3 ? 255 : byte)) } : raster
}
