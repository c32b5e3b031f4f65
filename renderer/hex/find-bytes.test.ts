import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAll, nextFound, soughtPattern, type Seeking } from './find-bytes'
import { numberBytes } from './number-bytes'

const seek = (seeking: Partial<Seeking>): Seeking => ({
  text: '',
  as: 'hex',
  isBig: false,
  matchCase: true,
  page: 'cp1251',
  ...seeking,
})

/** The plain meaning: at every place every byte is compared. */
function naive(bytes: Uint8Array, pieces: readonly (number | null)[]): number[] {
  const found: number[] = []
  for (let at = 0; at + pieces.length <= bytes.length; at++) {
    if (pieces.some((piece, i) => piece !== null && piece !== bytes[at + i])) continue
    found.push(at)
    at += pieces.length - 1
  }
  return found
}

const hex = (byte: number | null): string => (byte === null ? '??' : byte.toString(16).padStart(2, '0'))

describe('finding bytes', () => {
  it('finds what a plain comparison at every place finds', () => {
    const few = fc.nat(2)
    const pieces = fc
      .array(fc.option(few, { nil: null }), { minLength: 1, maxLength: 4 })
      .filter(list => list.some(piece => piece !== null))
    fc.assert(
      fc.property(fc.array(few, { maxLength: 60 }), pieces, (list, sought) => {
        const bytes = Uint8Array.from(list)
        const pattern = soughtPattern(seek({ text: sought.map(hex).join(' ') }))
        if ('code' in pattern) throw new Error(pattern.code)
        expect(findAll(bytes, pattern)).toEqual(naive(bytes, sought))
      }),
      { seed: 11, numRuns: 500 },
    )
  })

  it('goes to each place once, both ways round', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(100), { minLength: 1 }), fc.nat(100), (offsets, start) => {
        const found = [...offsets].sort((a, b) => a - b)
        for (const step of [1, -1] as const) {
          const seen = new Set<number>()
          let caret = start
          for (let i = 0; i < found.length; i++) {
            caret = found[nextFound(found, caret, step)] ?? -1
            seen.add(caret)
          }
          expect([...seen].sort((a, b) => a - b)).toEqual(found)
        }
        expect(nextFound([], start, 1)).toBe(-1)
      }),
      { seed: 12 },
    )
  })
})

describe('typed numbers', () => {
  it('are the bytes that a view reads them from', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.double({ noNaN: true }),
        fc.float({ noNaN: true }),
        fc.boolean(),
        (whole, float, small, isBig) => {
          const view = (text: string, type: Parameters<typeof numberBytes>[1]): DataView => {
            const bytes = numberBytes(text, type, isBig)
            if (typeof bytes === 'string') throw new Error(`${text} is refused`)
            return new DataView(bytes.buffer)
          }
          expect(view(String(whole), 'i64').getBigInt64(0, !isBig)).toBe(whole)
          expect(view(String(BigInt.asUintN(32, whole)), 'u32').getUint32(0, !isBig)).toBe(
            Number(BigInt.asUintN(32, whole)),
          )
          expect(view(String(BigInt.asIntN(16, whole)), 'i16').getInt16(0, !isBig)).toBe(
            Number(BigInt.asIntN(16, whole)),
          )
          expect(view(Object.is(float, -0) ? '-0' : String(float), 'f64').getFloat64(0, !isBig)).toBe(float)
          expect(view(Object.is(small, -0) ? '-0' : String(small), 'f32').getFloat32(0, !isBig)).toBe(small)
        },
      ),
      { seed: 13 },
    )
  })

  it('that do not fit, and other mistakes, are said', () => {
    const said = (seeking: Partial<Seeking>): unknown => {
      const pattern = soughtPattern(seek(seeking))
      return 'code' in pattern ? [pattern.code, pattern.params['at']] : [...pattern.values]
    }
    expect(said({ text: '256', as: 'u8' })).toEqual(['ui.hex.find.no-number', undefined])
    expect(said({ text: '-1', as: 'u32' })).toEqual(['ui.hex.find.no-number', undefined])
    expect(said({ text: '1.5', as: 'i32' })).toEqual(['ui.hex.find.no-number', undefined])
    expect(said({ text: 'one', as: 'f32' })).toEqual(['ui.hex.find.no-number', undefined])
    expect(said({ text: '0x1F', as: 'u16', isBig: true })).toEqual([0, 0x1f])
    expect(said({ text: '4E 5G' })).toEqual(['refusal.find.bytes', 5])
    expect(said({ text: '? ?' })).toEqual(['refusal.find.bytes', 2])
    expect(said({ text: 'Ж', as: 'text' })).toEqual([0xc6])
    expect(said({ text: 'Ж', as: 'text', matchCase: false })).toEqual(said({ text: 'ж', as: 'text', matchCase: false }))
    expect(said({ text: 'Ж', as: 'text', page: 'latin1' })).toEqual(['refusal.find.characters', undefined])
  })
})
