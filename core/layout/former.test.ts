import { expect, it } from 'vitest'
import { apply } from '../edit'
import { array, assign, colour, document, f32, locate, struct, u8, withFormer } from '.'

const Slots = withFormer(
  struct('slots', { fog: f32(), sun: colour(['r', 'g', 'b', 'a']) }),
  array(colour(['r', 'g', 'b', 'a']), 2),
)
const Sky = struct('sky', { kind: u8(), slots: Slots })
const bytes = Uint8Array.of(1, 0, 0, 0, 63, 9, 8, 7, 6)

it('records of an array that named fields replaced still have their paths and values', () => {
  const opened = document(Sky, bytes)
  expect(locate(opened, 'slots/fog')?.value).toBe(0.5)
  expect(locate(opened, 'slots/1')?.value).toEqual([9, 8, 7, 6])
  expect(locate(opened, 'slots/2')).toBeUndefined()
  expect(apply(bytes, assign(opened, 'slots/1/g', 5).splices)).toEqual(bytes.with(6, 5))
})
