import { expect, it } from 'vitest'
import { array, atLeast, brokenLaws, count, document, lengthPrefixedText, locate, struct, u16, u32, u8 } from '.'

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

it('counts records whose lengths may be 0 against the bytes that there are', () => {
  const Row = struct('row', { cells: array(u16(), '..width') })
  const Grid = struct('grid', { width: u8(), height: u32(), rows: array(atLeast(Row, 2), 'height') })
  const bytes = Uint8Array.from([2, 2, 0, 0, 0, 1, 0, 2, 0, 3, 0, 4, 0])
  expect(brokenLaws(Grid, bytes)).toEqual([])
  expect(locate(document(Grid, bytes), 'rows/1/cells')?.value).toEqual([3, 4])
  const endless = document(Grid, Uint8Array.from([0, 255, 255, 255, 255, 1, 0]))
  expect(endless.findings).toMatchObject([{ what: 'count' }])
})
