import type { Document } from '@areal-studio/core/layout'
import { firstEndingAfter, type Ranges } from '../value/ranges'
import { fieldsIn, rowNames, type Field, type Tint } from './fields'
import { ROW_BYTES } from './scroll'

/** What the grid draws: the bytes, what was typed and not committed, what differs from the original. */
export interface Picture {
  readonly bytes: Uint8Array
  readonly typed: ReadonlyMap<number, number>
  readonly original: Uint8Array | undefined
  readonly changed: Ranges
  readonly document: Document | undefined
  /** Chosen bytes `[start, end)`. */
  readonly picked: readonly [start: number, end: number]
  /** Bytes of the selected field `[start, end)`. */
  readonly framed: readonly [start: number, end: number]
  readonly glyphs: readonly string[]
}

/** Bytes side by side in one row that are drawn alike. */
export interface Piece {
  readonly column: number
  readonly length: number
  readonly hex: string
  readonly text: string
  readonly tint: Tint
  readonly isEdited: boolean
  readonly isZero: boolean
  readonly isPicked: boolean
  readonly isFramed: boolean
  /** The frame's left or right side is here. */
  readonly opens: boolean
  readonly closes: boolean
}

export interface GridRow {
  readonly offset: number
  readonly pieces: readonly Piece[]
  readonly isEdited: boolean
  /** Path of the record that begins in this row, and its column. */
  readonly record: string
  readonly recordColumn: number
  readonly names: readonly string[]
  /** The bytes before any edit, where this row has changed ones. */
  readonly original: readonly Piece[]
}

const GROUP = 4
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'))

/** Column of a byte in widths of a character: `00 01 02 03  04`. */
export const hexColumn = (column: number): number => column * 3 + Math.floor(column / GROUP)
/** Width of the hex part of a row, in characters. */
export const HEX_WIDTH = hexColumn(ROW_BYTES - 1) + 2

/** The byte under `x` (in characters from the hex part's left edge), and which of its two digits. */
export function byteAtColumn(x: number): { readonly column: number; readonly isLow: boolean } {
  const group = Math.min(ROW_BYTES / GROUP - 1, Math.max(0, Math.floor((x + 0.75) / (GROUP * 3 + 1))))
  const within = x - group * (GROUP * 3 + 1)
  const inGroup = Math.min(GROUP - 1, Math.max(0, Math.floor((within + 0.5) / 3)))
  return { column: group * GROUP + inGroup, isLow: within - inGroup * 3 >= 1 }
}

/** Rows from `offset` (a multiple of the row's length), as many as asked for and exist. */
export function gridRows(picture: Picture, offset: number, count: number): GridRow[] {
  const size = picture.bytes.length
  const end = Math.min(size, offset + count * ROW_BYTES)
  const fields = end > offset ? fieldsIn(picture.document, offset, end) : []
  const rows: GridRow[] = []
  let first = 0
  for (let at = offset; at < end; at += ROW_BYTES) {
    const to = Math.min(size, at + ROW_BYTES)
    while ((fields[first]?.end ?? Infinity) <= at) first++
    let last = first
    while ((fields[last]?.start ?? Infinity) < to) last++
    rows.push(gridRow(picture, at, to, fields.slice(first, last)))
  }
  return rows
}

function gridRow(picture: Picture, from: number, to: number, fields: readonly Field[]): GridRow {
  const isChanged = changedIn(picture.changed, from, to)
  const begins = fields.find(field => field.recordStart >= from && field.recordStart < to && field.start === field.recordStart)
  const pieces = piecesOf(picture, from, to, fields, offset => picture.typed.get(offset) ?? picture.bytes[offset] ?? 0,
    offset => isChanged(offset) || picture.typed.has(offset))
  const isEdited = pieces.some(piece => piece.isEdited)
  const before = picture.original
  const original = isEdited && before && before.length === picture.bytes.length
    ? piecesOf(picture, from, to, fields, offset => before[offset] ?? 0, isChanged).filter(piece => piece.isEdited) : []
  return {
    offset: from, pieces, isEdited, original,
    record: begins?.record ?? '', recordColumn: begins ? begins.recordStart - from : -1,
    names: rowNames(fields, from, to),
  }
}

/** Answers whether a byte of `[from, to)` differs from the original. */
function changedIn(changed: Ranges, from: number, to: number): (offset: number) => boolean {
  const first = firstEndingAfter(changed, from)
  const here: (readonly [number, number])[] = []
  for (let i = first; (changed[i]?.[0] ?? Infinity) < to; i++) here.push(changed[i] ?? [0, 0])
  return offset => here.some(([start, end]) => offset >= start && offset < end)
}

function piecesOf(
  picture: Picture, from: number, to: number, fields: readonly Field[],
  byteAt: (offset: number) => number, isEditedAt: (offset: number) => boolean,
): Piece[] {
  const pieces: Piece[] = []
  let field = 0
  for (let at = from; at < to;) {
    while ((fields[field]?.end ?? Infinity) <= at) field++
    const tint = fields[field]?.tint ?? 'none'
    const [isEdited, isPicked, isFramed] = [isEditedAt(at), inside(picture.picked, at), inside(picture.framed, at)]
    const isQuiet = tint === 'reserved' || tint === 'none'
    const isZero = isQuiet && byteAt(at) === 0
    const stop = Math.min(to, fields[field]?.end ?? to, from + (Math.floor((at - from) / GROUP) + 1) * GROUP)
    let end = at
    const hex: string[] = []
    let text = ''
    do {
      const byte = byteAt(end)
      hex.push(HEX[byte] ?? '')
      text += picture.glyphs[byte] ?? ''
      end++
    } while (end < stop && isEditedAt(end) === isEdited && inside(picture.picked, end) === isPicked
      && inside(picture.framed, end) === isFramed && (isQuiet && byteAt(end) === 0) === isZero)
    pieces.push({
      column: at - from, length: end - at, hex: hex.join(' '), text, tint, isEdited, isZero, isPicked, isFramed,
      opens: isFramed && (at === picture.framed[0] || at === from), closes: isFramed && (end === picture.framed[1] || end === to),
    })
    at = end
  }
  return pieces
}

const inside = (range: readonly [number, number], offset: number): boolean => offset >= range[0] && offset < range[1]
