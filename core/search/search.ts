import type { EntryPath } from '../edit'
import { printPath, type Format } from '../format'
import { decodeText, document, holdsLabels, locate, shownPath, type Bytes, type CodePage } from '../layout'
import { isPlain, type Needle } from './needle'
import {
  decodedPart,
  infoOf,
  outlineOf,
  ownersOf,
  type ChosenPages,
  type Decoded,
  type Outline,
  type Reading,
} from './outline'
import { scan, type Pattern } from './pattern'
import { findAttributes, findValues } from './values'

/** One place that was found. */
export interface Hit {
  readonly entry: EntryPath
  /** Of the entry, or of the file. */
  readonly name: string
  /** Node path of a field, `@name` of a directory attribute; null where bytes, text or the name itself were found. */
  readonly path: string | null
  /** In the entry's payload; null where its name was found. */
  readonly range: readonly [offset: number, size: number] | null
  /** The text or bytes found, with a little of their surroundings. */
  readonly text: string
  /** The part of `text` that matched. */
  readonly mark: readonly [start: number, length: number]
}

export interface FileHits {
  readonly hits: readonly Hit[]
  /** Number of all hits; `hits` ends at the limit. */
  readonly count: number
  /** Code of the refusal, where the file could not be read. */
  readonly unread?: string
}

/** Most places listed of one file; the rest is counted, up to a hundred times as many. */
export const HITS_PER_FILE = 2000
const COUNT_LIMIT = 200_000

/** What is known of a file before it is searched. */
export interface SearchOptions {
  readonly outline?: Outline
  readonly within?: readonly EntryPath[]
  readonly chosen?: ChosenPages
}

/**
 * Searches one file, or only some entries of it. `outline` is that of an edited one, whose rows are numbered by its
 * pristine image.
 */
export function searchFile(
  needle: Needle,
  file: string,
  bytes: Bytes,
  formats: readonly Format[],
  { outline, within, chosen }: SearchOptions = {},
): FileHits {
  const reading = { formats, chosen }
  const name = file.split('/').at(-1) ?? file
  const part = outline ?? outlineOf(printPath({ file, steps: [] }), name, bytes, reading)
  const search: Search = { whole: { part, bytes }, ...reading, scope: new Scope(within), found: new Hits() }
  if (needle.kind === 'name') inNames(needle, search)
  else if (needle.kind === 'value') inValues(needle, search)
  else inBytes(needle, search)
  return search.found.plain
}

/** One search of one file. */
interface Search extends Reading {
  readonly whole: Decoded
  readonly scope: Scope
  readonly found: Hits
}

/** Entries that are searched, with all inside them; every entry where none are given. */
class Scope {
  constructor(private readonly entries: readonly EntryPath[] | undefined) {}

  has(entry: EntryPath): boolean {
    return this.entries === undefined || this.entries.some(own => entry === own || entry.startsWith(`${own}!`))
  }

  /** Whether the entry, or an entry inside it, is searched. */
  reaches(entry: EntryPath): boolean {
    return this.has(entry) || this.entries?.some(own => own.startsWith(`${entry}!`)) === true
  }
}

class Hits implements FileHits {
  readonly hits: Hit[] = []
  count = 0

  /** False when the search can end. */
  add(make: () => Hit): boolean {
    this.count++
    if (this.hits.length < HITS_PER_FILE) this.hits.push(make())
    return this.count < COUNT_LIMIT
  }

  get plain(): FileHits {
    return { hits: this.hits, count: this.count }
  }
}

/** The places in a part that are searched, in directory order; an encoded row is decoded first. */
function* placesIn({ part, bytes }: Decoded, search: Search): Generator<Decoded> {
  for (const inner of part.parts) {
    if (!search.scope.reaches(inner.path)) continue
    const decoded = inner.encodedRow === undefined ? { part: inner, bytes } : decodedPart(inner, part, bytes, search)
    if (decoded) yield decoded
  }
}

function inNames(needle: Extract<Needle, { kind: 'name' }>, search: Search): void {
  const { found, scope } = search
  const isName = nameTest(needle)
  const look = (place: Decoded): void => {
    const { path: entry, name } = place.part
    const mark = scope.has(entry) ? isName(name) : undefined
    if (mark) found.add(() => ({ entry, name, path: null, range: null, text: name, mark }))
    for (const inner of placesIn(place, search)) look(inner)
  }
  look(search.whole)
}

/** `*` and `?` match anything; then the whole name must match. */
export function nameTest({
  text,
  matchCase,
  whole,
}: Extract<Needle, { kind: 'name' }>): (name: string) => readonly [number, number] | undefined {
  const literal = (words: string): string => words.replace(/[.+^${}()|[\]\\]/g, '\\$&')
  const isPattern = /[*?]/.test(text)
  // Several stars mean the same as one and would make the search slow.
  const source = literal(text).replace(/\*+/g, '.*').replace(/\?/g, '.')
  const test = new RegExp(isPattern || whole ? `^${source}$` : source, matchCase ? 'su' : 'sui')
  return name => {
    const match = test.exec(name)
    return match ? [match.index, match[0].length] : undefined
  }
}

function inBytes(needle: Extract<Needle, { kind: 'bytes' | 'text' }>, search: Search): void {
  const { whole, scope, found } = search
  look(whole)

  /** Bytes between encoded rows, and the payloads of those, in file order. False when the search can end. */
  function look({ part, bytes }: Decoded): boolean {
    let from = part.offset
    for (const { row, within } of encodedRows(part)) {
      if (row.offset > from && !lookAt(part, bytes, from, row.offset)) return false
      from = Math.max(from, row.offset + row.size)
      const decoded = scope.reaches(row.path) ? decodedPart(row, within, bytes, search) : undefined
      if (decoded && !look(decoded)) return false
    }
    return lookAt(part, bytes, from, part.offset + part.size)
  }

  function lookAt(within: Outline, bytes: Bytes, from: number, to: number): boolean {
    return placesOf(needle, bytes, from, to).every(({ at, size, pattern }) =>
      ownersOf(within, at, size)
        .filter(owner => scope.has(owner.path) && isReadIn(owner, pattern, needle.pages))
        .every(owner =>
          found.add(() => {
            const { page } = pattern
            const around = page === '' ? hexAround(bytes, at, size) : textAround(bytes, at, size, page)
            return { entry: owner.path, name: owner.name, path: null, range: [at - owner.offset, size], ...around }
          }),
        ),
    )
  }
}

/** Whether an entry is searched in the code page of a pattern; `pages`: as in `Needle`. */
function isReadIn({ page }: Outline, pattern: Pattern, pages: readonly CodePage[] | undefined): boolean {
  if (!pages || pattern.page === '' || isPlain(pattern)) return true
  return page === undefined ? pages.includes(pattern.page) : page === pattern.page
}

/** Encoded rows of a part and of those inside it, in file order, each with its archive. */
function encodedRows(part: Outline): readonly { readonly row: Outline; readonly within: Outline }[] {
  const rows: { readonly row: Outline; readonly within: Outline }[] = []
  const gather = (within: Outline): void => {
    for (const row of within.parts) {
      if (row.encodedRow === undefined) gather(row)
      else rows.push({ row, within })
    }
  }
  gather(part)
  return rows.sort((a, b) => a.row.offset - b.row.offset)
}

function placesOf(
  { patterns }: Extract<Needle, { kind: 'bytes' | 'text' }>,
  bytes: Bytes,
  from: number,
  to: number,
): readonly { readonly at: number; readonly size: number; readonly pattern: Pattern }[] {
  const range = bytes.subarray(from, to)
  const places = patterns.flatMap(pattern =>
    scan(range, pattern, COUNT_LIMIT).map(at => ({
      at: from + at,
      size: pattern.values.length,
      pattern,
    })),
  )
  if (patterns.length > 1) places.sort((a, b) => a.at - b.at)
  return places
}

const BEFORE = 24
const AFTER = 60
const SIGHT = 6

function textAround(
  bytes: Bytes,
  at: number,
  size: number,
  page: Parameters<typeof decodeText>[1],
): Pick<Hit, 'text' | 'mark'> {
  const isEnd = (place: number): boolean => (bytes[place] ?? 0) < 0x20 && bytes[place] !== 9
  let from = at
  let to = at + size
  while (from > 0 && at - from < BEFORE && !isEnd(from - 1)) from--
  while (to < bytes.length && to - at - size < AFTER && !isEnd(to)) to++
  // One character for each byte, so that `mark` keeps its offsets.
  const text = decodeText(bytes.subarray(from, to), page).replace(/[\u0000-\u001f\u007f-\u009f]/g, '·')
  return { text, mark: [at - from, size] }
}

const MOST_SHOWN = 32

function hexAround(bytes: Bytes, at: number, size: number): Pick<Hit, 'text' | 'mark'> {
  const shown = Math.min(size, MOST_SHOWN)
  const from = Math.max(0, at - SIGHT)
  const text = Array.from(bytes.subarray(from, at + shown + SIGHT), byte =>
    byte.toString(16).toUpperCase().padStart(2, '0'),
  ).join(' ')
  return { text, mark: [(at - from) * 3, shown * 3 - 1] }
}

function inValues(needle: Extract<Needle, { kind: 'value' }>, search: Search): void {
  const { found, scope, formats } = search
  const look = (place: Decoded, within: Outline | undefined): void => {
    const { part, bytes } = place
    const isIn = scope.has(part.path)
    for (const { path, value } of isIn ? findAttributes(part.attributes, needle) : []) {
      found.add(() => ({ entry: part.path, name: part.name, path, range: null, ...valueText(path, value) }))
    }
    if (part.parts.length > 0) {
      for (const inner of placesIn(place, search)) look(inner, part)
      return
    }
    if (!isIn) return
    const payload = bytes.subarray(part.offset, part.offset + part.size)
    const layout = formats.find(format => format.id === part.format)?.layout?.(infoOf(part, payload, within))
    if (!layout) return
    const opened = document(layout, payload)
    const shown = (path: string): string => {
      const node = holdsLabels(layout) ? locate(opened, path) : undefined
      return node ? shownPath(node) : path
    }
    findValues(opened, needle, ({ path, offset, size, value }) =>
      found.add(() => ({
        ...{ entry: part.path, name: part.name, path, range: [offset, size] },
        ...valueText(shown(path), value),
      })),
    )
  }
  look(search.whole, undefined)
}

const valueText = (path: string, value: string): Pick<Hit, 'text' | 'mark'> => ({
  text: `${path} = ${value}`,
  mark: [path.length + 3, value.length],
})
