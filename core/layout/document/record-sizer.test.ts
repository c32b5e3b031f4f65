import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  array,
  bitfield,
  count,
  i8,
  optional,
  parallelTo,
  recursive,
  rest,
  restText,
  sized,
  struct,
  toEnd,
  u16,
  u32,
  u8,
  union,
} from '..'
import { DEEPEST } from '../shapes/scope'
import { TRUSTING, measurersFor } from './measure'
import { sizerOfRecord } from './record-sizer'

const Head = struct('head', {
  kind: u16(),
  flags: bitfield(u16(), { low: [0, 3], n: [3, 2] }),
  pointer: u32(),
  small: i8(),
})
const Tail = struct('tail', {
  always: array(u8(), '^.flags.n'),
  words: array(u16(), '^.flags.n * (^.pointer != 0)'),
  computed: array(u8(), '^.kind % 3 + 1'),
})
const Body = struct('body', {
  own: count('list', { as: 'u8' }),
  list: array(u16(), 'own'),
  heads: array(Head, '^.flags.n'),
  between: array(u8(), '^.small'),
  tails: array(Tail, parallelTo('heads')),
  choice: union('^.kind & 3', {
    0: struct('empty', {}),
    1: u32(),
    2: struct('counted', { m: count('inner', { as: 'u16' }), inner: array(u8(), 'm') }),
  }),
  last: optional('^.flags.low == 7', u16()),
})
const HEAD_SIZE = 9

/** The same by hand: -1 where it does not end before `end`. */
function sizeByHand(view: DataView, from: number, beside: number, end: number): number {
  const half = (at: number): number => view.getUint16(at, true)
  const flags = (head: number): number => half(head + 2)
  const n = (head: number): number => (flags(head) >> 3) & 3
  if (from + 1 > end) return -1
  let at = from + 1 + 2 * view.getUint8(from)
  const heads = at
  const small = view.getInt8(beside + 8)
  if (small < 0) return -1
  at += HEAD_SIZE * n(beside) + small
  if (at > end) return -1
  for (let k = 0; k < n(beside); k++) {
    const head = heads + HEAD_SIZE * k
    at += n(head) + (view.getUint32(head + 4, true) === 0 ? 0 : 2 * n(head)) + (half(head) % 3) + 1
  }
  const kind = half(beside) & 3
  if (kind === 3) return -1
  if (kind === 1) at += 4
  if (kind === 2) {
    if (at + 2 > end) return -1
    at += 2 + half(at)
  }
  if ((flags(beside) & 7) === 7) at += 2
  return at > end ? -1 : at - from
}

/** Mostly small numbers: large ones leave nothing to be measured. */
const bytes = fc
  .uint8Array({ minLength: 160, maxLength: 160 })
  .map(all => all.map(byte => (byte < 140 ? byte % 4 : byte)))

describe('the size of a record', () => {
  const sizer = sizerOfRecord(Body, Head.shape.of === 'struct' ? Head.shape : undefined)

  it('is what a reader written for it measures, to any end', () => {
    let [runs, whole] = [0, 0]
    fc.assert(
      fc.property(bytes, fc.integer({ min: HEAD_SIZE, max: 160 }), (data, end) => {
        const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
        const expected = sizeByHand(view, HEAD_SIZE, 0, end)
        expect(sizer?.size(view, HEAD_SIZE, HEAD_SIZE, 0, end, 0, TRUSTING)).toBe(expected)
        runs++
        if (expected >= 0) whole++
      }),
      { seed: 27, numRuns: 3000 },
    )
    expect(whole / runs).toBeGreaterThan(0.1)
  })

  it('is not composed where it depends on anything else', () => {
    expect(sizerOfRecord(Body, undefined)).toBeUndefined()
    expect(sizerOfRecord(struct('outer', { xs: array(u8(), '..n') }), undefined)).toBeUndefined()
  })
})

/** A row reads the width of the record around its own: that one is measured field by field. */
const Grid = struct('grid', {
  width: u8(),
  rows: array(struct('row', { lead: u8(), cells: array(u8(), '..width') }), 2),
})
const Node = struct('node', {
  tag: u8(),
  data: sized(
    u16(),
    union(
      'tag',
      {
        0: array(recursive('node'), toEnd),
        1: u32(),
        2: restText(),
        3: struct('items', {
          n: count('texts', { as: 'u8' }),
          texts: array(struct('text', { text: sized(u8(), restText()) }), 'n'),
        }),
        4: Grid,
        5: array(u16(), toEnd),
      },
      rest(),
    ),
    { includesPrefix: true, counted: 1 },
  ),
})
const NODE_HEAD = 3

/** The same by hand. `isTrusting`: without a look into frames. */
function nodeByHand(view: DataView, from: number, end: number, depth: number, isTrusting: boolean): number {
  if (from + NODE_HEAD > end) return -1
  const total = view.getUint16(from + 1, true)
  const to = from + total
  if (total < NODE_HEAD || to > end) return -1
  if (isTrusting) return total
  let at = from + NODE_HEAD
  const tag = view.getUint8(from)
  if (tag === 0) {
    while (at < to) {
      const size = depth + 1 >= DEEPEST ? -1 : nodeByHand(view, at, to, depth + 1, false)
      if (size < 0) return -1
      at += size
    }
  } else if (tag === 1) at += 4
  else if (tag === 5) at += 2 * Math.floor((to - at) / 2)
  else if (tag === 3) {
    if (at >= to) return -1
    let texts = view.getUint8(at++)
    for (; texts > 0; texts--) {
      if (at >= to) return -1
      at += 1 + view.getUint8(at)
      if (at > to) return -1
    }
  } else if (tag === 4) {
    if (at >= to) return -1
    at += 3 + 2 * view.getUint8(at)
  } else at = to
  return at === to ? total : -1
}

type Tree = readonly [tag: number, body: readonly number[] | readonly Tree[]]

const leaf = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 9 }))
const { tree } = fc.letrec<{ tree: Tree }>(tie => ({
  tree: fc.oneof({ maxDepth: 5 }, leaf, fc.tuple(fc.constant(0), fc.array(tie('tree'), { maxLength: 4 }))),
}))

function bytesOf([tag, body]: Tree): readonly number[] {
  const inner = tag === 0 ? (body as readonly Tree[]).flatMap(bytesOf) : (body as readonly number[])
  const size = inner.length + NODE_HEAD
  return [tag, size & 0xff, size >> 8, ...inner]
}

describe('the size of a record that contains records of its own kind', () => {
  const sizer = sizerOfRecord(Node, undefined)
  const viewOf = (bytes: readonly number[]): DataView => new DataView(Uint8Array.from(bytes).buffer)

  it('is what a reader written for it measures, also of damaged ones', () => {
    let whole = 0
    let runs = 0
    fc.assert(
      fc.property(tree, fc.nat(), fc.integer({ min: 0, max: 12 }), (made, place, byte) => {
        runs++
        const sound = bytesOf(made)
        for (const bytes of [sound, sound.map((one, at) => (at === place % sound.length ? byte : one))]) {
          const view = viewOf(bytes)
          for (const [measurer, isTrusting] of [
            [measurersFor(Node).walking, false],
            [measurersFor(Node).trusting, true],
          ] as const) {
            const expected = nodeByHand(view, 0, bytes.length, 0, isTrusting)
            expect(sizer?.size(view, 0, 0, 0, bytes.length, 0, measurer)).toBe(expected)
            if (expected > 20) whole++
          }
        }
      }),
      { seed: 31, numRuns: 1500 },
    )
    expect(whole).toBeGreaterThan(runs / 8)
  })

  it('has none below the deepest record', () => {
    const nested = (levels: number): Tree => (levels === 0 ? [1, [0, 0, 0, 0]] : [0, [nested(levels - 1)]])
    const sizeOf = (levels: number): number | undefined => {
      const bytes = bytesOf(nested(levels))
      return sizer?.size(viewOf(bytes), 0, 0, 0, bytes.length, 0, measurersFor(Node).walking)
    }
    expect(sizeOf(DEEPEST - 1)).toBe(bytesOf(nested(DEEPEST - 1)).length)
    expect(sizeOf(DEEPEST)).toBe(-1)
  })

  it('is not composed where a record within it reads one around it', () => {
    const Outside = struct('outside', {
      n: u8(),
      data: sized(u8(), union('n', { 0: array(recursive('outside'), toEnd), 1: Grid }, rest())),
    })
    expect(sizerOfRecord(Outside, undefined)).toBeDefined()
    const Reading = struct('reading', {
      n: u8(),
      data: sized(
        u8(),
        union('n', { 0: array(recursive('reading'), toEnd), 1: struct('inner', { xs: array(u8(), '..n') }) }, rest()),
      ),
    })
    expect(sizerOfRecord(Reading, undefined)).toBeUndefined()
  })
})
