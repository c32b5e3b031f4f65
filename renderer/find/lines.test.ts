import { expect, it } from 'vitest'
import { findLines, marked, placeOf } from './lines'

const hit = {
  entry: 'DATA/a.map!#0',
  name: 'x',
  path: null,
  range: [16, 4] as const,
  text: 'something long before the find here',
  mark: [26, 4] as const,
}
const files = [
  { file: 'DATA/a.map', order: 3, hits: [hit, hit], count: 9 },
  { file: 'b', order: 4, hits: [hit], count: 1 },
]

it('puts what was found under its file, and leaves out what is folded', () => {
  const keys = (closed: readonly string[]): readonly (string | undefined)[] => {
    const lines = findLines(files, new Set(closed))
    return Array.from({ length: lines.count + 2 }, (_, i) => lines.at(i - 1)?.key)
  }
  expect(keys(['DATA/a.map'])).toEqual([undefined, 'file:DATA/a.map', 'file:b', 'b:0', undefined])
  expect(keys([])).toEqual([undefined, 'file:DATA/a.map', 'DATA/a.map:0', 'DATA/a.map:1', 'file:b', 'b:0', undefined])
  expect(findLines(files, new Set()).at(0)).toMatchObject({ name: 'a.map', folder: 'DATA', count: 9, isOpen: true })
  expect(findLines([], new Set()).at(0)).toBeUndefined()
})

it('knows where a line stands, and that it is folded away', () => {
  const open = findLines(files, new Set())
  for (let i = 0; i < open.count; i++) {
    const line = open.at(i)
    expect(line && open.indexOf(line)).toBe(i)
  }
  const hidden = open.at(2)
  expect(hidden && findLines(files, new Set(['DATA/a.map'])).indexOf(hidden)).toBe(-1)
})

it('keeps the find in sight, but never cuts the path of a field', () => {
  expect(marked(hit)).toEqual(['…ng before the ', 'find', ' here'])
  expect(marked({ text: 'areals/115/class_id = 3', path: 'areals/115/class_id', mark: [22, 1] })).toEqual([
    'areals/115/class_id = ',
    '3',
    '',
  ])
})

it('says where in the file it stands', () => {
  expect(placeOf(hit)).toBe('!#0 0x10')
  expect(placeOf({ ...hit, entry: 'b', range: null })).toBe('')
})
