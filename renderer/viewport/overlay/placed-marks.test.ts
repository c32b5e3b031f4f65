import type { InstancesItem } from '@areal-studio/core/format'
import { describe, expect, it } from 'vitest'
import { styleOf } from '../../palette/palette'
import { objects, paths } from '../scene/placed.fixture'
import { flaggedRecords, placedMarks } from './placed-marks'

type Shown = Parameters<typeof placedMarks>[0]
const LETTERS = { 0: 'P', 2: 'M' }
const shown = (also: Partial<Shown> = {}): Shown => ({
  items: [objects(), paths()],
  chosen: [],
  hovered: undefined,
  isHidden: () => false,
  heightAt: () => 0,
  flags: { values: Int32Array.of(2, -1, 0), letters: LETTERS, field: 'owner' },
  ...also,
})
const flags = (given: Shown) => placedMarks(given).flatMap(mark => (mark.kind === 'flag' ? [mark] : []))

describe('flags of objects', () => {
  it('have the letter and the colour of the value, where the object is; without a letter there is none', () => {
    expect(flags(shown())).toEqual([
      { kind: 'flag', at: [10, 20, 0], letter: 'M', rgb: styleOf(2, 'owner').rgb },
      { kind: 'flag', at: [100, 100, 0], letter: 'P', rgb: styleOf(0, 'owner').rgb },
    ])
  })
  it('are not there of hidden objects, and where values have no letters', () => {
    expect(flags(shown({ isHidden: ({ record }) => record === 0 })).map(({ letter }) => letter)).toEqual(['P'])
    expect(flags(shown({ flags: { values: Int32Array.of(2, 0, 0), letters: {}, field: 'owner' } }))).toEqual([])
    expect(flags(shown({ flags: { values: undefined, letters: LETTERS, field: 'owner' } }))).toEqual([])
  })
  it('are on a hundred objects, and on none where more would have them', () => {
    const of = (recordCount: number) =>
      flaggedRecords(
        { recordCount },
        { values: new Int32Array(recordCount), letters: LETTERS, field: 'owner' },
        () => false,
      )
    expect(of(100)).toHaveLength(100)
    expect(of(101)).toEqual([])
  })
})

it('the object that was selected last has its number and name over its model, where it is moved to', () => {
  const named = (): InstancesItem => ({ ...objects(), labels: ['tower', 'wall', 'tree'] })
  const [item, moved] = [named(), named()]
  moved.positions.set([15, 20, 4], 0)
  const labels = (given: Shown) => placedMarks(given).flatMap(mark => (mark.kind === 'label' ? [mark] : []))
  const chosen = [
    { item, record: 2 },
    { item, record: 0 },
  ]
  const [label, ...others] = labels(shown({ items: [moved], chosen }))
  expect([label?.words, label?.at.slice(0, 2), others]).toEqual(['0 tower', [15, 20], []])
  expect(label?.at[2]).toBeGreaterThan(4)
  expect(labels(shown({ chosen, isHidden: ({ record }) => record === 0 }))).toEqual([])
})
