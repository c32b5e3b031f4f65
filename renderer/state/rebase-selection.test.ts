import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply, type Edit } from '@areal-studio/core/edit'
import {
  array,
  assign,
  attribute,
  count,
  document,
  insertRecords,
  locate,
  removeRecords,
  struct,
  u16,
  u32,
  write,
  type Assignment,
  type Document,
} from '@areal-studio/core/layout'
import { rebaseSelected } from './rebase-selection'
import type { Selected } from './selection.store'

const Item = struct('item', { id: u32(), n: count('list'), list: array(struct('part', { id: u16() }), 'n') })
const fileOf = (items: number) => struct('file', { items: array(Item, attribute('n', items)), tail: u16() })
/** Every record and part has a number of its own. */
const numbered = (items: number) =>
  document(
    fileOf(items),
    write(fileOf(items), {
      items: Array.from({ length: items }, (_, i) => ({
        id: 1000 + i,
        n: i % 3,
        list: Array.from({ length: i % 3 }, (_, k) => ({ id: i * 10 + k })),
      })),
      tail: 7,
    }).bytes,
  )

const editOf = ({ splices, moves }: Assignment): Edit => ({ entry: 'e', base: 0, splices, ...(moves && { moves }) })
const selected = (path: string | null, paths: readonly string[] = path === null ? [] : [path]): Selected => ({
  entry: 'e',
  path,
  paths,
  range: null,
  source: 'test',
})
const ownId = (whole: Document, path: string | null): unknown =>
  path === null ? undefined : locate(whole, `${path}/id`)?.value

describe('a selection after an edit', () => {
  it('is the same records after others came or went, and where one went its place', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.nat(99),
        fc.nat(99),
        fc.integer({ min: -3, max: 3 }),
        (size, a, b, growth) => {
          const whole = numbered(size)
          const at = a % (size + 1)
          const gone = Math.min(size - at, Math.max(0, -growth))
          const change =
            growth > 0
              ? insertRecords(
                  whole,
                  'items',
                  at,
                  Array.from({ length: growth }, () => ({ id: 5, n: 0, list: [] })),
                )
              : removeRecords(whole, 'items', at, gone)
          const after = document(fileOf(size + Math.max(0, growth) - gone), apply(whole.bytes, change.splices))
          const record = b % size
          const path = `items/${record}`
          const next = rebaseSelected(
            selected(path, Array.from({ length: size }, (_, i) => `items/${i}`).slice(0, record + 1)),
            editOf(change),
            after,
          )
          const isGone = record >= at && record < at + gone
          if (!isGone) expect(ownId(after, next.path)).toBe(1000 + record)
          else if (size > gone) expect(locate(after, next.path ?? '')?.parent?.path).toBe('items')
          const kept = Array.from({ length: record + 1 }, (_, i) => i).filter(i => i < at || i >= at + gone)
          if (kept.length > 0) expect(next.paths.map(one => ownId(after, one))).toEqual(kept.map(i => 1000 + i))
          else expect(next.paths).toEqual(next.path === null ? [] : [next.path])
        },
      ),
      { seed: 1 },
    )
  })

  it('stays in a list that JSON made shorter or longer', () => {
    const whole = numbered(6)
    const shorter = assign(whole, 'items/5', { id: 1005, n: 1, list: [{ id: 51 }] })
    const after = document(fileOf(6), apply(whole.bytes, shorter.splices))
    expect(rebaseSelected(selected('items/5/list/1'), editOf(shorter), after).path).toBe('items/5/list/0')
    const empty = assign(whole, 'items/5', { id: 1005, n: 0, list: [] })
    const bare = document(fileOf(6), apply(whole.bytes, empty.splices))
    expect(rebaseSelected(selected('items/5/list/1/id'), editOf(empty), bare).path).toBe('items/5/list')
  })

  it('points at something that is there after any bytes came or went', () => {
    fc.assert(
      fc.property(
        fc.nat(60),
        fc.nat(12),
        fc.uint8Array({ maxLength: 12 }),
        fc.constantFrom('items/2', 'items/5/list/1', 'items/5/list/1/id', 'tail'),
        (from, gone, inserted, path) => {
          const whole = numbered(6)
          const offset = Math.min(from, whole.bytes.length)
          const edit = editOf({ splices: [{ offset, removed: whole.bytes.slice(offset, offset + gone), inserted }] })
          const after = document(fileOf(6), apply(whole.bytes, edit.splices))
          const next = rebaseSelected(selected(path), edit, after)
          expect(next.path === null || locate(after, next.path) !== undefined).toBe(true)
          expect(next.paths.every(one => locate(after, one))).toBe(true)
          if (next.path !== null && locate(after, path)) expect(next.path).toBe(path)
        },
      ),
      { seed: 1 },
    )
  })

  it('in plain bytes is the same bytes', () => {
    const bytes = Uint8Array.from({ length: 40 }, (_, i) => i)
    fc.assert(
      fc.property(fc.nat(40), fc.nat(10), fc.nat(9), fc.nat(30), fc.nat(9), (from, gone, come, start, size) => {
        const splice = {
          offset: from,
          removed: bytes.slice(from, from + gone),
          inserted: new Uint8Array(come).fill(99),
        }
        const end = from + splice.removed.length
        const after = apply(bytes, [splice])
        const { range } = rebaseSelected(
          { ...selected(null), range: [start, size] },
          editOf({ splices: [splice] }),
          undefined,
        )
        if (!range) throw new Error('lost')
        const untouched = Array.from(bytes.slice(start, start + size)).filter(
          (_, i) => start + i < from || start + i >= end,
        )
        expect(Array.from(after.slice(range[0], range[0] + range[1])).filter(byte => byte !== 99)).toEqual(untouched)
      }),
      { seed: 1 },
    )
  })
})
