import type { Meta } from '../model/meta'
import type { AnyLayout, Layout, RecursiveShape } from '../model/shape'
import { NO_CHILDREN, NO_STEERING, indexEach, never, sameKey } from './leaf'
import type { Around, ShapeOperations } from './operations'
import { DEEPEST } from './scope'

/** The struct of that name, within itself: `struct('node', { …, children: array(recursive('node'), 'n') })`. */
export function recursive(name: string, meta: Meta = {}): Layout<unknown> {
  return { kind: 'struct', meta, shape: { of: 'recursive', name }, fixedSize: undefined, leastSize: 1, varies: true }
}

const isDeep = (around: Around | undefined): boolean => (around?.depth ?? 0) >= DEEPEST

function targetOf({ target }: RecursiveShape, around: Around | undefined): AnyLayout | undefined {
  return isDeep(around) ? undefined : target
}

export const recursiveOperations: ShapeOperations<RecursiveShape> = {
  children: NO_CHILDREN,
  steering: {
    ...NO_STEERING,
    alternatives: ({ target }) => (target ? [target] : []),
    resolve: targetOf,
  },
  measure(_, shape, view, offset, end, count, measurer, around) {
    const layout = targetOf(shape, around)
    return layout ? measurer.measure(layout, view, offset, end, count, around) : -1
  },
  index: indexEach,
  explain(node, _, walk) {
    walk.fail('deep', node.path, node.offset, walk.end - node.offset, { limit: DEEPEST })
    node.settle({ size: 0, isWhole: false })
  },
  decode(shape, cursor) {
    const layout = targetOf(shape, cursor.around)
    return layout ? cursor.value(layout, 0) : []
  },
  encode(shape, value, encoder) {
    const layout = targetOf(shape, encoder.around)
    if (!layout) return encoder.refuse('layout.deep', { limit: DEEPEST })
    encoder.put(layout, value)
  },
  needsEnd: never,
  toJson(shape, value, printer, margin, isOutermost) {
    const layout = targetOf(shape, printer.around)
    return layout ? printer.print(layout, value, margin, isOutermost) : 'null'
  },
  fromJson(shape, json, reader) {
    const layout = targetOf(shape, reader.around)
    return layout ? reader.value(layout, json) : reader.refuse('layout.deep', { limit: DEEPEST })
  },
  jsonKey: sameKey,
  schema: ({ target }, _, schemas) => (target ? schemas.schemaOf(target) : {}),
  describe: ({ name }) => name,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: never,
  findings: () => undefined,
  columns: (_, { target }, field, numbersOf) => target && numbersOf(target, field),
}
