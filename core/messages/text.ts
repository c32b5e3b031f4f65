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

export interface Text {
  readonly language: Language
  /** The sentence of a key; the plural form goes by the param `n`. A key that no catalogue has is shown as itself. */
  say(key: string, params?: TextParams): string
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
  return {
    language,
    has: key => Object.hasOwn(catalogues.en, key),
    say(key, params = {}) {
      const sentence = sentenceOf(key)
      if (sentence === undefined) return key
      if (!TO_COMPILE.test(sentence)) return sentence
      const n = params['n']
      const said = translate(context, key, { ...params }, typeof n === 'number' ? { plural: n } : {})
      return typeof said === 'string' ? said : key
    },
  }
}
