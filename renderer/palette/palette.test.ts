import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexOf, palette, PALETTES, PATTERN_COUNT, rankOf, rgbOf, styleOf, styleOfRank } from './palette'
import { swatchPath } from './swatch-path'

const u32 = fc.integer({ min: 0, max: 0xffffffff })

describe('palette', () => {
  it('gives the classes of the palette file the first ranks, 0 first, then ascending', () => {
    const known = [0, 1, 2, 3, 5, 7, 10, 12, 16, 21, 64, 255, 4096]
    expect(known.map(value => rankOf(value, 'class_id'))).toEqual(known.map((_, rank) => rank))
    expect(styleOf(12, 'class_id')).toEqual({
      rank: 7,
      colour: '#cc79a7',
      rgb: [204, 121, 167],
      pattern: 7,
      isDoubled: false,
    })
    expect(styleOf(0, 'class_id')).toMatchObject({ colour: '#8d96a3', pattern: 0 })
  })
  it('gives every other value a rank behind them that no other value has', () => {
    fc.assert(
      fc.property(u32, u32, (a, b) => {
        expect(rankOf(a, 'class_id') === rankOf(b, 'class_id')).toBe(a === b)
      }),
      { seed: 4 },
    )
  })
  it('has sets whose colours differ from one another, and patterns that do not change with the set', () => {
    const ranks = Array.from({ length: 13 }, (_, rank) => rank)
    const looks = PALETTES.map(one => {
      palette.value = one
      return ranks.map(rank => styleOf([0, 1, 2, 3, 5, 7, 10, 12, 16, 21, 64, 255, 4096][rank] ?? 0, 'class_id'))
    })
    palette.value = PALETTES[0]
    for (const look of looks) {
      expect(new Set(look.map(({ colour }) => colour)).size).toBe(13)
      expect(look.map(({ pattern }) => pattern)).toEqual(ranks)
    }
    expect(looks[0]?.[1]?.colour).not.toBe(looks[1]?.[1]?.colour)
  })
  it('grows lighter with numbers that have an order', () => {
    const light = Array.from({ length: 9 }, (_, step) => styleOf(step, 'area').rgb.reduce((sum, part) => sum + part, 0))
    expect([...light].sort((a, b) => a - b)).toEqual(light)
    expect(styleOf(40, 'neighbours')).toEqual(styleOf(8, 'neighbours'))
  })
  it('repeats the patterns from rank 13, doubled, with other hues', () => {
    const behind = Array.from({ length: 13 }, (_, i) => styleOfRank(13 + i))
    expect(behind.map(style => style.pattern)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1])
    expect(behind.every(style => style.isDoubled)).toBe(true)
    expect(new Set(behind.map(style => style.colour)).size).toBe(13)
  })
  it('colours are colours: in range and the same as text and as numbers', () => {
    fc.assert(
      fc.property(u32, value => {
        const style = styleOf(value, 'logic_flag')
        expect(style.colour).toMatch(/^#[0-9a-f]{6}$/)
        expect(hexOf(style.rgb)).toBe(style.colour)
        expect(rgbOf(style.colour)).toEqual(style.rgb)
        expect(style.pattern).toBeLessThanOrEqual(PATTERN_COUNT)
      }),
      { seed: 5 },
    )
  })
  it('every pattern has a drawing of its own', () => {
    const drawn = Array.from({ length: PATTERN_COUNT + 1 }, (_, pattern) => swatchPath(pattern, false))
    expect(new Set(drawn).size).toBe(PATTERN_COUNT + 1)
    expect(drawn[0]).toBe('')
  })
})
