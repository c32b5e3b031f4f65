import { describe, expect, it } from 'vitest'
import { apply } from '@areal-studio/core/edit'
import { StudioError } from '@areal-studio/core/format'
import {
  LayoutError,
  array,
  bitfield,
  brokenLaws,
  bytes,
  count,
  counted,
  describe as describeLayout,
  document,
  encoded,
  fromJson,
  jsonSchema,
  leaves,
  lengthPrefixedText,
  line,
  locate,
  recursive,
  rest,
  restText,
  sized,
  struct,
  text,
  textLine,
  toEnd,
  toJson,
  u16,
  u8,
  union,
  vec3,
  type AnyLayout,
  type Node,
  type Shape,
} from '@areal-studio/core/layout'
import { openTable, parseQuery, querySplices, runQuery } from '@areal-studio/core/query'
import { parseNeedle } from '@areal-studio/core/search'
import { findValues } from '../core/search/values'
import { formSections } from '../renderer/form/form-model'
import { tintOf } from '../renderer/hex/fields'
import { hex } from './editing-ways.fixture'

/** A word of the language in a record, and what every part of the program makes of it. */
interface Case {
  readonly fields: Readonly<Record<string, AnyLayout>>
  /** The bytes of one record. */
  readonly bytes: string
  /** The type of each field as `areal describe` prints it. */
  readonly described: string
  /** Schema of the last field. */
  readonly schema: string
  readonly json: string
  /** `section name control` of each line of the form. */
  readonly form: string
  /** `path offset+size colour` of each leaf of the tree, as the bytes are drawn. */
  readonly leaves: string
  /** `name=cell` of each stored column. */
  readonly table: string
  /** A search by value, and the paths that it finds. */
  readonly search: readonly [needle: string, found: string]
  /** What a query sets, and the bytes then, or the code with which it is refused. */
  readonly query: readonly [set: string, then: string]
}

const SPACE = /\s+/g
const fileOf = (row: AnyLayout): AnyLayout => struct('file', { rows: array(row, toEnd) })

function resultOf(work: () => string): string {
  try {
    return work()
  } catch (error) {
    if (error instanceof LayoutError || error instanceof StudioError) return error.code
    throw error
  }
}

/** Everything that the parts of the program say about the first record. */
function seen(Row: AnyLayout, { fields, bytes: written, search, query }: Case): Omit<Case, 'fields' | 'bytes'> {
  const layout = fileOf(Row)
  const opened = document(layout, hex(written))
  const row = locate(opened, 'rows/0') ?? opened.root
  const relative = ({ path }: Pick<Node, 'path'>): string => path.replace('rows/0/', '')
  const described = describeLayout(Row).filter(one => /^ +(?:\d+|·)/.test(one))
  const last = Object.keys(fields).at(-1) ?? ''
  const schema = jsonSchema(Row) as { definitions: { row: { properties: Record<string, unknown> } } }
  const table = openTable(opened, 'rows')
  const needle = parseNeedle(search[0], { kind: 'value' })
  const found: string[] = []
  if (needle.kind === 'value') findValues(opened, needle, one => found.push(relative(one)) > 0)
  const set = resultOf(() => {
    const parsed = parseQuery(`rows where record = 0 set ${query[0]}`)
    const made = apply(opened.bytes, querySplices(table, runQuery(parsed, table).changes))
    return Buffer.from(made).toString('hex')
  })
  return {
    described: described.map(one => one.trim().split(/ {2,}/)[1]).join(' | '),
    schema: JSON.stringify(schema.definitions.row.properties[last]),
    json: toJson(row, { fold: true }).replace(SPACE, ' '),
    form: formSections(row)
      .flatMap(({ id, lines }) => lines.map(({ name, control }) => `${id} ${name} ${control}`))
      .join(' | '),
    leaves: leaves(row)
      .map(leaf => `${relative(leaf)} ${leaf.offset}+${leaf.size} ${tintOf(leaf)}`)
      .join(' | '),
    table: table.fields
      .filter(({ computed }) => computed === undefined || computed === 'count')
      .map(({ name }) => `${name}=${table.text(name, 0)}`)
      .join(' | '),
    search: [search[0], found.join(' ')],
    query: [query[0], set],
  }
}

/** One row per word: a word without a row does not compile. */
const CASES: { readonly [K in Shape['of']]: Case } = {
  scalar: {
    fields: { x: u16({ values: { 7: 'seven' } }) },
    bytes: '0700',
    described: 'u16',
    schema:
      '{"description":"7: seven","type":"integer","minimum":0,"maximum":65535,"defaultSnippets":[{"label":"7 seven","body":7}]}',
    json: '{ "x": 7 }',
    form: 'meaning x number',
    leaves: 'x 0+2 int',
    table: 'x=7',
    search: ['x = 7', 'x'],
    query: ['x = 9', '0900'],
  },
  count: {
    fields: { x: count('list', { as: 'i16' }), list: array(u8(), 'x') },
    bytes: '0100 05',
    described: 'i16 = length of list | u8[x]',
    schema: '{"type":"array","items":{"type":"integer","minimum":0,"maximum":255}}',
    json: '{ "x": 1, "list": [5] }',
    form: 'lists list records | rest x number',
    leaves: 'x 0+2 count | list/0 2+1 int',
    table: 'x=1 | list=1',
    search: ['x = 1', 'x'],
    query: ['x = 2', 'query.fixed-derived'],
  },
  vector: {
    fields: { x: vec3() },
    bytes: '0000803f 00000040 00004040',
    described: 'f32 x y z',
    schema: '{"type":"array","items":{"$ref":"#/definitions/f32"},"minItems":3,"maxItems":3}',
    json: '{ "x": [1, 2, 3] }',
    form: 'geometry x vector',
    leaves: 'x/x 0+4 float | x/y 4+4 float | x/z 8+4 float',
    table: 'x.x=1 | x.y=2 | x.z=3',
    search: ['x.y = 2', 'x/y'],
    query: ['x.z = 1', '0000803f000000400000803f'],
  },
  bytes: {
    fields: { n: count('x', { as: 'u8' }), x: bytes('n') },
    bytes: '02 0a0b',
    described: 'u8 = length of x | bytes[n]',
    schema: '{"type":"string","pattern":"^hex:([0-9a-fA-F]{2})*$"}',
    json: '{ "n": 2, "x": "hex:0a0b" }',
    form: 'meaning x text | rest n number',
    leaves: 'n 0+1 count | x 1+2 unknown',
    table: 'n=2 | x=0a 0b',
    search: ['x = 10', ''],
    query: ["x = 'a'", 'query.fixed-list'],
  },
  text: {
    fields: { x: text(4) },
    bytes: '61620000',
    described: 'cp1251[4]',
    schema: '{"anyOf":[{"type":"string","maxLength":4},{"$ref":"#/definitions/text"}]}',
    json: '{ "x": "ab" }',
    form: 'meaning x text',
    leaves: 'x 0+4 text',
    table: 'x=ab',
    search: ['x = "ab"', 'x'],
    query: ["x = 'c'", '63000000'],
  },
  lengthPrefixedText: {
    fields: { x: lengthPrefixedText(u8()) },
    bytes: '02 6162',
    described: 'cp1251[u8 before it]',
    schema: '{"anyOf":[{"type":"string","maxLength":255},{"$ref":"#/definitions/text"}]}',
    json: '{ "x": "ab" }',
    form: 'meaning x text',
    leaves: 'x 0+3 text',
    table: 'x=ab',
    search: ['x = "ab"', 'x'],
    query: ["x = 'c'", '0163'],
  },
  line: {
    fields: { x: line() },
    bytes: '6162 0d0a',
    described: 'cp1251 line',
    schema: '{"anyOf":[{"type":"string","pattern":"^[^\\\\n]*$"},{"$ref":"#/definitions/text"}]}',
    json: '{ "x": "ab" }',
    form: 'meaning x text',
    leaves: 'x 0+4 text',
    table: 'x=ab',
    search: ['x = "ab"', 'x'],
    query: ["x = 'c'", '630d0a'],
  },
  textLine: {
    fields: { x: textLine({ parts: [{ name: 'k' }, '=', { name: 'v' }] }) },
    bytes: '61 3d 62 0d0a',
    described: "cp1251 line of k '=' v",
    schema:
      '{"anyOf":[{"type":"object","properties":{"k":{"anyOf":[{"type":"string","pattern":"^[^\\\\s]+$"},{"$ref":"#/definitions/text"}]},"v":{"anyOf":[{"type":"string","pattern":"^[^\\\\s]+$"},{"$ref":"#/definitions/text"}]}},"required":["k","v"],"additionalProperties":false},{"anyOf":[{"type":"string","pattern":"^[^\\\\n]*$"},{"$ref":"#/definitions/text"}]}]}',
    json: '{ "x": { "k": "a", "v": "b" } }',
    form: 'meaning x/k text | meaning x/v text',
    leaves: 'x/k 0+2 text | x/v 2+3 text',
    table: 'x.k=a | x.v=b | x.line=',
    search: ['v = "b"', 'x/v'],
    query: ["x.k = 'c'", '633d620d0a'],
  },
  linePart: {
    fields: { x: textLine({ parts: ['"', { name: 'v', words: 'text' }, '"'] }) },
    bytes: '22 6120 22 0a',
    described: "cp1251 line of '\"' v '\"'",
    schema:
      '{"anyOf":[{"type":"object","properties":{"lead":{"anyOf":[{"type":"string","pattern":"^$"},{"$ref":"#/definitions/text"}]},"v":{"anyOf":[{"type":"string","pattern":"^[^\\\\n]*$"},{"$ref":"#/definitions/text"}]}},"required":["v"],"additionalProperties":false},{"anyOf":[{"type":"string","pattern":"^[^\\\\n]*$"},{"$ref":"#/definitions/text"}]}]}',
    json: '{ "x": { "v": {"text": "a", "tail": "20220a"} } }',
    form: 'meaning x/v text | rest x/lead text',
    leaves: 'x/lead 0+1 count | x/v 1+4 text',
    table: 'x.lead= | x.v=a | x.line=',
    search: ['v = "a"', 'x/v'],
    query: ["x.v = 'c\"'", '22632220220a'],
  },
  rest: {
    fields: { x: sized(u8(), rest()) },
    bytes: '02 0a0b',
    described: 'u8 bytes of bytes to the end',
    schema: '{"type":"string","pattern":"^hex:([0-9a-fA-F]{2})*$"}',
    json: '{ "x": "hex:0a0b" }',
    form: 'rest x/size number | rest x/body text',
    leaves: 'x/size 0+1 count | x/body 1+2 unknown',
    table: 'x=0a 0b',
    search: ['x = 10', ''],
    query: ["x = 'c'", 'query.fixed-list'],
  },
  restText: {
    fields: { x: sized(u8(), restText()) },
    bytes: '02 6162',
    described: 'u8 bytes of cp1251 to the end',
    schema: '{"type":"string"}',
    json: '{ "x": "ab" }',
    form: 'meaning x/body text | rest x/size number',
    leaves: 'x/size 0+1 count | x/body 1+2 text',
    table: 'x=ab',
    search: ['body = "ab"', 'x/body'],
    query: ["x = 'c'", '0163'],
  },
  encoded: {
    fields: { k: u8(), x: sized(u8(), encoded('ei.script', restText(), { key: 'k' })) },
    bytes: '01 02 4841',
    described: 'u8 | u8 bytes of cp1251 to the end as ei.script by k',
    schema: '{"anyOf":[{"type":"string"},{"$ref":"#/definitions/stored-text"}]}',
    json: '{ "k": 1, "x": "ab" }',
    form: 'meaning k number | meaning x/body text | rest x/size number',
    leaves: 'k 0+1 int | x/size 1+1 count | x/body 2+2 text',
    table: 'k=1 | x=ab',
    search: ['body = "ab"', 'x/body'],
    query: ["x = 'c'", '01014a'],
  },
  struct: {
    fields: { x: struct('inner', { a: u8(), b: u8() }) },
    bytes: '01 02',
    described: 'inner | u8 | u8',
    schema: '{"$ref":"#/definitions/inner"}',
    json: '{ "x": { "a": 1, "b": 2 } }',
    form: 'meaning x/a number | meaning x/b number',
    leaves: 'x/a 0+1 int | x/b 1+1 int',
    table: 'x.a=1 | x.b=2',
    search: ['x.b = 2', 'x/b'],
    query: ['x.b = 3', '0103'],
  },
  array: {
    fields: { n: count('x', { as: 'u8' }), x: array(u8(), 'n') },
    bytes: '02 0506',
    described: 'u8 = length of x | u8[n]',
    schema: '{"type":"array","items":{"type":"integer","minimum":0,"maximum":255}}',
    json: '{ "n": 2, "x": [5, 6] }',
    form: 'lists x records | rest n number',
    leaves: 'n 0+1 count | x/0 1+1 int | x/1 2+1 int',
    table: 'n=2 | x=2',
    search: ['x = 6', 'x/1'],
    query: ['x = 3', 'query.fixed-list'],
  },
  list: {
    fields: { x: counted(u8(), u8()) },
    bytes: '02 0506',
    described: 'u8[u8 before it]',
    schema: '{"type":"array","items":{"type":"integer","minimum":0,"maximum":255},"maxItems":255}',
    json: '{ "x": [5, 6] }',
    form: 'lists x records',
    leaves: 'x/count 0+1 count | x/0 1+1 int | x/1 2+1 int',
    table: 'x=2',
    search: ['x = 6', 'x/1'],
    query: ['x = 3', 'query.fixed-list'],
  },
  union: {
    fields: { tag: u8(), x: union('tag', { 1: u8(), 2: text(2) }) },
    bytes: '01 05',
    described: 'u8 | by tag { 1: u8, 2: cp1251[2] }',
    schema:
      '{"anyOf":[{"type":"integer","minimum":0,"maximum":255},{"anyOf":[{"type":"string","maxLength":2},{"$ref":"#/definitions/text"}]}]}',
    json: '{ "tag": 1, "x": 5 }',
    form: 'meaning tag number | meaning x number',
    leaves: 'tag 0+1 int | x 1+1 int',
    table: 'tag=1 | x=5',
    search: ['x = 5', 'x'],
    query: ['x = 3', 'query.fixed-mixed'],
  },
  recursive: {
    fields: { a: u8(), x: sized(u8(), array(recursive('row'), toEnd)) },
    bytes: '05 02 0600',
    described: 'u8 | u8 bytes of row[to the end]',
    schema: '{"type":"array","items":{"$ref":"#/definitions/row"}}',
    json: '{ "a": 5, "x": [{ "a": 6, "x": [] }] }',
    form: 'meaning a number | lists x/body records | rest x/size number',
    leaves: 'a 0+1 int | x/size 1+1 count | x/body/0/a 2+1 int | x/body/0/x/size 3+1 count | x/body/0/x/body 4+0 none',
    table: 'a=5 | x=1',
    search: ['a = 6', 'x/body/0/a'],
    query: ['a = 3', '03020600'],
  },
  sized: {
    fields: { x: sized(u8(), struct('inner', { a: u8() })) },
    bytes: '01 05',
    described: 'u8 bytes of inner | u8',
    schema: '{"$ref":"#/definitions/inner"}',
    json: '{ "x": { "a": 5 } }',
    form: 'meaning x/body/a number | rest x/size number',
    leaves: 'x/size 0+1 count | x/body/a 1+1 int',
    table: 'x.a=5',
    search: ['a = 5', 'x/body/a'],
    query: ['x.a = 3', '0103'],
  },
  bitfield: {
    fields: { x: bitfield(u8(), { low: [0, 4], high: [4, 4, { bits: { 0: 'on' } }] }) },
    bytes: '21',
    described: 'u8 { low: 0+4, high: 4+4 }',
    schema:
      '{"type":"object","properties":{"low":{"type":"integer","minimum":0,"maximum":15},"high":{"description":"0: on","type":"integer","minimum":0,"maximum":15}},"required":["low","high"],"additionalProperties":false}',
    json: '{ "x": { "low": 1, "high": 2 } }',
    form: 'meaning x/low number | meaning x/high flags',
    leaves: 'x 0+1 flag',
    table: 'x.low=1 | x.high=2',
    search: ['x.low = 1', 'x/low'],
    query: ['x.low = 3', '23'],
  },
  bits: {
    fields: { x: bitfield(u8(), { n: [0, 4, { counts: ['list'] }], on: [4, 4] }), list: array(u8(), 'x.n') },
    bytes: '11 05',
    described: 'u8 { n: 0+4 = length of list, on: 4+4 } | u8[x.n]',
    schema: '{"type":"array","items":{"type":"integer","minimum":0,"maximum":255}}',
    json: '{ "x": { "n": 1, "on": 1 }, "list": [5] }',
    form: 'meaning x/on number | lists list records | rest x/n number',
    leaves: 'x 0+1 int | list/0 1+1 int',
    table: 'x.n=1 | x.on=1 | list=1',
    search: ['x.n = 1', 'x/n'],
    query: ['x.n = 3', 'query.fixed-derived'],
  },
}

describe.each(Object.keys(CASES) as Shape['of'][])('%s', word => {
  const { fields, bytes: written, ...expected } = CASES[word]
  const Row = struct('row', fields)
  it('is described, shown, coloured, found, asked for and set by every part of the program', () => {
    expect(seen(Row, CASES[word])).toEqual(expected)
  })
  it('keeps the laws, and is the same after JSON', () => {
    const layout = fileOf(Row)
    expect(brokenLaws(layout, hex(written))).toEqual([])
    const { root } = document(layout, hex(written))
    expect(fromJson(layout, toJson(root))).toEqual(root.value)
  })
})
