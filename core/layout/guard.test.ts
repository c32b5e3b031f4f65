import { expect, it } from 'vitest'
import {
  array,
  assign,
  count,
  document,
  LayoutError,
  sized,
  struct,
  u16,
  u8,
  union,
  type AnyLayout,
  type Bytes,
} from '.'
import { hex } from './bytes.fixture'

const Flash = struct('flash', { time: u8(), power: u16() })
const Sound = struct('sound', { volume: u8() })
const Command = struct('command', { word: u16(), body: union('word & 255', { 3: Flash, 4: Sound, 7: u8() }) })
const Effect = struct('effect', { n: count('commands', { as: 'u8' }), commands: array(Command, 'n') })
const EFFECT = hex('03 0301 05 0600 0400 09 0700 0a')
const Row = struct('row', { cells: array(u8(), '..width'), end: u8() })
const Grid = struct('grid', { width: u8(), rows: array(Row, 2) })
const Framed = struct('framed', { kind: u8(), body: sized(u8(), union('kind', { 1: u16(), 2: u8() })) })

interface Case {
  readonly what: string
  readonly layout: AnyLayout
  readonly bytes: Bytes
  readonly path: string
  readonly value: number
  readonly params: Readonly<Record<string, string | number>>
}
const GRID = hex('02 0102 03 0405 06')
const TAG = { path: 'commands/0/body', tag: 'word & 255' }

it.each<Case>([
  { what: 'a case of another size', layout: Effect, bytes: EFFECT, path: 'commands/0/word', value: 4, params: TAG },
  { what: 'no case', layout: Effect, bytes: EFFECT, path: 'commands/0/word', value: 99, params: TAG },
  {
    what: 'a shorter case in a frame',
    layout: Framed,
    bytes: hex('01 02 0506'),
    path: 'kind',
    value: 2,
    params: { path: 'body/body', tag: 'kind' },
  },
])('a tag alone is refused with its formula: $what', ({ layout, bytes, path, value, params }) => {
  const refused: unknown = expect.objectContaining({ code: 'layout.union', params })
  expect(() => assign(document(layout, bytes), path, value)).toThrow(refused as Error)
})

it.each<Case>([
  {
    what: 'a longer case at the end',
    layout: Effect,
    bytes: EFFECT,
    path: 'commands/2/word',
    value: 3,
    params: { formula: 'commands/2/word', expected: 2, found: 0, path: 'commands/2/body/power' },
  },
  {
    what: 'more records than there are bytes',
    layout: Grid,
    bytes: GRID,
    path: 'width',
    value: 3,
    params: { formula: 'width', expected: 3, found: 2, path: 'rows/1/cells' },
  },
])('a number that decides about others is refused with its place: $what', ({ layout, bytes, path, value, params }) => {
  const refused: unknown = expect.objectContaining({ code: 'layout.formula', params })
  expect(() => assign(document(layout, bytes), path, value)).toThrow(refused as Error)
})

it('an edit that leaves every record as it was is accepted', () => {
  expect(assign(document(Effect, EFFECT), 'commands/0/word', 0x203).splices).toHaveLength(1)
  expect(assign(document(Grid, GRID), 'rows/0/end', 9).splices).toHaveLength(1)
  expect(() => assign(document(Grid, GRID), 'width', 1)).toThrow(LayoutError)
})
