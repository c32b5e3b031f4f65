import { expect, it } from 'vitest'
import { struct, u16 } from '@areal-studio/core/layout'
import { attributeLines, typedAttribute } from './attribute-lines'

it('shows numbers in hexadecimal and as letters beside, and leaves the row out', () => {
  expect(attributeLines({ name: 'a', type_id: 0x4853454d, attr1: 12, row: 3 })).toEqual([
    { name: 'name', value: 'a', text: 'a', aside: '' },
    { name: 'type_id', value: 0x4853454d, text: String(0x4853454d), aside: '0x4853454D MESH' },
    { name: 'attr1', value: 12, text: '12', aside: '0xC' },
  ])
})

it('offers values that have names, and the present one where it has none', () => {
  const declared = struct('row', { method: u16({ values: { 0: 'stored', 64: 'LZSS' } }), flags: u16() })
  const named = [
    { value: 0, text: 'stored' },
    { value: 64, text: 'LZSS' },
  ]
  expect(attributeLines({ method: 64, flags: 1 }, declared).map(({ choices }) => choices)).toEqual([named, undefined])
  expect(attributeLines({ method: 448 }, declared)[0]?.choices).toEqual([{ value: 448, text: '0x1C0' }, ...named])
})

it.each([
  ['0x1F', 31],
  ['12', 12],
  [' 4294967295 ', 4294967295],
  ['4294967296', undefined],
  ['-1', undefined],
  ['', undefined],
  ['1.5', undefined],
])('reads %j as %j', (typed, value) => {
  expect(typedAttribute(typed, 1)).toBe(value)
})
