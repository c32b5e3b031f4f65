import { expect, it } from 'vitest'
import { packed } from './packed'

it('copies a message with its arrays, each in a buffer of its own that can be transferred', () => {
  const file = new Uint8Array(1000).fill(7)
  const shared = { pixels: file.subarray(10, 20) }
  const message = {
    views: [file.subarray(0, 4), new Float32Array([1, 2])],
    pictures: [shared, shared],
    nothing: null,
    words: ['a', 'b'],
    inner: JSON.parse('{"__proto__": 1}') as unknown,
  }
  const before = structuredClone(message)
  const { value, buffers } = packed(message)
  expect(value).toEqual(before)
  expect(buffers.map(buffer => buffer.byteLength)).toEqual([4, 8, 10])
  const received = structuredClone(value, { transfer: buffers })
  expect(received).toEqual(before)
  expect(received.pictures[0]).toBe(received.pictures[1])
  expect(message).toEqual(before)
  expect(file.every(byte => byte === 7)).toBe(true)
})
