import type { Picture } from '../../../format'
import type { Bytes } from '../../../layout'
import { pageRects, texturePlan } from './texture'

/** Rectangles that were cut out of a picture, so that equal ones are one object. */
const cells = new WeakMap<Picture, Map<number, Picture>>()

/**
 * The rectangle of a texture's atlas that a material's phase names (parkan 7.3, 8.2). The whole picture for -1, and where
 * there is no such rectangle or nothing of it is inside.
 */
export function cellOf(bytes: Bytes, picture: Picture, cell: number): Picture {
  if (cell < 0) return picture
  const known = cells.get(picture) ?? new Map<number, Picture>()
  cells.set(picture, known)
  const found = known.get(cell) ?? cut(bytes, picture, cell)
  known.set(cell, found)
  return found
}

function cut(bytes: Bytes, picture: Picture, cell: number): Picture {
  const plan = texturePlan(bytes)
  const rect = 'code' in plan ? undefined : pageRects(bytes, plan)[cell]
  if (!rect) return picture
  const [left, right] = inside(rect.x, rect.width, picture.width)
  const [top, bottom] = inside(rect.y, rect.height, picture.height)
  const [width, height] = [right - left, bottom - top]
  if (width <= 0 || height <= 0) return picture
  const pixels = new Uint8Array(4 * width * height)
  for (let row = 0; row < height; row++) {
    const from = 4 * ((top + row) * picture.width + left)
    pixels.set(picture.pixels.subarray(from, from + 4 * width), 4 * width * row)
  }
  return { width, height, pixels }
}

const inside = (start: number, size: number, room: number): readonly [number, number] => [
  Math.min(room, Math.max(0, start)),
  Math.min(room, Math.max(0, start + size)),
]
