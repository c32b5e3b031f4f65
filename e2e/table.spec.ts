import { readFileSync } from 'node:fs'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { openAfterAnother } from './map-page'
import { MAP, areal, startStudio, type Running } from './studio'

let studio: Running
let install = ''

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  studio = await startStudio({ width: 1440, height: 900 })
  await openAfterAnother(studio.page, 'SC_1')
  install = `${studio.userData}/sample/Parkan`
  await studio.page.getByTestId('tab-table').click()
  await expect(studio.page.getByTestId('table-count')).toContainText('1,050 of 1,050')
})

test.afterAll(async () => {
  await studio.close()
})

const cell = (page: Page, record: number, column: string): Locator =>
  page.locator(`[data-record="${record}"] [data-column="${column}"]`)
const rows = (page: Page): Promise<number[]> =>
  page.locator('[data-testid="table-grid"] [data-record]').evaluateAll(all =>
    all
      .map(one => ({ record: Number((one as HTMLElement).dataset['record']), top: one.getBoundingClientRect().top }))
      .sort((a, b) => a.top - b.top)
      .map(one => one.record),
  )

/** Hands text to the grid as a spreadsheet's clipboard does. */
const paste = (page: Page, words: string): Promise<void> =>
  page.evaluate(given => {
    const data = new DataTransfer()
    data.setData('text/plain', given)
    document
      .querySelector('[data-testid="table-grid"]')
      ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, words)
/** Copies from the grid, or pastes into it what was copied so. */
const passClipboard = (page: Page, type: 'copy' | 'paste'): Promise<void> =>
  page.evaluate(kind => {
    const kept = window as Window & { copied?: DataTransfer }
    kept.copied ??= new DataTransfer()
    document
      .querySelector('[data-testid="table-grid"]')
      ?.dispatchEvent(new ClipboardEvent(kind, { clipboardData: kept.copied, bubbles: true, cancelable: true }))
  }, type)
const get = async (path: string): Promise<unknown> =>
  JSON.parse((await areal(['get', install, MAP, path], { userData: studio.userData })).out.toString())
const steps = async (): Promise<number> =>
  (await areal(['log', install], { userData: studio.userData })).out
    .toString()
    .split('\n')
    .filter(line => line !== '').length

test('End reaches the last record, and the other panes follow', async () => {
  const { page } = studio
  await cell(page, 0, 'class_id').click()
  await page.keyboard.press('End')
  await expect(cell(page, 1049, 'class_id')).toBeVisible()
  await expect(page.getByTestId('form-title')).toContainText('1049')
  await expect(page.getByTestId('table-grid')).toHaveAttribute('aria-rowcount', '1052')
  await page.keyboard.press('Home')
  await expect(page.getByTestId('form-title')).toContainText('Areal 0')
})

test('the last record selected elsewhere is scrolled to', async () => {
  const { page } = studio
  await page.keyboard.press('Control+p')
  await page.getByTestId('palette').getByRole('combobox').fill('#1049')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('form-title')).toContainText('1049')
  await expect(cell(page, 1049, 'class_id')).toBeVisible()
})

test('sorts by a click and filters by a box, said on a chip', async () => {
  const { page } = studio
  await page.getByTestId('table-head-area_metric').click()
  const areas = (): Promise<readonly number[]> =>
    page.locator('[data-testid="table-grid"] [data-column="area_metric"]').evaluateAll(all =>
      all
        .map(one => ({ value: Number(one.textContent), top: one.getBoundingClientRect().top }))
        .sort((a, b) => a.top - b.top)
        .map(one => one.value),
    )
  await expect.poll(async () => (await areas()).every((area, at, all) => area >= (all[at - 1] ?? 0))).toBe(true)
  await page.getByTestId('table-head-area_metric').click()
  await page.getByTestId('table-head-area_metric').click()
  await page.getByTestId('table-filter-record').fill('>=1040 !=1041')
  await expect(page.getByTestId('table-count')).toContainText('9 of')
  await expect(page.getByTestId('table-chip')).toHaveText('record >= 1040 !=1041')
  await expect.poll(async () => (await rows(page))[0]).toBe(1040)
  await page.getByTestId('table-filter-record').fill('>=x')
  await expect(page.getByTestId('table-filter-record')).toHaveAttribute('aria-invalid', 'true')
  await page.getByTestId('table-chip').click()
  await expect(page.getByTestId('table-count')).toContainText('1,050 of')
})

test('types in a cell, goes down by Enter; Ctrl+Enter sets all selected rows in one step', async () => {
  const { page } = studio
  await cell(page, 0, 'class_id').click()
  await page.keyboard.press('Home')
  await page.keyboard.type('21')
  await page.keyboard.press('Enter')
  await expect(cell(page, 0, 'class_id')).toContainText('21')
  await page.keyboard.press('F2')
  await expect(page.getByTestId('table-editor')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('form-title')).toContainText('Areal 1')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.type('0x40')
  await page.keyboard.press('Control+Enter')
  await expect(cell(page, 3, 'class_id')).toContainText('64')
  expect([
    await get('areals/0/class_id'),
    await get('areals/1/class_id'),
    await get('areals/2/class_id'),
    await get('areals/3/class_id'),
    await steps(),
  ]).toEqual([21, 64, 64, 64, 2])
  await page.keyboard.press('Control+Backspace')
  await expect.poll(() => get('areals/2/class_id')).not.toBe(64)
  await page.keyboard.press('Control+z')
  await expect.poll(() => get('areals/2/class_id')).toBe(64)
})

test('a value out of range is told and changes nothing', async () => {
  const { page } = studio
  await cell(page, 0, 'class_id').click()
  await page.keyboard.press('Enter')
  await page.keyboard.type('99999999999')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('table-editor')).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')
  expect(await get('areals/0/class_id')).toBe(21)
})

test('a block from a spreadsheet is shown before it is written, and written in one step', async () => {
  const { page } = studio
  const before = await steps()
  await cell(page, 4, 'class_id').click()
  await paste(page, '7\t0x3\n10\t0x5\n')
  await expect(page.getByTestId('incoming-change')).toHaveCount(4)
  await page.getByTestId('incoming-apply').click()
  await expect(page.getByTestId('incoming')).toBeHidden()
  expect([await get('areals/4/class_id'), await get('areals/5/logic_flag'), await steps()]).toEqual([7, 5, before + 1])
  await paste(page, '1\n2\nx\n')
  await expect(page.getByTestId('incoming-mistake')).toContainText('Line 3, character 1')
  await expect(page.getByTestId('incoming-apply')).toBeDisabled()
  await page.keyboard.press('Escape')
  expect(await steps()).toBe(before + 1)

  // What this table copied has more than the text: the anchor, which no column of it shows, goes onto another record too.
  await cell(page, 4, 'class_id').click()
  await passClipboard(page, 'copy')
  await cell(page, 9, 'class_id').click()
  await passClipboard(page, 'paste')
  await page.getByTestId('incoming-apply').click()
  await expect(page.getByTestId('incoming')).toBeHidden()
  await page.getByTestId('table-grid').focus()
  await page.keyboard.press('Control+Alt+KeyV')
  await expect(page.getByTestId('table-grid')).toHaveAttribute('aria-rowcount', '1053')
  await expect(page.getByTestId('form-title')).toContainText('Areal 1050')
  await expect(cell(page, 1050, 'class_id')).toBeInViewport()
  const anchors = await Promise.all([4, 9, 1050].map(record => get(`areals/${record}/anchor`)))
  expect([...anchors, await steps()]).toEqual([anchors[0], anchors[0], anchors[0], before + 3])

  // A record copied in the form is on the clipboard as JSON.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByTestId('field-class_id').focus()
  await page.keyboard.press('Control+Shift+KeyC')
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain('"class_id"')
})

test('CSV goes out and comes in', async () => {
  const { page } = studio
  await page.getByTestId('table-menu').click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export shown rows as CSV…' }).click()
  const path = await (await waiting).path()
  const lines = readFileSync(path, 'utf8').split('\r\n')
  // The map's areals and the one that was pasted above, each numbered.
  expect(lines.length).toBeGreaterThan(1050)
  expect(lines.at(-1)).toMatch(new RegExp(`^${lines.length - 2},`))
  expect(lines[0]).toContain('record,class_id,logic_flag')
  const changed = [lines[0] ?? '', (lines[10] ?? '').replace(/^(\d+),\d+,/, '$1,255,')].join('\n')
  await page
    .getByTestId('table-file')
    .setInputFiles({ name: 'areals.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) })
  await expect(page.getByTestId('incoming-change')).toHaveCount(1)
  await page.getByTestId('incoming-apply').click()
  await expect.poll(() => get('areals/9/class_id')).toBe(255)
  await page
    .getByTestId('table-file')
    .setInputFiles({ name: 'areals.csv', mimeType: 'text/csv', buffer: Buffer.from('record,class_id\n9,"1') })
  await expect(page.getByTestId('incoming-mistake')).toContainText('Line 2, character 3')
  await page.keyboard.press('Escape')
})

test('a query is run dry over all maps, applied as one step, and changes nothing the second time', async () => {
  const { page } = studio
  const before = await steps()
  await page.getByTestId('table-query-toggle').click()
  await page.getByTestId('table-statement').fill('areals where class_id = 5 and area_metrik < 3000')
  await expect(page.getByTestId('table-query-wrong')).toContainText('Column 31')
  await page
    .getByTestId('table-statement')
    .fill('areals where class_id = 5 and area_metric < 3000 set logic_flag = logic_flag | 0x100')
  await expect(page.getByTestId('table-query-fine')).toBeVisible()
  await page.getByTestId('table-reach').click()
  await page.getByRole('menuitemcheckbox', { name: 'All entries' }).click()
  await page.getByTestId('table-statement').press('Control+Enter')
  await expect(page.getByTestId('dry-run-sum')).toContainText('would change')
  await expect(page.getByTestId('never-seen')).toBeVisible()
  await expect(page.getByTestId('dry-run-row').first()).toContainText('logic_flag')
  await expect(page.getByTestId('dry-run-file').nth(1)).toBeAttached()
  expect(await steps()).toBe(before)
  await page.getByTestId('apply-query').click()
  await expect(page.getByTestId('dry-run-done')).toBeVisible()
  await expect.poll(steps).toBe(before + 1)
  await page.getByTestId('table-dry-run').click()
  await expect(page.getByTestId('dry-run-sum')).toContainText('0 records')
  await page.getByTestId('dry-run-close').click()
  await page.getByTestId('button-undo').click()
  await page.getByTestId('table-dry-run').click()
  await expect(page.getByTestId('apply-query')).toBeVisible()
  await page.getByTestId('dry-run-close').click()
})

test('a query is kept as a recipe', async () => {
  const { page } = studio
  await page.getByTestId('table-recipes').click()
  await page.getByRole('menuitem', { name: 'Save as a recipe' }).click()
  await page.getByRole('textbox', { name: 'Name of the recipe' }).fill('mark woods')
  await page.getByTestId('table-save-recipe').click()
  await page.getByTestId('table-statement').fill('')
  await page.getByTestId('table-recipes').click()
  await page.getByRole('menuitem', { name: 'mark woods' }).click()
  await expect(page.getByTestId('table-statement')).toHaveValue(/0x100$/)
  await page.getByTestId('table-recipes').click()
  await page.getByRole('menuitem', { name: 'Rename a recipe' }).press('ArrowRight')
  await page.getByRole('menuitem', { name: 'mark woods' }).last().press('Enter')
  await page.getByRole('textbox', { name: 'Name of the recipe' }).fill('mark the woods')
  await page.getByTestId('table-save-recipe').click()
  await page.getByTestId('table-recipes').click()
  await expect(page.getByRole('menuitem', { name: 'mark the woods' })).toBeVisible()
  await page.keyboard.press('Escape')
  const listed = await areal(['query', install, '--json'], { userData: studio.userData })
  expect(JSON.parse(listed.out.toString())).toMatchObject({
    recipes: [{ name: 'mark the woods', text: expect.stringContaining('0x100') }],
  })
})

test('selects by a query; columns are chosen and stay', async () => {
  const { page } = studio
  await page.getByTestId('table-reach').click()
  await page.getByRole('menuitemcheckbox', { name: 'This entry' }).click()
  await page.getByTestId('table-statement').fill('areals where record in (3, 4, 8)')
  await expect(page.getByTestId('table-query-fine')).toContainText('3 records match')
  await page.getByTestId('table-select-matching').click()
  await expect(page.getByTestId('table-selected')).toContainText('3 selected')
  await expect(page.getByTestId('status-selection')).toContainText('3')
  await page.getByTestId('table-columns').click()
  const columns = page.locator('.table-columns')
  await columns.getByRole('textbox').fill('normal.z')
  await expect(columns.getByRole('checkbox')).toHaveCount(1)
  await page.getByTestId('column-normal.z').click()
  await columns.getByRole('textbox').fill('')
  const order = (): Promise<readonly string[]> =>
    columns.locator('[aria-checked="true"]').evaluateAll(shown => shown.map(one => one.textContent?.trim() ?? ''))
  expect((await order()).at(-1)).toContain('normal.z')
  await columns.locator('li', { hasText: 'normal.z' }).getByRole('button', { name: 'Move left' }).click()
  await expect.poll(async () => (await order()).at(-2)).toContain('normal.z')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('table-head-normal.z')).toBeAttached()
})

test('the window complained of nothing', () => {
  expect(studio.complaints).toEqual([])
})
