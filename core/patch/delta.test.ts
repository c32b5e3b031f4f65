import { describe, expect, it } from 'vitest'
import { Runs, bytesOf, delta, partsOf } from './delta'
import { workedOut } from './work'
import { apply } from '../edit'
import { parsePatch } from './read'
import type { Bytes } from '../layout'

/** Records of one look with a number in each: every place of one record looks like those of all others. */
const repeated = (count: number, number: (i: number) => number): Bytes => {
  const bytes = new Uint8Array(12 * count)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < count; i++) view.setUint16(12 * i + 10, number(i), true)
  return bytes
}

describe('the difference of repeated records', () => {
  it('counts every look: a place that was passed is not passed again', () => {
    const before = repeated(20_000, i => i)
    const after = repeated(20_000, i => i ^ 1)
    const runs = workedOut(Runs.of(before))
    for (let at = 0; at < after.length; at += 12) runs.find(after, at, at, 16)
    expect(runs.looks).toBeLessThan(80 * before.length)
  })

  it('makes the same bytes, however little was looked for', () => {
    const before = repeated(3000, i => i)
    const after = Uint8Array.from([...repeated(1000, i => i * 7), 9, ...repeated(2200, i => i ^ 5)])
    expect(apply(before, workedOut(delta(before, after)))).toEqual(after)
    expect(bytesOf(workedOut(partsOf(after, workedOut(Runs.of(before)))), before)).toEqual(after)
  })

  it('makes the same parts with an index of the runs of the new bytes alone', () => {
    const before = repeated(3000, i => i * 40_503)
    const after = Uint8Array.from([...before.subarray(600, 660), 1, 2, 3, ...before.subarray(24_000, 24_031), 9, 9])
    const parts = workedOut(partsOf(after, workedOut(Runs.of(before, [after]))))
    expect(parts).toEqual(workedOut(partsOf(after, workedOut(Runs.of(before)))))
    expect(parts[0]).toEqual([600, 60])
    expect(bytesOf(parts, before)).toEqual(after)
  })

  it('is joined from any number of parts', () => {
    const parts = Array.from({ length: 300_000 }, (_, i) => [i % 8, 1] as const)
    expect(bytesOf(parts, Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7))).toHaveLength(300_000)
  })
})

describe('a patch that declares more than may be made', () => {
  const patch = (parts: number): string =>
    JSON.stringify({
      areal_patch: 1,
      family: 'tiny',
      title: '',
      files: [],
      entries: [
        {
          is: 'added',
          entry: 'big.bin',
          name: 'big.bin',
          attributes: {},
          made: 'a'.repeat(64),
          new: Array.from({ length: parts }, () => [0, 100_000]),
        },
      ],
    })

  it('is refused by the sum of the sizes, before anything is made', () => {
    expect(parsePatch(patch(5000)).entries).toHaveLength(1)
    expect(() => parsePatch(patch(17_000))).toThrow(expect.objectContaining({ code: 'patch.too-large' }))
  })
})
