import { describe, expect, it } from 'vitest'
import { mergePatches, type Merged } from './merge'
import type { EntryPatch, Patch } from './patch'

const patch = (...entries: readonly EntryPatch[]): Patch => ({ family: 'tiny', title: '', files: [], entries })

/** A patch that puts the same four bytes at an offset of one file. */
const putting = (offset: number): Patch =>
  patch({
    kind: 'edited',
    entry: 'readme.txt',
    name: 'readme.txt',
    size: 40,
    hash: 'h',
    fields: [],
    attributes: [],
    splices: [{ offset, size: 4, hash: `at ${offset}`, parts: [Uint8Array.of(1, 2, 3, 4)], made: 'm' }],
  })

const added = (archive: string, name: string, made: string): Patch =>
  patch({ kind: 'added', entry: `${archive}!#+0`, name, attributes: {}, parts: [], made })

const merged = (a: Patch, b: Patch): Merged => mergePatches(a, b, () => undefined)

describe('two patches of one file', () => {
  it('that put the same bytes at places which overlap conflict: joined they would fit nothing', () => {
    expect(merged(putting(8), putting(10))).toMatchObject({ conflicts: [{ path: '' }], open: 1 })
  })

  it('that put the same bytes at one place are one, at places apart both', () => {
    expect(merged(putting(8), putting(8))).toMatchObject({ conflicts: [], patch: putting(8) })
    expect(merged(putting(8), putting(20)).patch.entries).toMatchObject([{ splices: [{ offset: 8 }, { offset: 20 }] }])
  })
})

it('rows of two archives are never one row, whatever spaces their names have', () => {
  const result = merged(added('a', 'b c', 'one'), added('a b', 'c', 'two'))
  expect(result.conflicts).toEqual([])
  expect(result.patch.entries).toHaveLength(2)
})
