import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  array,
  count,
  document,
  encode,
  leaves,
  nodeAt,
  offsetTo,
  parallelTo,
  struct,
  u16,
  u8,
  union,
  type AnyLayout,
} from '.'
import { hex } from './bytes.fixture'
import { applied, files, roots } from './random.fixture'
import { between, drawn, verdicts } from './untouched.fixture'
import { untouchedBy } from './untouched'

const SEED = { seed: 20_001_127, numRuns: 300 }
const put = (layout: AnyLayout, value: unknown): Uint8Array => encode(layout, value, '').bytes

/** Two values of one layout, and edits of the first. */
const cases = fc.oneof({ weight: 5, arbitrary: files }, roots).chain(({ layout, values }) =>
  fc.nat(4).chain(n =>
    fc.record({
      layout: fc.constant(layout(n)),
      value: values(n),
      other: values(n),
      edits: fc.array(fc.record({ kind: fc.nat(), at: fc.nat(), byte: fc.nat(255), more: fc.nat() }), {
        minLength: 1,
        maxLength: 12,
      }),
      isGiven: fc.boolean(),
    }),
  ),
)

describe('a comparison that passes over what is untouched', () => {
  it('says what one of all nodes says, for any layout and any edit', () => {
    let [runs, accepted, refused] = [0, 0, 0]
    fc.assert(
      fc.property(cases, ({ layout, value, other, edits, isGiven }) => {
        runs++
        const bytes = put(layout, value)
        const opened = document(layout, bytes)
        const all = edits.map(edit => drawn(opened, edit)).filter(splices => splices !== undefined)
        for (const splices of [between(bytes, put(layout, other)), ...all]) {
          const after = document(layout, applied(bytes, splices))
          const [first] = splices
          const node = first && nodeAt(opened, first.offset)
          const sizes = isGiven && node ? [node, ...(node.parent ? [node.parent] : [])] : []
          const [passing, whole] = verdicts(
            opened,
            after,
            new Map(sizes.map(({ path, size }) => [path, size])),
            splices,
          )
          expect(passing).toEqual(whole)
          if (whole) refused++
          else accepted++
        }
      }),
      SEED,
    )
    expect(Math.min(accepted, refused)).toBeGreaterThan(runs / 3)
  })

  const Slot = struct('slot', { kind: u8(), n: u8() })
  const Blob = struct('blob', { body: union('^.kind', { 1: array(u8(), 2), 2: u16() }), list: array(u8(), '^.n') })
  const Pair = struct('pair', { slots: array(Slot, 3), blobs: array(Blob, parallelTo('slots')) })

  it('says the same for every byte of records that read others, around them and beside them', () => {
    const Outer = struct('outer', {
      width: u8(),
      rows: array(struct('row', { cell: union('..width', { 1: array(u8(), 2), 2: u16() }), n: u8() }), 2),
      pair: Pair,
    })
    const bytes = hex('01  010203 040506  0101 0101 0200  0102 03 0405 06 0708')
    const opened = document(Outer, bytes)
    expect(opened.isWhole).toBe(true)
    let refused = 0
    for (const offset of bytes.keys())
      for (let byte = 0; byte < 6; byte++) {
        const splices = between(
          bytes,
          Uint8Array.from(bytes, (old, k) => (k === offset ? byte : old)),
        )
        const [passing, whole] = verdicts(opened, document(Outer, applied(bytes, splices)), new Map(), splices)
        expect(passing, `${offset} ${byte}`).toEqual(whole)
        if (whole) refused++
      }
    expect(refused).toBeGreaterThan(20)
  })

  it('visits the record that belongs to a touched one, though its own bytes stay', () => {
    const bytes = hex('0101 0101 0100  0102 03 0405 06 0708')
    const splices = [{ offset: 2, removed: hex('01'), inserted: hex('02') }]
    const [before, after] = [document(Pair, bytes), document(Pair, applied(bytes, splices))]
    const [passing, whole] = verdicts(before, after, new Map(), splices)
    expect(passing).toEqual(whole)
    const [from, to] = [before.root.child(1), after.root.child(1)]
    // The first one, too: its end is touched.
    expect(untouchedBy(splices).records(from as never, to as never)).toEqual([0, 1])
  })

  it('passes over all records but the touched one and the one that its end touches, also where they move', () => {
    const Placed = struct('placed', {
      n: count('heads', { as: 'u8' }),
      heads: array(
        struct('head', {
          place: offsetTo('bodies', { parallel: true }),
          m: count('bodies/x', { as: 'u8', parallel: true }),
        }),
        'n',
      ),
      bodies: array(struct('body', { x: array(u8(), '^.m') }), parallelTo('heads')),
    })
    const bytes = put(Placed, {
      heads: [{ m: 1 }, { m: 2 }, { m: 1 }],
      bodies: [{ x: [1] }, { x: [2, 3] }, { x: [4] }],
    })
    const opened = document(Placed, bytes)
    const at = opened.root.child(2).child(1).offset
    const splices = [
      { offset: 10, removed: hex('02'), inserted: hex('03') },
      { offset: at + 1, removed: hex(''), inserted: hex('09') },
    ]
    const after = document(Placed, applied(bytes, splices))
    expect(after.isWhole && leaves(after.root).length).toBeGreaterThan(0)
    expect(untouchedBy(splices).records(opened.root.child(2) as never, after.root.child(2) as never)).toEqual([1, 2])
  })
})
