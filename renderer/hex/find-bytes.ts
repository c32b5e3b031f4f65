import type { Words } from '@areal-studio/core/format'
import type { CodePage } from '@areal-studio/core/layout'
import { parseBytes, scan, textPattern, type Pattern } from '@areal-studio/core/search'
import { NUMBER_TYPES, numberBytes } from './number-bytes'

/** How the bytes to be found are typed: hexadecimal with wildcards, a text, or a number of this type. */
export const SOUGHT = ['hex', 'text', ...NUMBER_TYPES] as const
export type Sought = (typeof SOUGHT)[number]

export interface Seeking {
  readonly text: string
  readonly as: Sought
  readonly isBig: boolean
  /** Case sensitive. */
  readonly matchCase: boolean
  readonly page: CodePage
}

/** Most matches that are counted: a search for `00` in a large file would never end otherwise. */
export const FOUND_LIMIT = 100_000

/** Parses the search text to a pattern, or returns the error message with its column where known. */
export function soughtPattern(seeking: Seeking): Pattern | Words {
  const { text, as, page } = seeking
  if (as === 'text') {
    return (
      textPattern(text, page, { matchCase: seeking.matchCase, whole: false }) ?? {
        code: 'refusal.find.characters',
        params: { pages: page },
      }
    )
  }
  if (as === 'hex') {
    const pattern = parseBytes(text)
    return 'at' in pattern ? { code: 'refusal.find.bytes', params: { at: pattern.at } } : pattern
  }
  const bytes = numberBytes(text.trim(), as, seeking.isBig)
  if (typeof bytes === 'string') return { code: 'ui.hex.find.no-number', params: { text, type: as } }
  return { values: bytes, masks: new Uint8Array(bytes.length).fill(0xff), page: '' }
}

/** Places of the pattern, in order; they do not overlap. */
export const findAll = (bytes: Uint8Array, pattern: Pattern): readonly number[] => scan(bytes, pattern, FOUND_LIMIT)

/** Index of the match after (or before) the caret, wrapping at the end; -1 where there is none. */
export function nextFound(found: readonly number[], caret: number, step: 1 | -1): number {
  if (found.length === 0) return -1
  const behind = found.findIndex(offset => (step === 1 ? offset > caret : offset >= caret))
  const at = behind < 0 ? found.length : behind
  return (step === 1 ? at : at - 1 + found.length) % found.length
}
