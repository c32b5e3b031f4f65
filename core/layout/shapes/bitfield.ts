import type { Meta } from '../model/meta'
import { bitsOf, readInteger, writeInteger } from '../model/numbers'
import {
  INTEGER_LIMITS,
  SCALAR_SIZE,
  type AnyLayout,
  type BitRange,
  type BitsShape,
  type BitfieldShape,
  type Layout,
} from '../model/shape'
import { fixed, withMeta } from './fixed'
import { jsonLine } from './json-lines'
import { NO_CHILDREN, NO_STEERING, explainLeaf, fixedOnly, indexEach, isFields, never, nothing, sameKey } from './leaf'
import { prefixScalar } from './prefix'
import type { Encoder, ShapeOperations } from './operations'
import { own } from '../model/own'

/**
 * `counts`: the arrays of the record that holds the number, whose length is the number in the range; with `parallel` arrays
 * of the record that belongs to it, as `blobs/list`.
 */
type RangeMeta = Meta & { readonly counts?: readonly string[]; readonly parallel?: boolean }
type Ranges = Readonly<Record<string, readonly [at: number, bits: number, meta?: RangeMeta]>>

/**
 * A number whose bits are several: `bitfield(u16(), { index: [0, 6], turn: [14, 2] })`, each `[first bit, bits, meta]`.
 * The value is a record of numbers; bits that no name covers are `unk_k`, k the first of them. Formulas read the whole
 * number as `tile`, one range as `tile.index`. A range with `bits` is shown as flags; one with `counts` is filled by the
 * writer: `{ n: [0, 8, { counts: ['vertices', 'normals'] }] }`.
 */
export function bitfield<R extends Ranges>(
  prefix: Layout<number>,
  ranges: R,
  meta: Meta = {},
): Layout<{ readonly [K in keyof R]: number }> {
  const scalar = prefixScalar(prefix, 'bitfield')
  const width = 8 * SCALAR_SIZE[scalar]
  const named = Object.entries(ranges).map(([name, [at, bits, given]]) => ({ name, at, bits, given: given ?? {} }))
  named.sort((a, b) => a.at - b.at)
  const all: BitRange[] = []
  let from = 0
  const add = (name: string, at: number, bits: number, { counts, parallel = false, ...given }: RangeMeta): void => {
    const shape: BitsShape = {
      of: 'bits',
      scalar,
      name,
      at,
      bits,
      ...(counts && { counts }),
      ...(parallel && { isParallel: true }),
    }
    const limits: Meta = { min: 0, max: 2 ** bits - 1, ...given, ...(counts && { role: 'derived' }) }
    const kind = given.bits ? 'flags' : 'integer'
    all.push({ name, layout: fixed<number>(kind, shape, SCALAR_SIZE[scalar], limits), at, bits })
    from = at + bits
  }
  for (const { name, at, bits, given } of named) {
    if (at < from || bits < 1 || at + bits > width) throw new TypeError(`bitfield: '${name}' does not fit`)
    if (at > from) add(`unk_${from}`, from, at - from, { role: 'unknown' })
    add(name, at, bits, given)
  }
  if (from < width) add(`unk_${from}`, from, width - from, { role: 'unknown' })
  return fixed('struct', { of: 'bitfield', scalar, ranges: all }, SCALAR_SIZE[scalar], meta)
}

/** The number of a record of its parts; undefined where one is missing or does not fit. */
function wholeOf({ ranges }: BitfieldShape, value: unknown): number | undefined {
  if (!isFields(value)) return undefined
  let whole = 0
  for (const { name, at, bits } of ranges) {
    const part = own(value, name)
    if (typeof part !== 'number' || !Number.isInteger(part) || part < 0 || part >= 2 ** bits) return undefined
    whole += part * 2 ** at
  }
  return whole
}

/** The ranges of a whole number: patches and recipes have it from a time when its bits had no names. Anything else as it is. */
function rangesOfNumber({ scalar, ranges }: BitfieldShape, json: unknown): unknown {
  const [min, max] = INTEGER_LIMITS[scalar]
  if (typeof json !== 'number' || !Number.isInteger(json) || json < min || json > max) return json
  return Object.fromEntries(ranges.map(range => [range.name, bitsOf(json, range.at, range.bits)]))
}

function encodeParts(shape: BitfieldShape, value: unknown, encoder: Encoder): void {
  if (!isFields(value)) return encoder.refuse('layout.not-record')
  for (const field of Object.keys(value))
    if (!shape.ranges.some(({ name }) => name === field)) encoder.refuse('layout.unknown-field', { field })
  for (const { name, bits } of shape.ranges)
    encoder.within(name, () => {
      const part = own(value, name)
      if (part === undefined) encoder.refuse('layout.missing-field', { field: name })
      if (typeof part !== 'number' || !Number.isInteger(part)) encoder.refuse('layout.not-integer')
      else if (part < 0 || part >= 2 ** bits)
        encoder.refuse('layout.range', { value: part, min: 0, max: 2 ** bits - 1 })
    })
  const at = encoder.grow(SCALAR_SIZE[shape.scalar])
  writeInteger(encoder.view, at, shape.scalar, wholeOf(shape, value) ?? 0)
}

export const bitfieldOperations: ShapeOperations<BitfieldShape> = {
  children: {
    parts: ({ ranges }) => ranges,
    records: nothing,
    count: ({ ranges }) => ranges.length,
    at: ({ ranges }, index) => ranges[index],
    indexOf: ({ ranges }, name) => ranges.findIndex(range => range.name === name),
    places: ({ ranges }, { offset, size }) => [...ranges.map(() => offset), offset + size],
  },
  steering: {
    ...NO_STEERING,
    number({ scalar, ranges }, view, at, part) {
      const whole = readInteger(view, at, scalar)
      const range = part === undefined ? undefined : ranges.find(({ name }) => name === part)
      if (part === undefined) return whole
      return range && bitsOf(whole, range.at, range.bits)
    },
    numberOf(shape, value, part) {
      const found = part === undefined || !isFields(value) ? wholeOf(shape, value) : own(value, part)
      return typeof found === 'number' ? found : undefined
    },
  },
  measure: fixedOnly,
  index: indexEach,
  explain: explainLeaf,
  decode({ scalar, ranges }, cursor) {
    const { at } = cursor
    cursor.at += SCALAR_SIZE[scalar]
    const whole = readInteger(cursor.view, at, scalar)
    return Object.fromEntries(ranges.map(range => [range.name, bitsOf(whole, range.at, range.bits)]))
  },
  encode: encodeParts,
  needsEnd: never,
  toJson: ({ ranges }, value) =>
    jsonLine(
      '{ ',
      ' }',
      ranges.map(({ name }) => `"${name}": ${String(isFields(value) ? own(value, name) : 0)}`),
    ),
  fromJson: (shape, json) => (json instanceof Map ? Object.fromEntries(json) : rangesOfNumber(shape, json)),
  jsonKey: sameKey,
  schema: ({ ranges }, _, schemas) => ({
    type: 'object',
    properties: Object.fromEntries(ranges.map(({ name, layout }) => [name, schemas.schemaOf(layout)])),
    required: ranges.filter(({ layout }) => !schemas.countsOf(layout)).map(({ name }) => name),
    additionalProperties: false,
  }),
  describe: ({ scalar, ranges }) => `${scalar} { ${ranges.map(rangeText).join(', ')} }`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: ({ ranges }) => ranges.some(({ layout }) => layout.meta.values !== undefined),
  findings: nothing,
  columns: nothing,
}

function rangeText({ name, at, bits, layout: { shape } }: BitRange): string {
  const counts = shape.of === 'bits' ? shape.counts : undefined
  return `${name}: ${at}+${bits}${counts ? ` = length of ${counts.join(', ')}` : ''}`
}

/** One range of the bits of a number: it is edited with the number. */
export const bitsOperations: ShapeOperations<BitsShape> = {
  children: NO_CHILDREN,
  steering: {
    ...NO_STEERING,
    counts: ({ counts, bits, isParallel = false }) =>
      counts && { siblings: counts, per: 1, most: 2 ** bits - 1, isParallel },
    number: ({ scalar, at: first, bits }, view, at) => bitsOf(readInteger(view, at, scalar), first, bits),
    numberOf: (_, value) => (typeof value === 'number' ? value : undefined),
  },
  measure: fixedOnly,
  index: indexEach,
  explain: explainLeaf,
  decode({ scalar, at: first, bits }, cursor) {
    const { at } = cursor
    cursor.at += SCALAR_SIZE[scalar]
    return bitsOf(readInteger(cursor.view, at, scalar), first, bits)
  },
  encode({ scalar, at: first, bits }, value, encoder) {
    if (typeof value !== 'number' || !Number.isInteger(value)) return encoder.refuse('layout.not-integer')
    if (value < 0 || value >= 2 ** bits) encoder.refuse('layout.range', { value, min: 0, max: 2 ** bits - 1 })
    const at = encoder.grow(SCALAR_SIZE[scalar])
    writeInteger(encoder.view, at, scalar, value * 2 ** first)
  },
  needsEnd: never,
  toJson: (_, value) => String(value),
  fromJson: (_, json) => json,
  jsonKey: sameKey,
  schema: ({ bits, counts }) => ({
    type: 'integer',
    minimum: 0,
    maximum: 2 ** bits - 1,
    ...(counts && { readOnly: true }),
  }),
  describe: ({ at, bits, counts }) =>
    `bits ${at}..${at + bits - 1}${counts ? ` = length of ${counts.join(', ')}` : ''}`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: (_, { values }) => values !== undefined,
  findings({ scalar, at, bits }, { layout: { meta }, source: { view }, offset }) {
    const value = bitsOf(readInteger(view, offset, scalar), at, bits)
    return !meta.values || Object.hasOwn(meta.values, value) ? undefined : { what: 'value', params: { value } }
  },
  columns: nothing,
}

/** The same declaration with the catalogue keys of the titles of its ranges. */
export function titledRanges(layout: AnyLayout, key: string): AnyLayout {
  const { shape } = layout
  if (shape.of !== 'bitfield') return layout
  const titled = shape.ranges.map(range => ({
    ...range,
    layout: withMeta(range.layout, { doc: range.layout.meta.doc ?? `${key}.${range.name}` }),
  }))
  return { ...layout, shape: { ...shape, ranges: titled } }
}
