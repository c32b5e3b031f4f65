import { difference } from '@areal-studio/core/edit'
import type { Bytes } from '@areal-studio/core/layout'

const ROW = 16

interface ByteCell {
  readonly hex: string
  readonly isChanged: boolean
}

/** One row of at most 16 bytes, before and after; both lists start at the same column. */
export interface ByteRow {
  /** Of the first byte, in the image before. */
  readonly offset: number
  readonly before: readonly ByteCell[]
  readonly after: readonly ByteCell[]
}

interface ByteRows {
  readonly rows: readonly ByteRow[]
  /** Changed rows that are not in the list. */
  readonly more: number
}

/**
 * Rows of an entry that differ, at most `most`. Images of equal length are compared row by row; where the length
 * changed, removed and inserted bytes are shown side by side.
 */
export function byteRows(before: Bytes, after: Bytes, most: number): ByteRows {
  const starts = new Set<number>()
  const rows: ByteRow[] = []
  let count = 0
  const add = (row: () => ByteRow): void => {
    if (count++ < most) rows.push(row())
  }
  for (const { offset, removed, inserted } of difference(before, after)) {
    if (before.length !== after.length) {
      for (let at = 0; at < Math.max(removed.length, inserted.length); at += ROW)
        add(() => ({ offset: offset + at, before: changedCells(removed, at), after: changedCells(inserted, at) }))
      continue
    }
    for (let start = offset - (offset % ROW); start < offset + removed.length; start += ROW) {
      if (starts.has(start)) continue
      starts.add(start)
      add(() => ({ offset: start, before: cells(before, after, start), after: cells(after, before, start) }))
    }
  }
  return { rows, more: count - rows.length }
}

const hexOf = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0')
const cells = (bytes: Bytes, other: Bytes, start: number): readonly ByteCell[] =>
  Array.from(bytes.subarray(start, start + ROW), (byte, i) => ({
    hex: hexOf(byte),
    isChanged: byte !== other[start + i],
  }))
const changedCells = (bytes: Bytes, start: number): readonly ByteCell[] =>
  Array.from(bytes.subarray(start, start + ROW), byte => ({ hex: hexOf(byte), isChanged: true }))
