import { readInteger } from '../model/numbers'
import { SCALAR_SIZE, type SizedShape } from '../model/shape'

/** Bytes of the prefix of a frame, which may be more than the room for it. */
export const prefixAt = (
  { scalar, isShortened }: Pick<SizedShape, 'scalar' | 'isShortened'>,
  view: DataView,
  offset: number,
  room: number,
): number => (isShortened && room > 0 && view.getUint8(offset) % 2 === 0 ? 1 : SCALAR_SIZE[scalar])

/** Bytes of a frame with its prefix, which has `prefix` bytes. */
export function totalAt(
  { scalar, includesPrefix, counted = 0, isShortened }: SizedShape,
  view: DataView,
  offset: number,
  prefix: number,
): number {
  if (isShortened && prefix === 1) return 1 + view.getUint8(offset) / 2
  const size = readInteger(view, offset, scalar)
  return isShortened ? prefix + Math.floor(size / 2) : size - counted + (includesPrefix ? 0 : prefix)
}
