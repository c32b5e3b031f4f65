import {
  COUNTING_LEVELS,
  ExpressionError,
  Parser,
  type Expression as Tree,
  type Grammar,
} from '@areal-studio/core/expression'

/**
 * What may be typed into a number field: `12`, `0x1F`, `0b101`, `1e-3`, `(3 + 4) * 2`, `x | 4`, and, beginning with an
 * operator, a change of the present value: `+10`, `*2`, `/4`, `|0x20`, `&~1`, `-=5`. `-5` alone is the number -5.
 * Bits are worked on as integers without limit of 32 bits.
 */
export type Expression =
  | { readonly ok: true; readonly value: number | bigint }
  | { readonly ok: false; readonly at: number }

type Num = number | bigint
const NUMBERS: Grammar = {
  levels: COUNTING_LEVELS,
  values: 0,
  prefixes: { '-': 'minus', '~': 'flip', '+': 'plus' },
  token:
    /\s*(?:(?<number>0[xX][0-9a-fA-F]+|0[bB][01]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>x)|(?<sign><<|>>|[-+*/%|&^~()]))/y,
  words: new Set(),
  origin: 0,
}

class Mistake extends Error {
  constructor(readonly at: number) {
    super('expression')
  }
}

/** Works out `text` where the field holds `present`. Integers stay exact (bigint where a double would lose digits). */
export function evaluate(text: string, present: Num): Expression {
  try {
    return { ok: true, value: read(text, present) }
  } catch (mistake) {
    if (mistake instanceof Mistake || mistake instanceof ExpressionError) return { ok: false, at: mistake.at }
    throw mistake
  }
}

function read(text: string, present: Num): Num {
  const change = /^\s*(\+|\*|\/|%|\||&|\^|<<|>>)=?|^\s*(-)=/.exec(text)
  const operator = change?.[1] ?? change?.[2]
  const parser = new Parser(NUMBERS, text, change && operator ? change[0].length : 0)
  const tree = parser.expression()
  if (parser.token.kind !== 'end') parser.unexpected()
  const value = workOut(tree, present)
  return operator ? combine(operator, present, value, parser.token.at) : value
}

function workOut(tree: Tree, present: Num): Num {
  switch (tree.op) {
    case 'number':
      return narrow(tree.exact ?? tree.value)
    case 'field':
      return present
    case 'minus':
      return narrow(-workOut(tree.of, present))
    case 'flip':
      return narrow(~whole(workOut(tree.of, present), tree.at))
    default:
      return 'right' in tree
        ? combine(tree.op, workOut(tree.left, present), workOut(tree.right, present), tree.at)
        : Number.NaN
  }
}

const narrow = (value: Num): Num =>
  typeof value === 'bigint' && value >= -(2n ** 53n) && value <= 2n ** 53n ? Number(value) : value

function whole(value: Num, at: number): bigint {
  if (typeof value === 'bigint') return value
  if (!Number.isInteger(value)) throw new Mistake(at)
  return BigInt(value)
}

const isWhole = (value: Num): boolean => typeof value === 'bigint' || Number.isSafeInteger(value)

function combine(operator: string, a: Num, b: Num, at: number): Num {
  switch (operator) {
    case '|':
      return narrow(whole(a, at) | whole(b, at))
    case '&':
      return narrow(whole(a, at) & whole(b, at))
    case '^':
      return narrow(whole(a, at) ^ whole(b, at))
    case '<<':
      return narrow(whole(a, at) << shift(b, at))
    case '>>':
      return narrow(whole(a, at) >> shift(b, at))
  }
  if (isWhole(a) && isWhole(b) && operator !== '/' && operator !== '%' && !isNegativeZero(a) && !isNegativeZero(b)) {
    const [m, n] = [BigInt(a), BigInt(b)]
    return narrow(operator === '+' ? m + n : operator === '-' ? m - n : m * n)
  }
  const [m, n] = [Number(a), Number(b)]
  if ((operator === '/' || operator === '%') && n === 0) throw new Mistake(at)
  if (operator === '+') return m + n
  if (operator === '-') return m - n
  if (operator === '*') return m * n
  return operator === '/' ? m / n : m % n
}

const isNegativeZero = (value: Num): boolean => Object.is(value, -0)

function shift(value: Num, at: number): bigint {
  const places = whole(value, at)
  if (places < 0n || places > 64n) throw new Mistake(at)
  return places
}
