import fc from 'fast-check'
import { apply, assignedEdit, type Edit } from '../edit'
import { invertSplices } from '../edit/splices'
import {
  assign,
  assignAll,
  document,
  insertRecords,
  LayoutError,
  locate,
  removeRecords,
  type AnyLayout,
  type Assignment,
  type Document,
  type Move,
  type Splice,
  type Value,
} from '../layout'
import { Paired, pairedFile, pairedValues } from '../layout/paired.fixture'
import {
  applyEdited,
  editedEntry,
  mergePatches,
  Original,
  type Circumstances,
  type EntryEdited,
  type Hash,
  type Patch,
  type Side,
} from '.'
import { workedOut } from './work'

export const hash: Hash = bytes => {
  let [a, b] = [0x811c9dc5, 0x1234567]
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193)
    b = Math.imul(b ^ byte, 0x5bd1e995)
  }
  return `${(a >>> 0).toString(16).padStart(8, '0')}${(b >>> 0).toString(16).padStart(8, '0')}`.padEnd(64, '0')
}

export interface Image {
  readonly bytes: Uint8Array
  readonly moves: readonly Move[]
  /** Absent: `Paired`. */
  readonly layout?: AnyLayout
  /** Splices of each edit, for its undo. */
  readonly done?: readonly (readonly Splice[])[]
}
export const sideOf = ({ bytes, moves, layout = Paired }: Image): Side => ({
  entry: 'a',
  name: 'a',
  bytes,
  attributes: {},
  layout,
  moves,
})
export const open = ({ bytes }: Image): Document => document(Paired, bytes)
export const countOf = (opened: Document, path: string): number => locate(opened, path)?.childCount ?? 0
export const valueAt = (opened: Document, path: string): Value => locate(opened, path)?.value ?? 0

export type Step = (image: Image) => Image
export function edited(image: Image, make: (opened: Document) => Assignment | undefined): Image {
  const opened = open(image)
  try {
    const made = make(opened)
    if (!made) return image
    const source = { entry: 'a', revision: 0, bytes: image.bytes, attributes: {} }
    const edit: Edit = assignedEdit(source, opened, made)
    return {
      bytes: apply(image.bytes, edit.splices),
      moves: [...image.moves, ...(edit.moves ?? [])],
      done: [...(image.done ?? []), edit.splices],
    }
  } catch (error) {
    if (error instanceof LayoutError) return image
    throw error
  }
}

export const STRUCTURAL = [
  'point',
  'point-',
  'run',
  'run-',
  'slot',
  'slot-',
  'kind',
  'x',
  'ref',
  'ref=',
  'length',
] as const
export const stepsOf = (...kinds: readonly string[]): fc.Arbitrary<Step> =>
  fc.tuple(fc.constantFrom(...kinds), fc.nat(), fc.nat()).map(([what, a, b]) => image => {
    if (what === 'hex') {
      const opened = open(image)
      const words = ['last_slot', 'run_count', 'both_sizes', 'blobs_size', 'slots/0/previous', 'slots/0/word']
      const { offset = 0 } = locate(opened, words[a % words.length] ?? '') ?? {}
      const splices = [{ offset, removed: image.bytes.slice(offset, offset + 1), inserted: Uint8Array.of(b % 256) }]
      return { ...image, bytes: apply(image.bytes, splices), done: [...(image.done ?? []), splices] }
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

export const circumstances = (pristine: Image): Circumstances => ({
  original: pristine.bytes,
  hash,
  isForced: () => false,
  isFieldsOnly: false,
  pristine: sideOf({ ...pristine, moves: [] }),
})
export const patchOf = (before: Image, after: Image): EntryEdited | undefined =>
  workedOut(editedEntry(sideOf({ ...before, moves: [] }), sideOf(after), new Original(before.bytes), hash, true))

export const filed = (entry: EntryEdited): Patch => ({ family: 'tiny', title: '', files: [], entries: [entry] })

const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

function hold(isSo: boolean, law: string): void {
  if (!isSo) throw new Error(law)
}

/** A file and a sequence of edits of it, some of them in hex. */
export const sequences = fc.tuple(
  pairedValues,
  fc.array(stepsOf(...STRUCTURAL, 'hex'), { minLength: 1, maxLength: 10 }),
)

/**
 * Makes the patch of a sequence of edits and applies it to the pristine bytes, and takes the edits back. Throws where the
 * one does not give the present bytes, or the other the pristine ones. Returns what the patch has.
 */
export function sequenceLaw([value, steps]: readonly [Value, readonly Step[]]): 'structural' | 'plain' | 'none' {
  const pristine: Image = { bytes: pairedFile(value), moves: [] }
  const present = steps.reduce((image, step) => step(image), pristine)
  const undone = (present.done ?? []).reduceRight(
    (bytes, splices) => apply(bytes, invertSplices(splices)),
    present.bytes,
  )
  hold(isEqual(undone, pristine.bytes), 'the undo does not give the pristine bytes')
  const patch = patchOf(pristine, present)
  if (!patch) {
    hold(isEqual(present.bytes, pristine.bytes), 'there is no patch of a change')
    return 'none'
  }
  const made = applyEdited(sideOf(pristine), patch, circumstances(pristine))
  hold(made.misses.length === 0, `the patch misses ${made.misses.map(({ path, code }) => `${path} ${code}`).join()}`)
  hold(isEqual(made.bytes, present.bytes), 'the patch does not give the present bytes')
  return patch.records ? 'structural' : 'plain'
}

const few = fc.array(stepsOf(...STRUCTURAL), { minLength: 1, maxLength: 3 })

/** A file and two sequences of structural edits of it. */
export const pairs = fc.tuple(pairedValues, few, few)

type Outcome = 'none' | 'splices' | 'conflict' | 'same' | 'merged'

/** The law of two patches for two sequences of edits; `none` where one of them is empty. */
export function pairLaw([value, one, other]: readonly [Value, readonly Step[], readonly Step[]]): Outcome {
  const pristine: Image = { bytes: pairedFile(value), moves: [] }
  const [a, b] = [one, other].map(list =>
    patchOf(
      pristine,
      list.reduce((image, step) => step(image), pristine),
    ),
  )
  return ordersLaw(pristine, a, b)
}

/**
 * Applies two patches of one original in both orders, and both merged. Throws where the orders differ. Returns what came
 * of it; `none` where one of them is empty, `splices` where one of them is not of records and fields only.
 */
export function ordersLaw(pristine: Image, a: EntryEdited | undefined, b: EntryEdited | undefined): Outcome {
  if (!a || !b) return 'none'
  if (a.splices.length + b.splices.length > 0) return 'splices'
  const [x, y] = [inOrder(pristine, [a, b]), inOrder(pristine, [b, a])]
  hold(x.misses > 0 === y.misses > 0, 'only one order conflicts')
  const outcome = mergeLaw(pristine, a, b)
  hold(x.misses === 0 || outcome === 'conflict', 'the merge has no conflict although the orders have one')
  if (x.misses > 0) return 'conflict'
  hold(isEqual(x.bytes, y.bytes), 'the bytes differ by the order')
  if (outcome === 'conflict') return 'same'
  hold(isEqual(outcome, x.bytes), 'the merge gives other bytes')
  return 'merged'
}

/**
 * Merges two patches in both orders. Throws where the conflicts differ, or where the merged patches give other bytes or
 * do not apply as a whole: both sides of each conflict where that is possible, else the first patch's. Returns the bytes
 * where nothing conflicts.
 */
function mergeLaw(pristine: Image, a: EntryEdited, b: EntryEdited): Uint8Array | 'conflict' {
  const ways = [
    { first: a, second: b, chosen: 'a' },
    { first: b, second: a, chosen: 'b' },
  ] as const
  const [one, other] = ways.map(({ first, second, chosen }) => {
    const { patch, conflicts } = mergePatches(filed(first), filed(second), ({ canBoth }) => (canBoth ? 'both' : chosen))
    const [entry] = patch.entries
    const made = entry?.kind === 'edited' ? applyEdited(sideOf(pristine), entry, circumstances(pristine)) : undefined
    hold(made?.misses.length === 0, 'the merged patch does not fit')
    const told = conflicts.map(found => (chosen === 'a' ? found : { ...found, a: found.b, b: found.a }))
    return { bytes: made?.bytes ?? pristine.bytes, told: JSON.stringify(told), isFree: told.length === 0 }
  })
  if (!one || !other) throw new Error('unreachable')
  hold(one.told === other.told, 'the conflicts of the merge differ by the order')
  hold(isEqual(one.bytes, other.bytes), 'the bytes of the merge differ by the order')
  return one.isFree ? one.bytes : 'conflict'
}

function inOrder(
  pristine: Image,
  order: readonly EntryEdited[],
): { readonly bytes: Uint8Array; readonly misses: number } {
  let image = pristine
  let misses = 0
  for (const patch of order) {
    const made = applyEdited(sideOf(image), patch, circumstances(pristine))
    misses += made.misses.length
    image = { ...image, bytes: made.bytes, moves: [...image.moves, ...(made.moves ?? [])] }
  }
  return { bytes: image.bytes, misses }
}
