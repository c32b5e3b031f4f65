import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignedEdit, type Edit } from '../edit'
import {
  assign,
  assignAll,
  document,
  insertRecords,
  LayoutError,
  locate,
  removeRecords,
  type Assignment,
  type Document,
  type Move,
  type Value,
} from '../layout'
import { Paired, pairedFile, pairedValues } from '../layout/paired.fixture'
import { apply as applySplices } from '../edit'
import {
  applyEdited,
  editedEntry,
  mergePatches,
  Original,
  parsePatch,
  printPatch,
  type Circumstances,
  type EntryEdited,
  type Hash,
  type Patch,
  type RecordChange,
  type Side,
} from '.'

import { workedOut } from './work'

const hash: Hash = bytes => {
  let [a, b] = [0x811c9dc5, 0x1234567]
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193)
    b = Math.imul(b ^ byte, 0x5bd1e995)
  }
  return `${(a >>> 0).toString(16).padStart(8, '0')}${(b >>> 0).toString(16).padStart(8, '0')}`.padEnd(64, '0')
}

interface Image {
  readonly bytes: Uint8Array
  readonly moves: readonly Move[]
}
const sideOf = ({ bytes, moves }: Image): Side => ({
  entry: 'a',
  name: 'a',
  bytes,
  attributes: {},
  layout: Paired,
  moves,
})
const open = ({ bytes }: Image): Document => document(Paired, bytes)
const countOf = (opened: Document, path: string): number => locate(opened, path)?.childCount ?? 0
const valueAt = (opened: Document, path: string): Value => locate(opened, path)?.value ?? 0

type Step = (image: Image) => Image
function edited(image: Image, make: (opened: Document) => Assignment | undefined): Image {
  const opened = open(image)
  try {
    const made = make(opened)
    if (!made) return image
    const source = { entry: 'a', revision: 0, bytes: image.bytes, attributes: {} }
    const edit: Edit = assignedEdit(source, opened, made)
    return { bytes: applySplices(image.bytes, edit.splices), moves: [...image.moves, ...(edit.moves ?? [])] }
  } catch (error) {
    if (error instanceof LayoutError) return image
    throw error
  }
}

const STRUCTURAL = ['point', 'point-', 'run', 'run-', 'slot', 'slot-', 'kind', 'x', 'ref', 'ref=', 'length'] as const
const stepsOf = (...kinds: readonly string[]): fc.Arbitrary<Step> =>
  fc.tuple(fc.constantFrom(...kinds), fc.nat(), fc.nat()).map(([what, a, b]) => image => {
    if (what === 'hex') {
      const opened = open(image)
      const words = ['last_slot', 'run_count', 'both_sizes', 'blobs_size', 'slots/0/previous', 'slots/0/word']
      const { offset = 0 } = locate(opened, words[a % words.length] ?? '') ?? {}
      const bytes = image.bytes.slice()
      bytes[offset] = b % 256
      return { ...image, bytes }
    }
    return edited(image, opened => {
      const slot = a % Math.max(1, countOf(opened, 'slots'))
      const points = `blobs/${slot}/points`
      const [runs, refs] = [countOf(opened, 'runs'), countOf(opened, 'refs') - 1]
      const whole = (path: string, change: (list: Value[]) => Value[]): { path: string; value: Value } => ({
        path,
        value: change([...(valueAt(opened, path) as Value[])]),
      })
      switch (what) {
        case 'point':
          return insertRecords(opened, points, b % (countOf(opened, points) + 1), [
            { x: a % 3, slot: b % countOf(opened, 'slots') },
          ])
        case 'point-':
          return countOf(opened, points) > 0 ? removeRecords(opened, points, b % countOf(opened, points), 1) : undefined
        case 'run':
          return insertRecords(opened, 'runs', a % (runs + 1), [{ length: b % 3, tags: b % 2 ? [1, 2] : [] }])
        case 'run-':
          return runs > 0 ? removeRecords(opened, 'runs', a % runs, 1) : undefined
        case 'slot':
          return assignAll(opened, [
            whole('slots', list => [...list, { kind: a % 2, point_count: 0 }]),
            whole('blobs', list => [...list, { points: [] }]),
            whole('places', list => [...list, 0]),
          ])
        case 'slot-':
          if (countOf(opened, 'slots') < 2) return undefined
          return assignAll(opened, [
            whole('slots', list => list.slice(0, -1)),
            whole('blobs', list => list.slice(0, -1)),
            whole('places', list => list.slice(0, -1)),
          ])
        case 'kind':
          return assign(opened, `slots/${slot}`, { kind: b % 2, point_count: countOf(opened, points) })
        case 'x':
          return countOf(opened, points) > 0 ? assign(opened, `${points}/0/x`, b % 256) : undefined
        case 'ref':
          return insertRecords(opened, 'refs', b % (refs + 1), [(a % (countOf(opened, 'slots') + 1)) - 1])
        case 'ref=':
          return refs > 0 ? assign(opened, `refs/${a % refs}`, (b % (countOf(opened, 'slots') + 1)) - 1) : undefined
        default:
          return runs > 0 ? assign(opened, `runs/${a % runs}/length`, b % 9) : undefined
      }
    })
  })

const circumstances = (pristine: Image): Circumstances => ({
  original: pristine.bytes,
  hash,
  isForced: () => false,
  isFieldsOnly: false,
  pristine: sideOf({ ...pristine, moves: [] }),
})
const patchOf = (before: Image, after: Image): EntryEdited | undefined =>
  workedOut(editedEntry(sideOf({ ...before, moves: [] }), sideOf(after), new Original(before.bytes), hash, true))

const filed = (entry: EntryEdited): Patch => ({ family: 'tiny', title: '', files: [], entries: [entry] })

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
  it('makes the present bytes of the pristine ones, also after hex edits of following words', () => {
    let structural = 0
    let plain = 0
    fc.assert(
      fc.property(
        pairedValues,
        fc.array(stepsOf(...STRUCTURAL, 'hex'), { minLength: 1, maxLength: 10 }),
        (value, list) => {
          const pristine: Image = { bytes: pairedFile(value), moves: [] }
          const present = list.reduce((image, step) => step(image), pristine)
          const patch = patchOf(pristine, present)
          if (!patch) return void expect(present.bytes).toEqual(pristine.bytes)
          if (patch.records) structural++
          else plain++
          const made = applyEdited(sideOf(pristine), patch, circumstances(pristine))
          expect(made.misses).toEqual([])
          expect(made.bytes).toEqual(present.bytes)
        },
      ),
      { seed: 20_001_124, numRuns: 60, endOnFailure: true },
    )
    expect(Math.min(structural, plain)).toBeGreaterThan(5)
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
    const counts = { same: 0, conflicts: 0, none: 0, merged: 0 }
    const structural = stepsOf(...STRUCTURAL)
    fc.assert(
      fc.property(
        pairedValues,
        fc.array(structural, { minLength: 1, maxLength: 3 }),
        fc.array(structural, { minLength: 1, maxLength: 3 }),
        (value, one, other) => {
          const pristine: Image = { bytes: pairedFile(value), moves: [] }
          const patches = [one, other].map(list =>
            patchOf(
              pristine,
              list.reduce((image, step) => step(image), pristine),
            ),
          )
          const [a, b] = patches
          if (!a || !b || a.splices.length + b.splices.length > 0) return void counts.none++
          const inOrder = (order: readonly EntryEdited[]) => {
            let image = pristine
            const misses: string[] = []
            for (const patch of order) {
              const made = applyEdited(sideOf(image), patch, circumstances(pristine))
              for (const miss of made.misses) misses.push(`${miss.path} ${miss.code} ${miss.expected} ${miss.found}`)
              image = { bytes: made.bytes, moves: [...image.moves, ...(made.moves ?? [])] }
            }
            return { bytes: image.bytes, misses }
          }
          const [x, y] = [inOrder([a, b]), inOrder([b, a])]
          expect(x.misses.length > 0).toBe(y.misses.length > 0)
          if (x.misses.length > 0) return void counts.conflicts++
          counts.same++
          expect(x.bytes).toEqual(y.bytes)
          const merges = [
            mergePatches(filed(a), filed(b), () => 'both'),
            mergePatches(filed(b), filed(a), () => 'both'),
          ]
          const [one1, two1] = merges
          expect(one1?.conflicts.map(({ path }) => path)).toEqual(two1?.conflicts.map(({ path }) => path))
          if (one1?.conflicts.length !== 0) return
          counts.merged++
          for (const { patch } of merges) {
            const [entry] = patch.entries
            if (entry?.kind !== 'edited') throw new Error('not edited')
            const made = applyEdited(sideOf(pristine), entry, circumstances(pristine))
            expect(made.misses).toEqual([])
            expect(made.bytes).toEqual(x.bytes)
          }
        },
      ),
      { seed: 20_001_125, numRuns: 60, endOnFailure: true },
    )
    expect(Math.min(counts.same, counts.conflicts, counts.merged)).toBeGreaterThan(2)
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
})
