import type { Meta } from '../model/meta'
import { readInteger } from '../model/numbers'
import { INTEGER_LIMITS, SCALAR_SIZE, type Layout, type ShapeOf } from '../model/shape'
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

type Unsigned = 'u8' | 'u16' | 'u32'

/** The length of the array `sibling` of the same record, divided by `per`; the writer fills it. */
export function count(sibling: string, meta?: Meta & { readonly per?: number }): Layout<number, 'u32'>
export function count<S extends Unsigned>(
  sibling: string,
  meta: Meta & { readonly per?: number; readonly as: S },
): Layout<number, S>
export function count(
  sibling: string,
  { per = 1, as = 'u32', ...meta }: Meta & { readonly per?: number; readonly as?: Unsigned } = {},
): Layout<number> {
  const [min, max] = INTEGER_LIMITS[as]
  return fixed('integer', { of: 'count', scalar: as, sibling, per }, SCALAR_SIZE[as], {
    min,
    max,
    ...meta,
    role: 'derived',
  })
}

export const countOperations: ShapeOperations<ShapeOf<'count'>> = {
  children: NO_CHILDREN,
  steering: {
    ...NO_STEERING,
    counts: shape => shape,
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
