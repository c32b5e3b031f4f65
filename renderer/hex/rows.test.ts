import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignedSplices } from '@areal-studio/core/edit'
import type { ByteMark } from '@areal-studio/core/studio'
import { Alignment, alone } from './alignment'
import { glyphs } from './code-page'
import { byteAtColumn, gridRows, hexColumn, type Picture, type Piece } from './rows'
import { firstEndingAfter, overlaps, type Ranges } from '../value/ranges'

const picture = (bytes: Uint8Array, more: Partial<Picture> = {}): Picture => ({
  size: bytes.length,
  byteAt: offset => bytes[offset],
  typed: new Map(),
  lines: alone(bytes.length),
  otherAt: undefined,
  changed: [],
  marks: [],
  document: undefined,
  picked: [0, 0],
  framed: [0, 0],
  glyphs: glyphs('cp1251'),
  ...more,
})
const compared = (bytes: Uint8Array, other: Uint8Array): Partial<Picture> => ({
  lines: new Alignment(bytes.length, other.length, alignedSplices(other, bytes)),
  otherAt: offset => other[offset],
})

const ranges = fc.array(fc.tuple(fc.nat(100), fc.nat(6)), { maxLength: 6 }).map(pairs => {
  const out: [number, number][] = []
  for (const [start, length] of pairs.sort((a, b) => a[0] - b[0])) {
    if (start >= (out.at(-1)?.[1] ?? 0)) out.push([start, start + length + 1])
  }
  return out as Ranges
})

describe('rows of the hex grid', () => {
  it('show every byte once, in order, whatever is marked', () => {
    const range = fc.tuple(fc.nat(110), fc.nat(40)).map(([a, n]): [number, number] => [a, a + n])
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), ranges, range, range, (bytes, changed, picked, framed) => {
        const rows = gridRows(picture(bytes, { changed, picked, framed }), 0, 10)
        expect(rows.flatMap(row => row.pieces.flatMap(piece => piece.hex.split(' ')))).toEqual(
          Array.from(bytes, byte => byte.toString(16).toUpperCase().padStart(2, '0')),
        )
        for (const row of rows) {
          let column = 0
          for (const piece of row.pieces) {
            expect(piece.column).toBe(column)
            for (let i = 0; i < piece.length; i++) {
              const at = row.offset + column + i
              expect(piece.isEdited).toBe(changed.some(([a, b]) => at >= a && at < b))
              expect(piece.isPicked).toBe(at >= picked[0] && at < picked[1])
            }
            column += piece.length
          }
        }
      }),
      { seed: 1 },
    )
  })

  it('show what was typed and not committed, and the other bytes below', () => {
    const bytes = Uint8Array.from([1, 2, 3, 4])
    const [row] = gridRows(picture(bytes, { typed: new Map([[1, 0xff]]) }), 0, 1)
    expect(row?.pieces.map(piece => piece.hex)).toEqual(['01', 'FF', '03 04'])
    expect([row?.isEdited, row?.other]).toEqual([true, []])
    const [edited] = gridRows(picture(bytes, compared(bytes, Uint8Array.from([1, 9, 3, 4]))), 0, 1)
    expect(edited?.other.map(piece => [piece.column, piece.hex])).toEqual([[1, '09']])
  })

  it('show the bytes of both images, each once, and leave places where one lacks some', () => {
    const some = fc.uint8Array({ maxLength: 90, max: 4 })
    fc.assert(
      fc.property(some, some, (bytes, other) => {
        const rows = gridRows(picture(bytes, compared(bytes, other)), 0, 20)
        const hexOf = (pieces: readonly Piece[]): string[] =>
          pieces.flatMap(piece => (piece.isFiller ? [] : piece.hex.split(' ')))
        expect(rows.flatMap(row => hexOf(row.pieces)).map(word => parseInt(word, 16))).toEqual([...bytes])
        expect(rows.filter(row => row.offset >= 0).map(row => row.offset)).toEqual(
          rows.filter(row => row.offset >= 0).map((_, i, all) => (i === 0 ? 0 : all[i - 1]?.end)),
        )
        const lacking = rows
          .flatMap(row => row.pieces.filter(piece => piece.isFiller))
          .reduce((sum, piece) => sum + piece.length, 0)
        const differing = rows.flatMap(row => hexOf(row.other)).length
        expect(differing).toBeGreaterThanOrEqual(lacking)
        if (bytes.join() !== other.join()) expect(rows.some(row => row.isEdited)).toBe(true)
      }),
      { seed: 3, numRuns: 300 },
    )
  })

  it('show marks where they are, and bytes that are not read yet as dots', () => {
    const mark: ByteMark = { id: 1, entry: '', offset: 2, size: 20, colour: 'red', note: 'here' }
    const rows = gridRows(
      picture(new Uint8Array(40), { marks: [mark], byteAt: offset => (offset < 16 ? 1 : undefined) }),
      0,
      3,
    )
    expect(
      rows.map(row => [
        row.margin,
        row.marks.length,
        row.pieces.filter(piece => piece.mark === 'red').reduce((sum, piece) => sum + piece.length, 0),
      ]),
    ).toEqual([
      ['red', 1, 14],
      ['red', 0, 6],
      ['', 0, 0],
    ])
    expect(rows[1]?.pieces[0]?.hex).toBe('·· ·· ·· ··')
  })
})

describe('places in a row', () => {
  it('a click on a digit finds its byte', () => {
    for (let column = 0; column < 16; column++) {
      expect(byteAtColumn(hexColumn(column) + 0.5)).toEqual({ column, isLow: false })
      expect(byteAtColumn(hexColumn(column) + 1.5)).toEqual({ column, isLow: true })
    }
    expect(byteAtColumn(-5).column).toBe(0)
    expect(byteAtColumn(500).column).toBe(15)
  })

  it('the first range behind an offset is found', () => {
    fc.assert(
      fc.property(ranges, fc.nat(120), (all, offset) => {
        const naive = all.findIndex(([, end]) => end > offset)
        expect(firstEndingAfter(all, offset)).toBe(naive < 0 ? all.length : naive)
        expect(overlaps(all, offset, offset + 3)).toBe(all.some(([start, end]) => start < offset + 3 && end > offset))
      }),
      { seed: 2 },
    )
  })
})
