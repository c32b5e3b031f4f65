import { effectScope, shallowRef, type EffectScope } from 'vue'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MAP, openWindow } from '../state/window.fixture'
import { useText } from '../state/settings.store'
import { tableMenu } from './table-menu'
import { useQuery } from './use-query'
import { useRecordTable } from './use-record-table'

const SET = 'areals where class_id == 77 set class_id = 78'
let window: Awaited<ReturnType<typeof openWindow>>
let scope: EffectScope
let rows: ReturnType<typeof useRecordTable>
let query: ReturnType<typeof useQuery>
beforeEach(async () => {
  window = await openWindow()
  scope = effectScope()
  scope.run(() => {
    rows = useRecordTable(shallowRef(true))
    query = useQuery(rows)
  })
  window.selection.select({ entry: MAP }, 'test')
  await window.workspace.load(MAP)
  for (const record of [4, 6]) await window.workspace.assignAll(MAP, [{ path: `areals/${record}/class_id`, value: 77 }])
  await expect.poll(() => rows.table.value?.text('class_id', 6)).toBe('77')
})
afterEach(() => {
  scope.stop()
})
const classes = (): readonly (string | undefined)[] => [4, 6].map(record => rows.table.value?.text('class_id', record))

it('says while a statement is typed how many records match, or what is wrong with it', async () => {
  query.statement.value = SET
  await expect.poll(() => query.live.value).toEqual({ state: 'fine', matching: 2, sets: true })
  expect([...query.matchingNow()]).toEqual([4, 6])
  query.statement.value = 'areals where no_such_field == 1'
  await expect.poll(() => query.live.value.state).toBe('wrong')
  expect(query.matchingNow()).toHaveLength(0)
})

it('runs dry first, marks what would change, is outdated by an edit, and is applied as one step', async () => {
  query.statement.value = SET
  await query.dryRun()
  expect([[...query.marked.value], query.isStale.value, classes()]).toEqual([[4, 6], false, ['77', '77']])
  await query.apply()
  await expect.poll(classes).toEqual(['78', '78'])
  await window.workspace.undo()
  await expect.poll(classes).toEqual(['77', '77'])
})

it('changes only the rows that are shown, where those are its reach', async () => {
  await window.workspace.assignAll(MAP, [{ path: 'areals/6/logic_flag', value: 12345 }])
  rows.setFilter('logic_flag', '12345')
  await expect.poll(() => [...rows.rows.value]).toEqual([6])
  query.statement.value = SET
  query.reach.value = 'rows'
  await query.apply()
  await expect.poll(classes).toEqual(['77', '78'])
})

it('is kept as a recipe by name, renamed, put back into the bar and forgotten', async () => {
  query.statement.value = SET
  query.reach.value = 'all'
  await query.saveRecipe('first')
  expect(query.nameNow.value).toBe('first')
  await query.renameRecipe(query.recipes.value[0] ?? expect.unreachable(), 'second')
  expect(query.recipes.value.map(({ name }) => name)).toEqual(['second'])
  query.statement.value = ''
  query.reach.value = 'entry'
  await query.useRecipe(query.recipes.value[0] ?? expect.unreachable())
  expect([query.statement.value, query.reach.value]).toEqual([SET, 'all'])
  await query.forgetRecipe('second')
  expect(query.recipes.value).toEqual([])
})

it('has a menu whose items select equal records, filter by the cell, sort and hide its column', async () => {
  const nothing = (): void => undefined
  const menu = () =>
    tableMenu({
      text: useText(),
      rows,
      canEdit: true,
      all: nothing,
      invert: nothing,
      copyRows: nothing,
      pasteRows: nothing,
      exportRows: nothing,
      importRows: nothing,
      revert: nothing,
      copied: undefined,
      pasteAsNew: nothing,
    })
  const run = (id: string): void => {
    const item = menu().find(one => one !== '-' && one.id === id)
    if (!item || item === '-') throw new Error(`no item ${id}`)
    item.run?.()
  }
  expect(menu().some(item => item !== '-' && item.id === 'same')).toBe(false)
  rows.select([4], 4, 'class_id')
  run('same')
  expect([...rows.chosen.value]).toEqual([4, 6])
  run('filter')
  expect(rows.filters.value).toEqual({ class_id: '77' })
  run('down')
  expect(rows.sorting.value).toEqual({ column: 'class_id', isDown: true })
  run('hide')
  expect(rows.columns.value.map(({ name }) => name)).not.toContain('class_id')
})
