import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const RENDERER = join(import.meta.dirname, '../renderer')
/** Characters of a line in a component or style sheet, which the formatter does not break; an address cannot be broken. */
const LIMIT = 160

const tooLong = (text: string): readonly number[] =>
  text.split('\n').flatMap((line, i) => (line.length > LIMIT && !line.includes('url(') ? [i + 1] : []))

it('no line of a component or style sheet is longer than 160 characters', () => {
  const files = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter(file => /\.(vue|css)$/.test(file))
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap(file =>
    tooLong(readFileSync(join(RENDERER, file), 'utf8')).map(line => `${file}:${line}`),
  )
  expect(found).toEqual([])
})

it('a longer line is found', () => {
  expect(tooLong(`short\n${'x'.repeat(LIMIT)}\n${'x'.repeat(LIMIT + 1)}`)).toEqual([3])
})
