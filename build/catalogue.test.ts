import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allFamilies } from '@areal-studio/core'
import { CATALOGUES } from '@areal-studio/core/messages'
import { FLAG_BITS, SURFACES } from '../core/families/nwn2/aswm/aswm'
import { sources } from './arrows'
import { filesBelow } from './files.mjs'
import COMPUTED from './computed-keys.json'

const ROOT = join(import.meta.dirname, '..')
const FAMILIES_FOLDER = join(ROOT, 'core/families')
/** Folders of messages: the general one, and one of each family. */
const MESSAGES = [
  join(ROOT, 'core/messages'),
  ...readdirSync(FAMILIES_FOLDER).map(family => join(FAMILIES_FOLDER, family, 'messages')),
]
const ALL_FORMATS = (await allFamilies()).flatMap(family => family.formats)
const FORMATS = ALL_FORMATS.map(({ id }) => id)
/** Titles of the operations of the families, of their parameters and choices. */
const OPERATION_KEYS = new Set(
  ALL_FORMATS.flatMap(({ operations = [] }) => operations).flatMap(({ id, parameters = [] }) => [
    `ui.operation.${id}`,
    ...parameters.flatMap(parameter => {
      const title = `ui.operation.${id}.${parameter.name}`
      return [title, ...(parameter.kind === 'choice' ? parameter.choices.map(choice => `${title}.${choice}`) : [])]
    }),
  ]),
)
const keys = Object.keys(CATALOGUES.en)

/** Keys that the source puts together: every value that may follow a prefix is listed in computed-keys.json. */
const COMPUTED_KEYS = new Set(
  Object.entries(COMPUTED).flatMap(([prefix, values]) => values.map(value => prefix + value)),
)

/** Families whose keys are built at run time from a code: the rest of the key must occur in the source. */
const MADE = /^(?:problem|refusal|label|notice|job|command|reason|mission)\./

const FAMILIES = ['', 'problem.', 'refusal.', 'label.', 'notice.', 'job.', 'command.', 'reason.', 'mission.']

/** Values of the surface of a walkmesh by their names: none, or one of the bits that its flags declare. */
const SURFACE_VALUES = new Map([
  ['0', 'none'],
  ...Object.entries(FLAG_BITS)
    .map(([bit, name]) => [1 << Number(bit), name] as const)
    .filter(([value]) => (value & SURFACES) !== 0)
    .map(([value, name]) => [String(value), name] as const),
])

/** Whether the source has a part of a key: whole, or its words one by one; or it is a value of a surface. */
const isMade = (part: string, words: ReadonlySet<string>): boolean =>
  words.has(part) || SURFACE_VALUES.has(part) || part.split('-').every(word => words.has(word))

/** Words that are the same in both languages on purpose: format terms, units, names of keys and programs. */
const SAME = /^[\s\d{}|.,:;!?/\\()[\]<>×·…—–%+*=#&'"`@_-]*$|^[A-Za-z0-9_{} .:/×·→%()+,#-]{1,40}$/

/** Names of params, those with a counted word (`{size-bytes}`) without it. */
function params(sentence: string): string[] {
  return [...new Set(Array.from(sentence.matchAll(/\{(\w+)(?:-[\w-]+)?\}/g), match => match[1] ?? ''))].sort()
}

/** A Russian noun behind a number needs three forms: stems of what the sentences count. */
const COUNTED_NOUN =
  /\{(?!areal|link|record|slot|type|field|face|batch|edge)\w+\} (?:байт|запис|файл|прав(?:к|ок)|мест[оа ,.]|строк|узл|узел|ошиб|предупрежд|вершин|гран[ьие]|ареал(?:[аы ,.]|ов|ах)|карт[аы ]|сосед|секунд|минут|символ|знак|столбц|уровн|функци|элемент|сообщени|меток|метк|индекс|треугольник|ячеек|ячейк|пиксел)/

/** Terms that were replaced: two words for one thing, one word for two, or words that other programs do not use. */
const OLD_TERMS = {
  en: [
    /\bmend(?:ed|s)?\b/i,
    /\banew\b/i,
    /return ticket/i,
    /\b(?:is|are|was|were) no (?!longer|such)\w+(?<!there (?:is|are|was|were) no \w+)/i,
    /all the same/i,
    /\bbe gone\b|\bis gone\b/i,
    /^(?!.*\bunits?\b).*\bstands?\b(?! for| in for)/is,
    /\bnobody\b/i,
    /\btold\b/i,
  ],
  ru: [
    /обратный билет/i,
    /вернуть раскладку/i,
    /якор/i,
    /проверка обратимости/i,
    /поменять верх и низ/i,
    /смысл неизвестен|смысл: смысл/i,
    /не с кратного/i,
    /(?<![а-яё])выдел(?:ить|ите|ено|ение)(?![а-яё])/i,
  ],
} as const

/** «Запись» is a record, and nothing else: a row of an archive is «элемент», what a deploy does is «развёртывание». */
const RUSSIAN_RECORD = /(?<![а-яё])запис(?:ь|и|ей|ью|ям|ях|ями)(?![а-яё])/i
/** Phrases of other programs in which the word is no noun of ours. */
const WRITING = /защи[а-яё]+ от записи|защиту от записи|чтением и записью|учётн[а-яё]+ записи/gi

/** What a number counts, in English and in Russian: a counter means one thing. */
const COUNTED_THINGS = [
  [/\{(?:n|count|total)\} (?:\w+ )?entr(?:y|ies)\b/, /элемент/],
  [/\{(?:n|count)\} (?:\w+ )?files?\b/, /файл/],
  [/\{(?:n|count|total)\} (?:changed |new |edited )?records?\b/, /запис|объект/],
  [/\{(?:n|count|total)\} (?:\w+ )?fields?\b/, /пол[еяю]|полей/],
  [/\{(?:n|count|total)\} (?:\w+ )?steps?\b/, /шаг/],
] as const

/** All sentences in both languages: messages and help, of the studio and of families. */
const SENTENCES = filesBelow(join(ROOT, 'core'))
  .filter(file => file.endsWith('.en.json'))
  .flatMap(file => {
    const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
    const ru = read(file.replace(/\.en\.json$/, '.ru.json'))
    return Object.entries(read(file)).map(([key, en]) => ({ key, en, ru: ru[key] ?? '' }))
  })

describe('message catalogue', () => {
  it.each(['en', 'ru'] as const)('has none of the old terms: %s', language => {
    expect(SENTENCES.length).toBeGreaterThan(2000)
    const found = SENTENCES.flatMap(sentence =>
      OLD_TERMS[language]
        .filter(term => term.test(sentence[language]))
        .map(term => `${String(term)} ${sentence.key}: ${sentence[language]}`),
    )
    expect(found).toEqual([])
  })

  it('calls a record, and nothing else, «запись» in Russian', () => {
    const others = SENTENCES.filter(({ en, ru }) => RUSSIAN_RECORD.test(ru.replace(WRITING, '')) && !/record/i.test(en))
    expect(others.map(({ key, ru }) => [key, ru])).toEqual([])
  })

  it('counts the same things in both languages: entries, files, records, fields, steps', () => {
    const others = SENTENCES.flatMap(({ key, en, ru }) =>
      COUNTED_THINGS.filter(([english, russian]) => english.test(en) && !russian.test(ru)).map(() => `${key}: ${ru}`),
    )
    expect(others).toEqual([])
  })

  it('has the same keys in both languages, in each area, and no key twice', () => {
    const files = MESSAGES.filter(folder => existsSync(folder)).flatMap(folder =>
      readdirSync(folder)
        .filter(name => name.endsWith('.json'))
        .map(name => join(folder, name)),
    )
    const seen = new Map<string, string>()
    for (const file of files.filter(name => name.endsWith('.en.json'))) {
      const en = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
      const ru = JSON.parse(readFileSync(file.replace('.en.', '.ru.'), 'utf8')) as Record<string, string>
      expect(Object.keys(ru).sort(), file).toEqual(Object.keys(en).sort())
      for (const key of Object.keys(en)) {
        expect(seen.get(key), `${key} stands in ${file} too`).toBeUndefined()
        seen.set(key, file)
      }
    }
    expect(
      keys.filter(key => !seen.has(key)).length +
        [...seen.keys()].filter(key => CATALOGUES.en[key] === undefined).length,
    ).toBe(0)
    expect(keys.length).toBeGreaterThan(100)
  })

  it('names the same params in both languages', () => {
    const different = keys.filter(
      key => params(CATALOGUES.en[key] ?? '').join() !== params(CATALOGUES.ru[key] ?? '').join(),
    )
    expect(different).toEqual([])
  })

  it('gives two forms in English and three in Russian, or one; a bar that is none between forms is quoted', () => {
    const forms = (sentence: string): number => sentence.replaceAll("{'|'}", '').split('|').length
    const strange = keys.filter(
      key => forms(CATALOGUES.en[key] ?? '') > 2 || ![1, 3].includes(forms(CATALOGUES.ru[key] ?? '')),
    )
    expect(strange).toEqual([])
  })

  it('gives each count a plural form: no Russian noun stands behind a number in one form only', () => {
    const bare = keys.filter(key => {
      const sentence = CATALOGUES.ru[key] ?? ''
      return !sentence.includes('|') && COUNTED_NOUN.test(sentence)
    })
    expect(bare).toEqual([])
  })

  it('lists the possible values of each key that the source puts together', () => {
    const source = sources(ROOT)
      .map(file => readFileSync(join(ROOT, file), 'utf8'))
      .join('\n')
    const prefixes = [
      ...Array.from(source.matchAll(/[`'"]((?:ui|cli)\.(?:[\w.-]+\.)?)(?:\$\{|['"] ?\+)/g), match => match[1] ?? ''),
      ...Array.from(source.matchAll(/[`'"]([a-z]+\.[\w-]*-)\$\{/g), match => match[1] ?? ''),
    ]
    expect([...new Set(prefixes)].sort()).toEqual(Object.keys(COMPUTED).sort())
    const known = (key: string): boolean => FAMILIES.some(family => CATALOGUES.en[family + key] !== undefined)
    expect([...COMPUTED_KEYS].filter(key => !known(key))).toEqual([])
    const parts = new Set(source.match(/[\w-]+/g))
    expect(
      [...COMPUTED_KEYS].filter(
        key =>
          !key
            .split('.')
            .slice(1)
            .every(part => isMade(part, parts)),
      ),
    ).toEqual([])
  })

  it('names every surface of a walkmesh as the bits of its flags do', () => {
    const prefix = 'ui.viewport.value.surface.'
    const named = keys.filter(key => key.startsWith(prefix)).map(key => [key.slice(prefix.length), CATALOGUES.en[key]])
    expect(new Map(named as [string, string][])).toEqual(SURFACE_VALUES)
  })

  it('is Russian where it says so', () => {
    const same = keys.filter(
      key => !/example/.test(key) && CATALOGUES.en[key] === CATALOGUES.ru[key] && !SAME.test(CATALOGUES.en[key] ?? ''),
    )
    expect(same).toEqual([])
  })

  it('has no key that nothing uses, and every key that is used', () => {
    const source = sources(ROOT)
      .map(file => readFileSync(join(ROOT, file), 'utf8'))
      .join('\n')
    const words = new Set(source.match(/[\w@.-]+/g))
    // A sentence about records of a noun is used where the general one is.
    const nouns = new Set(Array.from(source.matchAll(/noun: '([\w-]+)'/g), match => match[1]))
    const sentences = Object.values(CATALOGUES).flatMap(catalogue => Object.values(catalogue))
    const counted = new Set(
      sentences.flatMap(sentence => Array.from(sentence.matchAll(/\{\w+-([\w-]+)\}/g), match => match[1] ?? '')),
    )
    // `{code-refusal}` is the sentence of another refusal.
    counted.delete('refusal')
    expect([...counted].filter(word => CATALOGUES.en[`count.${word}`] === undefined)).toEqual([])
    const isUsed = (given: string): boolean => {
      const general = given.replace(/\.[\w-]+$/, '')
      const key = nouns.has(given.slice(general.length + 1)) && keys.includes(general) ? general : given
      if (OPERATION_KEYS.has(key)) return true
      if (words.has(key) || COMPUTED_KEYS.has(key) || (key.endsWith('.help') && isUsed(key.slice(0, -5)))) return true
      if (key.startsWith('format.')) return FORMATS.includes(key.slice('format.'.length))
      if (key.startsWith('count.')) return counted.has(key.slice('count.'.length))
      const code = key.replace(MADE, '').replace(/\.(?:help|title|short)$/, '')
      if (MADE.test(key)) return words.has(code) || COMPUTED_KEYS.has(code)
      if (key.startsWith('field.'))
        return key
          .replace(/\.help$/, '')
          .split('.')
          .slice(1)
          .every(part => words.has(part))
      return false
    }
    expect(keys.filter(key => !isUsed(key))).toEqual([])
    const used = Array.from(
      source.matchAll(
        /(?:(?:say|t)\(|(?:sayOf|keyOf)\([^()]*(?:\(\))?[^()]*,)\s*[`'"]((?:ui|cli|problem|refusal|label|notice|job|command)\.[\w.-]*\w)[`'"]/g,
      ),
      match => match[1] ?? '',
    )
    expect([...new Set(used)].filter(key => CATALOGUES.en[key] === undefined)).toEqual([])
  })

  it('has a title for every format of every family', () => {
    expect(FORMATS.length).toBeGreaterThan(100)
    expect(FORMATS.filter(id => CATALOGUES.en[`format.${id}`] === undefined)).toEqual([])
  })

  it('has a sentence for every refusal, problem and label that the source makes', () => {
    const source = sources(ROOT)
      .map(file => readFileSync(join(ROOT, file), 'utf8'))
      .join('\n')
    const refusals = Array.from(
      source.matchAll(/new StudioError\(\s*'([\w.-]+)'/g),
      match => `refusal.${match[1] ?? ''}`,
    )
    expect([...new Set(refusals)].filter(key => CATALOGUES.en[key] === undefined)).toEqual([])
  })
})
