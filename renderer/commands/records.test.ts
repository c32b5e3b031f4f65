import { beforeEach, describe, expect, it } from 'vitest'
import { MAP, openWindow } from '../state/window.fixture'
import { invertRecords, selectAllRecords, selectSameRecords } from './records'

let window: Awaited<ReturnType<typeof openWindow>>
beforeEach(async () => {
  window = await openWindow()
  await window.workspace.load(MAP)
  await set([3, 7, 20], 'class_id', 77)
  await set([1, 3], 'logic_flag', 99)
})

const set = (records: readonly number[], field: string, value: number): Promise<boolean> =>
  window.workspace.assignAll(
    MAP,
    records.map(record => ({ path: `areals/${record}/${field}`, value })),
  )
const paths = (records: readonly number[]): string[] => records.map(record => `areals/${record}`)
const select = (path: string): void => window.selection.select({ entry: MAP, path }, 'test')
const ALL = paths(Array.from({ length: 30 }, (_, i) => i))

describe('records selected by command', () => {
  it('that hold the same in the selected field, and the field stays looked at', () => {
    select('areals/3/logic_flag')
    selectSameRecords()
    expect([window.selection.paths, window.selection.path]).toEqual([paths([1, 3]), 'areals/3/logic_flag'])
  })
  it('that hold the same in what tells records apart, where a whole record is selected', () => {
    select('areals/3')
    selectSameRecords()
    expect(window.selection.paths).toEqual(paths([3, 7, 20]))
  })
  it('that were not selected; twice is where it began', () => {
    select('areals/3')
    selectSameRecords()
    invertRecords()
    expect(window.selection.paths).toEqual(ALL.filter(path => !paths([3, 7, 20]).includes(path)))
    invertRecords()
    expect(window.selection.paths).toEqual(paths([3, 7, 20]))
  })
  it('all of the array, of a field as of a record', () => {
    for (const path of ['areals/3/class_id', 'areals/3']) {
      select(path)
      selectAllRecords()
      expect(window.selection.paths).toEqual(ALL)
    }
  })
  it('go back to what was selected before', () => {
    select('areals/3')
    select('areals/5')
    selectSameRecords()
    invertRecords()
    window.selection.goBack()
    expect(window.selection.path).toBe('areals/5')
  })
})
