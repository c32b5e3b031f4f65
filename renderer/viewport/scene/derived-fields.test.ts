import { describe, expect, it } from 'vitest'
import { areaOf, components, namesInWords, toldOf, toldValues } from './derived-fields'
import { regionsItem } from './items.fixture'

/** Squares of 10, 30 and 200 units, the first two linked, the second naming the first twice. */
const item = regionsItem({
  recordCount: 4,
  positions: Float32Array.from([10, 30, 200].flatMap(side => [0, 0, 0, side, 0, 5, side, side, 0, 0, side, 0])),
  rings: Uint32Array.from({ length: 12 }, (_, v) => v),
  ringStarts: Uint32Array.of(0, 4, 8, 12, 12),
  links: Int32Array.of(1, -1, 0, 0, -2),
  linkStarts: Uint32Array.of(0, 2, 4, 5, 5),
})
const states = {
  passable: undefined,
  edited: new Set([1]),
  problems: new Map([
    [0, 'warning'],
    [2, 'error'],
  ] as const),
}

describe('what is told of areals', () => {
  it('is their area in the ground plane, in steps; of an areal without corners 0', () => {
    expect([0, 1, 2, 3].map(record => areaOf(item, record))).toEqual([100, 900, 40_000, 0])
    expect([...toldValues(item, 'area', { areas: [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000] }, states)]).toEqual(
      [1, 3, 8, 0],
    )
  })

  it('counts each neighbour once, and none that is not there', () => {
    expect([
      ...toldValues(item, 'neighbours', { areas: [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000] }, states),
    ]).toEqual([1, 1, 0, 0])
  })

  it('tells edited ones and problems', () => {
    expect([
      ...toldValues(item, 'edited', { areas: [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000] }, states),
    ]).toEqual([0, 1, 0, 0])
    expect([
      ...toldValues(item, 'problems', { areas: [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000] }, states),
    ]).toEqual([1, 0, 2, 0])
  })

  it('numbers connected parts of those who may be entered, the largest first, only where an item declares that', () => {
    const chain = regionsItem({
      recordCount: 6,
      links: Int32Array.of(1, 0, 2, 1, 3, 2, 4, 3, 5, 4),
      linkStarts: Uint32Array.of(0, 1, 3, 5, 7, 9, 10),
      passable: 'walkable',
    })
    expect([...components(chain, Uint32Array.of(1, 0, 1, 1, 1, 0))]).toEqual([2, 0, 1, 1, 1, 0])
    expect([...components(chain, undefined)]).toEqual([1, 1, 1, 1, 1, 1])
    expect([toldOf(chain).includes('component'), toldOf(item).includes('component')]).toEqual([true, false])
  })

  it('is the line of sight from the selection, only where an item has it; without a selection of no region', () => {
    expect([toldOf({ hasSight: true }).includes('sight'), toldOf({}).includes('sight')]).toEqual([true, false])
    const sight = Uint32Array.of(0, 1, 3, 0)
    expect(toldValues(item, 'sight', { areas: [] }, { ...states, sight })).toBe(sight)
    expect([...toldValues(item, 'sight', { areas: [] }, states)]).toEqual([0, 0, 0, 0])
  })
})

describe('names of values', () => {
  it('are those of the format, but the words of the catalogue for a value that it has words for', () => {
    const words: Readonly<Record<string, string>> = { 'ui.viewport.value.owner_clan.-1': 'No clan' }
    const text = { has: (key: string) => key in words, say: (key: string) => words[key] ?? key }
    expect(namesInWords(text, 'owner_clan', { '-1': '–', 0: 'Player' })).toEqual({ '-1': 'No clan', 0: 'Player' })
    expect(namesInWords(text, 'kind', { '-1': '–' })).toEqual({ '-1': '–' })
  })
})
