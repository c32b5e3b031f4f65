import type { Meta } from '../model/meta'
import { readInteger } from '../model/numbers'
import { INTEGER_LIMITS, SCALAR_SIZE, type CountShape, type IntegerName, type Layout } from '../model/shape'
import { fixed } from './fixed'
import {
  NO_CHILDREN,
  NO_STEERING,
  explainLeaf,
  fixedOnly,
  indexEach,
  never,
  nothing,
  sameKey,
  wholeNumber,
} from './leaf'
import { encodeInteger } from './number'
import type { ShapeOperations } from './operations'

/** The length of the array `sibling` of the same record, divided by `per`; the writer fills it. */
export function count(sibling: string, meta?: Meta & Counting): Layout<number, 'u32'>
/**
 * The same of another type. `parallel`: the count is a field of the records that others are parallel to, and `sibling` names the
 * array of those and the field in them: `count('blobs/list', { parallel: true })` for `list: array(X, '^.n')`.
 */
export function count<S extends IntegerName>(
  sibling: string,
  meta: Meta & Counting & { readonly as: S },
): Layout<number, S>
export function count(
  sibling: string,
  { per = 1, as = 'u32', parallel = false, ...meta }: Meta & Counting & { readonly as?: IntegerName } = {},
): Layout<number> {
  const [, max] = INTEGER_LIMITS[as]
  const shape: CountShape = { of: 'count', scalar: as, sibling, per, ...(parallel && { isParallel: true }) }
  return fixed('integer', shape, SCALAR_SIZE[as], { min: 0, max, ...meta, role: 'derived' })
}

interface Counting {
  readonly per?: number
  readonly parallel?: boolean
}

export const countOperations: ShapeOperations<CountShape> = {
  children: NO_CHILDREN,
  steering: {
    ...NO_STEERING,
    counts: ({ scalar, sibling, per, isParallel = false }) => ({
      siblings: [sibling],
      per,
      most: INTEGER_LIMITS[scalar][1],
      isParallel,
    }),
    number: ({ scalar }, view, at) => readInteger(view, at, scalar),
    numberOf: (_, value) => wholeNumber(value),
  },
  measure: fixedOnly,
  index: indexEach,
  explain: explainLeaf,
  decode({ scalar }, cursor) {
    const { at } = cursor
    cursor.at += SCALAR_SIZE[scalar]
    return readInteger(cursor.view, at, scalar)
  },
  encode: ({ scalar }, value, encoder) => encodeInteger(scalar, value, encoder),
  needsEnd: never,
  toJson: (_, value) => String(value),
  fromJson: (_, json) => json,
  jsonKey: sameKey,
  schema: ({ scalar }) => ({ type: 'integer', minimum: 0, maximum: INTEGER_LIMITS[scalar][1], readOnly: true }),
  describe: ({ scalar, sibling, per }) => `${scalar} = length of ${sibling}${per === 1 ? '' : ` / ${per}`}`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: never,
  findings: nothing,
  columns: (_, { scalar }, field) => (field === '' ? { at: 0, scalar, words: 1 } : undefined),
}
