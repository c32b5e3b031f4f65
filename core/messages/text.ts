import { compile, createCoreContext, registerMessageCompiler, resolveWithKeyValue, translate } from '@intlify/core-base'

export type Language = 'en' | 'ru'
export type TextParams = Readonly<Record<string, string | number>>
type Catalogue = Readonly<Record<string, string>>

registerMessageCompiler(compile)

/**
 * Signs of the message syntax. A sentence without them is returned unchanged: compiling the hundreds that a window
 * shows first takes longer than its panes.
 */
const TO_COMPILE = /[{}|@]/

/** Russian: 1 файл, 2 файла, 5 файлов, 11 and 21 by rule. Messages give the three forms as `one | few | many`. */
function russianPlural(count: number): number {
  const ones = Math.abs(count) % 10
  const tens = Math.abs(count) % 100
  if (ones === 1 && tens !== 11) return 0
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? 1 : 2
}

/** `{size-bytes}`: the param `size` in the words of the message `count.bytes`, which has the plural forms. */
const COUNTED = /\{(\w+)-([\w-]+)\}/g
/** `{code-refusal}`: the sentence of the refusal whose code is the param `code`, with the same params. */
const REFUSAL = 'refusal'

export interface Text {
  readonly language: Language
  /**
   * The sentence of a key. The plural form of the whole goes by the param `n`; each further count has its own form as
   * `{param-word}`. A key that no catalogue has is shown as itself.
   */
  say(key: string, params?: TextParams): string
  /** A rounded number with the decimal sign of the language, for durations and shares. Values of files stay neutral. */
  decimal(value: number, digits: number): string
  has(key: string): boolean
}

/** Makes sentences from catalogues. Renderer, CLI and hosts all speak through this. */
export function createText(language: Language, catalogues: Readonly<Record<Language, Catalogue>>): Text {
  const context = createCoreContext({
    locale: language,
    fallbackLocale: 'en',
    messages: { en: catalogues.en, ru: catalogues.ru },
    messageResolver: resolveWithKeyValue,
    pluralRules: { ru: russianPlural },
    missingWarn: false,
    fallbackWarn: false,
    warnHtmlMessage: false,
  })
  const sentenceOf = (key: string): string | undefined =>
    [catalogues[language], catalogues.en].find(catalogue => Object.hasOwn(catalogue, key))?.[key]
  const translated = (key: string, values: ReadonlyMap<string, string | number>, plural?: number): string => {
    const said = translate(context, key, Object.fromEntries(values), plural === undefined ? {} : { plural })
    return typeof said === 'string' ? said : key
  }
  /** A count may be given as text, with the digits of a large number in groups. */
  const counted = (key: string, count: string | number): string =>
    translated(key, new Map([['n', count]]), Number(String(count).replaceAll(/\D/g, '')))
  const say = (key: string, params: TextParams = {}): string => {
    const sentence = sentenceOf(key)
    if (sentence === undefined) return key
    if (!TO_COMPILE.test(sentence)) return sentence
    const given = new Map(Object.entries(params))
    const values = new Map(given)
    for (const [, param = '', word = ''] of sentence.matchAll(COUNTED)) {
      const count = given.get(param)
      if (word === REFUSAL) values.set(`${param}-${word}`, say(`${REFUSAL}.${count ?? ''}`, params))
      else if (count !== undefined) values.set(`${param}-${word}`, counted(`count.${word}`, count))
    }
    const n = given.get('n')
    return translated(key, values, typeof n === 'number' ? n : undefined)
  }
  return {
    language,
    has: key => Object.hasOwn(catalogues.en, key),
    say,
    decimal: (value, digits) => value.toFixed(digits).replace('.', language === 'ru' ? ',' : '.'),
  }
}
