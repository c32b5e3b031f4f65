import { describe, expect, it } from 'vitest'
import {
  array,
  bitfield,
  bytes,
  colour,
  count,
  decodeText,
  describe as describeLayout,
  document,
  encodeText,
  f32,
  formRows,
  formula,
  jsonSchema,
  locate,
  reserved,
  rest,
  struct,
  text,
  u16,
  u32,
  u8,
  unknown,
  unknownBytes,
  vec3,
  withMeta,
  write,
  type AnyLayout,
  type Say,
} from '.'
import { arealMap, someMap } from './map.fixture'

const WORDS: Readonly<Record<string, string>> = {
  'field.areal.class_id': 'Class',
  'field.areal.class_id.help': 'Kind of ground',
}
const say: Say = key => WORDS[key]
const { bytes: mapBytes } = write(arealMap(3), someMap(3))
const map = document(arealMap(3), mapBytes)
const at = (path: string): ReturnType<typeof formRows> => formRows(locate(map, path) ?? map.root)

describe('a form', () => {
  it('has a row for each field, in order, with its control and limits', () => {
    const rows = at('areals/2')
    expect(rows.map(row => row.name)).toEqual([
      'anchor',
      'reserved_12',
      'area_metric',
      'normal',
      'logic_flag',
      'reserved_36',
      'class_id',
      'reserved_44',
      'vertex_count',
      'poly_count',
      'vertices',
      'links',
      'polygons',
    ])
    const row = (name: string): unknown => rows.find(one => one.name === name)
    expect(row('class_id')).toEqual({
      path: 'areals/2/class_id',
      name: 'class_id',
      key: 'field.areal.class_id',
      control: 'integer',
      value: 2,
      readOnly: false,
      role: 'value',
      certainty: 'likely',
      min: 0,
      max: 4294967295,
      hex: false,
      suggest: 'seen',
    })
    expect(row('logic_flag')).toMatchObject({ control: 'flags', width: 32, bits: {} })
    expect(row('anchor')).toMatchObject({
      control: 'vector',
      components: ['x', 'y', 'z'],
      value: [2, 2.5, -1],
      certainty: 'confirmed',
      source: 'parkan 4.2',
    })
    expect(row('vertex_count')).toMatchObject({ control: 'readonly', readOnly: true, role: 'derived', value: 5 })
    expect(row('links')).toMatchObject({ control: 'readonly', value: 11 })
    expect(row('reserved_36')).toMatchObject({ control: 'integer', role: 'reserved', readOnly: false })
  })
  it('of a record in a record shows its fields in place; of one field one row; of a list its length', () => {
    const layout = struct('outer', {
      a: u8({ values: { 1: 'one' } }),
      box: struct('box', { least: f32({ unit: 'm' }), name: text(3) }),
      c: colour(),
    })
    const opened = document(layout, new Uint8Array(12))
    expect(formRows(opened.root).map(row => [row.path, row.control])).toEqual([
      ['a', 'enum'],
      ['box/least', 'float'],
      ['box/name', 'text'],
      ['c', 'colour'],
    ])
    expect(formRows(opened.root)[2]?.room).toBe(3)
    expect(at('areals/1/class_id')).toHaveLength(1)
    expect(at('cells/3')).toMatchObject([{ control: 'readonly', value: 3 }])
  })
  it('of a record that is cut has the rows that are there', () => {
    const cut = document(arealMap(3), mapBytes.slice(0, 30))
    expect(formRows(locate(cut, 'areals/0') ?? cut.root).map(row => row.name)).toEqual([
      'anchor',
      'reserved_12',
      'area_metric',
    ])
  })
})

describe('a printed description', () => {
  it('tells offset, type, name, role, certainty, source and words, each record once', () => {
    const lines = describeLayout(arealMap(3), say)
    expect(lines[0]).toBe('areal-map')
    expect(lines).toContain('areal')
    const line = (name: string): string[] =>
      (lines.find(one => new RegExp(`\\b${name}\\b {2}`).test(one)) ?? '').trim().split(/ {2,}/)
    expect(line('class_id')).toEqual(['40', 'u32', 'class_id', 'value', 'Class: Kind of ground'])
    expect(line('anchor')).toEqual(['0', 'f32 x y z', 'anchor', 'value', 'confirmed', 'parkan 4.2'])
    expect(line('vertex_count')).toEqual(['48', 'u32 = length of vertices', 'vertex_count', 'derived'])
    expect(line('links')).toEqual(['·', 'link[vertex_count + 3 * poly_count]', 'links', 'value'])
    expect(line('areals')).toEqual(['0', 'areal[directory attr1]', 'areals', 'value'])
    expect(line('cells')).toEqual(['·', 'u16[u16 before it][cells_x * cells_y]', 'cells', 'value'])
    expect(lines).toContain('link, 8 bytes')
    expect(lines.filter(one => one === 'link, 8 bytes')).toHaveLength(1)
  })
})

describe('a JSON schema', () => {
  it('has limits, words and a definition for each record', () => {
    const schema = jsonSchema(arealMap(3), say)
    expect(schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $ref: '#/definitions/areal-map',
      definitions: {
        areal: {
          type: 'object',
          additionalProperties: false,
          properties: {
            class_id: {
              type: 'integer',
              minimum: 0,
              maximum: 4294967295,
              title: 'Class',
              description: 'Kind of ground',
            },
            anchor: { type: 'array', minItems: 3, maxItems: 3, items: { $ref: '#/definitions/f32' } },
            vertex_count: { type: 'integer', readOnly: true },
          },
        },
        f32: { anyOf: [{ type: 'number' }, { required: ['bits'] }] },
      },
    })
    const { required } = (schema['definitions'] as Record<string, { required: string[] }>)['areal'] ?? { required: [] }
    expect(required).toContain('class_id')
    expect(required).not.toContain('vertex_count')
  })
  it('tells how certain a field is and where that is written, and offers what readers named and saw', () => {
    const layout = struct('a', {
      kind: u8({ doc: 'field.kind', certainty: 'likely', source: 'notes 4', suggest: 'seen' }),
      rest: unknown(u8()),
    })
    const schema = jsonSchema(
      layout,
      key => key,
      () => ({ values: { 7: 'bridge' }, seen: [9, 7] }),
    )
    expect(schema).toMatchObject({
      definitions: {
        a: {
          properties: {
            kind: {
              description: 'field.kind.help\n\n7: bridge\n\nui.certainty.likely · notes 4',
              defaultSnippets: [
                { label: '7 bridge', body: 7 },
                { label: '9', body: 9 },
              ],
            },
            rest: { description: expect.stringMatching(/\n\nui.certainty.unknown$/) as string },
          },
        },
      },
    })
  })
  it('offers flags as the numbers of their named bits, alone and together, with the names', () => {
    const offered = (bits: Readonly<Record<number, string>>, seen: readonly number[] = []): unknown =>
      jsonSchema(
        struct('a', { flags: u32({ doc: 'field.flags', bits, suggest: 'seen' }) }),
        () => undefined,
        () => ({ seen }),
      )['definitions']
    const labelled = (labels: Readonly<Record<number, string>>): object => ({
      a: {
        properties: {
          flags: { defaultSnippets: Object.entries(labels).map(([body, label]) => ({ label, body: Number(body) })) },
        },
      },
    })
    expect(offered({ 3: 'back_face', 17: 'water' }, [0, 9])).toMatchObject(
      labelled({
        0: '0',
        8: '8 back_face',
        9: '9 back_face',
        131072: '131072 water',
        131080: '131080 back_face | water',
      }),
    )
    expect(offered({ 0: 'a', 1: 'b', 2: 'c', 3: 'd', 31: 'e' }, [2 ** 31 + 1])).toMatchObject(
      labelled({ 1: '1 a', 2: '2 b', 4: '4 c', 8: '8 d', 2147483648: '2147483648 e', 2147483649: '2147483649 a | e' }),
    )
    expect(offered({})).not.toMatchObject({ a: { properties: { flags: { defaultSnippets: [] } } } })
  })
  it('offers known numbers and keeps records of one name apart', () => {
    const layout = struct('a', {
      kind: u16({ values: { 2: 'two' } }),
      b: struct('same', { x: u8({ refers: 'areals' }) }),
      c: struct('same', { y: bytes(2) }),
      d: rest(),
    })
    expect(jsonSchema(layout)).toMatchObject({
      definitions: {
        a: {
          properties: {
            kind: { type: 'integer', maximum: 65535, defaultSnippets: [{ label: '2 two', body: 2 }] },
            c: { $ref: '#/definitions/same-2' },
          },
        },
        'same-2': { properties: { y: { pattern: '^hex:[0-9a-fA-F]{4}$' } } },
      },
    })
  })
})

describe('what is not understood', () => {
  it('is counted in bytes, whole or damaged', () => {
    const layout = struct('x', {
      a: u32(),
      b: unknown(u16()),
      c: array(struct('y', { d: u8(), e: unknown(array(u8(), 3)) }), 5),
      f: rest(),
    })
    const opened = document(layout, new Uint8Array(4 + 2 + 20 + 7))
    expect(unknownBytes(opened)).toBe(2 + 15 + 7)
    expect(locate(opened, 'c/1/e/2')?.role).toBe('unknown')
    expect(unknownBytes(document(layout, new Uint8Array(4 + 2 + 4 + 1)))).toBe(2 + 3)
    expect(unknownBytes(map)).toBe(0)
  })
  it('are runs of bytes too, unless a codec proves their content, and bytes with a bit that no range explains', () => {
    const layout = struct('x', {
      n: u8(),
      raw: bytes('n'),
      picture: bytes(5, { content: 'pixels' }),
      word: bitfield(u32(), { low: [0, 4], high: [24, 8] }),
      all: bitfield(u16(), { low: [0, 8], high: [8, 8] }),
      rest: rest({ role: 'value', content: 'sound' }),
    })
    expect(unknownBytes(document(layout, new Uint8Array(20).fill(3, 0, 1)))).toBe(3 + 3)
  })
  it('numbers without a name are told, not refused', () => {
    const layout = struct('x', { kind: u8({ values: { 1: 'one' } }), pad: reserved(f32()) })
    const opened = document(layout, Uint8Array.of(7, 0, 0, 0, 0x80))
    expect(opened.isWhole).toBe(true)
    expect(opened.findings.map(({ what, path, params }) => [what, path, params])).toEqual([
      ['value', 'kind', { value: 7 }],
      ['reserved', 'pad', {}],
    ])
  })
})

describe('declarations', () => {
  it('that do not hold together are refused at once', () => {
    const wrong: readonly (() => AnyLayout)[] = [
      () => struct('x', { a: array(u8(), 'n') }),
      () => struct('x', { a: array(u8(), 'n'), n: u8() }),
      () => struct('x', { n: f32(), a: array(u8(), 'n') }),
      () => struct('x', { n: count('b') }),
      () => struct('x', { n: count('a', { per: 3 }), a: array(u8(), formula('2 * n')) }),
      () => struct('x', { n: count('a'), m: u8(), a: array(u8(), formula('n + m')) }),
      () => struct('x', { a: rest(), b: u8() }),
      () => struct('__proto__', { 'a/b': u8() }),
      () => array(bytes(0), 3),
      () => array(rest(), 3),
      () => struct('x', { n: u8(), a: array(array(u8(), 'n'), 2) }),
    ]
    for (const make of wrong) expect(make, make.toString()).toThrow(TypeError)
    for (const text of ['', 'a +', '(a', 'a)', 'a & b == 1', 'a b', '3 ** a'])
      expect(() => formula(text), text).toThrow(TypeError)
  })
  it('read formulas by the rules of arithmetic', () => {
    const layout = struct('x', { a: u8(), b: u8(), list: array(u8(), formula('2 * (a + b) - a * b')) })
    expect(document(layout, Uint8Array.of(3, 1, 1, 2, 3, 4, 5)).isWhole).toBe(true)
    expect(document(layout, Uint8Array.of(9, 9, 1)).findings[0]?.what).toBe('count')
  })
  it('keep what was said of a field when more is said', () => {
    expect(withMeta(u32({ source: 'x' }), { role: 'unknown' }).meta).toMatchObject({
      source: 'x',
      role: 'unknown',
      max: 4294967295,
    })
    expect(vec3({ source: 'y', doc: 'z' }).shape).toMatchObject({ component: { meta: { source: 'y' } } })
  })
})

describe('code pages', () => {
  it('have a character for every byte and back', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    for (const page of ['cp1251', 'cp866', 'latin1'] as const)
      expect(encodeText(decodeText(all, page), page)).toEqual(all)
  })
  it('agree with the decoders of the platform', () => {
    for (const [page, label] of [
      ['cp1251', 'windows-1251'],
      ['cp866', 'ibm866'],
    ] as const) {
      const all = Uint8Array.from({ length: 128 }, (_, byte) => 0x80 + byte)
      expect(decodeText(all, page)).toBe(new TextDecoder(label).decode(all))
    }
    expect(encodeText('Ж☺', 'cp1251')).toEqual({ missing: '☺' })
  })
})
