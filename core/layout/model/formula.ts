import type { Expression, Formula, Length } from './shape'

/**
 * A length by arithmetic: names of earlier fields of the same record, whole numbers, `+ - *` and parentheses.
 * Throws where the text is not that: a declaration is wrong when the program starts, not when a file comes.
 */
export function formula(text: string): Formula {
  const expression = parse(text)
  return { from: 'formula', text, names: [...new Set(namesOf(expression))], expression }
}

/** The length stands in the directory row of the entry, where it is `count` now. */
export const attribute = (name: string, count: number): Length => ({ from: 'attribute', name, count })

/** All records up to the last byte: the lines of a text. */
export const toEnd: Length = { from: 'end', count: 0 }

/** In doubles, so products of u32 do not wrap. */
export function evaluate(expression: Expression, valueOf: (name: string) => number): number {
  if (expression.op === 'number') return expression.value
  if (expression.op === 'name') return valueOf(expression.name)
  const left = evaluate(expression.left, valueOf)
  const right = evaluate(expression.right, valueOf)
  if (expression.op === '+') return left + right
  return expression.op === '-' ? left - right : left * right
}

export interface LinearExpression {
  readonly base: number
  readonly times: ReadonlyMap<string, number>
}

/** `3 * n + 1` as factors of each name, or undefined where names are multiplied with each other. */
export function linear(expression: Expression): LinearExpression | undefined {
  if (expression.op === 'number') return { base: expression.value, times: new Map() }
  if (expression.op === 'name') return { base: 0, times: new Map([[expression.name, 1]]) }
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

function namesOf(expression: Expression): string[] {
  if (expression.op === 'number') return []
  if (expression.op === 'name') return [expression.name]
  return [...namesOf(expression.left), ...namesOf(expression.right)]
}

function parse(text: string): Expression {
  const tokens = text.match(/[A-Za-z_]\w*|\d+|\S/g) ?? []
  let at = 0
  const wrong = (): never => {
    throw new TypeError(`formula '${text}': unexpected ${tokens[at] ?? 'end'}`)
  }
  const sum = (): Expression => {
    let left = product()
    for (let op = tokens[at]; op === '+' || op === '-'; op = tokens[at]) {
      at++
      left = { op, left, right: product() }
    }
    return left
  }
  const product = (): Expression => {
    let left = atom()
    while (tokens[at] === '*') {
      at++
      left = { op: '*', left, right: atom() }
    }
    return left
  }
  const atom = (): Expression => {
    const token = tokens[at] ?? wrong()
    at++
    if (/^\d/.test(token)) return { op: 'number', value: Number(token) }
    if (/^\w/.test(token)) return { op: 'name', name: token }
    if (token !== '(') {
      at--
      wrong()
    }
    const inner = sum()
    if (tokens[at] !== ')') wrong()
    at++
    return inner
  }
  const expression = sum()
  return at === tokens.length ? expression : wrong()
}
