import { describe, expect, it } from 'vitest'
import { MOST_ORIGINS, sightFrom, SIGHT } from './sight'

/** Regions 0 to 3 have a table: 0 sees 1, 1 sees 0 and 2, 3 sees nothing; 4 has none. */
const SEEN: readonly (readonly number[])[] = [[1], [0, 2], [1], []]
const sightOf = (record: number) => {
  const seen = SEEN[record]
  return seen && { seen, known: [0, 1, 2, 3] }
}
const { unknown, all, some, none } = SIGHT
const shown = (...selected: number[]): number[] => [...sightFrom(6, selected, sightOf).values]

describe('lines of sight from the selection', () => {
  it('are those of one region, which sees itself; regions without an entry are neither in sight nor out of it', () => {
    expect(shown(0)).toEqual([all, all, none, none, unknown, unknown])
    expect(shown(3)).toEqual([none, none, none, all, unknown, unknown])
  })

  it('tell of several regions what all of them see and what some do', () => {
    expect(shown(0, 1)).toEqual([all, all, some, none, unknown, unknown])
    expect(shown(0, 1, 4)).toEqual(shown(0, 1))
  })

  it('of two tables count only the answers that there are', () => {
    const ofTwo = (record: number) => ({ seen: [], known: record < 2 ? [0, 1] : [2, 3] })
    expect([...sightFrom(4, [0, 2], ofTwo).values]).toEqual([all, none, all, none])
  })

  it('say why none are shown: nothing or too much is selected, or no table has it', () => {
    const many = Array.from({ length: MOST_ORIGINS + 1 }, () => 0)
    const states = [[], many, [4], [0]].map(selected => sightFrom(6, selected, sightOf))
    expect(states.map(({ state }) => state)).toEqual(['empty', 'many', 'missing', 'shown'])
    expect(states.slice(0, 3).map(({ values }) => Math.max(...values))).toEqual([unknown, unknown, unknown])
  })
})
