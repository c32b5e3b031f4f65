import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { StudioError } from '../format'
import type { CodePage } from '../layout'
import { PARKAN } from '../families/parkan/parkan'
import { sampleInstall } from '../families/parkan/sample/sample'
import { parseNeedle, type FindOptions } from './needle'
import { outlineOf } from './outline'
import { parseBytes, scan, textPattern, type Pattern } from './pattern'
import { HITS_PER_FILE, nameTest, searchFile } from './search'

const sample = sampleInstall({ seed: 3, maps: [{ name: 'SC_1', seed: 5, tiles: 1, areals: 12 }] })
const map = sample.find(file => /Land\.map$/i.test(file.path))
const bytes = map?.bytes ?? new Uint8Array(0)
const find = (text: string, kind: FindOptions['kind'], options: Partial<FindOptions> = {}) =>
  searchFile(parseNeedle(text, { kind, ...options }, [PARKAN.encoding]), map?.path ?? '', bytes, PARKAN.formats)
const entriesOf = (text: string, kind: FindOptions['kind'], within?: readonly string[]): ReadonlySet<string> =>
  new Set(
    searchFile(parseNeedle(text, { kind }), map?.path ?? '', bytes, PARKAN.formats, within && { within }).hits.map(
      hit => hit.entry,
    ),
  )

/** The same question, asked of each place in the plainest way. */
function naive(all: Uint8Array, wanted: readonly (number | null)[]): number[] {
  const found: number[] = []
  for (let i = 0; i + wanted.length <= all.length; i++) {
    if (!wanted.every((byte, k) => byte === null || all[i + k] === byte)) continue
    found.push(i)
    i += wanted.length - 1
  }
  return found
}

const few = fc.integer({ min: 0, max: 3 })
const hex = (wanted: readonly (number | null)[]): string =>
  wanted.map(byte => (byte === null ? '??' : byte.toString(16).padStart(2, '0'))).join(' ')

describe('bytes', () => {
  property.prop(
    [
      fc.uint8Array({ max: 200 }).map(all => all.map(byte => byte & 3)),
      fc.array(fc.option(few), { minLength: 1, maxLength: 5 }),
    ],
    { seed: 11, numRuns: 400 },
  )('are found where a naive scan finds them', (all, wanted) => {
    const pattern = parseBytes(hex(wanted))
    if ('at' in pattern) expect(wanted.every(byte => byte === null)).toBe(true)
    else expect(scan(all, pattern)).toEqual(naive(all, wanted))
  })

  it('may have half of a byte open, and no spaces', () => {
    const pattern = parseBytes('4e5?')
    expect('at' in pattern ? [] : scan(Uint8Array.of(0x4e, 0x52, 0x4e, 0x62, 0x4e, 0x5f), pattern)).toEqual([0, 4])
  })

  it.each([
    ['4E 5', 4],
    ['4E XX', 4],
    ['?? ??', 5],
    ['4 E', 2],
  ])('tell where %j is wrong', (text, at) => {
    expect(parseBytes(text)).toEqual({ at })
  })

  it('of every archive are found once, in the entry that owns them', () => {
    const { hits, count } = find('02 00 00 00', 'bytes')
    expect(count).toBe(naive(bytes, [2, 0, 0, 0]).length)
    const whole = outlineOf(map?.path ?? '', 'Land.map', bytes, PARKAN)
    const [row] = whole.parts
    expect(hits.some(hit => hit.entry === row?.path)).toBe(true)
    for (const { entry, range } of hits) {
      const from = (entry === row?.path ? row.offset : 0) + (range?.[0] ?? 0)
      expect([...bytes.subarray(from, from + 4)]).toEqual([2, 0, 0, 0])
    }
  })

  it.each(['name', 'value', 'bytes'] as const)('are limited to the named entries, by %s', kind => {
    const text = { name: '*', value: 'class_id >= 0', bytes: '00' }[kind]
    const all = entriesOf(text, kind)
    const [one = ''] = [...all].filter(entry => entry.includes('!'))
    expect([...entriesOf(text, kind, [one])]).toEqual([one])
    expect(entriesOf(text, kind, [one.replace(/\d+$/, id => `${Number(id) + 1}`)])).not.toContain(one)
    expect(entriesOf(text, kind, [map?.path ?? ''])).toEqual(all)
  })

  it('that stand everywhere are counted, and the first are listed', () => {
    const { hits, count } = searchFile(
      parseNeedle('00', { kind: 'bytes' }),
      'zeros.bin',
      new Uint8Array(10_000),
      PARKAN.formats,
    )
    expect([hits.length, count]).toEqual([HITS_PER_FILE, 10_000])
  })
})

const pattern = (
  text: string,
  page: 'cp1251' | 'cp866',
  options: { matchCase?: boolean; whole?: boolean } = {},
): Pattern => {
  const made = textPattern(text, page, { matchCase: options.matchCase ?? false, whole: options.whole ?? false })
  if (!made) throw new Error('no pattern')
  return made
}

describe('texts', () => {
  const cp1251 = Uint8Array.of(0xcf, 0xe0, 0xf0, 0xea, 0xe0, 0xed, 0x20, 0xef, 0xc0, 0xd0, 0xca, 0xc0, 0xcd) // Паркан пАРКАН
  it('are found in any case, in the code page they are written in', () => {
    expect(scan(cp1251, pattern('паркан', 'cp1251'))).toEqual([0, 7])
    expect(scan(cp1251, pattern('Паркан', 'cp1251', { matchCase: true }))).toEqual([0])
    expect(scan(cp1251, pattern('паркан', 'cp866'))).toEqual([])
  })
  it('may be asked for as whole words', () => {
    const words = Uint8Array.from('land island LAND_1 land.', c => c.charCodeAt(0))
    expect(scan(words, pattern('Land', 'cp1251'))).toEqual([0, 7, 12, 19])
    expect(scan(words, pattern('Land', 'cp1251', { whole: true }))).toEqual([0, 19])
  })
  it('are listed once where two code pages agree, with a mark on the words', () => {
    const { hits } = searchFile(
      parseNeedle('land', { kind: 'text' }),
      'a.txt',
      Uint8Array.from('x\r\nThe Land\r\n', c => c.charCodeAt(0)),
      [],
    )
    expect(hits.map(({ text, mark, range }) => [text, mark, range])).toEqual([['The Land', [4, 4], [7, 4]]])
  })
  it('are searched in the code pages of the game, whatever they are', () => {
    const polish = Uint8Array.of(0xaf, 0xf3, 0xb3, 0x77) // Żółw in cp1250
    const hits = (encodings: readonly CodePage[]) =>
      searchFile(parseNeedle('żółw', { kind: 'text' }, encodings), 'a.txt', polish, []).hits.map(({ text }) => text)
    expect(hits(['cp1251', 'cp1250'])).toEqual(['Żółw'])
    expect(() => hits(['cp1251'])).toThrow(expect.objectContaining({ code: 'find.characters' }) as StudioError)
  })
  it('that no code page has are refused', () => {
    expect(() => parseNeedle('漢', { kind: 'text' })).toThrow(
      expect.objectContaining({ code: 'find.characters' }) as StudioError,
    )
  })
})

describe('values', () => {
  /** Every areal, through the document. */
  const { hits: all } = find('areals.class_id >= 0', 'value')
  const values = all.map(hit => Number(hit.text.split(' = ')[1]))

  property.prop([fc.constantFrom('=', '!=', '<', '<=', '>', '>='), fc.integer({ min: 0, max: 12 })], {
    seed: 5,
    numRuns: 60,
  })('are compared as a naive loop compares them', (sign, wanted) => {
    const is = {
      '=': (a: number) => a === wanted,
      '!=': (a: number) => a !== wanted,
      '<': (a: number) => a < wanted,
      '<=': (a: number) => a <= wanted,
      '>': (a: number) => a > wanted,
      '>=': (a: number) => a >= wanted,
    }[sign]
    expect(find(`class_id ${sign} ${wanted}`, 'value').hits.map(hit => hit.path)).toEqual(
      values.flatMap((value, i) => (is(value) ? [`areals/${i}/class_id`] : [])),
    )
  })

  it('stand where the hit says', () => {
    expect(all).toHaveLength(12)
    const row = outlineOf(map?.path ?? '', 'Land.map', bytes, PARKAN).parts[0]
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    expect(all.map(({ range }) => view.getUint32((row?.offset ?? 0) + (range?.[0] ?? 0), true))).toEqual(values)
  })

  it('may be of any field, of records without nodes too, of a directory', () => {
    const { hits } = find('1', 'value')
    for (const hit of hits) expect(hit.text.endsWith(' = 1')).toBe(true)
    expect(new Set(hits.map(hit => hit.path?.split('/')[0])).size).toBeGreaterThan(1)
    expect(find('type_id = 12', 'value').hits).toMatchObject([{ path: '@type_id', range: null }])
    expect(find('name = "ArealMapGeometry"', 'value').count + find('name != "x"', 'value').count).toBeGreaterThan(0)
  })

  it.each(['class_id =', 'class_id', '= ', 'class_id > "a"'])('refuse %j', text => {
    expect(() => parseNeedle(text, { kind: 'value' })).toThrow(StudioError)
  })
})

describe('names', () => {
  it('fit in part, whole, or by wildcards', () => {
    const test = (text: string, whole = false) => nameTest({ kind: 'name', text, matchCase: false, whole })
    expect(test('and')('Land.map')).toEqual([1, 3])
    expect(test('and', true)('Land.map')).toBeUndefined()
    expect(test('*.MAP')('Land.map')).toEqual([0, 8])
    expect(test('l?nd.*')('Land.map')).toEqual([0, 8])
    expect(test('.')('Landmap')).toBeUndefined()
  })
  it('of files and of what is in them are found', () => {
    expect(find('land.map', 'name').hits).toMatchObject([{ entry: map?.path, range: null }])
    expect(find('*', 'name').count).toBe(2)
  })
})
