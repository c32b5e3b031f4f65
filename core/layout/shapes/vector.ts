import type { FloatValue, Vec3 } from '../model/layout'
import type { Kind, Meta } from '../model/meta'
import { readScalar } from '../model/numbers'
import {
  SCALAR_SIZE,
  type AnyLayout,
  type IntegerName,
  type Layout,
  type ScalarName,
  type ShapeOf,
} from '../model/shape'
import { fixed } from './fixed'
import { NO_STEERING, evenly, explainLeaf, fixedOnly, indexEach, never, nothing, recordNumber } from './leaf'
import { encodeScalar, scalarFromJson, scalarSchema } from './number'
import type { ShapeOperations } from './operations'
import { f32, integer } from './scalar'
import { jsonTable } from './json-lines'

function named<T, S extends Exclude<ScalarName, 'u64' | 'i64'>>(
  kind: Kind,
  scalar: S,
  names: readonly string[],
  component: AnyLayout,
  meta: Meta,
): Layout<T, S> {
  if (names.length === 0 || new Set(names).size < names.length) throw new TypeError(`components '${names.join(' ')}'`)
  return fixed(kind, { of: 'vector', scalar, names, component }, SCALAR_SIZE[scalar] * names.length, meta)
}

/** x, y, z as three f32; one value, each component a node of its own. */
export const vec3 = (meta: Meta = {}): Layout<Vec3, 'f32'> =>
  named('vector', 'f32', ['x', 'y', 'z'], f32(component(meta)), meta)
/** f32 with a name each, one value: a quaternion, a plane. */
export const floats = (names: readonly string[], meta: Meta = {}): Layout<readonly FloatValue[], 'f32'> =>
  named('vector', 'f32', names, f32(component(meta)), meta)
/** Whole numbers with a name each, shown and edited together: a packed normal. */
export function integers<S extends IntegerName>(
  scalar: S,
  names: readonly string[],
  meta: Meta = {},
): Layout<readonly number[], S> {
  return named('vector', scalar, names, integer(scalar, component(meta)), meta)
}
/** Four bytes of a colour, in the order of `names` (`r g b a` or `b g r a`). */
export function colour(
  names: readonly string[] = ['r', 'g', 'b', 'a'],
  meta: Meta = {},
): Layout<readonly number[], 'u8'> {
  return named('colour', 'u8', names, integer('u8', component(meta)), meta)
}

// The parts of a vector are as well or ill understood as the whole.
const component = ({ doc: _, ...meta }: Meta): Meta => meta

export const vectorOperations: ShapeOperations<ShapeOf<'vector'>> = {
  children: {
    parts: ({ names, component: layout }) => names.map(name => ({ name, layout })),
    records: nothing,
    count: ({ names }) => names.length,
    at: ({ names, component }, index) => ({ name: names[index] ?? '', layout: component }),
    indexOf: ({ names }, name) => Math.max(names.indexOf(name), recordNumber(name)),
    places: ({ scalar, names }, { offset }) => evenly(offset, SCALAR_SIZE[scalar], names.length),
  },
  steering: NO_STEERING,
  measure: fixedOnly,
  index: indexEach,
  explain: explainLeaf,
  decode({ scalar, names }, cursor) {
    const { at, view } = cursor
    const size = SCALAR_SIZE[scalar]
    cursor.at += size * names.length
    return names.map((_, k) => readScalar(view, at + k * size, scalar))
  },
  encode({ scalar, names }, value, encoder) {
    if (!Array.isArray(value)) encoder.refuse('layout.not-vector', { count: names.length })
    else if (value.length !== names.length)
      encoder.refuse('layout.length', { expected: names.length, found: value.length })
    else names.forEach((name, k) => encoder.within(name, () => encodeScalar(scalar, value[k], encoder)))
  },
  needsEnd: never,
  toJson: ({ component }, value, printer, margin) =>
    jsonTable(Array.isArray(value) ? value.map(part => printer.print(component, part, margin)) : [], margin),
  fromJson: ({ scalar }, json) => (Array.isArray(json) ? json.map(part => scalarFromJson(scalar, part)) : json),
  jsonKey: ({ names }, name) => (names.includes(name) ? String(names.indexOf(name)) : name),
  schema: ({ scalar, names }, _, schemas) => ({
    type: 'array',
    items: scalarSchema(scalar, {}, schemas),
    minItems: names.length,
    maxItems: names.length,
  }),
  describe: ({ scalar, names }) => `${scalar} ${names.join(' ')}`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: never,
  findings: nothing,
  columns: (_, { scalar, names }, field) => (field === '' ? { at: 0, scalar, words: names.length } : undefined),
}
