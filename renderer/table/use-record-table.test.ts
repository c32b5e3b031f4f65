import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAP, openWindow } from '../state/window.fixture'
import { useRecordTable } from './use-record-table'

let window: Awaited<ReturnType<typeof openWindow>>
let scope: EffectScope
let rows: ReturnType<typeof useRecordTable>
beforeEach(async () => {
  window = await openWindow()
  scope = effectScope()
  rows = scope.run(() => useRecordTable(shallowRef(true))) ?? expect.unreachable()
  window.selection.select({ entry: MAP }, 'test')
  await expect.poll(() => rows.table.value?.array).toBe('areals')
})
afterEach(() => {
  scope.stop()
})

it('selects records as paths of the entry, and reads them back as rows in the order shown', async () => {
  rows.sortBy('class_id')
  rows.sortBy('class_id')
  rows.select([2, 5, 3], 5, 'class_id')
  expect(window.selection.paths).toEqual(['areals/2', 'areals/5', 'areals/3'])
  expect(window.selection.path).toBe('areals/5/class_id')
  await nextTick()
  expect([...rows.chosen.value].sort()).toEqual([2, 3, 5])
  expect([rows.primary.value, rows.activeColumn.value]).toEqual([5, 'class_id'])
  const shown = [...rows.rows.value]
  expect(rows.chosenRows.value.map(record => shown.indexOf(record))).toEqual(
    rows.chosenRows.value.map(record => shown.indexOf(record)).toSorted((a, b) => a - b),
  )
})

it('sorts up, down and as the file has them; hides what a filter excludes; keeps neither for another kind of array', async () => {
  const order: unknown[] = []
  for (let times = 0; times < 3; times++) {
    rows.sortBy('class_id')
    order.push(rows.sorting.value?.isDown)
  }
  expect(order).toEqual([false, true, undefined])
  await window.workspace.assignAll(MAP, [{ path: 'areals/4/class_id', value: 77 }])
  rows.setFilter('class_id', '77')
  await expect.poll(() => [...rows.rows.value]).toEqual([4])
  expect([rows.places.value[4], rows.places.value[3]]).toEqual([0, -1])
  rows.setArray(rows.arrays.value.find(path => path !== 'areals') ?? '')
  await expect.poll(() => rows.filters.value).toEqual({})
})

it('marks the cells of edited fields, and counts edited records', async () => {
  await window.workspace.assignAll(MAP, [{ path: 'areals/4/class_id', value: 77 }])
  await expect.poll(() => rows.changed.value.length).toBeGreaterThan(0)
  const field = rows.table.value?.field('class_id') ?? expect.unreachable()
  expect([3, 4, 5].map(record => rows.isCellEdited(field, record))).toEqual([false, true, false])
})

it('shows chosen columns for every array of the kind, and the first ones again', () => {
  const first = rows.columns.value.map(({ name }) => name)
  rows.setColumns(['class_id'])
  expect(rows.columns.value.map(({ name }) => name)).toEqual(['class_id'])
  expect(rows.active.value?.name).toBe('class_id')
  rows.setColumns(undefined)
  expect(rows.columns.value.map(({ name }) => name)).toEqual(first)
})

describe('the table of a mission', () => {
  const MISSION = 'MISSIONS/Autodemo.00/data.tma'
  beforeEach(async () => {
    window.selection.select({ entry: MISSION }, 'test')
    await expect.poll(() => rows.table.value?.array).toBe('objects')
  })

  it('begins with the records that people refer to by number, whatever the file holds before them', () => {
    expect(rows.arrays.value).toEqual(['paths', 'clans', 'objects', 'extras'])
    rows.setArray('clans')
    expect(rows.array.value).toBe('clans')
  })

  it('calls the number of a record by the name of that record, also in a filter', async () => {
    const owner = rows.table.value?.field('owner_clan') ?? expect.unreachable()
    expect(rows.table.value?.names(owner)).toEqual({ 0: 'Игрок', 1: 'Enemy' })
    expect(rows.table.value?.named(owner, 'игрок')).toEqual([0])
    await window.workspace.assignAll(MISSION, [{ path: 'clans/0/name', value: 'Горняки' }])
    await expect.poll(() => rows.table.value?.named(owner, 'горняки')).toEqual([0])
  })
})
