import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { removeEntry, addEntry, type Attributes, type Edit } from '../../edit'
import { StudioError } from '../../format'
import { TINY_FAMILY, tinyArchive, tinyPoints } from '../tiny-family.fixture'
import { Canonical } from './canonical'
import { Draft } from './draft'
import { States } from './states'
import type { OpenArchive } from './view'

const FILE = 'many.tin'
const many = (rows: number): Uint8Array =>
  tinyArchive(
    Array.from({ length: rows }, (_, k) => ({ name: `r${k}`, type: 1, flag: 1, bytes: tinyPoints([k % 200]) })),
  )
const sourceOf = (rows: number): ReadonlyMap<string, Uint8Array> => new Map([[FILE, many(rows)]])

/** The same archive as a row of a row of a file. */
const NESTED = `${FILE}!#1!#0`
function nestedSourceOf(rows: number): ReadonlyMap<string, Uint8Array> {
  const inner = tinyArchive([{ name: 'inner', type: 9, bytes: many(rows) }])
  const other = { name: 'other', type: 1, bytes: tinyPoints([1]) }
  return new Map([[FILE, tinyArchive([other, { name: 'outer', type: 9, bytes: inner }])]])
}

interface Place {
  /** Of the archive whose rows are changed. */
  readonly archive: string
  readonly sourceOf: typeof sourceOf
  /** How many archives there are to open. */
  readonly depth: number
}
const PLACES: readonly (readonly [string, Place])[] = [
  ['a file', { archive: FILE, sourceOf, depth: 1 }],
  ['a row in a row of a file', { archive: NESTED, sourceOf: nestedSourceOf, depth: 3 }],
]

/** Counts the paths that are read. */
class CountingStates extends States {
  passed = 0
  /** How often an archive was opened. */
  opened = 0
  override below(archive: string): readonly string[] {
    const found = super.below(archive)
    this.opened++
    this.passed += found.length + 1
    return found
  }
}

const payloadEdit = (draft: Draft, entry: string, byte: number): Edit => {
  const { base, path } = draft.need(entry)
  const offset = base.length - 1
  return { entry: path, base: 0, splices: [{ offset, removed: base.slice(offset), inserted: Uint8Array.of(byte) }] }
}
const attributeEdit = (draft: Draft, entry: string, change: Attributes): Edit => {
  const { attributes, path } = draft.need(entry)
  return { entry: path, base: 0, splices: [], attributes: { before: attributes, after: { ...attributes, ...change } } }
}

/** Everything that a draft shows of the archive and of those around it. */
function shown(draft: Draft, path: string): unknown {
  const archive: OpenArchive | undefined = draft.view(path)?.archive
  const around = path.slice(0, Math.max(0, path.lastIndexOf('!')))
  return (
    archive && {
      rows: archive.rows().map(({ path, attributes, base, name }) => ({ path, attributes, base: [...base], name })),
      touched: [...archive.touched].sort(),
      isTouched: archive.isTouched,
      siblings: [
        archive.asContainer.siblings.size,
        [0, 1, 2].map(type => archive.asContainer.siblings.count('type_id', type)),
      ],
      named: ['r0', 'N1', 'NEW'].map(name => archive.named(name).map(row => row['name'])),
      packed: [...archive.packed().bytes],
      around: around && shown(draft, around),
    }
  )
}

describe.each(PLACES)('a draft of %s', (_, { archive, sourceOf, depth }) => {
  it('looks through the changed entries of an archive once, not once per edit', () => {
    const passed = (count: number): number => {
      const states = new CountingStates()
      const draft = new Draft(states, TINY_FAMILY.formats, sourceOf(400))
      for (let row = 0; row < count; row++) draft.apply(payloadEdit(draft, `${archive}!#${row}`, 250))
      expect(draft.view(archive)?.archive?.touched.size).toBe(count)
      return states.passed
    }
    expect(passed(400)).toBeLessThanOrEqual(2 * passed(200))
  })

  it('opens each archive once, however many rows are removed, added and moved', () => {
    const states = new CountingStates()
    const draft = new Draft(states, TINY_FAMILY.formats, sourceOf(400))
    let added = 0
    const canonical = new Canonical(draft, 0, () => 0)
    for (let row = 0; row < 300; row++) {
      const { path, base, attributes } = draft.need(`${archive}!#${row}`)
      if (row % 3 === 2) canonical.perform(attributeEdit(draft, path, { row: 0 }))
      else canonical.perform(removeEntry({ entry: path, revision: 0, bytes: base, attributes }))
      if (row % 3 !== 1) continue
      const created = addEntry(
        `${archive}!#+${added++}`,
        0,
        { name: 'new', type_id: 1, flag: 1 },
        tinyPoints([row % 200]),
      )
      canonical.perform(created)
    }
    expect(draft.view(archive)?.archive?.length).toBe(300)
    expect(states.opened).toBe(depth)
  })

  it('shows after any edits what one shows that is made of the states alone', () => {
    const acts = fc.array(
      fc.record({
        act: fc.constantFrom('poke', 'back', 'name', 'move', 'add', 'remove', 'revert'),
        row: fc.nat(6),
        to: fc.nat(250),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(acts, list => {
        const sources = sourceOf(5)
        const states = new States()
        const draft = new Draft(states, TINY_FAMILY.formats, sources)
        let added = 0
        const canonical = new Canonical(draft, 0, () => 0)
        for (const { act, row, to } of list) {
          const order = draft.view(archive)?.archive?.order ?? []
          const entry = `${archive}!#${order[row % Math.max(1, order.length)] ?? '0'}`
          try {
            if (act === 'poke') canonical.perform(payloadEdit(draft, entry, to))
            else if (act === 'back') canonical.perform(payloadEdit(draft, entry, 0xee))
            else if (act === 'name') canonical.perform(attributeEdit(draft, entry, { name: `n${to % 3}` }))
            else if (act === 'move') canonical.perform(attributeEdit(draft, entry, { row: to % 5 }))
            else if (act === 'add')
              canonical.perform(
                addEntry(`${archive}!#+${added++}`, 0, { name: 'new', type_id: 1, flag: 1 }, tinyPoints([to])),
              )
            else if (act === 'revert') canonical.revert(archive)
            else {
              const { path, base, attributes } = draft.need(entry)
              canonical.perform(removeEntry({ entry: path, revision: 0, bytes: base, attributes }))
            }
          } catch (error) {
            if (!(error instanceof StudioError)) throw error
          }
          shown(draft, archive)
          expect(shown(draft, archive)).toEqual(shown(new Draft(states.copy(), TINY_FAMILY.formats, sources), archive))
        }
      }),
      { seed: 2, numRuns: 60 },
    )
  })
})
