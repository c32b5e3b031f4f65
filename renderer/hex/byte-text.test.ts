import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CODE_PAGES } from '@areal-studio/core/layout'
import { BYTE_TEXTS, bytesToText, likelyText, repeated, textToBytes } from './byte-text'

describe('bytes as text', () => {
  it('come back from every way they are copied', () => {
    const some = fc.uint8Array({ minLength: 1, maxLength: 80 })
    fc.assert(
      fc.property(some, fc.constantFrom(...BYTE_TEXTS), fc.constantFrom(...CODE_PAGES), (bytes, as, page) => {
        expect(textToBytes(bytesToText(bytes, as, page), as, page)).toEqual(bytes)
      }),
      { seed: 21, numRuns: 400 },
    )
  })

  it('are what other programs write', () => {
    const bytes = Uint8Array.from([0x4e, 0x52, 0x65, 0x73])
    expect(BYTE_TEXTS.map(as => bytesToText(bytes, as, 'cp1251'))).toEqual([
      '4E 52 65 73',
      'const unsigned char data[4] = {\n  0x4E, 0x52, 0x65, 0x73,\n};\n',
      'TlJlcw==',
      'NRes',
    ])
    expect(textToBytes('{ 1, 0x0a, /* two, */ 255 }', 'c', 'cp1251')).toEqual(Uint8Array.from([1, 10, 255]))
    expect(textToBytes('Ж', 'text', 'cp866')).toEqual(Uint8Array.from([0x86]))
  })

  it('are refused where the text is something else', () => {
    expect([
      textToBytes('{ 256 }', 'c', 'cp1251'),
      textToBytes('1, 2', 'c', 'cp1251'),
      textToBytes('{ 1 2 }', 'c', 'cp1251'),
      textToBytes('abc', 'hex', 'cp1251'),
      textToBytes('TlJlcw=', 'base64', 'cp1251'),
      textToBytes('Тест', 'base64', 'cp1251'),
      textToBytes('Ж', 'text', 'latin1'),
      textToBytes('', 'text', 'latin1'),
    ]).toEqual(Array.from({ length: 8 }))
  })

  it('are read as what they look like', () => {
    expect(['{ 1, 2 }', '0C 00', 'hello', '0x01'].map(text => likelyText(text, 'cp1251'))).toEqual([
      'c',
      'hex',
      'text',
      'hex',
    ])
  })

  it('fill a range by a pattern, cut where the range ends', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 5 }), fc.nat(40), (pattern, size) => {
        const filled = repeated(pattern, size)
        expect(filled.length).toBe(size)
        filled.forEach((byte, i) => {
          expect(byte).toBe(pattern[i % pattern.length])
        })
      }),
      { seed: 22 },
    )
  })
})
