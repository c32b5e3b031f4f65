import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluate } from './expression'

const value = (text: string, present: number | bigint = 0) => {
  const result = evaluate(text, present)
  return result.ok ? result.value : `error at ${result.at}`
}

describe('expressions in number fields', () => {
  it('a number is itself, in decimal, hexadecimal and binary', () => {
    fc.assert(
      fc.property(fc.integer(), n => {
        expect(value(String(n), 5)).toBe(n)
        if (n >= 0) {
          expect(value(`0x${n.toString(16)}`, 5)).toBe(n)
          expect(value(`0b${n.toString(2)}`, 5)).toBe(n)
        }
      }),
      { seed: 1 },
    )
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), x => {
        expect(value(String(x), 5)).toBe(Object.is(x, -0) ? 0 : x)
      }),
      { seed: 2 },
    )
    expect(value('18446744073709551615')).toBe(18446744073709551615n)
    expect(Object.is(value('-0'), -0)).toBe(true)
  })

  it('beginning with an operator it changes the present value', () => {
    expect(value('+10', 5)).toBe(15)
    expect(value('*2', 5)).toBe(10)
    expect(value('/4', 5)).toBe(1.25)
    expect(value('-=3', 5)).toBe(2)
    expect(value('-3', 5)).toBe(-3)
    expect(value('|0x20', 5)).toBe(0x25)
    expect(value('&~1', 5)).toBe(4)
    expect(value('|0x80000000', 1)).toBe(0x80000001)
    expect(value('+1', 18446744073709551614n)).toBe(18446744073709551615n)
  })

  it('follows the usual order of operators', () => {
    expect(value('1 + 2 * 3')).toBe(7)
    expect(value('(1 + 2) * 3')).toBe(9)
    expect(value('x * x - 1', 4)).toBe(15)
    expect(value('1 << 4 | 1')).toBe(17)
    expect(value('0.1 + 0.2')).toBe(0.1 + 0.2)
  })

  it('says where it is wrong, and never throws', () => {
    expect(value('')).toBe('error at 0')
    expect(value('12abc')).toBe('error at 2')
    expect(value('(1 + 2')).toBe('error at 6')
    expect(value('1.5 | 1')).toBe('error at 4')
    expect(value('/0', 3)).toBe('error at 2')
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), text => {
        expect(typeof evaluate(text, 1).ok).toBe('boolean')
      }),
      { seed: 3 },
    )
  })
})
