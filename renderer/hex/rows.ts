import type { Document } from '@areal-studio/core/layout'
import type { ByteMark, MarkColour } from '@areal-studio/core/studio'
import { firstEndingAfter, type Ranges } from '../value/ranges'
import type { Alignment } from './alignment'
import { fieldsIn, rowNames, type Field, type Tint } from './fields'
import { ROW_BYTES } from './scroll'

/** Input of the grid: the bytes, typed bytes that are not committed, and differences from the compared image. */
export interface Picture {
  readonly size: number
  /** A byte; undefined where it is still on its way. */
  readonly byteAt: (offset: number) => number | undefined
  readonly typed: ReadonlyMap<number, number>
  /** Places of the bytes, opposite to those compared with. */
  readonly lines: Alignment
  /** A byte compared with; undefined where nothing is compared. */
  readonly otherAt: ((offset: number) => number | undefined) | undefined
  /** Bytes that differ from the original, marked where nothing is compared. */
  readonly changed: Ranges
  readonly marks: readonly ByteMark[]
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
  readonly mark: MarkColour | ''
  /** Empty places: the bytes compared with have some here. */
  readonly isFiller: boolean
  /** The frame has its left or right side here. */
  readonly opens: boolean
  readonly closes: boolean
}

export interface GridRow {
  /** Place of the row's first column. */
  readonly place: number
  /** Its first byte; -1 where it has none. */
  readonly offset: number
  readonly end: number
  readonly pieces: readonly Piece[]
  readonly isEdited: boolean
  /** Marks that begin in this row, and the colour of one that touches it. */
  readonly marks: readonly ByteMark[]
  readonly margin: MarkColour | ''
  /** Path of the record that begins in this row, and its column. */
  readonly record: string
  readonly recordColumn: number
  readonly names: readonly string[]
  /** The bytes compared with, where this row differs. */
  readonly other: readonly Piece[]
}

const GROUP = 4
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'))
const UNREAD = '··'

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

/** One column of a row: its byte in both images, -1 where there is none. */
interface Cell {
  readonly mine: number
  readonly theirs: number
  readonly byte: number | undefined
  readonly other: number | undefined
  readonly differs: boolean
  readonly isEdited: boolean
}

/** At most `count` rows from `place`, a multiple of the row's length. */
export function gridRows(picture: Picture, place: number, count: number): GridRow[] {
  const { lines, size } = picture
  const end = Math.min(lines.size, place + count * ROW_BYTES)
  const from = lines.nearest(place, false)
  const to = Math.min(size, lines.nearest(Math.max(0, end - 1), true) + 1)
  const fields = to > from ? fieldsIn(picture.document, from, to) : []
  const marks = picture.marks.filter(mark => mark.size > 0 && mark.offset < to && mark.offset + mark.size > from)
  const rows: GridRow[] = []
  let first = 0
  for (let at = place; at < end; at += ROW_BYTES) {
    const cells = cellsOf(picture, at, Math.min(end, at + ROW_BYTES))
    const own = cells.filter(cell => cell.mine >= 0)
    const [start, stop] = [own[0]?.mine ?? -1, (own.at(-1)?.mine ?? -2) + 1]
    while (own.length > 0 && (fields[first]?.end ?? Infinity) <= start) first++
    let last = first
    while ((fields[last]?.start ?? Infinity) < stop) last++
    rows.push(
      gridRow({ picture, cells, fields: own.length > 0 ? fields.slice(first, last) : [], marks }, at, start, stop),
    )
  }
  return rows
}

function cellsOf({ lines, typed, byteAt, otherAt, changed }: Picture, place: number, end: number): Cell[] {
  const cells: Cell[] = []
  for (let at = place; at < end; at++) {
    const mine = lines.mineAt(at)
    const theirs = otherAt ? lines.theirsAt(at) : -1
    const byte = mine < 0 ? undefined : (typed.get(mine) ?? byteAt(mine))
    const other = theirs < 0 ? undefined : otherAt?.(theirs)
    const differs = otherAt
      ? mine < 0 || theirs < 0 || (byte !== other && byte !== undefined && other !== undefined)
      : isIn(changed, mine)
    cells.push({ mine, theirs, byte, other, differs, isEdited: mine >= 0 && (differs || typed.has(mine)) })
  }
  return cells
}

const isIn = (ranges: Ranges, offset: number): boolean =>
  (ranges[firstEndingAfter(ranges, offset)]?.[0] ?? Infinity) <= offset

interface RowPicture {
  readonly picture: Picture
  readonly cells: readonly Cell[]
  readonly fields: readonly Field[]
  readonly marks: readonly ByteMark[]
}

function gridRow(row: RowPicture, place: number, from: number, to: number): GridRow {
  const { cells, fields, picture } = row
  const begins = fields.find(
    field => field.recordStart >= from && field.recordStart < to && field.start === field.recordStart,
  )
  const marks = row.marks.filter(mark => mark.offset < to && mark.offset + mark.size > from)
  const isMissing = cells.some(cell => cell.mine < 0)
  const isEdited = isMissing || cells.some(cell => cell.isEdited)
  return {
    place,
    offset: from,
    end: to,
    isEdited,
    pieces: piecesOf({ ...row, marks }, false),
    marks: marks.filter(mark => mark.offset >= from),
    margin: marks.at(-1)?.colour ?? '',
    other: isEdited && picture.otherAt ? piecesOf({ ...row, marks: [] }, true) : [],
    record: begins?.record ?? '',
    recordColumn: begins ? picture.lines.placeOf(begins.recordStart) - place : -1,
    names: from < 0 ? [] : rowNames(fields, from, to),
  }
}

/** The row's pieces; of the bytes compared with only those that differ. */
function piecesOf(row: RowPicture, isOther: boolean): Piece[] {
  const pieces: Piece[] = []
  let open: { look: Piece; hex: string[]; text: string; likeness: string; last: number } | undefined
  const close = (): void => {
    if (!open) return
    const { look, hex, text, last } = open
    const closes =
      look.isFramed && (last + 1 === row.picture.framed[1] || look.column + hex.length === row.cells.length)
    pieces.push({ ...look, length: hex.length, hex: hex.join(' '), text, closes })
    open = undefined
  }
  for (const [column, cell] of row.cells.entries()) {
    if (isOther && !(cell.theirs >= 0 && cell.differs)) {
      close()
      continue
    }
    const { look, likeness } = lookOf(row, cell, column, isOther)
    if (open?.likeness !== likeness) close()
    open ??= { look, hex: [], text: '', likeness, last: -1 }
    const byte = isOther ? cell.other : cell.byte
    open.hex.push(look.isFiller ? '  ' : (HEX[byte ?? -1] ?? UNREAD))
    open.text += look.isFiller ? ' ' : (row.picture.glyphs[byte ?? -1] ?? ' ')
    open.last = cell.mine
  }
  close()
  return pieces
}

/** How a byte is drawn; bytes side by side of one likeness are one piece. */
function lookOf(
  { picture, fields, marks }: RowPicture,
  { mine, byte, isEdited }: Cell,
  column: number,
  isOther: boolean,
): { look: Piece; likeness: string } {
  const field = mine < 0 ? undefined : fields.find(one => one.start <= mine && mine < one.end)
  const tint = field?.tint ?? 'none'
  const isFiller = !isOther && mine < 0
  const isFramed = inside(picture.framed, mine)
  const isPicked = inside(picture.picked, mine)
  const isZero = (tint === 'reserved' || tint === 'none') && byte === 0
  const mark = marks.findLast(one => inside([one.offset, one.offset + one.size], mine))?.colour ?? ''
  return {
    look: {
      column,
      length: 1,
      hex: '',
      text: '',
      tint,
      isEdited,
      isZero,
      isPicked,
      isFramed,
      isFiller,
      mark,
      opens: isFramed && (mine === picture.framed[0] || column === 0),
      closes: false,
    },
    likeness: [
      Math.floor(column / GROUP),
      field?.start,
      tint,
      isEdited,
      isZero,
      isPicked,
      isFramed,
      isFiller,
      mark,
    ].join(' '),
  }
}

const inside = (range: readonly [number, number], offset: number): boolean => offset >= range[0] && offset < range[1]
