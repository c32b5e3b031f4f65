import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createText, type Language, type Text } from '../core/messages/text'
import { ROOT } from './studio'

/** Sentences of the program from catalogues by their paths without the language: `core/messages/shell`. */
export function sentencesOf(language: Language, catalogues: readonly string[]): Text {
  const read = (of: Language): Record<string, string> =>
    Object.assign(
      {},
      ...catalogues.map(path => JSON.parse(readFileSync(join(ROOT, `${path}.${of}.json`), 'utf8')) as object),
    ) as Record<string, string>
  return createText(language, { en: read('en'), ru: read('ru') })
}
