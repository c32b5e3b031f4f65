import { counterSplices, countersOf, isRange, runsAt, withRange, type Counter } from './assign'
import { encode } from './document/write'
import type { TreeNode } from './document/tree'
import { LayoutError } from './model/error'
import { evaluateLength } from './model/formula'
import type { Value } from './model/layout'
import type { AnyLayout } from './model/shape'
import type { Splice } from './model/splice'
import { lengthAt } from './shapes/given-counts'
import { isFields } from './shapes/leaf'
import { own } from './model/own'
import { anywhere, lengthOf } from './shapes/table'

/** Counts outside of a value that is assigned: those of the record that it is parallel to, of records around it. */

/** Whether arrays within have a length that fields outside of their record decide. */
const isCountedOutside = anywhere(layout => {
  const length = lengthOf(layout)
  return length?.from === 'formula' && length.names.some(name => /^[.^]/.test(name))
}, new WeakMap<AnyLayout, boolean>())

/** The count of a number of bits, with the values of all its ranges. */
interface Numbers {
  readonly whole: TreeNode
  readonly value: Value
}

/** Counts that get other numbers; several may be ranges of the bits of one number. */
export class NewCounts {
  private readonly lengths = new Map<string, number>()
  private readonly numbers = new Map<string, Numbers>()
  private readonly made: Splice[] = []

  /** Sets a count of an array of that length. Throws LayoutError `layout.formula` where it has another one already. */
  set(counter: Counter, array: TreeNode, length: number): void {
    const { node, counts, name } = counter
    const before = this.lengths.get(node.path)
    if (before === length) return
    if (before !== undefined)
      throw new LayoutError('layout.formula', { expected: before, found: length, formula: name }, array.path)
    this.lengths.set(node.path, length)
    const whole = isRange(node.layout) ? node.parent : undefined
    const splices = counterSplices(counter, array, length)
    if (!whole) for (const splice of splices) this.made.push(splice)
    else {
      const value = withRange(this.numbers.get(whole.path)?.value ?? whole.value, node.name, length / counts.per)
      this.numbers.set(whole.path, { whole, value })
    }
  }

  splices(): readonly Splice[] {
    const ranges = [...this.numbers.values()].flatMap(({ whole: { source, offset, layout, path, around }, value }) =>
      runsAt(source.bytes, offset, encode(layout, value, path, around).bytes),
    )
    return [...this.made, ...ranges]
  }
}

/**
 * Splices of the counts that follow the arrays within a value for a node, and lie outside of it. `isGiven`: a count has its
 * own value in the same edit. Throws LayoutError `layout.formula` where two arrays need different counts.
 */
export function outerCounts(
  node: TreeNode,
  value: () => Value,
  isGiven: (counter: TreeNode) => boolean,
): readonly Splice[] {
  if (!isCountedOutside(node.layout)) return []
  const counts = new NewCounts()
  const visit = (at: TreeNode, given: unknown): void => {
    if (!isCountedOutside(at.layout)) return
    const length = lengthAt(given, [])
    if (at !== node && length !== undefined && length !== at.count && (length > 0 || holdsCondition(at)))
      for (const counter of countersOf(at))
        if (!isWithin(counter.node, node) && !isGiven(counter.node)) counts.set(counter, at, length)
    for (let k = 0; k < at.childCount; k++) {
      const child = at.child(k)
      const inner = at.layout.shape.of === 'sized' && child.name === 'body' ? given : partOf(given, child.name)
      if (inner !== undefined) visit(child, inner)
    }
  }
  visit(node, value())
  return counts.splices()
}

/** Whether an array would have records if its counts were not 0. */
export function holdsCondition(array: TreeNode): boolean {
  const length = lengthOf(array.layout)
  if (length?.from !== 'formula' || !length.isConditional) return true
  const counters = new Set(countersOf(array).map(({ name }) => name))
  return evaluateLength(length.expression, name => (counters.has(name) ? 1 : (array.around?.valueOf(name) ?? 0))) !== 0
}

function isWithin(node: TreeNode, outer: TreeNode): boolean {
  return node.path === outer.path || outer.path === '' || node.path.startsWith(`${outer.path}/`)
}

function partOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value[Number(name)]
  return isFields(value) ? own(value, name) : undefined
}
