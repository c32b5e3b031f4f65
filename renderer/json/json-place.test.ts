import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  array,
  count,
  counted,
  document,
  locate,
  struct,
  toJson,
  u16,
  u32,
  vec3,
  write,
  type Node,
} from '@areal-studio/core/layout'
import { nodeAtText, spanOf, treeOf } from './json-place'

const Item = struct('item', {
  place: vec3(),
  n: count('links'),
  links: array(struct('link', { to: u32(), edge: u32() }), 'n'),
})
const File = struct('file', { items: array(Item, 3), cells: array(counted(u16(), u16()), 2) })
const whole = document(
  File,
  write(File, {
    items: [0, 1, 2].map(i => ({
      place: [i, i + 0.5, -0] as const,
      n: i,
      links: Array.from({ length: i }, (_, k) => ({ to: k, edge: i })),
    })),
    cells: [[5, 6], [7]],
  }).bytes,
)

function all(node: Node): Node[] {
  return [node, ...Array.from({ length: node.childCount }, (_, i) => all(node.child(i))).flat()]
}
const at = (path: string): Node => {
  const node = locate(whole, path)
  if (!node) throw new Error(path)
  return node
}

describe('places in JSON', () => {
  it('every node finds its text and its text finds it, in record and file scope, folded or not', () => {
    for (const rootPath of ['', 'items/2', 'items/0']) {
      const root = at(rootPath)
      for (const fold of [false, true]) {
        const text = treeOf(toJson(root, { fold }))
        // The count of a list is not written: it stands nowhere in the text.
        for (const node of all(root).filter(
          other => (other !== root && other.parent?.kind !== 'list') || other.name !== 'count',
        )) {
          if (node === root) continue
          const span = spanOf(text, root, node)
          expect(span, node.path).toBeDefined()
          if (span) expect(nodeAtText(text, root, span.start).path).toBe(node.path)
        }
      }
    }
  })

  it('the end of a line is its field', () => {
    const root = at('items/2')
    const text = treeOf(toJson(root, { fold: true }))
    const ends = [...text.text.matchAll(/\n/g)].map(match => nodeAtText(text, root, match.index).path)
    expect(ends).toEqual([
      'items/2',
      'items/2/place',
      'items/2/n',
      'items/2/links',
      'items/2/links/0',
      'items/2/links/1',
      'items/2/links',
    ])
  })

  it('the blanks before a line are its field', () => {
    const root = at('items/2')
    const text = treeOf(toJson(root, { fold: true }))
    const starts = [...text.text.matchAll(/\n/g)].map(match => nodeAtText(text, root, match.index + 1).path)
    expect(starts).toEqual([
      'items/2/place',
      'items/2/n',
      'items/2/links',
      'items/2/links/0',
      'items/2/links/1',
      'items/2/links',
      'items/2',
    ])
  })

  it('no text, however broken, and no place in it throws', () => {
    const root = at('items/2')
    const good = toJson(root)
    fc.assert(
      fc.property(fc.nat(good.length), fc.nat(good.length), fc.string(), (from, place, inserted) => {
        const text = treeOf(good.slice(0, from) + inserted + good.slice(from + inserted.length))
        expect(nodeAtText(text, root, place).path.startsWith('items/2')).toBe(true)
        spanOf(text, root, at('items/2/links/1/edge'))
      }),
      { seed: 1 },
    )
  })
})
