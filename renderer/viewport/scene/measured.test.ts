import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MEASURED_STEPS, measuredField, measuredName, styleOf } from '../../palette/palette'
import { measured, rangeWords } from './measured'

describe('measured numbers', () => {
  it('are steps from the least to the greatest, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.float(), { maxLength: 40 }), numbers => {
        const { values, names, range } = measured(Float32Array.from(numbers))
        const finite = numbers.map(Math.fround).filter(Number.isFinite)
        expect(range).toEqual(finite.length > 0 ? [Math.min(...finite), Math.max(...finite)] : undefined)
        numbers.forEach((number, at) => {
          const step = values[at] ?? NaN
          expect(step === -1).toBe(!Number.isFinite(number))
          expect(step).toBeLessThan(MEASURED_STEPS)
          expect(names[step]).toBeDefined()
          // Order is kept.
          numbers.forEach((other, k) => {
            if (Number.isFinite(number) && Number.isFinite(other) && number < other)
              expect(values[k]).toBeGreaterThanOrEqual(step)
          })
        })
      }),
    )
  })

  it('have the limits of their steps as names, and NaN and infinity as one of their own', () => {
    const found = measured(Float32Array.of(0, 0.5, 9, NaN, -Infinity))
    expect([...found.values]).toEqual([0, 0, MEASURED_STEPS - 1, -1, -1])
    expect(found.names).toEqual({ 0: '0 … 1', [MEASURED_STEPS - 1]: '8 … 9', '-1': 'NaN, ∞' })
    expect(rangeWords(found)).toBe('0 … 9')
  })

  it('are one step where all are equal, and have no range where none is finite', () => {
    const same = measured(Float32Array.of(2.5, 2.5))
    expect([[...same.values], same.names, rangeWords(same)]).toEqual([[0, 0], { 0: '2.5' }, '2.5 … 2.5'])
    const none = measured(Float32Array.of(NaN))
    expect([[...none.values], none.range, rangeWords(none)]).toEqual([[-1], undefined, ''])
  })

  it('are drawn lighter as they grow, and those that are no numbers in a colour of their own', () => {
    const name = measuredName('position/z')
    expect([measuredField(name), measuredField('owner_clan')]).toEqual(['position/z', undefined])
    const light = ([red, green, blue]: readonly number[]): number =>
      0.2 * (red ?? 0) + 0.7 * (green ?? 0) + 0.1 * (blue ?? 0)
    const lights = Array.from({ length: MEASURED_STEPS }, (_, step) => light(styleOf(step, name).rgb))
    expect(lights).toEqual(lights.toSorted((a, b) => a - b))
    const colours = Array.from({ length: MEASURED_STEPS + 1 }, (_, at) => styleOf(at - 1, name).colour)
    expect(new Set(colours).size).toBe(MEASURED_STEPS + 1)
  })
})
