import { describe, expect, it } from 'vitest'
import { array, document, struct, toJson, u32, write } from '@areal-studio/core/layout'
import { flagOffers } from './flag-offers'

const Face = struct('face', { flags: u32({ bits: { 3: 'back_face', 31: 'last' } }), kind: u32() })
const { root } = document(
  struct('mesh', { faces: array(Face, 2) }),
  write(struct('mesh', { faces: array(Face, 2) }), {
    faces: [
      { flags: 1280, kind: 8 },
      { flags: 8, kind: 0 },
    ],
  }).bytes,
)
const offers = (text: string, at: string): unknown =>
  flagOffers(text, text.indexOf(at) + at.length, root, ({ bits }) => bits ?? {}).map(
    ({ number, words }) => `${number} ${words}`,
  )
const TEXT = toJson(root)

describe('flags in JSON', () => {
  it('are offered with one named bit more or less than they have', () => {
    expect(offers(TEXT, '1280')).toEqual(['1288 + back_face', '2147484928 + last'])
    expect(offers(TEXT, '"flags": 8')).toEqual(['0 − back_face', '2147483656 + last'])
  })
  it('are what is typed, and the bytes where that is no number yet', () => {
    expect(offers(TEXT.replace('1280', '9'), '"flags": 9')).toEqual(['1 − back_face', '2147483657 + last'])
    expect(offers(TEXT.replace('1280', ''), '"flags": ')).toEqual(['1288 + back_face', '2147484928 + last'])
    expect(offers(TEXT.replace('1280', 'ba'), '"flags": ba')).toEqual(['1288 + back_face', '2147484928 + last'])
  })
  it('are not offered elsewhere', () => {
    expect([
      offers(TEXT, '"kind": 8'),
      offers(TEXT, '"fla'),
      offers(TEXT.replace('1280', '-1'), '"flags": -1'),
      offers('', ''),
    ]).toEqual([[], [], [], []])
  })
})
