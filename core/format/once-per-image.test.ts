import { expect, it } from 'vitest'
import { oncePerImage } from './once-per-image'

it('computes a result once per image, also one that is undefined or null', () => {
  const computed: number[] = []
  const resultOf = oncePerImage(image => {
    computed.push(image.length)
    return image.length === 2 ? { size: 2 } : image.length === 1 ? null : undefined
  })
  const images = [new Uint8Array(2), new Uint8Array(1), new Uint8Array(0)]
  const first = images.map(resultOf)
  expect(first).toEqual([{ size: 2 }, null, undefined])
  expect(images.map(resultOf)[0]).toBe(first[0])
  expect(computed).toEqual([2, 1, 0])
  expect(resultOf(new Uint8Array(2))).not.toBe(first[0])
})
