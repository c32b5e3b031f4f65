import { describe, expect, it } from 'vitest'
import { CODE_PAGES, glyphs, INVISIBLE } from './code-page'
import { readings } from './inspector'

const reading = (bytes: number[], type: string) => {
  const row = readings(Uint8Array.from(bytes)).find(r => r.type === type)
  return [row?.little, row?.big]
}

describe('data inspector', () => {
  it('reads numbers both ways round', () => {
    expect(reading([0x0c, 0, 0, 0], 'u32')).toEqual(['12', '201326592'])
    expect(reading([0xff, 0xfe], 'i16')).toEqual(['-257', '-2'])
    expect(reading([0, 0, 0, 0, 0, 0, 0, 0x80], 'u64')).toEqual(['9223372036854775808', '128'])
    expect(reading([0xcd, 0xcc, 0xcc, 0x3d], 'f32')[0]).toBe('0.1')
    expect(reading([0, 0, 0, 0x80], 'f32')[0]).toBe('-0')
    expect(reading([0x0c], 'bits')[0]).toBe('0000 1100')
  })

  it('says nothing where too few bytes are left', () => {
    expect(reading([1, 2], 'u32')).toEqual(['', ''])
    expect(reading([], 'bits')).toEqual(['', ''])
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
})
