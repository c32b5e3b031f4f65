import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODE_PAGES, encodeText } from '@areal-studio/core/layout'
import { editableText, glyphs, INVISIBLE } from './code-page'
import { readAs, READINGS, sizeOf, textBytes, writeAs, type ReadingType } from './inspector'
import { NUMBER_TYPES } from './number-bytes'
import { TIME_TYPES } from './time-bytes'

const both = (bytes: number[], type: ReadingType): string[] =>
  [false, true].map(isBig => readAs(Uint8Array.from(bytes), type, isBig))
const written = (text: string, type: ReadingType, isBig = false): unknown => {
  const bytes = writeAs(text, type, isBig)
  return bytes instanceof Uint8Array ? [...bytes] : bytes.code
}

describe('data inspector', () => {
  it('gives every number, bit and NaN its bytes back', () => {
    const eight = fc.uint8Array({ minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(eight, fc.constantFrom(...NUMBER_TYPES, 'bits' as const), fc.boolean(), (bytes, type, isBig) => {
        expect(written(readAs(bytes, type, isBig), type, isBig)).toEqual([...bytes.slice(0, sizeOf(type))])
      }),
      { seed: 4, numRuns: 3000 },
    )
  })

  it('gives every time its bytes back where the bytes are a time', () => {
    const bytes = fc.uint8Array({ minLength: 8, maxLength: 8 }).map(list => list.fill(0, 6, 7).fill(1, 7))
    fc.assert(
      fc.property(bytes, fc.constantFrom(...TIME_TYPES), fc.boolean(), (all, type, isBig) => {
        const text = readAs(all, type, isBig)
        if (text !== '') expect(written(text, type, isBig)).toEqual([...all.slice(0, sizeOf(type))])
      }),
      { seed: 4, numRuns: 3000 },
    )
  })

  it('reads numbers both ways round', () => {
    expect(both([0x0c, 0, 0, 0], 'u32')).toEqual(['12', '201326592'])
    expect(both([0xff, 0xfe], 'i16')).toEqual(['-257', '-2'])
    expect(both([0, 0, 0, 0, 0, 0, 0, 0x80], 'u64')).toEqual(['9223372036854775808', '128'])
    expect(both([0xcd, 0xcc, 0xcc, 0x3d], 'f32')[0]).toBe('0.1')
    expect(both([0, 0, 0, 0x80], 'f32')[0]).toBe('-0')
    expect(both([1, 0, 0x80, 0x7f], 'f32')[0]).toBe('NaN 0x7F800001')
    expect(both([0, 0x3c], 'f16')[0]).toBe('1')
    expect(both([1, 0], 'f16')[0]).toBe('5.960464477539063e-8')
    expect(both([0x0c], 'bits')[0]).toBe('0000 1100')
  })

  it('reads and writes times', () => {
    expect(both([0, 0, 0, 0], 'time32')[0]).toBe('1970-01-01 00:00:00')
    expect(both([0xff, 0xff, 0xff, 0xff], 'time32')[0]).toBe('1969-12-31 23:59:59')
    expect(both([0, 0, 0x21, 0], 'dos')[0]).toBe('1980-01-01 00:00:00')
    expect(both([0, 0, 0, 0], 'dos')[0]).toBe('')
    expect(both([1, 0x80, 0x3e, 0xd5, 0xde, 0xb1, 0x9d, 1], 'filetime')[0]).toBe('1970-01-01 00:00:00.0000001')
    expect(written('2038-01-19 03:14:08', 'time32')).toBe('ui.hex.inspector.time-range')
    expect(written('2001-02-29 00:00', 'time64')).toBe('ui.hex.inspector.not-time')
    expect(written('2001-02-28 00:00:01', 'dos')).toBe('ui.hex.inspector.odd-second')
    expect(written('1979-12-31', 'dos')).toBe('ui.hex.inspector.time-range')
  })

  it('says what does not fit and what is no number', () => {
    expect(written('256', 'u8')).toBe('ui.hex.inspector.range')
    expect(writeAs('-129', 'i8', false)).toEqual({
      code: 'ui.hex.inspector.range',
      params: { type: 'i8', least: '-128', most: '127' },
    })
    expect(written('0x1FF', 'u16', true)).toEqual([1, 0xff])
    expect(written('1.5', 'u32')).toBe('ui.hex.find.no-number')
    expect(written('', 'f32')).toBe('ui.hex.find.no-number')
    expect(written('1e39', 'f32')).toBe('ui.hex.inspector.float-range')
    expect(written('65520', 'f16')).toBe('ui.hex.inspector.float-range')
    expect(written('0101', 'bits')).toBe('ui.hex.inspector.bits')
  })

  it('says nothing where too few bytes are left', () => {
    for (const type of READINGS) if (sizeOf(type) > 1) expect(both([1], type)).toEqual(['', ''])
    expect(both([], 'bits')).toEqual(['', ''])
  })

  it('lets only characters be typed that the bytes and the code page have', () => {
    expect(textBytes('Пу', 'cp866', 4)).toEqual(Uint8Array.of(0x8f, 0xe3))
    expect(textBytes('漢', 'cp1251', 4)).toMatchObject({ code: 'ui.value.character' })
    expect(textBytes('abcde', 'cp1251', 4)).toMatchObject({ code: 'ui.value.text-long' })
  })
})

describe('code pages', () => {
  it('have one character for each byte', () => {
    for (const page of CODE_PAGES) {
      expect(glyphs(page)).toHaveLength(256)
      expect(glyphs(page).every(glyph => Array.from(glyph).length === 1)).toBe(true)
      expect(glyphs(page)[0x41]).toBe('A')
      expect(glyphs(page)[0]).toBe(INVISIBLE)
    }
    expect(glyphs('cp1251')[0xcf]).toBe('П')
    expect(glyphs('cp866')[0x8f]).toBe('П')
    expect(glyphs('latin1')[0xcf]).toBe('Ï')
  })
  it('let words be typed over with the spaces between them, up to the first byte that nobody can type', () => {
    const bytes = Uint8Array.of(0x61, 0x20, 0xb7, 0x62, 0, 0x63)
    expect(CODE_PAGES.map(page => editableText(bytes, page))).toEqual(['a ·b', 'a ╖b', 'a ·b', 'a ·b', 'a ·b', 'a '])
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 16 }), fc.constantFrom(...CODE_PAGES), (some, page) => {
        const words = editableText(some, page)
        expect(encodeText(words, page)).toEqual(some.slice(0, words.length))
        expect(glyphs(page)[some[words.length] ?? 0]).toBe(INVISIBLE)
      }),
      { seed: 3 },
    )
  })
})
