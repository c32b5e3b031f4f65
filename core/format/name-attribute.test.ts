import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { latinBytes, latinText, nameAttribute, nameField, nameText } from './name-attribute'

const SIZE = 12
const field = fc
  .uint8Array({ minLength: SIZE, maxLength: SIZE })
  .map(bytes => bytes.map(byte => (byte < 60 ? 0 : byte)))

describe('a name in a field of fixed size', () => {
  it('is written to the bytes that it was read from, with what follows its end', () => {
    fc.assert(
      fc.property(field, bytes => {
        expect(nameField(nameAttribute(bytes), SIZE)).toEqual(bytes)
      }),
    )
  })
  it('is its text where only zeros follow, else text and tail', () => {
    const bytes = Uint8Array.of(0x41, 0xe9, 0, 0)
    expect(nameAttribute(bytes)).toBe('Aé')
    expect(nameAttribute(bytes.with(3, 0x1f))).toEqual({ text: 'Aé', tail: '1f' })
    expect(nameAttribute(Uint8Array.of(0x41, 0x42))).toBe('AB')
    expect([nameText({ text: 'A', tail: '1f' }), nameText('A'), nameText(7), nameText(undefined)]).toEqual([
      'A',
      'A',
      '7',
      '',
    ])
  })
  it('may fill the field, and is refused where it does not fit or cannot be written', () => {
    expect(nameField('x'.repeat(SIZE), SIZE)).toEqual(new Uint8Array(SIZE).fill(0x78))
    expect(nameField({ text: 'x'.repeat(SIZE - 2), tail: 'ff' }, SIZE)?.at(-1)).toBe(0xff)
    for (const name of ['x'.repeat(SIZE + 1), 'a\0b', 'имя']) expect(nameField(name, SIZE)).toBeUndefined()
    for (const tail of ['0', 'zz', 'ffff'])
      expect(nameField({ text: 'x'.repeat(SIZE - 2), tail }, SIZE)).toBeUndefined()
  })
  it('is Latin-1, one byte for each character', () => {
    fc.assert(
      fc.property(fc.uint8Array(), bytes => {
        expect(latinBytes(latinText(bytes))).toEqual(bytes)
      }),
    )
    expect(latinBytes('Ā')).toBeUndefined()
  })
})
