import { expect, it } from 'vitest'
import { sameBytes } from './splices'

it('bytes are the same where every byte and the length are', () => {
  const bytes = Uint8Array.of(1, 2, 3)
  expect(sameBytes(bytes, bytes)).toBe(true)
  expect(sameBytes(bytes, Uint8Array.of(1, 2, 3))).toBe(true)
  expect(sameBytes(bytes, Uint8Array.of(1, 2, 4))).toBe(false)
  expect(sameBytes(bytes, Uint8Array.of(1, 2))).toBe(false)
  expect(sameBytes(Uint8Array.of(1, 2), bytes)).toBe(false)
})
