import { expect, it } from 'vitest'
import { attributeLines, typedAttribute } from './attribute-lines'

it('shows numbers in hexadecimal and as letters beside, and leaves the row out', () => {
  expect(attributeLines({ name: 'a', type_id: 0x4853454d, attr1: 12, row: 3 })).toEqual([
    { name: 'name', value: 'a', text: 'a', aside: '' },
    { name: 'type_id', value: 0x4853454d, text: String(0x4853454d), aside: '0x4853454D MESH' },
    { name: 'attr1', value: 12, text: '12', aside: '0xC' },
  ])
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
