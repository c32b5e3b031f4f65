import { expect, it } from 'vitest'
import { namedIn } from './named'

it('an item names its material and its spells, a spell itself without its modifiers', () => {
  expect(namedIn('item', 'gipat medium shirt.thin')).toEqual([
    ['item', 'gipat medium shirt'],
    ['item-material', 'thin'],
  ])
  expect(namedIn('item', 'staff.wood[3][fireball{damage;area}]')).toEqual([
    ['item', 'staff'],
    ['item-material', 'wood'],
    ['spell', 'fireball'],
  ])
  expect(namedIn('item', '')).toEqual([])
  expect(namedIn('spell', 'heal{range}')).toEqual([['spell', 'heal']])
  expect(namedIn('model', 'unhuma')).toEqual([['model', 'unhuma']])
  expect(namedIn('sound', 'amb\\fire.wav')).toEqual([])
})
