import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Bytes, Splice } from '../layout'
import {
  addEntry,
  apply,
  applyInPlace,
  canonicalSplices,
  compose,
  difference,
  EditError,
  type Edit,
  growth,
  invert,
  invertEdit,
  invertSplices,
  JOIN_DISTANCE,
  rebasePath,
  removeEntry,
  squash,
} from '.'

const none = new Uint8Array(0)
const image = fc.uint8Array({ maxLength: 200 })

/** Sorted, disjoint splices of an image, of any kind: insert, remove, replace. */
function splicesOf(bytes: Bytes): fc.Arbitrary<readonly Splice[]> {
  const cuts = fc.array(fc.tuple(fc.nat(bytes.length), fc.nat(12), fc.uint8Array({ maxLength: 12 })), { maxLength: 6 })
  return cuts.map(list => {
    let end = 0
    return list
      .sort((a, b) => a[0] - b[0])
      .flatMap(([at, size, inserted]) => {
        const offset = Math.max(at, end)
        const removed = bytes.slice(offset, offset + size)
        end = offset + removed.length
        return offset > bytes.length ? [] : [{ offset, removed, inserted }]
      })
  })
}
const withSplices = image.chain(bytes => splicesOf(bytes).map(splices => ({ bytes, splices })))

describe('splices', () => {
  it('undo of do is nothing, for 5,000 random edits', () => {
    fc.assert(
      fc.property(withSplices, ({ bytes, splices }) => {
        const after = apply(bytes, splices)
        expect(apply(after, invertSplices(splices))).toEqual(bytes)
      }),
      { numRuns: 5000, seed: 1 },
    )
  })

  it('undo of a group of edits on one entry takes them back last first, for 5,000 random groups', () => {
    const group = image.chain(first =>
      fc.array(fc.nat(2 ** 30), { minLength: 2, maxLength: 5 }).map(seeds => ({ first, seeds })),
    )
    fc.assert(
      fc.property(group, ({ first, seeds }) => {
        const edits: Edit[] = []
        let bytes: Bytes = first
        for (const seed of seeds) {
          const [splices = []] = fc.sample(splicesOf(bytes), { numRuns: 1, seed })
          edits.push({ entry: 'a', base: 0, splices })
          bytes = apply(bytes, splices)
        }
        const undo = invert({ label: { code: 'label.edit', params: {} }, edits })
        expect(undo.edits.reduce((now, edit) => apply(now, edit.splices), bytes)).toEqual(first)
        const [one] = squash(edits)
        expect(apply(first, one?.splices ?? [])).toEqual(bytes)
      }),
      { numRuns: 5000, seed: 2 },
    )
  })

  it('the canonical form does the same, is canonical, and keeps neighbours 16 bytes apart', () => {
    fc.assert(
      fc.property(withSplices, ({ bytes, splices }) => {
        const canonical = canonicalSplices(bytes, splices)
        expect(apply(bytes, canonical)).toEqual(apply(bytes, splices))
        expect(canonicalSplices(bytes, canonical)).toEqual(canonical)
        canonical.slice(1).forEach((splice, i) => {
          const left = canonical[i]
          if (left) expect(splice.offset - left.offset - left.removed.length).toBeGreaterThanOrEqual(JOIN_DISTANCE)
        })
      }),
      { numRuns: 1000, seed: 3 },
    )
  })

  it('the canonical form is the same whether the bytes of the splices are their own or views of a larger buffer', () => {
    const own = ({ offset, removed, inserted }: Splice): Splice => ({
      offset,
      removed: removed.slice(),
      inserted: inserted.slice(),
    })
    const view = (bytes: Bytes): Bytes => Uint8Array.of(0, ...bytes).subarray(1)
    const short = image.chain(bytes =>
      fc
        .array(fc.tuple(fc.nat(bytes.length), fc.nat(20), fc.infiniteStream(fc.nat(3))), { maxLength: 6 })
        .map(places => {
          const splices: Splice[] = []
          let end = 0
          for (const [at, size, values] of [...places].sort((a, b) => a[0] - b[0])) {
            const removed = bytes.slice(Math.max(at, end), Math.max(at, end) + size)
            if (removed.length === 0) continue
            splices.push({
              offset: Math.max(at, end),
              removed,
              inserted: removed.map(byte => byte ^ (values.next().value ?? 0)),
            })
            end = Math.max(at, end) + removed.length
          }
          return { bytes, splices }
        }),
    )
    fc.assert(
      fc.property(short, ({ bytes, splices }) => {
        const views = splices.map(({ offset, removed, inserted }) => ({
          offset,
          removed: view(removed),
          inserted: view(inserted),
        }))
        expect(canonicalSplices(bytes, splices.map(own))).toEqual(canonicalSplices(bytes, views))
      }),
      { numRuns: 3000, seed: 5 },
    )
  })

  it('are applied to a copy, also where the bytes are a Buffer of Node', () => {
    const bytes = Buffer.from([1, 2, 3])
    const splices = [{ offset: 1, removed: Uint8Array.of(2), inserted: Uint8Array.of(9) }]
    expect([...apply(bytes, splices)]).toEqual([1, 9, 3])
    expect([...bytes]).toEqual([1, 2, 3])
  })

  it('a field set by four bytes and the same by one byte are one splice', () => {
    const bytes = Uint8Array.of(1, 7, 0, 0, 0, 9)
    const byForm = [{ offset: 1, removed: bytes.slice(1, 5), inserted: Uint8Array.of(12, 0, 0, 0) }]
    const byHex = [{ offset: 1, removed: Uint8Array.of(7), inserted: Uint8Array.of(12) }]
    expect(canonicalSplices(bytes, byForm)).toEqual(byHex)
    expect(canonicalSplices(bytes, byHex)).toEqual(byHex)
  })

  it('the difference of two images makes one of the other', () => {
    fc.assert(
      fc.property(image, image, (before, after) => {
        expect(apply(before, difference(before, after))).toEqual(after)
      }),
      { seed: 4 },
    )
    fc.assert(
      fc.property(withSplices, ({ bytes, splices }) => {
        const after = apply(bytes, splices)
        expect(apply(bytes, difference(bytes, after))).toEqual(after)
      }),
      { seed: 5 },
    )
    expect(difference(Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2, 3))).toEqual([])
  })

  it('the difference also holds for views at odd places of a buffer', () => {
    const buffer = new Uint8Array(5000).map((_, i) => i * 7)
    const other = buffer.slice()
    other[3001] = 0
    other[4100] = 99
    for (const at of [0, 1, 2, 3]) {
      const found = difference(buffer.subarray(at, 4800), other.slice(at, 4800))
      expect(found.map(splice => splice.offset + at)).toEqual([3001, 4100])
    }
  })

  it('two changes composed do what they do one after the other', () => {
    const two = withSplices.chain(first =>
      splicesOf(apply(first.bytes, first.splices)).map(second => ({ ...first, second })),
    )
    fc.assert(
      fc.property(two, ({ bytes, splices, second }) => {
        const composed = compose(splices, second)
        expect(apply(bytes, composed)).toEqual(apply(apply(bytes, splices), second))
        expect(growth(composed)).toBe(growth(splices) + growth(second))
      }),
      { numRuns: 3000, seed: 6 },
    )
  })

  it('refuses what does not fit the image, and leaves it alone', () => {
    const bytes = Uint8Array.of(1, 2, 3, 4)
    const cases: readonly [readonly Splice[], string][] = [
      [[{ offset: 1, removed: Uint8Array.of(9), inserted: none }], 'edit.mismatch'],
      [[{ offset: 3, removed: Uint8Array.of(4, 5), inserted: none }], 'edit.malformed'],
      [[{ offset: -1, removed: none, inserted: none }], 'edit.malformed'],
      [[{ offset: 0.5, removed: none, inserted: none }], 'edit.malformed'],
      [
        [
          { offset: 2, removed: Uint8Array.of(3), inserted: none },
          { offset: 2, removed: none, inserted: none },
        ],
        'edit.malformed',
      ],
    ]
    for (const [splices, code] of cases) {
      const tried = bytes.slice()
      expect(() => {
        applyInPlace(tried, splices)
      }).toThrowError(expect.objectContaining({ code }))
      expect(() => apply(bytes, splices)).toThrowError(EditError)
      expect(tried).toEqual(bytes)
    }
  })

  it('applies 35,000 splices in one copy, not one each', () => {
    // One copy each would be 140 GB: that does not end within the limit of a test.
    const bytes = new Uint8Array(4_000_000)
    const splices = Array.from({ length: 35_000 }, (_, i) => ({
      offset: i * 100,
      removed: new Uint8Array(4),
      inserted: Uint8Array.of(1, 2, 3, 4),
    }))
    const back = apply(apply(bytes, splices), invertSplices(splices))
    expect(difference(bytes, back)).toEqual([])
  })
})

describe('edits', () => {
  it('creating and deleting an entry are each the inverse of the other', () => {
    const attributes = { name: 'x', row: 3 }
    const added = addEntry('a!#+0', 4, attributes, Uint8Array.of(1, 2))
    expect(invertEdit(added)).toEqual(
      removeEntry({ entry: 'a!#+0', revision: 4, bytes: Uint8Array.of(1, 2), attributes }),
    )
  })

  it('undo of records that moved more than once leads back to where they stood', () => {
    const moves = fc.array(
      fc.record({ array: fc.constant('areals'), at: fc.nat(9), removed: fc.nat(3), inserted: fc.nat(3) }),
      { minLength: 2, maxLength: 4 },
    )
    fc.assert(
      fc.property(moves, fc.nat(15), (moves, record) => {
        const path = `areals/${record}`
        const after = rebasePath(path, moves)
        if (after !== undefined)
          expect(rebasePath(after, invertEdit({ entry: 'a', base: 0, splices: [], moves }).moves ?? [])).toBe(path)
      }),
      { seed: 7 },
    )
  })

  it('of one entry as one edit lead from the attributes before the first to those after the last', () => {
    const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]
    const edit = (before: Edit['attributes']): Edit => ({
      entry: 'a!#0',
      base: 0,
      splices: [],
      ...(before && { attributes: before }),
    })
    const attributesOf = (...edits: readonly Edit[]) => squash(edits).map(one => one.attributes)
    expect(attributesOf(edit({ before: a, after: b }), edit({ before: b, after: c }))).toEqual([
      { before: a, after: c },
    ])
    expect(attributesOf(edit({ before: a, after: b }), edit(undefined))).toEqual([{ before: a, after: b }])
    expect(attributesOf(edit(undefined), edit({ before: b, after: c }))).toEqual([{ before: b, after: c }])
  })

  it('rebases paths over inserted and removed records', () => {
    const move = { array: 'areals', at: 10, removed: 2, inserted: 0 }
    expect(rebasePath('areals/9/class_id', [move])).toBe('areals/9/class_id')
    expect(rebasePath('areals/11', [move])).toBeUndefined()
    expect(rebasePath('areals/12/links/3', [move])).toBe('areals/10/links/3')
    expect(rebasePath('cells/12', [move])).toBe('cells/12')
    expect(rebasePath('areals', [move])).toBe('areals')
    expect(
      rebasePath('areals/4', [
        { ...move, at: 4, removed: 0, inserted: 1 },
        { ...move, at: 0, removed: 1 },
      ]),
    ).toBe('areals/4')
    expect(rebasePath('7', [{ array: '', at: 0, removed: 0, inserted: 2 }])).toBe('9')
  })
})
