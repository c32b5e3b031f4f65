import { expect, it } from 'vitest'
import { array, brokenLaws, count, document, lengthPrefixedText, locate, struct, u32, u8 } from '.'

const Name = lengthPrefixedText(u8())
const Part = struct('part', {
  names: array(Name, 2),
  count: count('more', { as: 'u8' }),
  more: array(Name, 'count'),
  end: u8(),
})
const Parts = struct('parts', { n: count('parts'), parts: array(Part, 'n'), after: u32() })

it('reads a count behind records of differing size where it is, not where it would be behind none', () => {
  const bytes = Uint8Array.from([2, 0, 0, 0, 1, 65, 0, 1, 2, 66, 67, 9, 0, 0, 0, 8, 7, 0, 0, 0])
  const opened = document(Parts, bytes)
  expect([opened.isWhole, brokenLaws(Parts, bytes)]).toEqual([true, []])
  expect(locate(opened, 'parts')?.value).toEqual([
    { names: ['A', ''], count: 1, more: ['BC'], end: 9 },
    { names: ['', ''], count: 0, more: [], end: 8 },
  ])
})
