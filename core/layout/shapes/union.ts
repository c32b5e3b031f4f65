import { evaluate } from '../../expression'
import { formula } from '../model/formula'
import type { Meta } from '../model/meta'
import type { AnyLayout, Infer, Layout, ScalarsOf, UnionShape } from '../model/shape'
import { bytes } from './bytes'
import { withMeta } from './fixed'
import { NO_CHILDREN, NO_STEERING, indexEach, isNothing, never, sameKey } from './leaf'
import { countWithin } from './length'
import type { Around, ShapeOperations } from './operations'

type Cases = Readonly<Record<number, AnyLayout>>

/**
 * Another layout for each value of `tag`, an expression over fields before it: `union('word & 255', { 1: Flash })`.
 * `otherwise` is for all other values; without it they are a fault. Cases of one size have that size together.
 */
export function union<C extends Cases, O extends AnyLayout = never>(
  tag: string,
  cases: C,
  otherwise?: O,
  meta: Meta = {},
): Layout<Infer<C[keyof C]> | Infer<O>, ScalarsOf<C[keyof C]>> {
  const all = [...Object.values<AnyLayout>(cases), ...(otherwise ? [otherwise] : [])]
  const [first] = all
  if (!first) throw new TypeError('union without cases')
  const isOneSize = first.fixedSize !== undefined && all.every(({ fixedSize }) => fixedSize === first.fixedSize)
  const fallback = isOneSize && !otherwise ? withMeta(bytes(first.fixedSize), { role: 'unknown' }) : undefined
  return {
    kind: 'struct',
    meta,
    shape: {
      of: 'union',
      tag: formula(tag),
      cases: { ...cases },
      otherwise,
      fallback: fallback && {
        ...fallback,
        shape: { of: 'bytes', length: { from: 'fixed', count: first.fixedSize ?? 0 }, isUnknownCase: true },
      },
    },
    fixedSize: isOneSize ? first.fixedSize : undefined,
    leastSize: Math.min(...all.map(({ leastSize }) => leastSize)),
    varies: true,
  }
}

const NOTHING: Layout<undefined> = {
  kind: 'struct',
  meta: {},
  shape: { of: 'struct', name: 'nothing', fields: [] },
  fixedSize: 0,
  leastSize: 0,
}

/** A layout that is present only where a condition over fields before it holds: `optional('version > 2', i32())`. */
export const optional = <L extends AnyLayout>(
  condition: string,
  layout: L,
  meta: Meta = {},
): Layout<Infer<L> | undefined> =>
  union(`(${condition}) != 0`, { 1: layout, 0: NOTHING }, undefined, meta) as Layout<Infer<L> | undefined>

/** The case of a tag; undefined where there is none. */
function caseOf({ tag, cases, otherwise, fallback }: UnionShape, around: Around | undefined): AnyLayout | undefined {
  const { expression } = tag
  const value = !around
    ? Number.NaN
    : expression.op === 'field'
      ? around.valueOf(expression.name)
      : evaluate(expression, name => around.valueOf(name))
  // No object inherits anything under a number.
  return cases[typeof value === 'number' ? value : String(value)] ?? otherwise ?? fallback
}

export const unionOperations: ShapeOperations<UnionShape> = {
  children: NO_CHILDREN,
  steering: {
    ...NO_STEERING,
    names: ({ tag }) => tag.names,
    alternatives: ({ cases, otherwise, fallback }) => [
      ...Object.values(cases),
      ...(otherwise ? [otherwise] : []),
      ...(fallback ? [fallback] : []),
    ],
    resolve: caseOf,
  },
  measure(_, shape, view, offset, end, count, measurer, around) {
    const layout = caseOf(shape, around)
    return layout ? measurer.measure(layout, view, offset, end, count, around) : -1
  },
  index: indexEach,
  explain(node, { tag }, walk) {
    const { around } = node
    const value = around ? evaluate(tag.expression, name => around.valueOf(name)) : Number.NaN
    walk.fail('union', node.path, node.offset, walk.end - node.offset, { tag: tag.text, value: String(value) })
    node.settle({ size: 0, isWhole: false })
  },
  decode(shape, cursor) {
    const layout = caseOf(shape, cursor.around)
    return layout ? cursor.value(layout, countWithin(cursor.lengthOf(layout), cursor.around)) : []
  },
  encode(shape, value, encoder) {
    const layout = caseOf(shape, encoder.around)
    if (!layout) return encoder.refuse('layout.union', { tag: shape.tag.text })
    encoder.put(layout, value)
  },
  needsEnd: never,
  toJson(shape, value, printer, margin, isOutermost) {
    const layout = caseOf(shape, printer.around)
    return layout ? printer.print(layout, value, margin, isOutermost) : 'null'
  },
  fromJson(shape, json, reader) {
    const layout = caseOf(shape, reader.around)
    return layout ? reader.value(layout, json) : reader.refuse('layout.union', { tag: shape.tag.text })
  },
  jsonKey: sameKey,
  schema(shape, _, schemas) {
    const all = [...new Set(casesOf(shape))]
      .filter(layout => !isNothing(layout))
      .map(layout => schemas.schemaOf(layout))
    return all.length === 1 ? (all[0] ?? {}) : { anyOf: all }
  },
  describe(shape, typeOf) {
    const { tag, cases, otherwise } = shape
    const told = Object.entries(cases).map(
      ([value, layout]) => `${value}: ${isNothing(layout) ? 'nothing' : typeOf(layout)}`,
    )
    return `by ${tag.text} { ${[...told, ...(otherwise ? [`otherwise: ${typeOf(otherwise)}`] : [])].join(', ')} }`
  },
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: never,
  findings: () => undefined,
  columns(_, shape, field, numbersOf) {
    const [first, ...others] = casesOf(shape).map(layout => numbersOf(layout, field))
    const isSame = others.every(
      one =>
        one?.at === first?.at &&
        one?.scalar === first?.scalar &&
        one?.words === first?.words &&
        one?.isBigEndian === first?.isBigEndian,
    )
    return isSame ? first : undefined
  },
}

const casesOf = ({ cases, otherwise }: UnionShape): readonly AnyLayout[] => [
  ...Object.values(cases),
  ...(otherwise ? [otherwise] : []),
]
