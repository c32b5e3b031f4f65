import type { AnyLayout, FloatValue, Kind, Layout, Meta, TextValue, Vec3 } from '../model/layout'
import type { Bytes } from '../model/splice'
import { INTEGER_LIMITS, SCALAR_SIZE, type CodePage, type IntegerName, type ScalarName, type Shape } from '../model/shape'

function fixed<T>(kind: Kind, shape: Shape, size: number, meta: Meta): Layout<T> {
  return { kind, meta, shape, fixedSize: size, leastSize: size }
}

function integer(scalar: IntegerName, meta: Meta): Layout<number> {
  const [min, max] = INTEGER_LIMITS[scalar]
  const kind = meta.bits ? 'flags' : 'integer'
  return fixed(kind, { of: 'scalar', scalar }, SCALAR_SIZE[scalar], { min, max, ...meta })
}

/** Integers, little-endian. With `bits` (even `{}`) the number is shown as flags. */
export const u8 = (meta: Meta = {}): Layout<number> => integer('u8', meta)
export const i8 = (meta: Meta = {}): Layout<number> => integer('i8', meta)
export const u16 = (meta: Meta = {}): Layout<number> => integer('u16', meta)
export const i16 = (meta: Meta = {}): Layout<number> => integer('i16', meta)
export const u32 = (meta: Meta = {}): Layout<number> => integer('u32', meta)
export const i32 = (meta: Meta = {}): Layout<number> => integer('i32', meta)

/** 64 bits: a bigint, a decimal string in JSON. */
export const u64 = (meta: Meta = {}): Layout<bigint> => fixed('integer', { of: 'scalar', scalar: 'u64' }, 8, meta)
/** The same with a sign. */
export const i64 = (meta: Meta = {}): Layout<bigint> => fixed('integer', { of: 'scalar', scalar: 'i64' }, 8, meta)

/** IEEE 754 single precision, little-endian. A NaN that a number cannot carry is `{ bits }`, in JSON too. */
export const f32 = (meta: Meta = {}): Layout<FloatValue> => fixed('float', { of: 'scalar', scalar: 'f32' }, 4, meta)
/** The same in double precision. */
export const f64 = (meta: Meta = {}): Layout<FloatValue> => fixed('float', { of: 'scalar', scalar: 'f64' }, 8, meta)

function named<T>(
  kind: Kind, scalar: Exclude<ScalarName, 'u64' | 'i64'>, names: readonly string[], component: AnyLayout, meta: Meta,
): Layout<T> {
  return fixed(kind, { of: 'vector', scalar, names, component }, SCALAR_SIZE[scalar] * names.length, meta)
}

/** x, y, z as three f32; one value, each component a node of its own. */
export const vec3 = (meta: Meta = {}): Layout<Vec3> => named('vector', 'f32', ['x', 'y', 'z'], f32(component(meta)), meta)
/** Whole numbers with a name each, shown and edited together: a packed normal. */
export function integers(scalar: IntegerName, names: readonly string[], meta: Meta = {}): Layout<readonly number[]> {
  return named('vector', scalar, names, integer(scalar, component(meta)), meta)
}
/** Four bytes of a colour, in the order of `names` (`r g b a` or `b g r a`). */
export function colour(names: readonly string[] = ['r', 'g', 'b', 'a'], meta: Meta = {}): Layout<readonly number[]> {
  return named('colour', 'u8', names, integer('u8', component(meta)), meta)
}

// The parts of a vector are as well or ill understood as the whole.
const component = ({ doc: _, ...meta }: Meta): Meta => meta

/** Exactly `size` bytes, shown in hex. */
export const bytes = (size: number, meta: Meta = {}): Layout<Bytes> => fixed('bytes', { of: 'bytes', size }, size, meta)

/**
 * Text up to the first NUL in a place of `size` bytes. Bytes after the NUL that are not all zero are kept:
 * the value is then `{ text, tail }`, the tail in hex.
 */
export function text(size: number, { page = 'cp1251', ...meta }: Meta & { readonly page?: CodePage } = {}): Layout<TextValue> {
  return fixed('text', { of: 'text', size, page }, size, meta)
}

/**
 * A line of a text with its end. The value is the text of a line that ends in CR LF; of another it is
 * `{ text, tail }`, the tail being its end in hex: `0a`, or nothing at the end of the file.
 */
export function line({ page = 'cp1251', ...meta }: Meta & { readonly page?: CodePage } = {}): Layout<TextValue> {
  return { kind: 'text', meta, shape: { of: 'line', page }, fixedSize: undefined, leastSize: 1 }
}

/** The same layout with more said of it; what is said again takes the place of what was. */
export const withMeta = <T>(layout: Layout<T>, meta: Meta): Layout<T> => ({ ...layout, meta: { ...layout.meta, ...meta } })

/** Seen as zero in the game's files; kept as found. */
export const reserved = <T>(layout: Layout<T>): Layout<T> => withMeta(layout, { role: 'reserved' })
/** Not understood; kept as found. */
export const unknown = <T>(layout: Layout<T>): Layout<T> => withMeta(layout, { role: 'unknown' })
