import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SurfaceItem } from '@areal-studio/core/format'
import { TripleNumbers } from './triple-numbers'
import { regionsItem } from './items.fixture'
import { differences, variantLines } from './variant-lines'

/** Of the column `difference`: as there, with other values, only here. */
const [SAME, OTHER_VALUES, ONLY_HERE] = [0, 1, 2]

/** A strip of triangles: corner k is at (k, k % 2, height). */
function strip(count: number, given: Partial<SurfaceItem> = {}): SurfaceItem {
  const indices = Uint32Array.from({ length: 3 * count }, (_, at) => Math.floor(at / 3) + (at % 3))
  return regionsItem({
    recordCount: count,
    positions: Float32Array.from(Array.from({ length: count + 2 }, (_, k) => [k, k % 2, 0]).flat()),
    indices,
    rings: indices,
    ringStarts: Uint32Array.from({ length: count + 1 }, (_, k) => 3 * k),
    records: Uint32Array.from({ length: count }, (_, k) => k),
    fields: { walkable: new Uint32Array(count).fill(1), island: new Uint32Array(count) },
    paint: [{ field: 'walkable', as: 'bits' }],
    variant: 'TRN',
    ...given,
  })
}
const countsOf = (shown: SurfaceItem, other: SurfaceItem): readonly number[] => {
  const { difference } = variantLines(shown, other).fields
  return [SAME, OTHER_VALUES, ONLY_HERE].map(one => [...(difference ?? [])].filter(value => value === one).length)
}

describe('the lines of another variant', () => {
  it('are the outline of each of its regions, which are records of its entry', () => {
    const item = variantLines(strip(4), strip(6, { entry: 'a.trn!#5', id: 'other' }))
    expect([item.entry, item.recordCount, item.records.length, item.positions.length]).toEqual(['a.trn!#5', 6, 6, 54])
    expect([item.isHiddenAtFirst, item.isClosed, item.titleParams]).toEqual([true, true, { variant: 'TRN' }])
    expect([...item.positions.slice(9, 18)]).toEqual([1, 1, 0, 2, 0, 0, 3, 1, 0])
  })

  it('do not differ from themselves, in whatever order and winding their regions are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), (count, seed) => {
        const other = strip(count)
        const turned = Array.from({ length: count }, (_, k) => (k * 7 + seed) % count)
        const order = turned.length === new Set(turned).size ? turned : turned.map((_, k) => count - 1 - k)
        const indices = Uint32Array.from(order.flatMap(k => [k + 2, k, k + 1]))
        expect(
          countsOf(strip(count, { indices, positions: other.positions.map(one => (one === 0 ? -0 : one)) }), other),
        ).toEqual([count, 0, 0])
      }),
      { seed: 2, numRuns: 40 },
    )
  })

  it('differ exactly where a value or a corner does, and not by what follows from others', () => {
    const walkable = Uint32Array.of(1, 0, 1, 1, 1, 1)
    expect(countsOf(strip(6, { fields: { walkable, island: new Uint32Array(6).fill(9) } }), strip(6))).toEqual([
      5, 1, 0,
    ])
    const positions = strip(6).positions.slice()
    positions[3 * 7 + 2] = 1
    expect(countsOf(strip(6, { positions }), strip(6))).toEqual([5, 0, 1])
    expect(countsOf(strip(4), strip(6))).toEqual([4, 0, 2])
    expect(countsOf(strip(6), strip(4))).toEqual([4, 0, 0])
  })

  it('follow the columns of the shown variant as if they were made again', () => {
    const walkable = Uint32Array.of(1, 0, 1, 0, 1, 1)
    const painted = strip(6, { fields: { ...strip(6).fields, walkable } })
    const { compared, fields } = variantLines(strip(6), strip(6))
    const followed = compared && differences(compared, fields, painted.fields)
    expect(followed).toEqual(variantLines(painted, strip(6)).fields['difference'])
  })

  it('are sound where regions name corners that do not exist', () => {
    expect(countsOf(strip(2, { positions: new Float32Array(3) }), strip(2))).toEqual([0, 0, 2])
    expect(countsOf(strip(2), strip(2, { positions: new Float32Array(3) }))).toEqual([0, 0, 2])
  })
})

describe('numbers of triples', () => {
  it('are those of a map of their words', () => {
    const word = fc.constantFrom(0, 1, 2, 0x3f800000, 0xffffffff)
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word, word), { maxLength: 60 }), triples => {
        const numbers = new TripleNumbers(triples.length)
        const known = new Map<string, number>()
        for (const triple of triples) {
          if (!known.has(triple.join())) {
            expect(numbers.find(...triple)).toBe(-1)
            known.set(triple.join(), known.size)
          }
          expect(numbers.add(...triple)).toBe(known.get(triple.join()))
          expect(numbers.find(...triple)).toBe(known.get(triple.join()))
        }
      }),
      { seed: 4, numRuns: 60 },
    )
  })
})
