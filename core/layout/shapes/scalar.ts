import type { FloatValue } from '../model/layout'
import type { Meta } from '../model/meta'
import { readInteger, readScalar } from '../model/numbers'
import {
  INTEGER_LIMITS,
  SCALAR_SIZE,
  isInteger,
  type IntegerName,
  type Layout,
  type ScalarName,
  type ScalarShape,
} from '../model/shape'
import { fixed } from './fixed'
import { expectedAt, followingText } from './following'
import { NO_CHILDREN, NO_STEERING, explainLeaf, fixedOnly, indexEach, never, sameKey, wholeNumber } from './leaf'
import { encodeScalar, scalarFromJson, scalarJson, scalarSchema } from './number'
import type { ShapeOperations } from './operations'

export function integer<S extends IntegerName>(scalar: S, meta: Meta): Layout<number, S> {
  const [min, max] = INTEGER_LIMITS[scalar]
  const kind = meta.bits ? 'flags' : 'integer'
  return fixed(kind, { of: 'scalar', scalar }, SCALAR_SIZE[scalar], { min, max, ...meta })
}

/** Integers, little-endian. With `bits` (even `{}`) the number is shown as flags. */
export const u8 = (meta: Meta = {}): Layout<number, 'u8'> => integer('u8', meta)
export const i8 = (meta: Meta = {}): Layout<number, 'i8'> => integer('i8', meta)
export const u16 = (meta: Meta = {}): Layout<number, 'u16'> => integer('u16', meta)
export const i16 = (meta: Meta = {}): Layout<number, 'i16'> => integer('i16', meta)
export const u32 = (meta: Meta = {}): Layout<number, 'u32'> => integer('u32', meta)
export const i32 = (meta: Meta = {}): Layout<number, 'i32'> => integer('i32', meta)

/** 64 bits: a bigint, a decimal string in JSON. */
export const u64 = (meta: Meta = {}): Layout<bigint, 'u64'> =>
  fixed('integer', { of: 'scalar', scalar: 'u64' }, 8, meta)
/** The same with a sign. */
export const i64 = (meta: Meta = {}): Layout<bigint, 'i64'> =>
  fixed('integer', { of: 'scalar', scalar: 'i64' }, 8, meta)

/** IEEE 754 single precision, little-endian. A NaN that a number cannot carry is `{ bits }`, in JSON too. */
export const f32 = (meta: Meta = {}): Layout<FloatValue, 'f32'> =>
  fixed('float', { of: 'scalar', scalar: 'f32' }, 4, meta)
/** The same in double precision. */
export const f64 = (meta: Meta = {}): Layout<FloatValue, 'f64'> =>
  fixed('float', { of: 'scalar', scalar: 'f64' }, 8, meta)

/** The same with the highest byte first: `bigEndian(u32())`. */
export function bigEndian<T>(layout: Layout<T>): Layout<T> {
  const { shape } = layout
  if (shape.of !== 'scalar') throw new TypeError('bigEndian: a number')
  return { ...layout, shape: { ...shape, isBigEndian: true } }
}

/** The view and place to read a number from with its lowest byte first. */
function placed(
  { scalar, isBigEndian }: ScalarShape,
  view: DataView,
  at: number,
): readonly [view: DataView, at: number] {
  if (!isBigEndian) return [view, at]
  const size = SCALAR_SIZE[scalar]
  return [new DataView(new Uint8Array(view.buffer, view.byteOffset + at, size).slice().reverse().buffer), 0]
}

const scalarAt = (shape: ScalarShape, view: DataView, at: number): ReturnType<typeof readScalar> =>
  shape.isBigEndian ? readScalar(...placed(shape, view, at), shape.scalar) : readScalar(view, at, shape.scalar)

const isFloat = (scalar: ScalarName): boolean => scalar === 'f32' || scalar === 'f64'

export const scalarOperations: ShapeOperations<ScalarShape> = {
  children: NO_CHILDREN,
  steering: {
    ...NO_STEERING,
    number(shape, view, at) {
      const { scalar, isBigEndian } = shape
      if (isInteger(scalar) && !isBigEndian) return readInteger(view, at, scalar)
      return isFloat(scalar) ? undefined : wholeNumber(scalarAt(shape, view, at))
    },
    numberOf: ({ scalar }, value) => (isFloat(scalar) ? undefined : wholeNumber(value)),
  },
  measure: fixedOnly,
  index: indexEach,
  explain: explainLeaf,
  decode(shape, cursor) {
    const { at, view } = cursor
    cursor.at += SCALAR_SIZE[shape.scalar]
    return scalarAt(shape, view, at)
  },
  encode({ scalar, isBigEndian }, value, encoder) {
    encodeScalar(scalar, value, encoder)
    if (isBigEndian) encoder.bytes.subarray(encoder.size - SCALAR_SIZE[scalar], encoder.size).reverse()
  },
  needsEnd: never,
  toJson: ({ scalar }, value) => scalarJson(scalar, value),
  fromJson: ({ scalar }, json) => scalarFromJson(scalar, json),
  jsonKey: sameKey,
  schema: ({ scalar, follows }, known, schemas) => ({
    ...scalarSchema(scalar, known, schemas),
    ...(follows && { readOnly: true }),
  }),
  describe: ({ scalar, isBigEndian, follows }) =>
    `${scalar}${isBigEndian ? ' big-endian' : ''}${follows ? ` ${followingText(follows)}` : ''}`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: ({ scalar, follows }, { values }) => follows !== undefined || (values !== undefined && isInteger(scalar)),
  findings(shape, node) {
    const {
      layout: {
        meta: { values },
      },
      source: { view },
      offset,
    } = node
    const value = isInteger(shape.scalar) ? readInteger(...placed(shape, view, offset), shape.scalar) : undefined
    if (value === undefined) return undefined
    const expected = shape.follows ? expectedAt(node) : undefined
    if (expected !== undefined && expected !== value) return { what: 'derived', params: { expected, found: value } }
    return !values || Object.hasOwn(values, value) ? undefined : { what: 'value', params: { value } }
  },
  columns: (_, { scalar, isBigEndian }, field) =>
    field === '' ? { at: 0, scalar, words: 1, ...(isBigEndian && { isBigEndian }) } : undefined,
}
