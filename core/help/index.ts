import type { Language } from '../messages'
import en from './texts.en.json'
import ru from './texts.ru.json'
import { TOPICS } from './topics'

export { TOPICS }

/**
 * Every help text. Flat keys: `topic.<id>.title|what|why|do`, `pane.<id>.what|how`, `term.<id>.name|text`. Not part of
 * the catalogues: loaded on demand.
 */
export const HELP_TEXTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en, ru }

/** What happened, why it matters, what to do. */
export interface HelpPage {
  readonly topic: string
  readonly title: string
  readonly what: string
  readonly why: string
  readonly do: string
  /** All codes that this page explains. */
  readonly codes: readonly string[]
}

const topicByCode = new Map(
  Object.entries(TOPICS).flatMap(([topic, codes]) => codes.map(code => [code, topic] as const)),
)

/** The code of a catalogue key: `refusal.edit.stale`, `problem.areal.reserved` and `cli.usage.help` lead to `edit.stale`, `areal.reserved` and `usage.help`. */
export const codeOfKey = (key: string): string => key.replace(/^(?:refusal|problem|cli)\./, '')

/** The page that explains a code of a refusal, a problem or the command line (`areal.link-half`); undefined where none does. */
export function helpPage(language: Language, code: string): HelpPage | undefined {
  const topic = topicByCode.get(code)
  return topic === undefined ? undefined : pageOf(language, topic)
}

/** Every page, in the order of their titles. */
export const helpPages = (language: Language): readonly HelpPage[] =>
  Object.keys(TOPICS)
    .map(topic => pageOf(language, topic))
    .sort((a, b) => a.title.localeCompare(b.title, language))

function pageOf(language: Language, topic: string): HelpPage {
  const part = (name: string): string => HELP_TEXTS[language][`topic.${topic}.${name}`] ?? ''
  return {
    topic,
    title: part('title'),
    what: part('what'),
    why: part('why'),
    do: part('do'),
    codes: Object.hasOwn(TOPICS, topic) ? (TOPICS[topic] ?? []) : [],
  }
}

/** The sentence of a code as the catalogue has it, its params as names in angle brackets; undefined where there is none. */
export function patternOf(code: string, catalogue: Readonly<Record<string, string>>): string | undefined {
  const words = catalogue[`refusal.${code}`] ?? catalogue[`problem.${code}`] ?? catalogue[`cli.${code}`]
  return words
    ?.split(' | ')
    .at(-1)
    ?.replace(/\{(\w+)\}/g, '‹$1›')
    .replace(/\{'(.*?)'\}/g, '$1')
}
