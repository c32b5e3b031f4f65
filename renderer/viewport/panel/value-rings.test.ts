import { describe, expect, it } from 'vitest'
import { styleOf } from '../../palette/palette'
import { movedItem, reachOf } from '../scene/placed-scene'
import { objects } from '../scene/placed.fixture'
import { valueRings, type Ringed } from './value-rings'

const stored = objects()
const ringed = (also: Partial<Ringed> = {}): Ringed => ({
  item: stored,
  stored,
  flags: { values: Int32Array.of(2, -1, 0), letters: { 0: 'P', 2: 'M' }, field: 'owner' },
  isHidden: () => false,
  heightAt: (x, y) => x + y,
  ...also,
})

describe('rings around objects', () => {
  it('lie on the ground around each object that has a flag, in the colour of its value, the quiet one as loud as the others', () => {
    const rings = valueRings(ringed())
    expect(rings?.item.recordCount).toBe(2)
    const pixels = rings?.records?.pixels ?? []
    expect([...pixels.slice(0, 4)]).toEqual([...styleOf(2, 'owner').rgb, 255])
    expect([...pixels.slice(8, 12)]).toEqual([...styleOf(0, 'owner').rgb, 255])
    const { positions = [], starts = [] } = rings?.item ?? {}
    for (let corner = 0; corner < (starts[1] ?? 0); corner++) {
      const [x = 0, y = 0, z = 0] = [0, 1, 2].map(axis => positions[3 * corner + axis])
      expect(Math.hypot(x - 10, y - 20)).toBeCloseTo(reachOf({ item: stored, record: 0 }), 3)
      expect(z).toBeCloseTo(x + y, 3)
    }
  })
  it('follow an object that is moved, and are not there of hidden ones and where values have no letters', () => {
    const item = movedItem(stored, new Map([[0, { at: [500, 600, 0] as const }]]))
    const moved = valueRings(ringed(item.kind === 'instances' ? { item } : {}))
    expect(moved?.item.positions[0]).toBeCloseTo(500 + reachOf({ item: stored, record: 0 }), 3)
    expect(valueRings(ringed({ isHidden: record => record === 0 }))?.item.recordCount).toBe(1)
    expect(valueRings(ringed({ isHidden: () => true }))).toBeUndefined()
    expect(
      valueRings(ringed({ flags: { values: Int32Array.of(2, 0, 0), letters: {}, field: 'owner' } })),
    ).toBeUndefined()
  })
})
