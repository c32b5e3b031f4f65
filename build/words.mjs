// Doc comments that contain a phrase of the glossary's left column (CONTRIBUTING.md). `npm run words` lists them; `npm run check` limits their share.
import { readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { filesBelow } from './files.mjs'
import { ROOT } from './steps.mjs'

/** Highest share of odd doc comments, in per cent. Lowered as comments are rewritten, never raised. */
export const LIMIT = 0.3
const FOLDERS = ['core', 'electron', 'renderer', 'build', 'e2e']
const SKIPPED = new Set(['node_modules', 'frozen', 'out', 'dist'])

/** Phrases and identifiers of the table `| Not | But |`. */
export function phrasesOf(contributing) {
  const table = contributing.slice(contributing.indexOf('| Not | But |')).split('\n\n', 1)[0] ?? ''
  const cells = table
    .split('\n')
    .slice(2)
    .map(line => line.split('|')[1] ?? '')
  return cells.flatMap(cell => Array.from(cell.matchAll(/`([^`]+)`/g), match => match[1]))
}

/** Finds a phrase as whole words; words without regard to case, identifiers with a capital letter as they are. */
export function finderOf(phrases) {
  const escaped = phrases.map(phrase => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+'))
  const isName = phrase => /[A-Z]/.test(phrase)
  const of = (list, flags) => (list.length > 0 ? [new RegExp(`(?<![\\w.])(?:${list.join('|')})(?!\\w)`, flags)] : [])
  const finders = [
    ...of(
      escaped.filter((_, i) => !isName(phrases[i])),
      'i',
    ),
    ...of(
      escaped.filter((_, i) => isName(phrases[i])),
      '',
    ),
  ]
  return text => finders.map(finder => finder.exec(text)?.[0]).find(found => found !== undefined)
}

/** Doc comments of a source file, each with its line and its text on one line. */
export function docCommentsOf(source) {
  return Array.from(source.matchAll(/\/\*\*([\s\S]*?)\*\//g), ({ index, 1: body }) => ({
    line: source.slice(0, index).split('\n').length,
    text: (body ?? '').replace(/\n\s*\*\s?/g, ' ').trim(),
  }))
}

const sourcesBelow = folder =>
  filesBelow(join(ROOT, folder), path => SKIPPED.has(basename(path)))
    .filter(path => /\.(?:ts|vue|mjs)$/.test(path) && !basename(path).startsWith('words.'))
    .map(path => relative(ROOT, path).replaceAll('\\', '/'))

/** All doc comments of the repository: how many there are, and the odd ones. */
export function oddComments() {
  const find = finderOf(phrasesOf(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')))
  let count = 0
  const odd = FOLDERS.flatMap(sourcesBelow).flatMap(file =>
    docCommentsOf(readFileSync(join(ROOT, file), 'utf8')).flatMap(({ line, text }) => {
      count++
      const phrase = find(text)
      return phrase === undefined ? [] : [{ file, line, phrase, text }]
    }),
  )
  return { count, odd }
}

/** Prints the share; whether it is within the limit. */
export function checkWords() {
  const { count, odd } = oddComments()
  const share = (100 * odd.length) / count
  const verdict = share <= LIMIT ? 'ok' : 'FAILED'
  console.log(
    `${verdict}  words: ${odd.length} of ${count} doc comments contain a phrase to replace: ${share.toFixed(1)} % (limit ${LIMIT} %; npm run words lists them)`,
  )
  return share <= LIMIT
}

if (process.argv[1]?.endsWith('words.mjs')) {
  const wanted = process.argv.slice(2)
  const isWanted = file => wanted.length === 0 || wanted.some(folder => file.startsWith(folder))
  for (const { file, line, phrase, text } of oddComments().odd)
    if (isWanted(file)) console.log(`${file}:${line}: "${phrase}": ${text}`)
  checkWords()
}
