/** Bytes in a row of the grid. */
export const ROW_BYTES = 16
/** Height of a row in CSS pixels. */
export const ROW_HEIGHT = 20

/**
 * Scroll state of the grid. The grid does not use the browser's scrolling, which ends at some 30 million pixels (24 MB
 * of rows). The top is in pixels and exact up to 2^53.
 */
export interface Frame {
  /** Bytes shown. */
  readonly size: number
  /** Pixels of height there are for rows. */
  readonly height: number
}

export const rowCount = (size: number): number => Math.max(1, Math.ceil(size / ROW_BYTES))
export const rowOf = (offset: number): number => Math.floor(offset / ROW_BYTES)
export const maxTop = (frame: Frame): number => Math.max(0, rowCount(frame.size) * ROW_HEIGHT - frame.height)
export const clampTop = (frame: Frame, top: number): number => Math.min(Math.max(0, top), maxTop(frame))
/** Whole rows that fit. */
export const pageRows = (frame: Frame): number => Math.max(1, Math.floor(frame.height / ROW_HEIGHT))

/** The least scrolling that brings the row of `offset` into view; to a third of the height where it was out of view. */
export function reveal(frame: Frame, top: number, offset: number): number {
  const rowTop = rowOf(offset) * ROW_HEIGHT
  const isAbove = rowTop < top
  const isBelow = rowTop + ROW_HEIGHT > top + frame.height
  if (!isAbove && !isBelow) return top
  const isNear = rowTop > top - 3 * ROW_HEIGHT && rowTop < top + frame.height + 3 * ROW_HEIGHT
  if (!isNear) return clampTop(frame, rowTop - Math.floor(frame.height / 3 / ROW_HEIGHT) * ROW_HEIGHT)
  return clampTop(frame, isAbove ? rowTop : rowTop + ROW_HEIGHT - frame.height)
}

/** The least scrolling sideways that brings pixels `[start, end)` into `room` pixels; their start where they are more. */
export const revealAside = (left: number, room: number, start: number, end: number): number =>
  Math.min(start, Math.max(left, end - room))

interface Thumb {
  readonly start: number
  readonly length: number
}

const LEAST_THUMB = 24

/** Place of the scrollbar's thumb on a track of `track` pixels. */
export function thumbOf(frame: Frame, top: number, track: number): Thumb {
  const all = rowCount(frame.size) * ROW_HEIGHT
  const length = Math.min(track, Math.max(LEAST_THUMB, (track * frame.height) / Math.max(all, 1)))
  const range = maxTop(frame)
  return { start: range === 0 ? 0 : ((track - length) * top) / range, length }
}

/** The top that puts the thumb's start at `start`. */
export function topOfThumb(frame: Frame, start: number, track: number): number {
  const free = track - thumbOf(frame, 0, track).length
  return free <= 0 ? 0 : clampTop(frame, (start / free) * maxTop(frame))
}

export type CaretKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'PageUp' | 'PageDown' | 'Home' | 'End'

const KEYS: ReadonlySet<string> = new Set<CaretKey>([
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'PageUp',
  'PageDown',
  'Home',
  'End',
])
export const isCaretKey = (key: string): key is CaretKey => KEYS.has(key)

/** The caret after a key press. Home and End go to the ends of the row, or with `isWhole` of the entry. */
export function moveCaret(frame: Frame, caret: number, key: CaretKey, isWhole = false): number {
  const last = Math.max(0, frame.size - 1)
  const rowStart = rowOf(caret) * ROW_BYTES
  const by = (bytes: number): number => (caret + bytes < 0 || caret + bytes > last ? caret : caret + bytes)
  switch (key) {
    case 'ArrowLeft':
      return by(-1)
    case 'ArrowRight':
      return by(1)
    case 'ArrowUp':
      return by(-ROW_BYTES)
    case 'ArrowDown':
      return by(ROW_BYTES)
    case 'PageUp':
      return Math.max(caret % ROW_BYTES, caret - pageRows(frame) * ROW_BYTES)
    case 'PageDown':
      return Math.min(last, caret + pageRows(frame) * ROW_BYTES)
    case 'Home':
      return isWhole ? 0 : rowStart
    case 'End':
      return isWhole ? last : Math.min(last, rowStart + ROW_BYTES - 1)
  }
}

/**
 * Parses a typed offset: `0x1A408`, `1A408h`, `$1A408`, decimal `107528`, or relative to the caret, `+0x10` and `-16`.
 * Digits that include a letter from A to F are hexadecimal. Undefined where it is not valid.
 */
export function parseOffset(text: string, caret: number): number | undefined {
  const match = /^\s*([+-]?)\s*(?:0x([0-9a-f]+)|\$([0-9a-f]+)|([0-9a-f]+)h|(\d+)|([0-9a-f]+))\s*$/i.exec(text)
  if (!match) return undefined
  const hex = match[2] ?? match[3] ?? match[4] ?? match[6]
  const amount = hex === undefined ? Number(match[5]) : parseInt(hex, 16)
  if (!Number.isSafeInteger(amount)) return undefined
  return match[1] === '+' ? caret + amount : match[1] === '-' ? caret - amount : amount
}
