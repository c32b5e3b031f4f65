import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Words {
  readonly LIMIT: number
  phrasesOf(contributing: string): string[]
  finderOf(phrases: readonly string[]): (text: string) => string | undefined
  docCommentsOf(source: string): readonly { readonly line: number; readonly text: string }[]
  oddComments(): { readonly count: number; readonly odd: readonly { readonly file: string; readonly text: string }[] }
}
const words = (await import(new URL('words.mjs', import.meta.url).href)) as Words
const CONTRIBUTING = readFileSync(join(import.meta.dirname, '../CONTRIBUTING.md'), 'utf8')

describe('words of doc comments', () => {
  it('takes the phrases of the left column of the glossary', () => {
    expect(words.phrasesOf('| Not | But |\n|:--|:--|\n| `a b`, `C` | `d` |\n\n| `e` | f |')).toEqual(['a b', 'C'])
    expect(words.phrasesOf(CONTRIBUTING)).toEqual(expect.arrayContaining(['told of', 'Standing']))
  })
  it('finds phrases as whole words over line ends, and identifiers with their capitals', () => {
    const find = words.finderOf(['told of', 'Dirt'])
    expect(find('It is Told  of files.')).toBe('Told  of')
    expect(find('untold offers; dirt; Dirty')).toBeUndefined()
    expect(find('the Dirt of a file')).toBe('Dirt')
  })
  it('reads doc comments only', () => {
    const source = '/** One\n * two. */\nconst a = 1 // told of\n/* told of */\n'
    expect(words.docCommentsOf(source)).toEqual([{ line: 1, text: 'One two.' }])
  })
  it('keeps the share of odd comments below the limit', () => {
    const { count, odd } = words.oddComments()
    expect(count).toBeGreaterThan(1000)
    expect((100 * odd.length) / count).toBeLessThanOrEqual(words.LIMIT)
  })
})
