import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** Characters of a line that the formatter does not break: of a component, a style sheet or a comment. */
const LIMIT = 160
const FOLDERS = ['core', 'electron', 'renderer', 'build', 'e2e']

const isComment = (line: string): boolean => /^\s*(?:\/\*\*?|\*|\/\/)(?:\s|$)/.test(line) || line.includes(' // ')
/** An address cannot be broken. */
const isAddress = (line: string): boolean => /url\(|https?:\/\//.test(line)

const tooLong = (text: string, isChecked: (line: string) => boolean = () => true): readonly number[] =>
  text.split('\n').flatMap((line, i) => (line.length > LIMIT && isChecked(line) && !isAddress(line) ? [i + 1] : []))

const found = (files: RegExp, isChecked?: (line: string) => boolean): readonly string[] => {
  const paths = FOLDERS.flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`),
  ).filter(file => files.test(file) && !/[/\\](?:node_modules|dist|out)[/\\]/.test(file))
  expect(paths.length).toBeGreaterThan(100)
  return paths.flatMap(file =>
    tooLong(readFileSync(join(ROOT, file), 'utf8'), isChecked).map(line => `${file}:${line}`),
  )
}

it('no line of a component or style sheet is longer than 160 characters', () => {
  expect(found(/\.(?:vue|css)$/)).toEqual([])
})

it('no line of a comment is longer than 160 characters', () => {
  expect(found(/\.(?:ts|mts|mjs)$/, isComment)).toEqual([])
})

it('a longer line is found', () => {
  expect(tooLong(`short\n${'x'.repeat(LIMIT)}\n${'x'.repeat(LIMIT + 1)}`)).toEqual([3])
})

it.each([` * ${'x'.repeat(LIMIT)}`, `  // ${'x'.repeat(LIMIT)}`, `f() // ${'x'.repeat(LIMIT)}`])(
  'a longer comment is found: %.12s',
  line => {
    expect(tooLong(line, isComment)).toEqual([1])
  },
)

it('a longer line of code is left to the formatter', () => {
  expect(tooLong(`const text = '${'x'.repeat(LIMIT)}'`, isComment)).toEqual([])
})
