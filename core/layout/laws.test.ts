import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  LayoutError,
  assign,
  brokenLaws,
  coversOnce,
  document,
  encode,
  fromJson,
  jsonSchema,
  leaves,
  locate,
  nodeAt,
  read,
  toJson,
  typeOf,
  type AnyLayout,
  type Value,
} from '.'
import { applied, files, roots } from './random.fixture'

const SEED = { seed: 20_000_312, numRuns: 150 }
const file = fc
  .oneof({ weight: 5, arbitrary: files }, roots)
  .chain(({ layout, values }) => fc.nat(4).chain(n => values(n).map(value => ({ layout: layout(n), value }))))
const twoFiles = files.chain(({ layout, values }) =>
  fc
    .tuple(fc.nat(5), fc.nat(5))
    .chain(([n, m]) =>
      fc.tuple(values(n), values(m)).map(([before, after]) => ({ layout: layout(n), then: layout(m), before, after })),
    ),
)

/** Findings in bytes that the layout nevertheless reads whole. */
const MILD: ReadonlySet<string> = new Set(['reserved', 'value', 'encoded', 'derived'])
const put = (layout: AnyLayout, value: unknown): Uint8Array => encode(layout, value, '').bytes

describe('the laws, for any layout and any value', () => {
  it('hold', () => {
    fc.assert(
      fc.property(file, ({ layout, value }) => {
        expect(brokenLaws(layout, put(layout, value))).toEqual([])
      }),
      SEED,
    )
  })
  it('reading gives what was written, from JSON of either form too', () => {
    fc.assert(
      fc.property(file, ({ layout, value }) => {
        const bytes = put(layout, value)
        expect(read(layout, bytes)).toEqual(value)
        expect(fromJson(layout, toJson(document(layout, bytes).root))).toEqual(value)
        JSON.stringify(jsonSchema(layout))
      }),
      SEED,
    )
  })
  it('break where they should: a value changed behind the back is seen', () => {
    fc.assert(
      fc.property(file, fc.nat(), ({ layout, value }, at) => {
        const bytes = put(layout, value)
        fc.pre(bytes.length > 0)
        const longer = Uint8Array.of(...bytes, at % 256)
        const isRest = document(layout, longer).isWhole
        expect(brokenLaws(layout, longer).length > 0).toBe(!isRest)
      }),
      SEED,
    )
  })
})

describe('assigning', () => {
  it('the whole makes the bytes and attributes of the new value, by sorted splices', () => {
    fc.assert(
      fc.property(twoFiles, ({ layout, then, before, after }) => {
        const bytes = put(layout, before)
        const target = encode(then, after, '')
        const opened = document(layout, bytes)
        const { splices, attributes = {} } = assign(opened, '', after as Value)
        expect([...applied(bytes, splices)]).toEqual([...target.bytes])
        const isChanged =
          (before as { records: unknown[] }).records.length !== (after as { records: unknown[] }).records.length
        expect(attributes).toEqual(isChanged ? target.attributes : {})
      }),
      SEED,
    )
  })
  it('any node either makes that value stand there or is refused with its place', () => {
    let [runs, assigned] = [0, 0]
    fc.assert(
      fc.property(twoFiles, fc.nat(), ({ layout, then, before, after }, pick) => {
        runs++
        const bytes = put(layout, before)
        const opened = document(layout, bytes)
        const source = document(then, put(then, after))
        const paths = leaves(source.root).flatMap(leaf => [leaf.path, leaf.parent?.path ?? ''])
        const path = paths[pick % paths.length] ?? ''
        const value = locate(source, path)?.value
        const [from, to] = [locate(source, path), locate(opened, path)]
        // Of another case of a union nothing fits.
        if (value === undefined || !to || path === '' || typeOf(from?.layout ?? to.layout) !== typeOf(to.layout)) return
        try {
          const { splices, attributes } = assign(opened, path, value)
          const result = document(attributes ? then : layout, applied(bytes, splices))
          expect(result.isWhole).toBe(true)
          expect(locate(result, path)?.value).toEqual(value)
          assigned++
        } catch (error) {
          if (!(error instanceof LayoutError)) throw error
          // Whatever does not fit beside other fields; never that the place is not there or has no value.
          expect(['layout.damaged', 'layout.no-node', 'layout.deep']).not.toContain(error.code)
          expect(error.path).not.toBe('')
        }
      }),
      { ...SEED, numRuns: 700 },
    )
    expect(assigned).toBeGreaterThan(runs / 7)
  })
})

describe('damaged bytes', () => {
  const damaged = fc
    .tuple(
      file,
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff)), { maxLength: 4 }),
      fc.nat(),
      fc.uint8Array({ maxLength: 3 }),
    )
    .map(([{ layout, value }, hits, cut, more]) => {
      const whole = put(layout, value)
      const bytes = Uint8Array.of(
        ...whole.subarray(0, cut % 3 === 0 ? cut % (whole.length + 1) : whole.length),
        ...more,
      )
      for (const [at, byte] of hits) if (bytes.length > 0) bytes[at % bytes.length] = byte
      return { layout, bytes }
    })
  const noise = fc.tuple(file, fc.uint8Array({ maxLength: 300 })).map(([{ layout }, bytes]) => ({ layout, bytes }))

  it('open, cover every byte once and lead each byte to its leaf', () => {
    const kinds = { whole: 0, cut: 0 }
    fc.assert(
      fc.property(fc.oneof(damaged, noise), ({ layout, bytes }) => {
        const opened = document(layout, bytes)
        expect(coversOnce(opened)).toBe(true)
        expect(opened.isWhole).toBe(opened.findings.every(({ what }) => MILD.has(what)))
        for (const leaf of leaves(opened.root)) {
          if (leaf.size === 0) continue
          expect(nodeAt(opened, leaf.offset).path).toBe(leaf.path)
          expect(locate(opened, leaf.path)?.offset).toBe(leaf.offset)
          expect(leaf.value).toBeDefined()
          expect(assign(opened, leaf.path, leaf.value).splices).toEqual([])
        }
        for (const { offset, size } of opened.findings) expect(offset + size).toBeLessThanOrEqual(bytes.length)
        kinds[opened.isWhole ? 'whole' : 'cut']++
      }),
      { ...SEED, numRuns: 400 },
    )
    expect(Math.min(kinds.whole, kinds.cut)).toBeGreaterThan((kinds.whole + kinds.cut) / 16)
  })
  it('are written again only where they are whole', () => {
    fc.assert(
      fc.property(fc.oneof(damaged, noise), ({ layout, bytes }) => {
        const opened = document(layout, bytes)
        if (opened.isWhole) expect([...encode(layout, opened.root.value, '').bytes]).toEqual([...bytes])
        else expect(() => read(layout, bytes)).toThrow(LayoutError)
      }),
      { ...SEED, numRuns: 400 },
    )
  })
})
