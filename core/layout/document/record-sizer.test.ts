import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { array, bitfield, count, i8, optional, parallelTo, struct, u16, u32, u8, union } from '..'
import { sizerOfRecord } from './record-sizer'

const Head = struct('head', {
  kind: u16(),
  flags: bitfield(u16(), { low: [0, 3], n: [3, 2] }),
  pointer: u32(),
  small: i8(),
})
const Tail = struct('tail', {
  always: array(u8(), '^.flags.n'),
  words: array(u16(), '^.flags.n * (^.pointer != 0)'),
  computed: array(u8(), '^.kind % 3 + 1'),
})
const Body = struct('body', {
  own: count('list', { as: 'u8' }),
  list: array(u16(), 'own'),
  heads: array(Head, '^.flags.n'),
  between: array(u8(), '^.small'),
  tails: array(Tail, parallelTo('heads')),
  choice: union('^.kind & 3', {
    0: struct('empty', {}),
    1: u32(),
    2: struct('counted', { m: count('inner', { as: 'u16' }), inner: array(u8(), 'm') }),
  }),
  last: optional('^.flags.low == 7', u16()),
})
const HEAD_SIZE = 9

/** The same by hand: -1 where it does not end before `end`. */
function sizeByHand(view: DataView, from: number, beside: number, end: number): number {
  const half = (at: number): number => view.getUint16(at, true)
  const flags = (head: number): number => half(head + 2)
  const n = (head: number): number => (flags(head) >> 3) & 3
  if (from + 1 > end) return -1
  let at = from + 1 + 2 * view.getUint8(from)
  const heads = at
  const small = view.getInt8(beside + 8)
  if (small < 0) return -1
  at += HEAD_SIZE * n(beside) + small
  if (at > end) return -1
  for (let k = 0; k < n(beside); k++) {
    const head = heads + HEAD_SIZE * k
    at += n(head) + (view.getUint32(head + 4, true) === 0 ? 0 : 2 * n(head)) + (half(head) % 3) + 1
  }
  const kind = half(beside) & 3
  if (kind === 3) return -1
  if (kind === 1) at += 4
  if (kind === 2) {
    if (at + 2 > end) return -1
    at += 2 + half(at)
  }
  if ((flags(beside) & 7) === 7) at += 2
  return at > end ? -1 : at - from
}

/** Mostly small numbers: large ones leave nothing to be measured. */
const bytes = fc
  .uint8Array({ minLength: 160, maxLength: 160 })
  .map(all => all.map(byte => (byte < 140 ? byte % 4 : byte)))

describe('the size of a record', () => {
  const sizer = sizerOfRecord(Body, Head.shape.of === 'struct' ? Head.shape : undefined)

  it('is what a reader written for it measures, to any end', () => {
    let [runs, whole] = [0, 0]
    fc.assert(
      fc.property(bytes, fc.integer({ min: HEAD_SIZE, max: 160 }), (data, end) => {
        const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
        const expected = sizeByHand(view, HEAD_SIZE, 0, end)
        expect(sizer?.size(view, HEAD_SIZE, HEAD_SIZE, 0, end)).toBe(expected)
        runs++
        if (expected >= 0) whole++
      }),
      { seed: 27, numRuns: 3000 },
    )
    expect(whole / runs).toBeGreaterThan(0.1)
  })

  it('is not composed where it depends on anything else', () => {
    expect(sizerOfRecord(Body, undefined)).toBeUndefined()
    expect(sizerOfRecord(struct('outer', { xs: array(u8(), '..n') }), undefined)).toBeUndefined()
  })
})
