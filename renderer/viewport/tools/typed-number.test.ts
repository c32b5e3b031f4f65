import fc from 'fast-check'
import { expect, it } from 'vitest'
import { typedNumber, withKeyTyped } from './typed-number'

const press = (typed: string, key: string): string => withKeyTyped(typed, { key, code: '' }) ?? expect.unreachable()

it('reads any typed decimal number as it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), number => {
      expect(typedNumber([...String(number / 100)].reduce(press, ''))).toBe(number / 100)
    }),
  )
})

it('takes the last key back with Backspace, and ignores other keys', () => {
  expect(withKeyTyped('12', { key: 'Backspace', code: 'Backspace' })).toBe('1')
  expect(withKeyTyped('', { key: 'Backspace', code: 'Backspace' })).toBe('')
  expect(withKeyTyped('12', { key: 'e', code: 'KeyE' })).toBeUndefined()
})

it('has no number while only a sign or nothing is typed', () => {
  expect(['', '-', '.', '1-2'].map(typedNumber)).toEqual([undefined, undefined, undefined, undefined])
})
