import fc from 'fast-check'
import {
  array,
  count,
  counted,
  derived,
  document,
  i16,
  i32,
  offsetTo,
  optional,
  parallelTo,
  read,
  repairedWords,
  slotLink,
  startOfRun,
  struct,
  u16,
  u8,
  union,
  write,
  type Layout,
  type Value,
} from '.'
import { spliced } from './document/runs'

/** Slots with the place of their data, and free ones that are linked. */
const Slot = struct('pair-slot', {
  kind: u8({ values: { 0: 'free', 1: 'used' } }),
  point_count: count('blobs/points', { as: 'u8', parallel: true }),
  word: union('kind & 1', { 0: slotLink(i16(), 'next'), 1: offsetTo('blobs', { parallel: true, as: 'i16' }) }),
  previous: slotLink(i16(), 'previous', { none: 255 }),
})
const Blob = struct('pair-blob', {
  points: array(struct('pair-point', { x: u8(), slot: u8({ refers: 'slots' }) }), '^.point_count'),
})
const Run = struct('pair-run', {
  start: startOfRun(u16(), 'length'),
  length: u8(),
  tags: counted(u8(), u8()),
  tag_place: offsetTo('tags', { from: '.', as: 'u8', none: 9 }),
})

/** Paired records, places, counts, references and a list of free slots: a small file of every following word. */
export const Paired = struct('paired', {
  version: u8(),
  blobs_offset: offsetTo('blobs', { plus: 2 }),
  slot_count: count('slots', { as: 'i16' }),
  last_slot: derived(i32(), 'slot_count - 1'),
  run_count: derived(u8(), 'runs.length'),
  both_sizes: derived(u16(), 'blobs_size + runs.size'),
  slots: array(Slot, 'slot_count'),
  blobs_size: derived(u16(), 'blobs.size'),
  blobs: array(Blob, parallelTo('slots')),
  note: optional('version > 1', u16()),
  n: count('runs', { as: 'u8' }),
  runs: array(Run, 'n'),
  refs: counted(u8(), i16({ refers: 'slots' })),
  places: array(offsetTo('blobs', { parallel: true, as: 'i16' }), parallelTo('slots')),
})

const slots = fc.array(fc.record({ kind: fc.nat(1), point_count: fc.nat(3) }), { minLength: 1, maxLength: 5 })

/** Values with every following word left out. */
export const pairedValues: fc.Arbitrary<Value> = fc.nat(3).chain(version =>
  slots.chain(given => {
    const point = fc.record({ x: fc.nat(255), slot: fc.nat(given.length - 1) })
    return fc.record({
      version: fc.constant(version),
      slot_count: fc.constant(given.length),
      slots: fc.constant(given),
      blobs: fc.tuple(
        ...given.map(({ point_count: n }) => fc.record({ points: fc.array(point, { minLength: n, maxLength: n }) })),
      ),
      ...(version > 1 && { note: fc.nat(65535) }),
      runs: fc.array(fc.record({ length: fc.nat(9), tags: fc.array(fc.nat(255), { maxLength: 2 }) }), { maxLength: 3 }),
      refs: fc.array(fc.integer({ min: -1, max: given.length - 1 }), { maxLength: 3 }),
      places: fc.constant(given.map(() => 0)),
    })
  }),
)

/** A file in which every following word is right. */
export function pairedFile(value: Value): Uint8Array {
  const { bytes } = write(Paired as Layout<Value>, value)
  return spliced(bytes, repairedWords(document(Paired, bytes)))
}

/** Whole values, their words right, and now and then one that is odd. */
export const pairedWhole: fc.Arbitrary<Value> = fc
  .tuple(pairedValues, fc.nat(3), fc.nat(255))
  .map(([value, odd, number]) => ({
    ...(read(Paired, pairedFile(value)) as object),
    ...(odd === 0 && { run_count: number }),
  }))
