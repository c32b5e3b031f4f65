import { expect, it } from 'vitest'
import { floodGuard, MESSAGES_PER_SECOND } from './budget'

it('lets so many messages pass in a second, and as many again in the next', () => {
  let now = 5000
  const isFlood = floodGuard(() => now)
  for (let message = 0; message < MESSAGES_PER_SECOND; message++) expect(isFlood()).toBe(false)
  expect(isFlood()).toBe(true)
  now = 5999
  expect(isFlood()).toBe(true)
  now = 6000
  expect(isFlood()).toBe(false)
})
