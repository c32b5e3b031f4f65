import { describe, expect, it } from 'vitest'
import { cellsItem, regionsItem } from './items.fixture'
import { oneVariant } from './one-variant'

const surface = (entry: string, variant?: string) => ({
  ...regionsItem({}),
  entry,
  ...(variant !== undefined && { variant }),
})
const grid = (entry: string) => cellsItem({ id: `grid ${entry}`, entry })
const [baked, source] = [surface('a.trx!#5', 'TRX'), surface('a.trn!#5', 'TRN')]
const items = [baked, grid('a.trx!#5'), source, grid('a.trn!#5'), grid('a.git')]

describe('one variant of a place', () => {
  it('is that of the shown entry, with what else is in its file', () => {
    const found = oneVariant(items, 'a.trn!#5')
    expect(found.items).toEqual(items.slice(2))
    expect([...found.others]).toEqual(['a.trx'])
    expect(found.left).toEqual([baked])
    expect(oneVariant(items, 'a.trx!#0').items).toEqual([...items.slice(0, 2), ...items.slice(4)])
  })
  it('is the first one where the shown entry has none', () => {
    expect(oneVariant(items, 'a.git').items).toEqual([...items.slice(0, 2), ...items.slice(4)])
  })
  it('is everything where surfaces are no variants of each other', () => {
    const both = [surface('one.map!#0'), surface('other.map!#0')]
    expect(oneVariant(both, 'one.map!#0')).toEqual({ items: both, others: new Set(), left: [] })
  })
})
