import { describe, expect, it } from 'vitest'
import { array, bytes, counted, struct, u16, u64 } from '.'
import { write } from './document/write'

describe('writing', () => {
  it('makes room as it goes: the first value behind any length comes out whole', () => {
    for (let length = 0; length < 140; length++) {
      const before = new Uint8Array(length).fill(7)
      const layout = struct('long', {
        before: bytes(length),
        list: counted(u16(), u16()),
        wide: u64(),
        after: bytes(2),
        words: array(u16(), 2),
      })
      const written = write(layout, {
        before,
        list: [0x0102],
        wide: 3n,
        after: Uint8Array.of(4, 5),
        words: [6, 7],
      }).bytes
      expect([...written.subarray(length)]).toEqual([1, 0, 2, 1, 3, 0, 0, 0, 0, 0, 0, 0, 4, 5, 6, 0, 7, 0])
    }
  })
})
