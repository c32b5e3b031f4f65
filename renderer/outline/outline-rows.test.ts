import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import type { OutlineLevel } from '@areal-studio/core/format'
import { array, count, document, encode, i8, recursive, struct, text, u8, type Value } from '@areal-studio/core/layout'
import { keysTo, outlineRows, type OutlineRow } from './outline-rows'

const Part = struct('part', { name: text(4), parent: i8(), below: u8() })
const Leaf = struct('leaf', {
  name: text(4),
  n: count('leaves', { as: 'u8' }),
  leaves: array(recursive('leaf'), 'n'),
})
const FILE = struct('file', {
  part_count: count('parts', { as: 'u8' }),
  parts: array(Part, 'part_count'),
  leaf_count: count('leaves', { as: 'u8' }),
  leaves: array(Leaf, 'leaf_count'),
})
const rootOf = (value: Value) => document(FILE, encode(FILE, value, '').bytes).root
const parts = (parents: readonly number[], below: readonly number[] = []) =>
  rootOf({ parts: parents.map((parent, at) => ({ name: `p${at}`, parent, below: below[at] ?? 0 })), leaves: [] })

const within: OutlineLevel[] = []
within.push({ array: 'leaves', names: ['name'], isFlat: true, levels: within })
const WORDS = {
  array: ({ name }: { readonly name: string }) => name,
  record: ({ name }: { readonly name: string }, names: readonly { readonly value?: unknown }[]) =>
    [name, ...names.map(one => String(one.value))].join(' '),
}
const rowsOf = (root: ReturnType<typeof rootOf>, levels: readonly OutlineLevel[], isOpen = (_: string) => true) =>
  outlineRows(root, levels, isOpen, WORDS)
const drawn = (rows: readonly OutlineRow[]) => rows.map(({ label, depth }) => '  '.repeat(depth) + label)

describe('an outline', () => {
  it('lists arrays with their records, and only what is open', () => {
    const root = parts([-1, -1])
    const levels = [{ array: 'parts', names: ['name'] }, { array: 'leaves' }, { array: 'nowhere' }]
    expect(drawn(rowsOf(root, levels))).toEqual(['parts', '  0 p0', '  1 p1'])
    expect(drawn(rowsOf(root, levels, () => false))).toEqual(['parts'])
  })

  it('lists records within records to any depth', () => {
    const leaf = (name: string, ...leaves: Value[]): Value => ({ name, leaves })
    const root = rootOf({ parts: [], leaves: [leaf('a', leaf('b', leaf('c')), leaf('d')), leaf('e')] })
    expect(drawn(rowsOf(root, within))).toEqual(['0 a', '  0 b', '    0 c', '  1 d', '1 e'])
    const keys = keysTo(root, within, 'leaves/0/leaves/0/leaves/0/name')
    expect(drawn(rowsOf(root, within, key => keys.has(key)))).toContain('    0 c')
  })

  it('makes a tree of counts in pre-order, and does not list records that lack their name', () => {
    const tree: OutlineLevel = { array: 'parts', names: ['name'], childCount: 'below', isFlat: true }
    expect(drawn(rowsOf(parts([0, 0, 0, 0], [2, 1, 0, 9]), [tree]))).toEqual(['0 p0', '  1 p1', '    2 p2', '  3 p3'])
    expect(rowsOf(parts([0]), [{ ...tree, names: ['title'] }])).toEqual([])
  })

  const parents = fc.array(fc.integer({ min: -2, max: 12 }), { maxLength: 12 })
  test.prop([parents])(
    'has each record of a tree once, below the parent of its number where that is no circle',
    all => {
      const tree: OutlineLevel = { array: 'parts', names: ['name'], parent: 'parent', isFlat: true }
      const root = parts(all)
      const rows = rowsOf(root, [tree])
      expect(rows.map(({ key }) => key).sort()).toEqual(all.map((_, at) => `parts/${at}`).sort())
      rows.forEach(({ key, depth }, at) => {
        const keys = keysTo(root, [tree], key)
        const visible = rowsOf(root, [tree], one => keys.has(one))
        expect(visible.map(row => row.key)).toContain(key)
        const above = rows.slice(0, at).findLast(row => row.depth < depth)
        if (above) expect(above.key).toBe(`parts/${all[Number(key.slice('parts/'.length))]}`)
      })
    },
  )
})
