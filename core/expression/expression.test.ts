import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExpressionError, FORMULA, evaluate, namesIn, parseExpression, type Numeric } from '.'

const value = (text: string, names: Readonly<Record<string, Numeric>> = {}): Numeric =>
  evaluate(parseExpression(FORMULA, text), name => names[name] ?? Number.NaN)

function mistake(text: string): string {
  try {
    parseExpression(FORMULA, text)
    return ''
  } catch (error) {
    if (error instanceof ExpressionError) return `${error.code} ${error.at}`
    throw error
  }
}

/** A random expression with its text and its value, worked out on bigints apart from the product's evaluator. */
interface Sample {
  readonly text: string
  readonly value: bigint | undefined
}
const both = (a: Sample, b: Sample, work: (m: bigint, n: bigint) => bigint | undefined): bigint | undefined =>
  a.value === undefined || b.value === undefined ? undefined : work(a.value, b.value)
const isU32 = (n: bigint): boolean => n >= -(2n ** 31n) && n < 2n ** 32n
const OPERATIONS: Readonly<Record<string, (m: bigint, n: bigint) => bigint | undefined>> = {
  '+': (m, n) => m + n,
  '-': (m, n) => m - n,
  '*': (m, n) => m * n,
  '/': (m, n) => (n === 0n ? undefined : m / n),
  '%': (m, n) => (n === 0n ? undefined : m % n),
  '&': (m, n) => BigInt.asUintN(isU32(m) && isU32(n) ? 32 : 64, m & n),
  '|': (m, n) => BigInt.asUintN(isU32(m) && isU32(n) ? 32 : 64, m | n),
  '<': (m, n) => (m < n ? 1n : 0n),
  '>=': (m, n) => (m >= n ? 1n : 0n),
  '==': (m, n) => (m === n ? 1n : 0n),
}
const samples: fc.Arbitrary<Sample> = fc.letrec<{ node: Sample }>(tie => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.bigInt(0n, 40n), fc.bigInt(0n, 2n ** 34n)).map((n): Sample => ({ text: String(n), value: n })),
    fc.tuple(tie('node'), fc.constantFrom(...Object.keys(OPERATIONS)), tie('node')).map(
      ([a, op, b]): Sample => ({
        text: `(${a.text}) ${op} (${b.text})`,
        value: both(a, b, OPERATIONS[op] ?? (() => undefined)),
      }),
    ),
    tie('node').map(
      ({ text, value: inner }): Sample => ({ text: `-(${text})`, value: inner === undefined ? undefined : -inner }),
    ),
  ),
})).node

describe('expressions of formulas', () => {
  it('have the value of an independent evaluator, exact beyond 53 bits; nothing where something is divided by zero', () => {
    let exact = 0
    fc.assert(
      fc.property(samples, ({ text, value: expected }) => {
        const found = value(text)
        if (expected === undefined) expect(found).toBeNaN()
        else expect(BigInt(found)).toBe(expected)
        if (typeof found === 'bigint') exact++
      }),
      { seed: 31, numRuns: 1500 },
    )
    expect(exact).toBeGreaterThan(20)
  })
  it('bind as in C', () => {
    expect(value('2 + 3 * 4 - 1')).toBe(13)
    expect(value('1 << 2 + 1')).toBe(8)
    expect(value('7 - 4 - 2')).toBe(1)
    expect(value('6 & 3 | 8')).toBe(10)
    expect(value('1 < 2 && 3 >= 3 || 0')).toBe(1)
    expect(value('!0 + ~0')).toBe(4294967296)
    expect(value('-7 / 2')).toBe(-3)
  })
  it('need parentheses where bits stand beside a comparison', () => {
    expect(mistake('flags & 3 == 1')).toBe('mixed 6')
    expect(mistake('a == 1 | b')).toBe('mixed 7')
    expect(value('(flags & 3) == 1', { flags: 5 })).toBe(1)
    expect(value('flags & (3 == 3)', { flags: 5 })).toBe(1)
  })
  it('work on bits without a sign, on 64 where needed', () => {
    expect(value('1 << 31')).toBe(2 ** 31)
    expect(value('1 << 32')).toBe(0)
    expect(value('x >> 4', { x: -1 })).toBe(0x0fffffff)
    expect(value('x & 0xffffffffffffffff', { x: 2n ** 63n + 1n })).toBe(2n ** 63n + 1n)
  })
  it('name fields here, of the parallel and of the enclosing record, and attributes', () => {
    expect(namesIn(parseExpression(FORMULA, 'x + ^.n * ..n - @attr1 + x'))).toEqual(['x', '^.n', '..n', '@attr1'])
    expect(value('^.n + @attr1', { '^.n': 2, '@attr1': 40 })).toBe(42)
  })
  it('are refused with their place, however broken, and never hang', () => {
    expect([
      mistake(''),
      mistake('1 +'),
      mistake('(1'),
      mistake('1 2'),
      mistake('a # b'),
      mistake('1.5'),
      mistake('^n'),
    ]).toEqual(['end 0', 'end 3', 'unclosed 2', 'unexpected 2', 'character 2', 'character 0', 'character 0'])
    expect(mistake('('.repeat(5000))).toBe('deep 200')
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '1', '(', ')', '+', '&', '=', '<', '!', '^.', '..', '@', ' ', '"') }),
        text => {
          expect(mistake(text)).toMatch(/^(?:|[a-z]+ \d+)$/)
        },
      ),
      { seed: 5, numRuns: 1000 },
    )
  })
})
