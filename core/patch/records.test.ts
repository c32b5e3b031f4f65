import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  assign,
  assignAll,
  document,
  insertRecords,
  removeRecords,
  type Assignment,
  type Document,
  type Value,
} from '../layout'
import { Paired, pairedFile, pairedValues } from '../layout/paired.fixture'
import {
  applyEdited,
  mergePatches,
  parsePatch,
  printPatch,
  withoutPatch,
  type EntryEdited,
  type Patch,
  type RecordChange,
} from '.'

import {
  circumstances,
  countOf,
  edited,
  filed,
  open,
  pairLaw,
  pairs,
  patchOf,
  sequenceLaw,
  sequences,
  sideOf,
  STRUCTURAL,
  stepsOf,
  valueAt,
  type Image,
} from './record-laws.fixture'

const recordsOf = ({ entries }: Patch): readonly RecordChange[] =>
  entries.flatMap(entry => (entry.kind === 'edited' ? (entry.records ?? []) : []))
const put = (opened: Document, path: string, at: number, value: Value): Value => {
  const list = valueAt(opened, path) as readonly Value[]
  return [...list.slice(0, at), value, ...list.slice(at)]
}
const NONE: EntryEdited = {
  ...{ kind: 'edited', entry: 'a', name: 'a', size: 0, hash: '' },
  ...{ fields: [], splices: [], attributes: [] },
}
const BARE = {
  version: 1,
  slot_count: 2,
  slots: [
    { kind: 1, point_count: 0 },
    { kind: 0, point_count: 0 },
  ],
  blobs: [{ points: [] }, { points: [] }],
  runs: [],
  refs: [],
  places: [0, 0],
}

describe('a patch of records', () => {
  it('makes the present bytes of the pristine ones, also after hex edits of following words; undo gives those', () => {
    const counts = { structural: 0, plain: 0, none: 0 }
    const law = fc.property(sequences, one => void counts[sequenceLaw(one)]++)
    fc.assert(law, { seed: 20_001_124, numRuns: 60, endOnFailure: true })
    expect(Math.min(counts.structural, counts.plain)).toBeGreaterThan(5)
  })

  it('is read from its text as it was, and refused where its changes of one array are not apart', () => {
    let structural = 0
    fc.assert(
      fc.property(pairedValues, fc.array(stepsOf(...STRUCTURAL), { minLength: 1, maxLength: 6 }), (value, list) => {
        const pristine: Image = { bytes: pairedFile(value), moves: [] }
        const present = list.reduce((image, step) => step(image), pristine)
        const entry = patchOf(pristine, present)
        if (!entry?.records) return
        structural++
        const text = printPatch(filed(entry))
        expect(text).toContain('"areal_patch": 2')
        expect(parsePatch(text)).toEqual(filed(entry))
        expect(printPatch(parsePatch(text))).toBe(text)
        const [first] = entry.records
        const torn = first && printPatch(filed({ ...entry, records: [{ ...first, removed: 1 }, first] }))
        expect(() => parsePatch(torn ?? '')).toThrow('patch.place')
        expect(() => parsePatch(text.replace('"areal_patch": 2', '"areal_patch": 1'))).toThrow('patch.place')
      }),
      { seed: 20_001_126, numRuns: 40, endOnFailure: true },
    )
    expect(structural).toBeGreaterThan(5)
  })

  it('and another one of the same array give the same bytes in both orders, or conflict in both', () => {
    const counts = { same: 0, conflict: 0, none: 0, splices: 0, merged: 0 }
    const law = fc.property(pairs, one => void counts[pairLaw(one)]++)
    fc.assert(law, { seed: 20_001_125, numRuns: 60, endOnFailure: true })
    expect(Math.min(counts.same + counts.merged, counts.conflict, counts.merged)).toBeGreaterThan(2)
  })

  it('that inserts where another one inserts conflicts with it; both go in by their digests, in either order', () => {
    const pristine: Image = {
      bytes: pairedFile({ ...BARE, refs: [0, 1, 0] }),
      moves: [],
    }
    const adding = (number: number): Patch =>
      filed(
        patchOf(
          pristine,
          edited(pristine, opened => insertRecords(opened, 'refs', 1, [number])),
        ) ?? NONE,
      )
    const [a, b] = [adding(1), adding(-1)]
    const open = mergePatches(a, b, () => undefined)
    expect(open).toMatchObject({ open: 1, conflicts: [{ path: 'refs/1', canBoth: true }] })
    const bytes = [mergePatches(a, b, () => 'both'), mergePatches(b, a, () => 'both')].map(({ patch, open: left }) => {
      expect(left).toBe(0)
      const [entry] = parsePatch(printPatch(patch)).entries
      if (entry?.kind !== 'edited') throw new Error('not edited')
      const made = applyEdited(sideOf(pristine), entry, circumstances(pristine))
      expect(made.misses).toEqual([])
      const again = applyEdited(sideOf({ bytes: made.bytes, moves: made.moves ?? [] }), entry, circumstances(pristine))
      expect(again).toMatchObject({ misses: [], set: 0 })
      return made.bytes
    })
    expect(bytes[0]).toEqual(bytes[1])
    expect(countOf(document(Paired, bytes[0] ?? new Uint8Array(0)), 'refs')).toBe(6)
    expect(mergePatches(a, a, () => undefined)).toMatchObject({ conflicts: [], patch: { entries: a.entries } })
  })

  it('refers to a new record that is there already', () => {
    const pristine: Image = { bytes: pairedFile(BARE), moves: [] }
    const added = edited(pristine, opened =>
      assignAll(opened, [
        { path: 'slots', value: put(opened, 'slots', 2, { kind: 1, point_count: 0 }) },
        { path: 'blobs', value: put(opened, 'blobs', 2, { points: [] }) },
        { path: 'places', value: put(opened, 'places', 2, 0) },
      ]),
    )
    const withRun = edited(added, opened => insertRecords(opened, 'runs', 0, [{ length: 0, tags: [] }]))
    const withReference = edited(added, opened => insertRecords(opened, 'refs', 0, [2]))
    const [a = NONE, b = NONE] = [withRun, withReference].map(image => patchOf(pristine, image))
    const made = [
      [a, b],
      [b, a],
      [b, a, b],
    ].map(order =>
      order.reduce<Image>((image, patch) => {
        const { misses, bytes, moves = [] } = applyEdited(sideOf(image), patch, circumstances(pristine))
        expect(misses).toEqual([])
        return { bytes, moves: [...image.moves, ...moves] }
      }, pristine),
    )
    expect(made[1]?.bytes).toEqual(made[0]?.bytes)
    expect(made[2]?.bytes).toEqual(made[0]?.bytes)
    const opened = document(Paired, made[0]?.bytes ?? new Uint8Array(0))
    expect(valueAt(opened, 'refs')).toEqual([2])
    expect(countOf(opened, 'runs')).toBe(1)
  })

  it('that adds records inside of one before a removed one of the same place is merged in the order of the records', () => {
    const slots = [
      { kind: 1, point_count: 1 },
      { kind: 0, point_count: 1 },
    ]
    const blobs = slots.map(() => ({ points: [{ x: 1, slot: 0 }] }))
    const pristine: Image = { bytes: pairedFile({ ...BARE, slots, blobs }), moves: [] }
    const longer = edited(pristine, opened => insertRecords(opened, 'blobs/0/points', 1, [{ x: 2, slot: 0 }]))
    const whole = (opened: Document, path: string) => ({ path, value: (valueAt(opened, path) as Value[]).slice(0, -1) })
    const shorter = edited(pristine, opened =>
      assignAll(
        opened,
        ['slots', 'blobs', 'places'].map(path => whole(opened, path)),
      ),
    )
    const [a = NONE, b = NONE] = [patchOf(pristine, longer), patchOf(pristine, shorter)]
    const { patch, conflicts } = mergePatches(filed(a), filed(b), () => undefined)
    expect(conflicts).toEqual([])
    const [entry] = patch.entries
    if (entry?.kind !== 'edited') throw new Error('not edited')
    const made = applyEdited(sideOf(pristine), entry, circumstances(pristine))
    expect(made.misses).toEqual([])
    expect(open({ bytes: made.bytes, moves: [] }).root.value).toMatchObject({
      slots: [{ point_count: 2 }],
      blobs: [{ points: [{ x: 1 }, { x: 2 }] }],
    })
  })

  it('is not there already where a record of the same bytes refers to another record', () => {
    const pristine: Image = { bytes: pairedFile({ ...BARE, refs: [1] }), moves: [] }
    const other = edited(pristine, opened => insertRecords(opened, 'refs', 1, [0]))
    const slot = edited(pristine, opened =>
      assignAll(opened, [
        { path: 'slots', value: put(opened, 'slots', 2, { kind: 1, point_count: 0 }) },
        { path: 'blobs', value: put(opened, 'blobs', 2, { points: [] }) },
        { path: 'places', value: put(opened, 'places', 2, 0) },
      ]),
    )
    const patch =
      patchOf(
        pristine,
        edited(slot, opened => insertRecords(opened, 'refs', 1, [2])),
      ) ?? NONE
    const made = applyEdited(sideOf(other), patch, circumstances(pristine))
    expect(made.misses).toMatchObject([{ path: 'refs/1', code: 'patch.records' }])
    expect(made.bytes).toEqual(other.bytes)
  })

  it('keeps what refers to its new records together with them', () => {
    const pristine: Image = { bytes: pairedFile(BARE), moves: [] }
    const slot = (opened: Document, at: number, points: number): Assignment =>
      assignAll(opened, [
        { path: 'slots', value: put(opened, 'slots', at, { kind: 1, point_count: points }) },
        { path: 'blobs', value: put(opened, 'blobs', at, { points: [] }) },
        { path: 'places', value: put(opened, 'places', at, 0) },
      ])
    const adding = (refersToIt: boolean): Patch => {
      const added = edited(pristine, opened => slot(opened, 2, 0))
      const made = refersToIt ? edited(added, opened => insertRecords(opened, 'refs', 0, [2])) : added
      return filed(patchOf(pristine, made) ?? NONE)
    }
    const [a, b] = [adding(true), adding(false)]
    expect(a.entries[0]).toMatchObject({ records: [{}, {}, {}, { own: [[0, 'slots', 0]] }] })
    const [edit = NONE] = b.entries.filter(one => one.kind === 'edited')
    const records = recordsOf(b).map(one => ({ ...one, made: `${one.made.slice(1)}0` }))
    const other = filed({ ...edit, records })
    const merged = mergePatches(a, other, () => 'b')
    expect(merged.conflicts).toHaveLength(1)
    expect(recordsOf(merged.patch).map(({ array }) => array)).toEqual(['blobs', 'places', 'slots'])
  })

  it('that replaces a record conflicts with an edit of that record in both orders, also where both give the same bytes', () => {
    const pristine: Image = { bytes: pairedFile({ ...BARE, runs: [{ length: 0, tags: [] }] }), moves: [] }
    const removed = edited(pristine, opened => removeRecords(opened, 'runs', 0, 1))
    const replaced = edited(removed, opened => insertRecords(opened, 'runs', 0, [{ length: 1, tags: [] }]))
    const changed = edited(pristine, opened => assign(opened, 'runs/0/length', 1))
    expect(replaced.bytes).toEqual(changed.bytes)
    const [a = NONE, b = NONE] = [replaced, changed].map(image => patchOf(pristine, image))
    for (const [image, patch, code] of [
      [replaced, b, 'patch.gone'],
      [changed, a, 'patch.records'],
    ] as const)
      expect(applyEdited(sideOf(image), patch, circumstances(pristine)).misses).toMatchObject([{ code }])
    for (const order of [
      [a, b],
      [b, a],
    ])
      expect(mergePatches(...(order.map(filed) as [Patch, Patch]), () => undefined).conflicts).toMatchObject([
        { path: 'runs/0' },
      ])
    // On an original that has the new record, the patch is applied already.
    const fitting = applyEdited(sideOf({ ...changed, moves: [] }), a, circumstances({ ...changed, moves: [] }))
    expect(fitting).toMatchObject({ misses: [], set: 0, already: 1 })
  })

  it('conflicts with a reference to a record that it removes, of a new record or a field', () => {
    const pristine: Image = { bytes: pairedFile({ ...BARE, refs: [-1] }), moves: [] }
    const removing = edited(pristine, opened =>
      assignAll(
        opened,
        ['slots', 'blobs', 'places'].map(path => ({ path, value: (valueAt(opened, path) as Value[]).slice(0, -1) })),
      ),
    )
    const inserting = edited(pristine, opened => insertRecords(opened, 'refs', 1, [1]))
    const setting = edited(pristine, opened => assign(opened, 'refs/0', 1))
    const [a = NONE, b = NONE, c = NONE] = [removing, inserting, setting].map(image => patchOf(pristine, image))
    expect(c.records).toBeUndefined()
    for (const other of [b, c]) {
      const [mine, theirs] = [a, other].map(patch => parsePatch(printPatch(filed(patch))))
      const merged = mergePatches(mine ?? filed(NONE), theirs ?? filed(NONE), () => 'b')
      expect(merged.conflicts).toMatchObject([{ path: other === b ? 'refs/1' : 'slots/1' }])
      const [entry = NONE] = merged.patch.entries.filter(one => one.kind === 'edited')
      const made = applyEdited(sideOf(pristine), entry, circumstances(pristine))
      expect(made.misses).toEqual([])
      expect(made.bytes).toEqual((other === b ? inserting : setting).bytes)
    }
  })

  it('that adds records to parallel arrays where another one adds some is merged in one order in all of them', () => {
    const pristine: Image = { bytes: pairedFile(BARE), moves: [] }
    const adding = (kind: number): EntryEdited =>
      patchOf(
        pristine,
        edited(pristine, opened =>
          assignAll(opened, [
            { path: 'slots', value: put(opened, 'slots', 2, { kind, point_count: 0 }) },
            { path: 'blobs', value: put(opened, 'blobs', 2, { points: [] }) },
            { path: 'places', value: put(opened, 'places', 2, 0) },
          ]),
        ),
      ) ?? NONE
    const images = [
      [adding(0), adding(1)],
      [adding(1), adding(0)],
    ].map(([a = NONE, b = NONE]) => {
      const [entry = NONE] = mergePatches(filed(a), filed(b), () => 'both').patch.entries.filter(
        one => one.kind === 'edited',
      )
      const made = applyEdited(sideOf(pristine), entry, circumstances(pristine))
      expect(made.misses).toEqual([])
      expect(countOf(document(Paired, made.bytes), 'slots')).toBe(4)
      return made.bytes
    })
    expect(images[0]).toEqual(images[1])
  })

  it('without what another one makes keeps the records that the rest refers to, by their new numbers', () => {
    const pristine: Image = { bytes: pairedFile({ ...BARE, runs: [{ length: 1, tags: [] }], refs: [0] }), moves: [] }
    const slotted = edited(pristine, opened =>
      assignAll(opened, [
        { path: 'slots', value: put(opened, 'slots', 2, { kind: 1, point_count: 0 }) },
        { path: 'blobs', value: put(opened, 'blobs', 2, { points: [] }) },
        { path: 'places', value: put(opened, 'places', 2, 0) },
      ]),
    )
    const run = edited(slotted, opened => insertRecords(opened, 'runs', 0, [{ length: 3, tags: [] }]))
    const referring = edited(run, opened => insertRecords(opened, 'refs', 1, [2]))
    const [a, b, c] = [slotted, run, referring].map(image => patchOf(pristine, image))
    const arrays = (patch: EntryEdited | undefined): readonly string[] => (patch?.records ?? []).map(one => one.array)
    expect(withoutPatch(c, c)).toBeUndefined()
    expect(arrays(withoutPatch(b, a))).toEqual(['runs'])
    const left = withoutPatch(c, b)
    expect(arrays(left)).toEqual(arrays(c).filter(array => array !== 'runs'))
    const made = applyEdited(sideOf(run), left ?? NONE, circumstances(pristine))
    expect(made.misses).toEqual([])
    expect(made.bytes).toEqual(referring.bytes)
    const second = edited(slotted, opened => insertRecords(opened, 'refs', 0, [-1]))
    const both = edited(second, opened => assign(opened, 'refs/1', 2))
    expect(withoutPatch(patchOf(pristine, both), patchOf(pristine, second))).toMatchObject({
      fields: [{ path: 'refs/0', new: '{"added":["slots",0]}' }],
    })
  })
})
