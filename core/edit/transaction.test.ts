import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Move } from '../layout'
import type { Edit } from './edit'
import { apply } from './splices'
import { addEntry, editFrom, invert, invertEdit, removeEntry, setAttributes, squash } from './transaction'

const bytes = Uint8Array.of(1, 2, 3, 4)
const image = { entry: 'a.lib#1', revision: 7, bytes, attributes: { name: 'ONE', row: 1 } }
const none = new Uint8Array(0)
const splice = { offset: 1, removed: Uint8Array.of(2), inserted: Uint8Array.of(8, 9) }
const moves: readonly Move[] = [
  { array: 'rows', at: 0, removed: 1, inserted: 0 },
  { array: 'rows', at: 3, removed: 0, inserted: 2 },
]

describe('the edit of an assignment', () => {
  it('has attributes and moves only where there are any', () => {
    const plain = { entry: 'a.lib#1', base: 7, splices: [splice] }
    expect(editFrom(image, { splices: [splice] })).toStrictEqual(plain)
    expect(editFrom(image, { splices: [splice], attributes: {}, moves: [] })).toStrictEqual(plain)
    expect(editFrom(image, { splices: [splice], attributes: { row: 2 }, moves })).toStrictEqual({
      ...plain,
      attributes: { before: image.attributes, after: { name: 'ONE', row: 2 } },
      moves,
    })
  })
})

describe('edits of whole entries', () => {
  it('hold the payload, and no splice where there is none', () => {
    const added = addEntry('a.lib#2', 7, { name: 'TWO' }, bytes)
    expect(added.splices).toEqual([{ offset: 0, removed: none, inserted: bytes }])
    expect(addEntry('a.lib#2', 7, { name: 'TWO' }, none).splices).toEqual([])
    expect(removeEntry({ ...image, bytes: none }).splices).toEqual([])
    expect(removeEntry(image)).toEqual({
      entry: 'a.lib#1',
      base: 7,
      splices: [{ offset: 0, removed: bytes, inserted: none }],
      attributes: { before: image.attributes, after: null },
    })
  })
  it('adding and deleting are inverse to each other', () => {
    const added = addEntry(image.entry, image.revision, image.attributes, bytes)
    expect(invertEdit(added)).toEqual(removeEntry(image))
    expect(invertEdit(removeEntry(image))).toEqual(added)
  })
  it('setting attributes keeps the others and the bytes', () => {
    expect(setAttributes(image, { row: 5 })).toStrictEqual({
      entry: 'a.lib#1',
      base: 7,
      splices: [],
      attributes: { before: image.attributes, after: { name: 'ONE', row: 5 } },
    })
  })
})

describe('the inverse of a transaction', () => {
  it('has the inverse edits and moves, last first, and its own inverse is the transaction', () => {
    const edits: readonly Edit[] = [
      editFrom(image, { splices: [splice], attributes: { row: 2 }, moves }),
      setAttributes({ ...image, entry: 'a.lib#3' }, { row: 9 }),
    ]
    const transaction = { label: { code: 'label.test', params: {} }, edits }
    const back = invert(transaction)
    expect(back.edits.map(({ entry }) => entry)).toEqual(['a.lib#3', 'a.lib#1'])
    expect(back.edits[1]?.moves).toEqual([
      { array: 'rows', at: 3, removed: 2, inserted: 0 },
      { array: 'rows', at: 0, removed: 0, inserted: 1 },
    ])
    expect(invert(back)).toEqual(transaction)
    expect(invert(transaction, 12).edits.map(({ base }) => base)).toEqual([12, 12])
  })
})

describe('edits of one entry in a row', () => {
  const small = fc.uint8Array({ minLength: 1, maxLength: 8 })
  it('become one that has their effect, moves in order and outer attributes', () => {
    fc.assert(
      fc.property(small, small, small, (one, two, three) => {
        const replaced = (from: Uint8Array, to: Uint8Array): Edit =>
          editFrom({ ...image, bytes: from }, { splices: [{ offset: 0, removed: from, inserted: to }] })
        const [only, ...others] = squash([replaced(one, two), replaced(two, three)])
        expect(others).toEqual([])
        expect(apply(one, only?.splices ?? [])).toEqual(three)
        expect(Object.keys(only ?? {}).sort()).toEqual(['base', 'entry', 'splices'])
      }),
    )
    const [first, second] = [setAttributes(image, { row: 2 }), setAttributes(image, { name: 'TWO' })]
    expect(squash([first, second])[0]?.attributes).toEqual({ before: image.attributes, after: { name: 'TWO', row: 1 } })
    const plain = editFrom(image, { splices: [splice], moves: moves.slice(0, 1) })
    const later = editFrom(image, { splices: [], moves: moves.slice(1) })
    expect(squash([plain, later])).toEqual([{ ...plain, moves }])
    expect(squash([first, plain])[0]?.attributes).toEqual(first.attributes)
    expect(squash([plain, first])[0]?.attributes).toEqual(first.attributes)
  })
  it('keep those of other entries, in the order of their first edits', () => {
    const other = { ...image, entry: 'b.lib#1' }
    const edits = [setAttributes(image, { row: 2 }), setAttributes(other, { row: 3 }), setAttributes(image, { row: 4 })]
    expect(squash(edits).map(({ entry }) => entry)).toEqual(['a.lib#1', 'b.lib#1'])
  })
})
