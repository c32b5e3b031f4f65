import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { boxOnScreen } from './on-screen'

const size = fc.integer({ min: 100, max: 5000 })
const distance = fc.integer({ min: -5000, max: 5000 })
const room = fc.record({ width: size, height: size })

test.prop([fc.record({ left: distance, top: distance, width: size, height: size }), room])('a box is seen whole, and stays as it was where it already is', (box, room) => {
  const now = boxOnScreen(box, room)
  if (!('left' in now && 'top' in now)) throw new Error('it hangs on other edges')
  expect(Math.min(now.left, now.top)).toBeGreaterThanOrEqual(0)
  expect(now.left + now.width).toBeLessThanOrEqual(room.width)
  expect(now.top + now.height).toBeLessThanOrEqual(room.height)
  expect(boxOnScreen(now, room)).toEqual(now)
})

test('a box keeps the edges it hangs on', () => {
  expect(boxOnScreen({ right: 900, bottom: 8, width: 640, height: 400 }, { width: 1280, height: 300 })).toEqual({ right: 640, bottom: 0, width: 640, height: 300 })
})
