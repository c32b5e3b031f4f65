import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { array, counted, document, locate, struct, u16, u32, vec3, type AnyLayout } from '@areal-studio/core/layout'
import { GROUP, groupName, keysAbove, structRows } from './struct-rows'

const Item = struct('item', { a: u16(), place: vec3(), list: counted(u16(), u16()) })
const root = (layout: AnyLayout, size: number) => document(layout, new Uint8Array(size))
const none = () => false
const all = () => true

describe('lines of the struct tree', () => {
  it('show a long array by hundreds', () => {
    const whole = root(struct('file', { items: array(u32(), 250) }), 1000)
    expect(structRows(whole.root, none).map(row => row.key)).toEqual(['items'])
    const open = structRows(whole.root, key => key === 'items')
    expect(open.map(groupName)).toEqual(['items', '0 – 99', '100 – 199', '200 – 249'])
    expect(structRows(whole.root, all)).toHaveLength(1 + 3 + 250)
  })

  it('any field has a line once the keys above it are open', () => {
    const count = 230
    const whole = root(struct('file', { head: u32(), items: array(Item, count) }), 4 + count * 16)
    fc.assert(
      fc.property(
        fc.nat(count - 1),
        fc.constantFrom('', '/a', '/place', '/place/y', '/list/count'),
        (record, below) => {
          const node = locate(whole, `items/${record}${below}`)
          if (!node) throw new Error('no such node')
          const open = new Set(keysAbove(node))
          const rows = structRows(whole.root, key => open.has(key))
          expect(rows.filter(row => row.key === node.path)).toHaveLength(1)
          expect(rows.length).toBeLessThan(2 + 3 + GROUP + 12)
        },
      ),
      { seed: 1 },
    )
  })

  it('depth and places are those of the tree', () => {
    const whole = root(struct('file', { items: array(Item, 2) }), 32)
    const rows = structRows(whole.root, all)
    expect(rows.slice(0, 6).map(row => [row.key, row.depth, row.place, row.siblings])).toEqual([
      ['items', 0, 1, 1],
      ['items/0', 1, 1, 2],
      ['items/0/a', 2, 1, 3],
      ['items/0/place', 2, 2, 3],
      ['items/0/place/x', 3, 1, 3],
      ['items/0/place/y', 3, 2, 3],
    ])
  })
})
