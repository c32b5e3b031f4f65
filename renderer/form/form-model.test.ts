import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  array,
  count,
  document,
  f32,
  i32,
  reserved,
  struct,
  toEnd,
  u32,
  vec3,
  write,
  type Document,
} from '@areal-studio/core/layout'
import { CATALOGUES, createText } from '@areal-studio/core/messages'
import {
  fieldOfRecord,
  formSections,
  isMixed,
  linksOf,
  mixedBits,
  recordsIn,
  seenValues,
  seenWords,
  selectedRecords,
} from './form-model'

const Link = struct('link', { to: i32({ refers: 'places' }), edge: i32() })
const Place = struct('place', {
  anchor: vec3(),
  size: f32(),
  flags: u32({ bits: {} }),
  kind: u32({ suggest: 'seen' }),
  pad: reserved(u32()),
  link_count: count('links'),
  links: array(Link, 'link_count'),
})
const File = struct('file', { places: array(Place, 200), width: u32() })

const file = (kinds: (i: number) => number, flags: (i: number) => number = () => 0): Document => {
  const places = Array.from({ length: 200 }, (_, i) => ({
    anchor: [i, 0, 0] as const,
    size: 1,
    flags: flags(i),
    kind: kinds(i),
    pad: 0,
    link_count: 2,
    links: [
      { to: (i + 1) % 200, edge: 0 },
      { to: i === 0 ? 999 : -1, edge: -1 },
    ],
  }))
  return document(File, write(File, { places, width: 3 }).bytes)
}
const paths = (n: number) => Array.from({ length: n }, (_, i) => `places/${i}`)

describe('form', () => {
  it('groups fields by what they are', () => {
    const [record] = selectedRecords(
      file(() => 1),
      ['places/3'],
      null,
    )
    if (!record) throw new Error('no record')
    expect(formSections(record).map(section => [section.id, section.lines.map(line => line.name)])).toEqual([
      ['meaning', ['kind', 'flags']],
      ['geometry', ['anchor', 'size']],
      ['links', ['links']],
      ['rest', ['pad', 'link_count']],
    ])
    const Bare = struct('bare', { opacity: f32() })
    expect(formSections(document(Bare, write(Bare, { opacity: 1 }).bytes).root).map(section => section.id)).toEqual([
      'meaning',
    ])
  })

  it('a field, a record and a byte of it lead to the same record; each is there once', () => {
    const whole = file(() => 1)
    const records = selectedRecords(whole, ['places/3/anchor/x', 'places/3', 'places/7/links/0/to', 'width'], null)
    expect(records.map(record => record.path)).toEqual(['places/3', 'places/7'])
    expect(selectedRecords(whole, [], 'width').map(record => record.path)).toEqual([''])
  })

  it('is about the whole entry where no record of it is selected, with its lists and their counts', () => {
    const whole = file(() => 1)
    const [root, ...others] = selectedRecords(whole, [], null)
    expect([root?.path, others.length]).toEqual(['', 0])
    expect(root && formSections(root).map(({ id, lines }) => [id, lines.map(line => line.name)])).toEqual([
      ['meaning', ['width']],
      ['lists', ['places']],
    ])
    const places = fieldOfRecord(root, 'places')
    expect(places && [recordsIn(places).count, recordsIn(places).first?.path]).toEqual([200, 'places/0'])
    const Rows = array(u32(), toEnd)
    const rows = document(Rows, new Uint8Array(8))
    const [table] = selectedRecords(rows, [], null)
    expect(table && formSections(table).map(({ id, lines }) => [id, lines.map(line => line.control)])).toEqual([
      ['lists', ['records']],
    ])
    expect(table && recordsIn(table)).toMatchObject({ count: 2, first: { path: '0' } })
    expect(selectedRecords(whole, ['nowhere/3'], null)).toEqual([])
  })

  it('finds mixed values like a plain comparison does, for few and many records', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom('kind', 'anchor', 'size'),
        (n, kinds, name) => {
          const whole = file(i => i % kinds)
          const records = selectedRecords(whole, paths(n), null)
          const values = new Set(records.map(record => JSON.stringify(fieldOfRecord(record, name)?.value)))
          expect(isMixed(whole, records, name)).toBe(values.size > 1)
        },
      ),
      { seed: 1, numRuns: 40 },
    )
  })

  it('counts the values that occur', () => {
    const seen = seenValues(
      file(i => (i < 50 ? 7 : 3)),
      'places',
      'kind',
    )
    expect([...seen]).toEqual([
      [3, 150],
      [7, 50],
    ])
    expect(
      seenValues(
        file(() => 1),
        'places',
        'anchor',
      ).size,
    ).toBe(0)
  })

  it('tells how often a value is in the game from how often it is in the file', () => {
    expect([seenWords(3, true), seenWords(0, true), seenWords(3, false), seenWords(0, false)].map(w => w.code)).toEqual(
      [...['ui.form.seen', 'ui.form.never-seen', 'ui.form.seen-here', 'ui.form.never-here']],
    )
  })

  it('says the count of the game and that of the file in words of their own, with the plural forms of Russian', () => {
    const said = (language: 'en' | 'ru', n: number, isOfGame: boolean): string => {
      const { code, params } = seenWords(n, isOfGame)
      return createText(language, CATALOGUES).say(code, params)
    }
    expect([said('en', 1, true), said('en', 93, true), said('en', 93, false)]).toEqual([
      'in the game: 1 time',
      'in the game: 93 times',
      'in this file: 93 times',
    ])
    expect([said('ru', 93, true), said('ru', 5, false), said('ru', 0, true), said('ru', 0, false)]).toEqual([
      'в игре 93 раза',
      'в этом файле 5 раз',
      'в игре не встречается',
      'в этом файле не встречается',
    ])
  })

  it('knows which bits differ', () => {
    const records = selectedRecords(
      file(
        () => 0,
        i => (i === 1 ? 0x80000001 : 1),
      ),
      ['places/0', 'places/1'],
      null,
    )
    expect(mixedBits(records, 'flags')).toBe(0x80000000)
  })

  it('follows links and leaves out those that lead nowhere', () => {
    const whole = file(() => 1)
    const links = (path: string) => {
      const record = selectedRecords(whole, [path], null)[0]
      const list = fieldOfRecord(record, 'links')
      return list ? linksOf(whole, list) : []
    }
    expect(links('places/5')).toEqual([{ to: 6, path: 'places/6' }])
    expect(links('places/0')).toEqual([
      { to: 1, path: 'places/1' },
      { to: 999, path: undefined },
    ])
  })
})
