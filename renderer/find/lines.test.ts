import { expect, it } from 'vitest'
import { findLines, marked, placeOf } from './lines'

const hit = { entry: 'DATA/a.map!#0', name: 'x', path: null, range: [16, 4] as const, text: 'something long before the find here', mark: [26, 4] as const }

it('puts what was found under its file, and leaves out what is folded', () => {
  const files = [{ file: 'DATA/a.map', order: 3, hits: [hit, hit], count: 9 }, { file: 'b', order: 4, hits: [hit], count: 1 }]
  expect(findLines(files, new Set(['DATA/a.map'])).map(line => line.key)).toEqual(['file:DATA/a.map', 'file:b', 'b:0'])
  expect(findLines(files, new Set())[0]).toMatchObject({ name: 'a.map', folder: 'DATA', count: 9, isOpen: true })
})

it('keeps the find in sight, but never cuts the path of a field', () => {
  expect(marked(hit)).toEqual(['…ng before the ', 'find', ' here'])
  expect(marked({ text: 'areals/115/class_id = 3', path: 'areals/115/class_id', mark: [22, 1] })).toEqual(['areals/115/class_id = ', '3', ''])
})

it('says where in the file it stands', () => {
  expect(placeOf(hit)).toBe('!#0 0x10')
  expect(placeOf({ ...hit, entry: 'b', range: null })).toBe('')
})
