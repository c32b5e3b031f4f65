import type { Bytes } from '../layout'
import { encodePicture, shrunk } from '../picture'
import type { Format } from './format'

/** Most pixels of a side. */
export const THUMBNAIL_SIDE = 96

/** A small picture of an entry of a format as a PNG file; no bytes where it has none, or is damaged. */
export function thumbnailOf({ picture }: Pick<Format, 'picture'>, payload: Bytes): Bytes {
  const found = picture?.(payload, THUMBNAIL_SIDE)
  return found ? encodePicture('png', shrunk(found, THUMBNAIL_SIDE)) : new Uint8Array(0)
}
