import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  LayoutError,
  array,
  bytes,
  document,
  encode,
  f32,
  f64,
  fromJson,
  i64,
  jsonPath,
  locate,
  placeInJson,
  read,
  readJson,
  rest,
  struct,
  text,
  toJson,
  u32,
  u64,
  valueToJson,
  vec3,
  write,
  type AnyLayout,
} from '.'
import { Areal, arealMap, someAreal, someMap } from './map.fixture'
import { floats32 } from './random.fixture'

function refusal(work: () => unknown): Readonly<Record<string, unknown>> {
  try {
    work()
  } catch (error) {
    if (error instanceof LayoutError) return { code: error.code, ...error.params }
    throw error
  }
  throw new Error('was not refused')
}
const through = (layout: AnyLayout, value: number): string => valueToJson(layout, value)

describe('numbers in JSON', () => {
  it('any 32 bits in every float of a record come back bit for bit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffffffff), { minLength: 12, maxLength: 12 }), bits => {
        const layout = struct('floats', { one: f32(), vectors: array(vec3(), 3), wide: f64() })
        const source = new Uint8Array(Uint32Array.from(bits).buffer)
        const value = read(layout, source)
        expect([...write(layout, value).bytes]).toEqual([...source])
        const back = fromJson(layout, toJson(document(layout, source).root))
        expect(back).toEqual(value)
        expect([...write(layout, back).bytes]).toEqual([...source])
      }),
      { seed: 5, numRuns: 1000 },
    )
  })
  it('f32 in the fewest digits that give it back', () => {
    fc.assert(
      fc.property(floats32, value => {
        if (typeof value !== 'number' || !Number.isFinite(value) || value === 0) return
        const said = through(f32(), value)
        const digits = said
          .replace(/e.*$/, '')
          .replace(/[-.]/g, '')
          .replace(/^0+|0+$/g, '').length
        expect(Math.fround(Number(said))).toBe(value)
        if (digits > 1) expect(Math.fround(Number(value.toPrecision(digits - 1)))).not.toBe(value)
      }),
      { seed: 6, numRuns: 5000 },
    )
    expect(
      [0.1, 16777216, 3.4028234663852886e38, 1.401298464324817e-45, -0, 1e20].map(value =>
        through(f32(), Math.fround(value)),
      ),
    ).toEqual(['0.1', '16777216', '3.4028235e+38', '1e-45', '-0.0', '100000000000000000000'])
  })
  it('what is no number by its bits', () => {
    expect([Number.NaN, Infinity, -Infinity].map(value => through(f32(), value))).toEqual([
      '{"bits": "0x7fc00000"}',
      '{"bits": "0x7f800000"}',
      '{"bits": "0xff800000"}',
    ])
    expect(fromJson(f32(), '{"bits": "0x7F800000"}')).toBe(Infinity)
    expect(fromJson(f32(), '{"bits":"0x7f800001"}')).toEqual({ bits: '0x7f800001' })
    expect(Object.is(fromJson(f32(), '-0.0'), -0)).toBe(true)
    expect(through(f64(), 5e-324)).toBe('5e-324')
  })
  it('64 bits and bytes as text', () => {
    const layout = struct('wide', { a: u64(), b: i64(), c: bytes(3), d: text(5), rest: rest() })
    const value = {
      a: 2n ** 64n - 1n,
      b: -1n,
      c: Uint8Array.of(0, 10, 255),
      d: { text: 'я', tail: '000001' },
      rest: Uint8Array.of(7),
    }
    const opened = document(layout, write(layout, value).bytes)
    expect(toJson(opened.root)).toBe(`{
  "a": "18446744073709551615",
  "b": "-1",
  "c": "hex:000aff",
  "d": {"text": "я", "tail": "000001"},
  "rest": "hex:07"
}`)
    expect(fromJson(layout, toJson(opened.root))).toEqual(value)
    expect(refusal(() => fromJson(layout, '{"a": "18446744073709551616"}'))).toMatchObject({
      code: 'layout.range',
      path: 'a',
      line: 1,
      column: 7,
    })
  })
})

describe('JSON of records', () => {
  const bytesOf = write(arealMap(4), someMap(4)).bytes
  const opened = document(arealMap(4), bytesOf)
  it('folded, has a line for each innermost record', () => {
    const lines = toJson(opened.root, { fold: true }).split('\n')
    expect(lines).toContain('        { "area_ref": -1, "edge_ref": 1 },')
    expect(lines).toContain('      "anchor": [1, 1.5, -1],')
    expect(lines.at(-3)).toBe('    [3, 2, 1]')
    expect(fromJson(arealMap(4), lines.join('\n'))).toEqual(read(arealMap(4), bytesOf))
  })
  it('may leave out what is derived, and gets it back', () => {
    const given = JSON.parse(toJson(locate(opened, 'areals/2') ?? opened.root)) as Record<string, unknown>
    const value = locate(opened, 'areals/2')?.value
    expect(fromJson(Areal, JSON.stringify({ ...given, vertex_count: undefined, poly_count: undefined }))).toEqual(value)
    expect(refusal(() => fromJson(Areal, JSON.stringify({ ...given, vertex_count: 4 }, null, 1)))).toMatchObject({
      code: 'layout.derived',
      path: 'vertex_count',
      expected: 5,
      found: 4,
    })
  })
  it('is refused where it stands', () => {
    const said = toJson(opened.root)
    const at = (from: string | RegExp, to: string): Readonly<Record<string, unknown>> =>
      refusal(() => fromJson(arealMap(4), said.replace(from, to)))
    const lineOf = (part: string): number => said.slice(0, said.indexOf(part)).split('\n').length
    expect(at('"class_id": 3', '"class_id": -3')).toMatchObject({
      code: 'layout.range',
      path: 'areals/3/class_id',
      line: lineOf('"class_id": 3'),
      column: 19,
    })
    expect(at('[1, 1.5, -1]', '[1, "up", -1]')).toMatchObject({
      code: 'layout.not-number',
      path: 'areals/1/anchor/y',
      line: lineOf('[1, 1.5, -1]'),
      column: 21,
    })
    expect(at('"class_id": 3', '"clas_id": 3')).toMatchObject({
      code: 'layout.unknown-field',
      field: 'clas_id',
      line: lineOf('"class_id": 3') - 7,
    })
    expect(at('"cells_x": 4', '"cells_x": 5')).toMatchObject({
      code: 'layout.formula',
      path: 'cells',
      expected: 20,
      found: 16,
    })
    expect(at('"cells_x": 4,', '"cells_x": 4')).toMatchObject({
      code: 'layout.json-syntax',
      line: lineOf('"cells_y": 4'),
      column: 3,
      found: '"',
    })
    expect(at('"cells_y": 4', '"cells_y: 4')).toMatchObject({
      code: 'layout.json-quote',
      line: lineOf('"cells_y": 4'),
      column: 3,
    })
    expect(at('"cells_x": 4,', '"cells_x": 4, "cells_x": 4,')).toMatchObject({
      code: 'layout.json-twice',
      field: 'cells_x',
    })
    expect(at(/]\s*}$/, '')).toMatchObject({ code: 'layout.json-end' })
    expect(at('"class_id": 3', '"__proto__": 3')).toMatchObject({ code: 'layout.unknown-field', field: '__proto__' })
  })
  it('numbers a vector where paths name its components', () => {
    expect(jsonPath(arealMap(1), 'areals/0/anchor/z')).toEqual(['areals', '0', 'anchor', '2'])
    expect(placeInJson('{"a": [1,\n  [5, 6]]}', ['a', '1', '1'])).toEqual({ line: 2, column: 7 })
    expect(placeInJson('{"a": [1,\n  [5, 6]]}', ['a', '7', '1'])).toEqual({ line: 1, column: 7 })
  })
  it('of a single record is the record', () => {
    const areal = someAreal(1)
    expect(fromJson(Areal, valueToJson(Areal, areal))).toEqual({
      ...areal,
      area_metric: Math.fround(Number(areal.area_metric)),
    })
  })
})

describe('reading JSON', () => {
  it('agrees with the language on what is JSON and what it says', () => {
    const plain = (json: unknown): unknown =>
      json instanceof Map
        ? Object.fromEntries([...json].map(([key, value]) => [key, plain(value)]))
        : Array.isArray(json)
          ? json.map(plain)
          : json
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('', ',', '}', '"', '\\', '-', '\u0001', ' '),
        (whole, at, more) => {
          const cut = at % (whole.length + 1)
          const said = more === '' ? whole : whole.slice(0, cut) + more + whole.slice(cut)
          let expected: unknown
          try {
            expected = JSON.parse(said)
          } catch {
            expect(() => readJson(said)).toThrow(LayoutError)
            return
          }
          if (/__proto__/.test(said)) return
          expect(plain(readJson(said))).toEqual(expected)
        },
      ),
      { seed: 9, numRuns: 3000 },
    )
  })
  it('stops at nesting that no record has, and reads a megabyte', () => {
    expect(refusal(() => readJson('['.repeat(200_000)))).toMatchObject({ code: 'layout.json-deep', column: 65 })
    const large = `[${'"\\u0041",'.repeat(120_000)}0]`
    expect(readJson(large)).toHaveLength(120_001)
    expect(refusal(() => readJson(large.slice(0, -1)))).toMatchObject({ code: 'layout.json-end' })
  })
  it('takes values of any wrong kind as refusals', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 3 }), said => {
        const layouts: readonly AnyLayout[] = [u32(), f32(), text(4), bytes(2), vec3(), u64(), Areal]
        for (const layout of layouts) {
          try {
            expect(encode(layout, fromJson(layout, said), '').bytes).toBeDefined()
          } catch (error) {
            expect(error).toBeInstanceOf(LayoutError)
          }
        }
      }),
      { seed: 10, numRuns: 500 },
    )
  })
})
