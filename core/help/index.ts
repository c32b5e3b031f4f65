import type { Language } from '../messages'
import en from './texts.en.json'
import ru from './texts.ru.json'
import { TOPICS as GENERAL } from './topics'

/** Codes by the topic that explains them, and the texts of the topics. */
interface Help {
  readonly topics: Readonly<Record<string, readonly string[]>>
  readonly texts: Readonly<Record<Language, Readonly<Record<string, string>>>>
}

const topics: Record<string, readonly string[]> = { ...GENERAL }
const texts: Record<Language, Record<string, string>> = { en: { ...en }, ru: { ...ru } }
const topicByCode = new Map<string, string>()
/** Ids of families by the codes and the text keys that they added. */
const familyOf = new Map<string, string>()
const isAdded = new Set<Help>()

/** Topics with their codes: the general ones, and those of the families whose help was added. */
export const TOPICS: Help['topics'] = topics

/**
 * Every help text. Flat keys: `topic.<id>.title|what|why|do`, `pane.<id>.what|how`, `term.<id>.name|text`. Not part of
 * the catalogues: loaded on demand.
 */
export const HELP_TEXTS: Help['texts'] = texts

/** Adds the help of a family; at a topic that exists, its codes. `family`: id of the family, which `isHelpOf` compares. */
export function addHelp(help: Help, family: string): void {
  if (isAdded.has(help)) return
  isAdded.add(help)
  for (const [topic, codes] of Object.entries(help.topics)) {
    Object.assign(topics, { [topic]: [...codesOf(topic), ...codes] })
    for (const code of codes) {
      topicByCode.set(code, topic)
      familyOf.set(code, family)
    }
  }
  for (const key of Object.keys(help.texts.en)) familyOf.set(key, family)
  Object.assign(texts.en, help.texts.en)
  Object.assign(texts.ru, help.texts.ru)
}

for (const [topic, codes] of Object.entries(GENERAL)) for (const code of codes) topicByCode.set(code, topic)

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

/** The code of a catalogue key: `refusal.edit.stale`, `problem.areal.reserved` and `cli.usage.help` lead to `edit.stale`, `areal.reserved` and `usage.help`. */
export const codeOfKey = (key: string): string => key.replace(/^(?:refusal|problem|cli)\./, '')

/** The page that explains a code of a refusal, a problem or the command line (`areal.link-half`); undefined where none does. */
export function helpPage(language: Language, code: string): HelpPage | undefined {
  const topic = topicByCode.get(code)
  return topic === undefined ? undefined : pageOf(language, topic)
}

/** Whether a code or a text key is general or of one of these families; with none given, every one is. */
export function isHelpOf(codeOrKey: string, families?: readonly string[]): boolean {
  const family = familyOf.get(codeOrKey)
  return families === undefined || family === undefined || families.includes(family)
}

/** Every page with general codes or codes of these families (of all, with none given), in the order of their titles. */
export const helpPages = (language: Language, families?: readonly string[]): readonly HelpPage[] =>
  Object.keys(TOPICS)
    .map(topic => pageOf(language, topic))
    .map(page => ({ ...page, codes: page.codes.filter(code => isHelpOf(code, families)) }))
    .filter(page => page.codes.length > 0)
    .sort((a, b) => a.title.localeCompare(b.title, language))

const codesOf = (topic: string): readonly string[] => (Object.hasOwn(topics, topic) ? (topics[topic] ?? []) : [])

function pageOf(language: Language, topic: string): HelpPage {
  const part = (name: string): string => HELP_TEXTS[language][`topic.${topic}.${name}`] ?? ''
  return {
    topic,
    title: part('title'),
    what: part('what'),
    why: part('why'),
    do: part('do'),
    codes: codesOf(topic),
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
