import type { Kind, Meta } from '../model/meta'
import type { Layout, Shape } from '../model/shape'

/** A layout whose values all have one size, in bytes. */
export function fixed<T>(kind: Kind, shape: Shape, size: number, meta: Meta): Layout<T> {
  return { kind, meta, shape, fixedSize: size, leastSize: size }
}

/** The same layout with more said of it; what is said again takes the place of what was. */
export const withMeta = <T>(layout: Layout<T>, meta: Meta): Layout<T> => ({
  ...layout,
  meta: { ...layout.meta, ...meta },
})

/** Seen as zero in the game's files; kept as found. */
export const reserved = <T>(layout: Layout<T>): Layout<T> => withMeta(layout, { role: 'reserved' })
/** Not understood; kept as found. */
export const unknown = <T>(layout: Layout<T>): Layout<T> => withMeta(layout, { role: 'unknown' })
