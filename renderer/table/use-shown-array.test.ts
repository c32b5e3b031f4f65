import { describe, expect, it } from 'vitest'
import { followedArray } from './use-shown-array'

describe('the table follows the selection', () => {
  const own = (areal: number): string[] => ['vertices', 'links'].map(name => `areals/${areal}/${name}`)
  const arrays = (areal: number): string[] => ['areals', 'cells', ...own(areal)]
  const cases: readonly (readonly [path: string, present: string | null, shown: string])[] = [
    ['areals/5/class_id', 'areals', 'areals'],
    ['areals/5/links/0', 'areals', 'areals'],
    ['areals/5/links/0', 'areals/5/links', 'areals/5/links'],
    ['areals/5/links/0', 'areals/5/vertices', 'areals/5/links'],
    ['areals/5/vertices/1/x', 'areals/4/vertices', 'areals/5/vertices'],
    ['areals/5', 'areals/4/vertices', 'areals'],
    ['areals/5/links/0', 'cells', 'areals'],
    ['areals/5/links/0', null, 'areals'],
    ['cells/7', 'areals/4/vertices', 'cells'],
    ['cells/7/count', 'areals', 'cells'],
    ['header', 'cells', 'cells'],
  ]
  for (const [path, present, shown] of cases) {
    it(`shows ${shown} for ${path} after ${present ?? 'nothing'}`, () => {
      expect(followedArray(path, present, arrays(5))).toBe(shown)
    })
  }
})
