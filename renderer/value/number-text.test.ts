import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexText, misfit, numberText, roundedText, stepped, type NumberShape } from './number-text'

const U32: NumberShape = { isWhole: true, min: 0, max: 0xffffffff }
const F32: NumberShape = { isWhole: false, isSingle: true }

describe('numbers as they stand in a field', () => {
  it('a 32-bit float reads back as itself, -0 too', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true }), value => {
        expect(Object.is(Math.fround(Number(numberText(value, F32))), value)).toBe(true)
      }),
      { seed: 1, numRuns: 1000 },
    )
    expect(numberText(Math.fround(0.1), F32)).toBe('0.1')
    expect(numberText(-0, F32)).toBe('-0.0')
  })

  it('hexadecimal has all its digits, also of negative numbers', () => {
    expect(hexText(1, 8)).toBe('0x00000001')
    expect(hexText(-1, 8)).toBe('0xFFFFFFFF')
    expect(hexText(2n ** 64n - 1n, 16)).toBe('0xFFFFFFFFFFFFFFFF')
    expect(numberText(31, { ...U32, hexDigits: 4 })).toBe('0x001F')
  })

  it('a rounded float is short, near, and not zero where it is not', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, min: Math.fround(-99999), max: Math.fround(99999) }), value => {
        const text = roundedText(value, F32)
        expect(text.length).toBeLessThanOrEqual(8)
        expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(Math.max(0.06, Math.abs(value) * 0.06))
        expect(Number(text) === 0).toBe(value === 0)
      }),
      { seed: 3, numRuns: 1000 },
    )
    expect([308.81085, -0.057727013, 0.9578735, 12, 2e-9].map(value => roundedText(Math.fround(value), F32))).toEqual([
      '308.81',
      '-0.0577',
      '0.9579',
      '12',
      '2e-9',
    ])
  })

  it('says why a number does not fit', () => {
    expect([misfit(1.5, U32), misfit(-1, U32), misfit(2 ** 32, U32), misfit(7, U32), misfit(-7.5, F32)]).toEqual([
      'whole',
      'range',
      'range',
      undefined,
      undefined,
    ])
  })

  it('steps stay within limits and on round numbers', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), fc.integer(), (value, steps) => {
        expect(misfit(stepped(value, steps, U32, 'coarse'), U32)).toBeUndefined()
      }),
      { seed: 2 },
    )
    expect(stepped(864.09406, 1, F32, 'plain')).toBe(865)
    expect(stepped(864.09406, 1, F32, 'fine')).toBe(864.2)
    expect(stepped(0.5, -3, F32, 'plain')).toBe(0.47)
    expect(stepped(5n, 2, U32, 'plain')).toBe(7n)
  })
})
