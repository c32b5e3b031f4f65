import { fc, test as property } from '@fast-check/vitest'
import { expect } from 'vitest'
import { joinFound, takeFound, weightOf, type FoundFile } from './found-file'

const hit = (at: number): FoundFile['hits'][number] => ({
  entry: 'a',
  name: 'a',
  path: null,
  range: [at, 1],
  text: '',
  mark: [0, 0],
})
const files = fc.array(fc.nat(40), { maxLength: 8 }).map(sizes =>
  sizes.map(
    (size, order): FoundFile => ({
      file: `file ${order}`,
      order,
      count: size + 1,
      hits: Array.from({ length: size }, (_, at) => hit(at)),
    }),
  ),
)

property.prop([files, fc.integer({ min: 1, max: 25 })], { seed: 7, numRuns: 300 })(
  'pieces are small and make up what was found, in its order',
  (found, limit) => {
    const waiting = [...found].reverse()
    let joined: readonly FoundFile[] = []
    while (waiting.length > 0) {
      const piece = takeFound(waiting, limit)
      expect(piece.length).toBeGreaterThan(0)
      expect(piece.reduce((sum, one) => sum + weightOf(one), 0)).toBeLessThanOrEqual(limit)
      joined = joinFound(joined, piece)
    }
    expect(joined).toEqual(found)
  },
)
