import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  LayoutError,
  array,
  columns,
  count,
  document,
  elementOf,
  encode,
  isTable,
  locate,
  numberLeaves,
  struct,
  u16,
  u32,
  type AnyLayout,
  type Document,
  type Node,
  type Splice,
} from '.'
import { TreeNode } from './document/tree'
import { applied, files, roots } from './random.fixture'
import { arealMap, someMap } from './map.fixture'

const SEED = { seed: 20_000_312, numRuns: 150 }
const file = fc
  .oneof({ weight: 5, arbitrary: files }, roots)
  .chain(({ layout, values }) => fc.nat(4).chain(n => values(n).map(value => ({ layout: layout(n), value }))))

/** Mostly what a field edit is: a few bytes in place of as many. */
const changes = fc.array(
  fc.record({
    at: fc.nat(),
    size: fc.nat(6),
    bytes: fc.uint8Array({ minLength: 6, maxLength: 6 }),
    grows: fc.constantFrom(0, 0, 0, 0, 1, -1),
    looks: fc.nat(),
  }),
  { minLength: 1, maxLength: 4 },
)

type Change = typeof changes extends fc.Arbitrary<(infer C)[]> ? C : never

function spliceOf(bytes: Uint8Array, { at, size, bytes: inserted, grows }: Change): Splice {
  const offset = at % (bytes.length + 1)
  const removed = bytes.slice(offset, offset + size)
  return { offset, removed, inserted: inserted.slice(0, Math.max(0, removed.length + grows)) }
}

const put = (layout: AnyLayout, value: unknown): Uint8Array => encode(layout, value, '').bytes

/** Everything that a document reports about its bytes. */
function everything(opened: Document): unknown {
  const nodes: unknown[] = []
  const tables: unknown[] = []
  const visit = (node: Node): void => {
    const { path, offset, size, kind, role, isWhole, childCount } = node
    nodes.push([path, offset, size, kind, role, isWhole, childCount, isWhole ? node.value : null])
    if (kind !== 'gap' && isTable(node.layout)) tables.push(columnsOf(opened, node))
    for (let index = 0; index < childCount; index++) visit(node.child(index))
  }
  visit(opened.root)
  return { nodes, tables, findings: opened.findings, isWhole: opened.isWhole }
}

function columnsOf(opened: Document, { path, layout }: Node): unknown {
  const element = elementOf(layout)
  const fields = (element && numberLeaves(element))?.map(({ names }) => names[0] ?? '') ?? []
  try {
    return columns(opened, path, [...new Set(fields)])
  } catch (error) {
    if (error instanceof LayoutError) return error.code
    throw error
  }
}

/** Reads a part of the document, which fills its caches. */
function look({ root }: Document, place: number): void {
  let node = root
  while (node.childCount > 0) node = node.child(place % node.childCount)
}

describe('a document made of the one before', () => {
  it('is the one made of the bytes alone: every node, finding and column', () => {
    fc.assert(
      fc.property(file, changes, ({ layout, value }, edits) => {
        let bytes = put(layout, value)
        let opened = document(layout, bytes)
        for (const edit of edits) {
          look(opened, edit.looks)
          const splice = spliceOf(bytes, edit)
          bytes = applied(bytes, [splice])
          opened = document(layout, bytes, opened, [splice])
          look(opened, edit.looks)
          expect(everything(opened)).toEqual(everything(document(layout, bytes)))
        }
      }),
      SEED,
    )
  })

  it('is the same after several edits at once, given one after the other', () => {
    fc.assert(
      fc.property(file, changes, ({ layout, value }, edits) => {
        const before = put(layout, value)
        const splices: Splice[] = []
        let bytes = before
        for (const edit of edits) {
          const splice = spliceOf(bytes, { ...edit, grows: 0 })
          splices.push(splice)
          bytes = applied(bytes, [splice])
        }
        const opened = document(layout, bytes, document(layout, before), splices)
        expect(everything(opened)).toEqual(everything(document(layout, bytes)))
      }),
      SEED,
    )
  })

  /** Whether the places of the records are the very list that the document before found. */
  function isReused(path: string): boolean {
    const layout = arealMap(40)
    const before = document(layout, put(layout, someMap(40)))
    const node = locate(before, path)
    if (!node) throw new Error(`no ${path}`)
    const removed = before.bytes.slice(node.offset, node.offset + node.size)
    const splice = { offset: node.offset, removed, inserted: removed.map(byte => byte ^ 1) }
    const made = document(layout, applied(before.bytes, [splice]), before, [splice])
    return placesOf(made, 'areals') === placesOf(before, 'areals')
  }
  const placesOf = (opened: Document, path: string): unknown => {
    const node = locate(opened, path)
    return node instanceof TreeNode ? node.places : undefined
  }

  it('walks nothing again for a plain field, a vector, a part of one, a record of links', () => {
    for (const path of ['areals/7/class_id', 'areals/3/anchor', 'areals/3/anchor/y', 'areals/9/links/1', 'cells/2/0'])
      expect([path, isReused(path)]).toEqual([path, true])
  })

  it('walks again for a count, the count of a list, and a number in a formula', () => {
    for (const path of ['areals/7/vertex_count', 'cells/2/count', 'cells_x', 'areals/5/polygons/0/n'])
      expect([path, isReused(path)]).toEqual([path, false])
  })

  it('walks again where the bytes before did not hold together', () => {
    const records = struct('f', {
      n: count('all'),
      all: array(struct('r', { k: count('xs'), xs: array(u16(), 'k') }), 'n'),
    })
    const good = put(records, { all: [{ xs: [1, 2] }, { xs: [] }] })
    const cut = good.slice(0, -1)
    const splice = { offset: 8, removed: cut.slice(8, 9), inserted: Uint8Array.of(9) }
    const made = document(records, applied(cut, [splice]), document(records, cut), [splice])
    expect(everything(made)).toEqual(everything(document(records, made.bytes)))
    expect(made.isWhole).toBe(false)
  })

  it('reads a number in a formula of a record around it', () => {
    const shape = struct('f', { wide: u32(), tall: u32(), grid: array(u16(), 'wide * tall') })
    const before = document(shape, put(shape, { wide: 2, tall: 2, grid: [1, 2, 3, 4] }))
    const splice = { offset: 0, removed: Uint8Array.of(2), inserted: Uint8Array.of(1) }
    const made = document(shape, applied(before.bytes, [splice]), before, [splice])
    expect(made.isWhole).toBe(false)
  })
})
