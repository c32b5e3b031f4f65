/**
 * What may be typed into a number field: `12`, `0x1F`, `0b101`, `1e-3`, `(3 + 4) * 2`, `x | 4`, and, beginning with an
 * operator, a change of the present value: `+10`, `*2`, `/4`, `|0x20`, `&~1`, `-=5`. `-5` alone is the number -5.
 * Bits are worked on as integers without limit of 32 bits.
 */
export type Expression = { readonly ok: true; readonly value: number | bigint } | { readonly ok: false; readonly at: number }

type Num = number | bigint
const TOKEN = /\s*(0[xX][0-9a-fA-F]+|0[bB][01]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|<<|>>|[-+*/%|&^~()x])/y
const LEVELS: readonly (readonly string[])[] = [['|'], ['^'], ['&'], ['<<', '>>'], ['+', '-'], ['*', '/', '%']]

class Mistake extends Error {
  constructor(readonly at: number) {
    super('expression')
  }
}

/** Works out `text` where the field holds `present`. Integers stay exact (bigint where a double would lose digits). */
export function evaluate(text: string, present: Num): Expression {
  try {
    return { ok: true, value: new Reader(text, present).read() }
  } catch (mistake) {
    if (mistake instanceof Mistake) return { ok: false, at: mistake.at }
    throw mistake
  }
}

class Reader {
  private at = 0
  private token = ''
  private start = 0

  constructor(private readonly text: string, private readonly present: Num) {}

  read(): Num {
    const change = /^\s*(\+|\*|\/|%|\||&|\^|<<|>>)=?|^\s*(-)=/.exec(this.text)
    const operator = change?.[1] ?? change?.[2]
    if (change && operator) this.at = change[0].length
    this.next()
    const value = this.level(0)
    if (this.token !== '') throw new Mistake(this.start)
    return operator ? combine(operator, this.present, value, this.start) : value
  }

  private next(): void {
    TOKEN.lastIndex = this.at
    const match = TOKEN.exec(this.text)
    if (!match) {
      if (this.text.slice(this.at).trim() !== '') throw new Mistake(this.at)
      this.token = ''
      this.start = this.text.length
      return
    }
    this.token = match[1] ?? ''
    this.at = TOKEN.lastIndex
    this.start = this.at - this.token.length
  }

  private level(depth: number): Num {
    const operators = LEVELS[depth]
    if (!operators) return this.unary()
    let left = this.level(depth + 1)
    while (operators.includes(this.token)) {
      const operator = this.token
      const at = this.start
      this.next()
      left = combine(operator, left, this.level(depth + 1), at)
    }
    return left
  }

  private unary(): Num {
    const { token, start } = this
    if (token === '-' || token === '+' || token === '~') {
      this.next()
      const value = this.unary()
      if (token === '+') return value
      return token === '-' ? narrow(typeof value === 'bigint' ? -value : -value) : narrow(~whole(value, start))
    }
    if (token === '(') {
      this.next()
      const value = this.level(0)
      if (this.token !== ')') throw new Mistake(this.start)
      this.next()
      return value
    }
    if (token === '' || !/^[\dx.]/.test(token)) throw new Mistake(start)
    this.next()
    return token === 'x' ? this.present : literal(token)
  }
}

const literal = (token: string): Num => (/^(?:0[xXbB]|\d+$)/.test(token) ? narrow(BigInt(token)) : Number(token))

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
    case '|': return narrow(whole(a, at) | whole(b, at))
    case '&': return narrow(whole(a, at) & whole(b, at))
    case '^': return narrow(whole(a, at) ^ whole(b, at))
    case '<<': return narrow(whole(a, at) << shift(b, at))
    case '>>': return narrow(whole(a, at) >> shift(b, at))
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
