import { rebasePath, type Edit, type Revision } from '../../edit'
import { isRecord, parseJson, StudioError } from '../../format'
import type { Move, Splice } from '../../layout'
import { MARK_COLOURS, type ByteMark, type GivenMark } from '../api/annotations'

/** A bookmark as it was set, and the revision to which its offset refers. */
interface StoredMark extends ByteMark {
  readonly revision: Revision
}

/** The bookmark file of a workspace. `next`: id of the next bookmark, so that no id is used twice. */
export interface MarkFile {
  readonly version: 1
  readonly next: number
  readonly marks: readonly StoredMark[]
  /** Other members of the file, kept as found. */
  readonly rest: Readonly<Record<string, unknown>>
}

/** In the workspace folder. */
export const MARK_FILE = 'marks.json'
/** The file of a workspace without bookmarks. */
export const NO_MARKS: MarkFile = { version: 1, next: 0, marks: [], rest: {} }
const MARK_LIMIT = 10_000
const LONGEST_NOTE = 2000
/** Control characters beside the line end, and marks that turn the direction of text. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** Reads the text of a bookmark file. Throws StudioError `mark.damaged`, `mark.version`. */
export function parseMarks(text: string): MarkFile {
  const json = parseJson(text)
  if (!isRecord(json)) throw new StudioError('mark.damaged', { place: '' })
  const { version, next, marks, ...rest } = json
  if (version !== 1) throw new StudioError('mark.version', { version: typeof version === 'number' ? version : '?' })
  if (!isCount(next) || !Array.isArray(marks) || marks.length > MARK_LIMIT)
    throw new StudioError('mark.damaged', { place: 'marks' })
  return { version: 1, next, marks: marks.map((mark: unknown, at) => parseMark(mark, `marks/${at}`)), rest }
}

function parseMark(json: unknown, place: string): StoredMark {
  const { id, entry, path, offset, size, colour, note, revision } = isRecord(json) ? json : {}
  const known = MARK_COLOURS.find(name => name === colour)
  const isMark =
    isCount(id) &&
    isCount(offset) &&
    isCount(size) &&
    isCount(revision) &&
    typeof entry === 'string' &&
    (path === undefined || typeof path === 'string') &&
    known &&
    typeof note === 'string'
  if (!isMark) throw new StudioError('mark.damaged', { place })
  return { id, entry, ...(path !== undefined && { path }), offset, size, colour: known, note, revision }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** The file's text: one bookmark per line, so that versions can be compared. */
export function printMarks({ version, next, marks, rest }: MarkFile): string {
  const lines = marks.map(
    ({ id, entry, path, offset, size, colour, note, revision }) =>
      `\n    ${JSON.stringify({ id, entry, path, offset, size, colour, note, revision })}`,
  )
  const others = Object.entries(rest).map(([key, value]) => `,\n  ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  return `{\n  "version": ${version},\n  "next": ${next},\n  "marks": [${lines.join(',')}${lines.length > 0 ? '\n  ' : ''}]${others.join('')}\n}\n`
}

/**
 * The file with a bookmark set at this revision, or with the note of one changed. Throws StudioError `mark.note`,
 * `mark.missing`, `mark.many`.
 */
export function withMark(file: MarkFile, { id, ...given }: GivenMark, revision: Revision): MarkFile {
  const note = given.note.trim()
  if (note.length > LONGEST_NOTE || UNSEEN.test(note)) throw new StudioError('mark.note', { limit: LONGEST_NOTE })
  if (id === undefined) {
    if (file.marks.length >= MARK_LIMIT) throw new StudioError('mark.many', { limit: MARK_LIMIT })
    return { ...file, next: file.next + 1, marks: [...file.marks, { ...given, note, id: file.next, revision }] }
  }
  if (!file.marks.some(mark => mark.id === id)) throw new StudioError('mark.missing')
  return { ...file, marks: file.marks.map(mark => (mark.id === id ? { ...mark, colour: given.colour, note } : mark)) }
}

/** A bookmark at its present place, after the edits of its entry since it was set. */
export function placeMark(
  { revision, ...mark }: StoredMark,
  editsSince: (revision: Revision) => readonly Edit[],
): ByteMark {
  return editsSince(revision)
    .filter(edit => edit.entry === mark.entry)
    .reduce<ByteMark>(rebaseMark, mark)
}

/** The bookmark after one edit of its entry. */
export function rebaseMark(mark: ByteMark, { splices, moves = [] }: Edit): ByteMark {
  const { path: before, ...rest } = mark
  const path = before === undefined ? undefined : rebasePath(before, moves)
  const isGone = before !== undefined && path === undefined
  const [start, end] =
    (before !== undefined && movedRecord(mark, before, path, splices, moves)) ||
    spliceRange(mark.offset, mark.offset + mark.size, splices)
  return { ...rest, ...(path !== undefined && { path }), offset: start, size: isGone ? 0 : end - start }
}

/**
 * Equal bytes can hide the place at which a record was inserted: `A B` becoming `A A' B` may be a splice inside B. A
 * single splice in an array is all of its growth, so the offset of the moved records follows from the length of the
 * splice alone.
 */
function movedRecord(
  mark: ByteMark,
  before: string,
  path: string | undefined,
  splices: readonly Splice[],
  moves: readonly Move[],
): Range | undefined {
  const growing = splices.filter(splice => splice.removed.length !== splice.inserted.length)
  const [splice] = growing
  const isPlain =
    splice !== undefined &&
    growing.length === 1 &&
    moves.length === 1 &&
    path !== undefined &&
    before.startsWith(`${moves[0]?.array ?? ''}/`)
  if (!isPlain) return undefined
  const shift = before === path ? 0 : splice.inserted.length - splice.removed.length
  return [mark.offset + shift, mark.offset + mark.size + shift]
}

type Range = readonly [start: number, end: number]

/**
 * The range of bytes `[start, end)` after splices. Bytes that stay neither leave the range nor enter it; inserted ones
 * belong to it if they are between two of its bytes or replace some. A replacement of equal length moves nothing.
 */
export function spliceRange(start: number, end: number, splices: readonly Splice[]): Range {
  let [from, to, shift] = [start, end, 0]
  for (const { offset, removed, inserted } of splices) {
    const grown = inserted.length - removed.length
    if (grown !== 0) {
      const stop = offset + removed.length
      if (start > offset && start < stop) from = offset + inserted.length + shift
      else if (start >= stop) from = start + shift + grown
      if (end > offset && end < stop) to = offset + shift
      else if (end >= stop && end > offset) to = end + shift + grown
    }
    shift += grown
  }
  return [from, Math.max(from, to)]
}
