import type { Kind, Meta } from '../model/meta'
import type { AnyLayout, Layout, Shape } from '../model/shape'

/** A layout whose values all have one size, in bytes. */
export function fixed<T, C = unknown>(kind: Kind, shape: Shape, size: number, meta: Meta): Layout<T, C> {
  return { kind, meta, shape, fixedSize: size, leastSize: size }
}

/** The same layout with these properties added to its meta data, or replaced. */
export const withMeta = <T, C>(layout: Layout<T, C>, meta: Meta): Layout<T, C> => ({
  ...layout,
  meta: { ...layout.meta, ...meta },
})

/** Seen as zero in the game's files; kept as found. */
export const reserved = <T, C>(layout: Layout<T, C>): Layout<T, C> => withMeta(layout, { role: 'reserved' })
/** Not understood; kept as found. */
export const unknown = <T, C>(layout: Layout<T, C>): Layout<T, C> => withMeta(layout, { role: 'unknown' })

/**
 * The same layout with a least size in bytes; smaller values are damaged. Needed for records whose lengths could all be
 * 0: an array can then have at most as many as its bytes allow.
 */
export const atLeast = <T, C>(layout: Layout<T, C>, leastSize: number): Layout<T, C> => ({ ...layout, leastSize })

/**
 * The same layout with the one that an earlier version had for these bytes: parts that it does not have any more are
 * still found by their paths, and columns by their names. Throws where the two differ in size.
 */
export function withFormer<T, C>(layout: Layout<T, C>, former: AnyLayout): Layout<T, C> {
  if (layout.fixedSize === undefined || layout.fixedSize !== former.fixedSize)
    throw new TypeError('withFormer: both have one size')
  return { ...layout, former }
}
