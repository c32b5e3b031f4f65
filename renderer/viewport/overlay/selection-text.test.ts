import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { useSettings, useText } from '../../state/settings.store'
import { regionsItem } from '../scene/items.fixture'
import { selectedWords } from './selection-text'

beforeEach(() => {
  setActivePinia(createPinia())
  useSettings().language = 'en'
})

const beds = regionsItem({
  noun: 'bed',
  recordCount: 2,
  fields: { class_id: Uint32Array.of(0, 12), logic_flag: Uint32Array.of(0, 1) },
  colouring: ['class_id', 'logic_flag'],
  paint: [{ field: 'logic_flag', as: 'bits' }],
  links: Int32Array.of(1, 0, 0, -1),
  linkStarts: Uint32Array.of(0, 1, 4),
})
const rooms = regionsItem({
  noun: 'room',
  recordCount: 1,
  fields: { light: Uint32Array.of(3) },
  colouring: ['light', 'smell'],
})
const words = (...given: [typeof beds, readonly number[], number]): string =>
  selectedWords(useText(), ...given, given[0].fields)

it('names a region, what its item declares of it and its neighbours, in both languages', () => {
  expect(words(beds, [1], 1)).toBe('Record 1 · class 12 · flags 0x1 · 1 neighbour')
  useSettings().language = 'ru'
  expect(words(beds, [1], 1)).toBe('Объект 1 · класс 12 · флаги 0x1 · 1 сосед')
})

it('knows no field and no link that the item does not declare', () => {
  expect(words(rooms, [0], 0)).toBe('Record 0 · light 3')
})

it('counts several', () => {
  expect(words(beds, [0, 1], 1)).toBe('2 records selected')
})
