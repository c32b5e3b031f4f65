import {
  ExpressionError,
  FORMULA,
  evaluate,
  namesIn,
  parseExpression,
  type Expression,
  type Numeric,
} from '../../expression'
import type { Formula, Length, Sentinel } from './shape'

/**
 * A length by arithmetic over fields before it in the same record: `vertex_count + 3 * poly_count`. Throws where the
 * text is no formula: a wrong declaration shows when the program starts, not when a file is opened.
 */
export function formula(text: string): Formula {
  const expression = parsed(text)
  const isConditional = withoutConditions(expression) !== expression
  return { from: 'formula', text, names: namesIn(expression), expression, ...(isConditional && { isConditional }) }
}

const CONDITIONS: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>=', 'and', 'or', 'not'])

/** A product without the factors that are conditions: `n * (kind != 0)` is `n` where it is anything. */
export function withoutConditions(expression: Expression): Expression {
  if (expression.op !== '*') return expression
  const { left, right } = expression
  if (CONDITIONS.has(right.op)) return withoutConditions(left)
  return CONDITIONS.has(left.op) ? withoutConditions(right) : expression
}

function parsed(text: string): Expression {
  try {
    return parseExpression(FORMULA, text)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw new TypeError(
      `formula '${text}': ${error.code} at ${error.at + 1}${error.params['found'] === undefined ? '' : `, ${error.params['found']}`}`,
    )
  }
}

/** The length is a number of the entry's directory row; its present value is `count`. */
export const attribute = (name: string, count: number): Length => ({ from: 'attribute', name, count })

/** All records up to the last byte: the lines of a text. */
export const toEnd: Length = { from: 'end', count: 0 }

/**
 * Records up to and including the first for which the condition holds: `array(node, repeatUntil('next == 0'))`. Names
 * are fields of that record; a record that is a number is called `value`.
 */
export function repeatUntil(condition: string): Sentinel {
  const expression = parsed(condition)
  return { from: 'until', text: condition, names: namesIn(expression), expression, count: 0 }
}

/** Record k belongs to record k of the array `sibling`, whose fields are `^.name` in it. */
export const parallelTo = (sibling: string): Length => ({ from: 'parallel', sibling, count: 0 })

/** A length as declarations write it: a number, the name of a field or a formula, or one of the above. */
export function toLength(length: number | string | Length): Length {
  if (typeof length === 'number') return { from: 'fixed', count: length }
  return typeof length === 'string' ? formula(length) : length
}

/** Evaluates a formula; -1 where it has no value: a division by zero, or one with a remainder. */
export function evaluateLength(expression: Expression, valueOf: (name: string) => Numeric): number {
  const length = Number(evaluate(expression, valueOf))
  return Number.isInteger(length) ? length : -1
}

/** A sum of names with factors and a constant. */
export interface LinearExpression {
  readonly base: number
  readonly times: ReadonlyMap<string, number>
}

/** A linear formula as factors by name: `3 * n + 1`; undefined for any other. */
export function linear(expression: Expression): LinearExpression | undefined {
  if (expression.op === 'number') return { base: expression.value, times: new Map() }
  if (expression.op === 'field') return { base: 0, times: new Map([[expression.name, 1]]) }
  if (expression.op !== '+' && expression.op !== '-' && expression.op !== '*') return undefined
  const left = linear(expression.left)
  const right = linear(expression.right)
  if (!left || !right) return undefined
  if (expression.op === '*') {
    if (left.times.size === 0) return scaled(right, left.base)
    return right.times.size === 0 ? scaled(left, right.base) : undefined
  }
  return added(left, expression.op === '-' ? scaled(right, -1) : right)
}

function scaled({ base, times }: LinearExpression, factor: number): LinearExpression {
  return { base: base * factor, times: new Map([...times].map(([name, by]) => [name, by * factor])) }
}

function added(left: LinearExpression, right: LinearExpression): LinearExpression {
  const times = new Map(left.times)
  for (const [name, by] of right.times) times.set(name, (times.get(name) ?? 0) + by)
  return { base: left.base + right.base, times }
}
