import type { EntryPath } from '../edit'
import { StudioError } from '../format'
import type { CodePage } from '../layout'
import { parseBytes, textPattern, type Pattern } from './pattern'

export const FIND_KINDS = ['name', 'text', 'value', 'bytes'] as const
export type FindKind = (typeof FIND_KINDS)[number]

export interface FindOptions {
  readonly kind: FindKind
  readonly matchCase?: boolean
  /** Whole words or names only. */
  readonly whole?: boolean
  /** Code pages to search a text in; those of the game and `USUAL_PAGES` where none is named. */
  readonly pages?: readonly CodePage[]
  /** Entries, files or folders to search, with all inside them; the whole install where none are named. */
  readonly within?: readonly EntryPath[]
}

/** Code pages of a search that names none, beside those of the game. Others would only find the same Latin letters again. */
const USUAL_PAGES: readonly CodePage[] = ['cp866', 'latin1']

export const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='] as const
export type Comparison = (typeof COMPARISONS)[number]

/** What is searched, as plain data for a worker. */
export type Needle =
  | { readonly kind: 'name'; readonly text: string; readonly matchCase: boolean; readonly whole: boolean }
  | {
      readonly kind: 'bytes' | 'text'
      readonly patterns: readonly Pattern[]
      /**
       * Code pages of a search that names none. Entries of a known code page are searched in that one, all others in
       * these; absent: every entry is searched in each.
       */
      readonly pages?: readonly CodePage[]
    }
  | {
      readonly kind: 'value'
      /** Names from the outside in, in lower case: `areals`, `class_id`; empty: any field. */
      readonly field: readonly string[]
      readonly comparison: Comparison
      readonly value: number | string
      readonly matchCase: boolean
    }

const LONGEST = 1000
const VALUE = /^\s*(?:([A-Za-z_@][\w@./]*)\s*(==|=|!=|<>|<=|>=|<|>)|(==|=|!=|<>|<=|>=|<|>))?\s*(.*?)\s*$/s
const NUMBER = /^[+-]?(?:0x[0-9a-f]+|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/i

/**
 * Parses what the user typed. `encodings`: code pages of the families of the install; `inArchives`: those that its
 * archives may have. Throws StudioError `find.…` with the column of a mistake.
 */
export function parseNeedle(
  text: string,
  options: FindOptions,
  encodings: readonly CodePage[] = [],
  inArchives: readonly CodePage[] = [],
): Needle {
  const { kind, matchCase = false, whole = false } = options
  if (text.trim() === '') throw new StudioError('find.empty')
  if (text.length > LONGEST) throw new StudioError('find.long', { limit: LONGEST })
  if (kind === 'name') return { kind, text: text.trim(), matchCase, whole }
  if (kind === 'bytes') {
    const pattern = parseBytes(text)
    if ('at' in pattern) throw new StudioError('find.bytes', { at: pattern.at })
    return { kind, patterns: [pattern] }
  }
  if (kind === 'value') return valueNeedle(text, matchCase)
  const isNamed = options.pages !== undefined && options.pages.length > 0
  // Windows-1252 has every letter of Latin-1 at the same place: both would find each text twice.
  const usual = USUAL_PAGES.filter(page => page !== 'latin1' || !encodings.includes('cp1252'))
  const pages = [...new Set(isNamed ? options.pages : [...encodings, ...usual])]
  const tried = isNamed ? pages : [...new Set([...pages, ...inArchives])]
  const patterns = tried.flatMap(page => textPattern(text, page, { matchCase, whole }) ?? [])
  if (patterns.length === 0) throw new StudioError('find.characters', { pages: tried.join(', ') })
  return { kind, patterns: different(patterns), ...(!isNamed && { pages }) }
}

/** Whether the bytes found are the same in every code page. */
export const isPlain = (pattern: Pattern): boolean => pattern.values.every(value => value < 0x80) && !pattern.letters

/** Drops code pages in which the bytes are equal, unless the letters around them would be read differently. */
function different(patterns: readonly Pattern[]): readonly Pattern[] {
  const seen = new Set<string>()
  return patterns.filter(pattern => {
    const key = isPlain(pattern) ? pattern.values.join() : `${pattern.page} ${pattern.values.join()}`
    return !seen.has(key) && seen.add(key)
  })
}

function valueNeedle(text: string, matchCase: boolean): Needle {
  const [, name = '', first, second, rest = ''] = VALUE.exec(text) ?? []
  const comparison = comparisonOf(first ?? second ?? '=')
  const field = name
    .toLowerCase()
    .split(/[./]/)
    .filter(part => part !== '' && !/^\d+$/.test(part))
  const quoted = /^"(.*)"$|^'(.*)'$/s.exec(rest)
  const at = Math.max(1, text.length - rest.length + 1)
  if (NUMBER.test(rest)) return { kind: 'value', field, comparison, value: numberOf(rest), matchCase }
  const words = quoted ? (quoted[1] ?? quoted[2] ?? '') : rest
  if (words === '' || (!quoted && field.length === 0)) throw new StudioError('find.value', { at })
  if (comparison !== '=' && comparison !== '!=') throw new StudioError('find.compare', { at, comparison })
  return { kind: 'value', field, comparison, value: words, matchCase }
}

function comparisonOf(sign: string): Comparison {
  if (sign === '==') return '='
  if (sign === '<>') return '!='
  return COMPARISONS.find(known => known === sign) ?? '='
}

const numberOf = (text: string): number =>
  text.startsWith('-') ? -Number(text.slice(1)) : Number(text.replace(/^\+/, ''))
