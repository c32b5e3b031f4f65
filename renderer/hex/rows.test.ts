import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { glyphs } from './code-page'
import { byteAtColumn, gridRows, hexColumn, type Picture } from './rows'
import { firstEndingAfter, overlaps, type Ranges } from '../value/ranges'

const picture = (bytes: Uint8Array, more: Partial<Picture> = {}): Picture => ({
  bytes, typed: new Map(), original: undefined, changed: [], document: undefined, picked: [0, 0], framed: [0, 0],
  glyphs: glyphs('cp1251'), ...more,
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
    fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), ranges, range, range, (bytes, changed, picked, framed) => {
      const rows = gridRows(picture(bytes, { changed, picked, framed }), 0, 10)
      expect(rows.flatMap(row => row.pieces.flatMap(piece => piece.hex.split(' ')))).toEqual(
        Array.from(bytes, byte => byte.toString(16).toUpperCase().padStart(2, '0')))
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
    }), { seed: 1 })
  })

  it('show what was typed and not committed, and the original below', () => {
    const bytes = Uint8Array.from([1, 2, 3, 4])
    const [row] = gridRows(picture(bytes, { typed: new Map([[1, 0xff]]), original: bytes, changed: [] }), 0, 1)
    expect(row?.pieces.map(piece => piece.hex)).toEqual(['01', 'FF', '03 04'])
    expect(row?.isEdited).toBe(true)
    const [edited] = gridRows(picture(bytes, { original: Uint8Array.from([1, 9, 3, 4]), changed: [[1, 2]] }), 0, 1)
    expect(edited?.original.map(piece => [piece.column, piece.hex])).toEqual([[1, '09']])
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
    fc.assert(fc.property(ranges, fc.nat(120), (all, offset) => {
      const naive = all.findIndex(([, end]) => end > offset)
      expect(firstEndingAfter(all, offset)).toBe(naive < 0 ? all.length : naive)
      expect(overlaps(all, offset, offset + 3)).toBe(all.some(([start, end]) => start < offset + 3 && end > offset))
    }), { seed: 2 })
  })
})
