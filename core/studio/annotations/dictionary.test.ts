import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeDictionaries, nameOf, namesOf, NO_NAMES, parseDictionary, printDictionary, withNames } from './dictionary'
import { CODE_PAGES } from '../../layout'
import type { GivenName } from '../api/annotations'
import { openBench } from '../studio.fixture'
import { fromText } from '../../format/text-bytes'

const text = fc
  .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('a', 'ж', ' ', '"', '\\', '漢', '_') })
  .filter(one => one.trim() === one && one !== '')
const field = fc.constantFrom('areal.class_id', 'areal.logic_flag', '__proto__.x', 'a-b.__proto__')
const given: fc.Arbitrary<GivenName> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('values' as const, 'bits' as const),
    field,
    number: fc.integer({ min: -5, max: 2 ** 32 }),
    name: text,
  }),
  fc.record({ kind: fc.constant('fields' as const), field, name: text }),
  fc.record({ kind: fc.constant('pages' as const), field, name: fc.constantFrom(...CODE_PAGES) }),
)
const ford: GivenName = { kind: 'values', field: 'areal.class_id', number: 12, name: 'ford' }

describe('dictionary', () => {
  it('is its text again', () => {
    fc.assert(
      fc.property(fc.array(given, { maxLength: 20 }), names => {
        const dictionary = withNames(NO_NAMES, names)
        expect(parseDictionary(printDictionary(dictionary))).toEqual(dictionary)
        expect(printDictionary(withNames(NO_NAMES, namesOf(dictionary)))).toBe(printDictionary(dictionary))
      }),
      { seed: 12 },
    )
  })
  it('has every name as it was given last, and none that was taken away', () => {
    fc.assert(
      fc.property(fc.array(given, { minLength: 1, maxLength: 20 }), names => {
        const dictionary = withNames(NO_NAMES, names)
        const last = names.at(-1)
        expect(last && nameOf(dictionary, last)).toBe(last?.name)
        expect(
          withNames(
            dictionary,
            names.map(one => ({ ...one, name: ' ' })),
          ),
        ).toEqual(NO_NAMES)
      }),
      { seed: 12 },
    )
  })
  it('merges: nothing of mine is lost, everything of theirs is there or listed', () => {
    fc.assert(
      fc.property(
        fc.array(given, { maxLength: 12 }),
        fc.array(given, { maxLength: 12 }),
        fc.constantFrom('mine' as const, 'theirs' as const),
        (a, b, win) => {
          const mine = withNames(NO_NAMES, a)
          const theirs = withNames(NO_NAMES, b)
          const { dictionary, added, same, conflicts } = mergeDictionaries(mine, theirs, win)
          expect(added + same + conflicts.length).toBe(namesOf(theirs).length)
          for (const one of namesOf(dictionary)) {
            const [here, there] = [nameOf(mine, one), nameOf(theirs, one)]
            expect(one.name).toBe(win === 'mine' ? (here ?? there) : (there ?? here))
          }
          expect(namesOf(dictionary)).toHaveLength(namesOf(mine).length + added)
        },
      ),
      { seed: 12 },
    )
  })
  it('keeps what it does not know', () => {
    const dictionary = parseDictionary(
      '{"version":1,"author":"me","values":{"areal.class_id":{"7":"bridge"}},"colours":{"7":"red"}}',
    )
    expect(JSON.parse(printDictionary(withNames(dictionary, [ford])))).toEqual({
      version: 1,
      author: 'me',
      colours: { 7: 'red' },
      bits: {},
      fields: {},
      pages: {},
      values: { 'areal.class_id': { 7: 'bridge', 12: 'ford' } },
    })
  })
  it.each([
    ['[]', 'dictionary.damaged'],
    ['{}', 'dictionary.version'],
    ['{"version":2}', 'dictionary.version'],
    ['{"version":1,"values":{"class":{}}}', 'dictionary.place'],
    ['{"version":1,"values":{"a.b":{"7x":"n"}}}', 'dictionary.place'],
    ['{"version":1,"values":{"a.b":{"7":3}}}', 'dictionary.place'],
    ['{"version":1,"pages":{"a.b":"utf8"}}', 'dictionary.place'],
    ['{"version":1,"fields":{"a.b":"two\\nlines"}}', 'dictionary.place'],
  ])('refuses %s', (file, code) => {
    expect(() => parseDictionary(file)).toThrow(code)
  })
  it('tells where a file stops being JSON', () => {
    expect(() => parseDictionary('{"version": 1,\n "values": oops}')).toThrow(
      expect.objectContaining({ code: 'dictionary.json', params: { line: 2, column: 12 } }),
    )
    expect(() => parseDictionary('{"version":')).toThrow(
      expect.objectContaining({ code: 'dictionary.json', params: { line: 1, column: 12 } }),
    )
  })
  it('refuses names that are no names', () => {
    expect(() => withNames(NO_NAMES, [{ ...ford, name: 'a'.repeat(81) }])).toThrow('dictionary.name')
    expect(() => withNames(NO_NAMES, [{ ...ford, name: 'a\nb' }])).toThrow('dictionary.name')
    expect(() => withNames(NO_NAMES, [{ ...ford, field: 'class' }])).toThrow('dictionary.place')
    expect(() => withNames(NO_NAMES, [{ kind: 'bits', field: 'a.b', name: 'x' }])).toThrow('dictionary.place')
    expect(() => withNames(NO_NAMES, [{ kind: 'pages', field: 'a.b', name: 'utf8' }])).toThrow('dictionary.place')
  })
})

describe('names of a workspace', () => {
  it('are told to every window, kept for the next start, and taken from a file', async () => {
    const bench = await openBench()
    const heard: unknown[] = []
    bench.studio.listen('dictionary', dictionary => heard.push(dictionary))
    const named = await bench.studio.api.setNames([ford])
    expect(heard).toEqual([named])
    const other = printDictionary(
      withNames(NO_NAMES, [
        { ...ford, name: 'shallow' },
        { ...ford, number: 7, name: 'bridge' },
      ]),
    )
    const asked = await bench.studio.api.importNames(other, { win: 'theirs', dryRun: true })
    expect(asked).toMatchObject({ added: 1, same: 0, conflicts: [{ ...ford, theirs: 'shallow' }] })
    expect(await (await bench.again()).api.dictionary()).toEqual(named)
    await bench.studio.api.importNames(other, { win: 'theirs', dryRun: false })
    expect((await (await bench.again()).api.dictionary()).values).toEqual({
      'areal.class_id': { 7: 'bridge', 12: 'shallow' },
    })
  })
  it('given by another process are told as soon as anything is looked at', async () => {
    const bench = await openBench()
    const other = await bench.again()
    const heard: unknown[] = []
    other.listen('dictionary', dictionary => heard.push(dictionary))
    const named = await bench.studio.api.setNames([ford])
    await other.api.history()
    await other.api.history()
    expect(heard).toEqual([named])
  })
  it('are refused, and left as they are, where their file is damaged', async () => {
    const bench = await openBench()
    await bench.store().write('dictionary.json', fromText('{"version":1,'))
    await expect(bench.studio.api.setNames([ford])).rejects.toThrow('dictionary.json')
    expect(await bench.store().read('dictionary.json')).toEqual(fromText('{"version":1,'))
  })
})
