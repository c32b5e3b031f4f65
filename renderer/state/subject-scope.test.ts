import { expect, it } from 'vitest'
import { folderScope, isInScope, scopeOf } from './subject-scope'

it('of a subject is the folder that has its name, else its entries', () => {
  expect(scopeOf({ folder: 'DATA/SC_1', title: 'SC_1', entries: ['DATA/SC_1/Land.msh'] })).toEqual(['DATA/SC_1'])
  const meadow = { folder: 'Maps', title: 'meadow', entries: ['Maps/meadow.mpr', 'Maps/meadow.mob'] }
  expect(scopeOf(meadow)).toEqual(meadow.entries)
  expect(scopeOf({ folder: '', title: '', entries: ['a.res!#1'] })).toEqual(['a.res!#1'])
})

it('without a subject is the folder of the file, at the top the file', () => {
  expect(folderScope('DATA/SC_1/Land.map!#0')).toEqual(['DATA/SC_1'])
  expect(folderScope('a.lib!#1')).toEqual(['a.lib'])
})

it('contains what is in its folders, files and entries, and nothing that only begins like them', () => {
  expect(isInScope(['DATA/SC_1'], 'DATA/SC_1/Land.map!#0')).toBe(true)
  expect(isInScope(['DATA/SC_1'], 'DATA/SC_10/Land.map')).toBe(false)
  expect(isInScope(['Maps/meadow.mpr'], 'Maps/meadow.mpr!#3')).toBe(true)
  expect(isInScope(['Res/figures.res!#1'], 'Res/figures.res!#1')).toBe(true)
  expect(isInScope(['Res/figures.res!#1'], 'Res/figures.res!#12')).toBe(false)
  expect(isInScope(['Res/figures.res!#1'], 'Res/figures.res')).toBe(false)
})
