import { decodeText } from '../model/codepage'
import type { TextValue } from '../model/layout'
import { toHex } from '../model/numbers'
import type { LinePartShape } from '../model/shape'
import type { Bytes } from '../model/splice'
import { NO_CHILDREN, NO_STEERING, explainLeaf, indexEach, never, nothing, sameKey } from './leaf'
import type { ShapeOperations } from './operations'
import { TAILED, encodeTailed, tailedFromJson, tailedJson } from './tailed'

export const LINE_FEED = { byte: 0x0a, name: 'LF' }

const isBlank = (line: string, at: number): boolean => line[at] === ' ' || line[at] === '\t'

/** Where the words of a line end and its line end begins. */
export function contentEnd(line: string): number {
  if (!line.endsWith('\n')) return line.length
  return line.endsWith('\r\n') ? line.length - 2 : line.length - 1
}

/** Where the text of a part that begins at `from` ends, and where the next part begins. */
interface Span {
  readonly end: number
  readonly next: number
}

/**
 * The part of a line whose words end at `stop`; undefined where the line does not match. One pass over its characters.
 */
export function partAt(shape: LinePartShape, line: string, from: number, stop: number): Span | undefined {
  const { separator, words, excluded, isLast } = shape
  const span = separator === '' && !isLast ? toBlanks(line, from, stop, words) : toSeparator(shape, line, from, stop)
  if (!span || (isLast && span.next !== stop)) return undefined
  const { end } = span
  const isFit =
    words === 'none'
      ? end === from
      : !isBlank(line, from) &&
        (words === 'text' || (end > from && isWord(words, line, from, end) && !holds(line.slice(from, end), excluded)))
  return isFit ? { end, next: isLast ? line.length : span.next } : undefined
}

function toBlanks(line: string, from: number, stop: number, words: LinePartShape['words']): Span | undefined {
  let end = words === 'cell' ? quotedEnd(line, from, stop) : from
  if (words !== 'none') while (end < stop && !isBlank(line, end)) end++
  const next = behindBlanks(line, end, stop)
  return next > end || words === 'none' ? { end, next } : undefined
}

function toSeparator({ separator, isLast }: LinePartShape, line: string, from: number, stop: number): Span | undefined {
  // What ends the line is its last one: the text before it may hold others.
  const at = isLast ? line.lastIndexOf(separator, stop - separator.length) : line.indexOf(separator, from)
  if (at < from || at + separator.length > stop) return undefined
  let end = at
  while (end > from && isBlank(line, end - 1)) end--
  return { end, next: behindBlanks(line, at + separator.length, stop) }
}

function behindBlanks(line: string, from: number, stop: number): number {
  let at = from
  while (at < stop && isBlank(line, at)) at++
  return at
}

/** Where a text in quotation marks ends; where it begins if there is none. */
function quotedEnd(line: string, from: number, stop: number): number {
  const end = line[from] === '"' ? line.indexOf('"', from + 1) + 1 : 0
  return end > from && end <= stop && (end === stop || isBlank(line, end)) ? end : from
}

const isWord = (words: LinePartShape['words'], line: string, from: number, end: number): boolean =>
  !holdsBlank(line, from, end) || (words === 'cell' && quotedEnd(line, from, end) === end)

const holds = (word: string, excluded: readonly string[]): boolean => excluded.some(one => word.includes(one))

function holdsBlank(line: string, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (isBlank(line, at)) return true
  return false
}

/** The end of the words within a leaf, which has all characters up to the next one. */
const stopIn = ({ isLast }: LinePartShape, leaf: string): number => (isLast ? contentEnd(leaf) : leaf.length)

/** Characters behind the text as the declaration writes them, in hex. */
const ordinaryTail = ({ written, isLast }: LinePartShape): string =>
  Array.from(written, character => character.charCodeAt(0).toString(16).padStart(2, '0')).join('') +
  (isLast ? '0d0a' : '')

/** The text of a part; `{ text, tail }` where the characters behind it are not the declared ones. */
export function partValue(shape: LinePartShape, bytes: Bytes): TextValue {
  const leaf = decodeText(bytes, shape.page)
  const end = partAt(shape, leaf, 0, stopIn(shape, leaf))?.end ?? leaf.length
  const tail = toHex(bytes.subarray(end))
  return tail === ordinaryTail(shape) ? leaf.slice(0, end) : { text: leaf.slice(0, end), tail }
}

/** A text within a line, with the blanks, separators and the line end behind it. */
export const linePartOperations: ShapeOperations<LinePartShape> = {
  children: NO_CHILDREN,
  steering: NO_STEERING,
  measure: (_layout, _shape, _view, offset, end) => end - offset,
  index: indexEach,
  explain: explainLeaf,
  decode(shape, cursor) {
    const { at } = cursor
    cursor.at = cursor.end
    return partValue(shape, cursor.bytes.subarray(at, cursor.end))
  },
  encode(shape, value, encoder) {
    const { text, tail } = encodeTailed(value, shape.page, ordinaryTail(shape), LINE_FEED, encoder)
    const at = encoder.grow(text.length + tail.length)
    encoder.bytes.set(text, at)
    encoder.bytes.set(tail, at + text.length)
    const leaf = decodeText(encoder.bytes.subarray(at, encoder.size), shape.page)
    const span = partAt(shape, leaf, 0, stopIn(shape, leaf))
    if (span?.end !== text.length || span.next !== leaf.length)
      encoder.refuse('layout.line-part', { text: leaf.slice(0, text.length) })
  },
  needsEnd: ({ isLast }, bytes, end) => isLast && bytes[end - 1] !== LINE_FEED.byte,
  toJson: (_, value) => tailedJson(value),
  fromJson: (_, json) => tailedFromJson(json),
  jsonKey: sameKey,
  schema: ({ words }, _, schemas) => ({
    anyOf: [{ type: 'string', pattern: PATTERNS[words] }, schemas.reference('text', TAILED)],
  }),
  describe: ({ page, words }) => `${page} ${words === 'none' ? 'separator' : words}`,
  compare: (_, _after, _path, from, to, comparer) => comparer.range(from, to),
  isWatched: never,
  findings: nothing,
  columns: nothing,
}

const PATTERNS: Readonly<Record<LinePartShape['words'], string>> = {
  none: '^$',
  word: '^[^\\s]+$',
  cell: '^(?:[^\\s]+|"[^"\\n]*")$',
  text: '^[^\\n]*$',
}
