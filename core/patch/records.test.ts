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
import { applyEdited, editedEntry, Original, type Circumstances, type EntryEdited, type Hash, type Side } from '.'
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

  it('and another one of the same array give the same bytes in both orders, or conflict in both', () => {
    const counts = { same: 0, conflicts: 0, none: 0 }
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
        },
      ),
      { seed: 20_001_125, numRuns: 60, endOnFailure: true },
    )
    expect(Math.min(counts.same, counts.conflicts)).toBeGreaterThan(2)
  })
})
