import { expect, test, type Locator, type Page } from '@playwright/test'
import { startStudio, type Running } from './studio'

/** A press is meant for the row it began on, not for the one that a change of the list brings under the mouse. */
let studio: Running

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  studio = await startStudio({ width: 1440, height: 900 })
  const { page } = studio
  await expect(page.getByTestId('legend-row').first()).toBeVisible()
  await page.getByTestId('tab-table').click()
  await expect(cell(page, 0, 'class_id')).toBeVisible()
})
test.afterAll(async () => {
  await studio.close()
})

const cell = (page: Page, record: number, column: string): Locator =>
  page.locator(`[data-record="${record}"] [data-column="${column}"]`)
const chosen = (page: Page): Locator => page.getByTestId('form-title')

/** One press of several in a row: between them the list may change. */
async function press(page: Page, clickCount: number): Promise<void> {
  await page.mouse.down({ clickCount })
  await page.mouse.up({ clickCount })
}

test('records that come during a press bring the row of another under it', async () => {
  const { page } = studio
  const count = page.getByTestId('table-count')
  const comes = async (): Promise<void> => {
    await page.evaluate(() => window.arealProbe?.studio?.undo())
    await expect(count).toContainText('1,050 of')
  }
  await cell(page, 3, 'class_id').click()
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('Delete')
  await expect(count).toContainText('1,049 of')

  await cell(page, 1, 'class_id').hover()
  await page.mouse.down()
  await comes()
  await page.mouse.up()
  await expect(chosen(page)).toContainText(/\b1$/) // it stands before the place

  await page.evaluate(() => window.arealProbe?.studio?.redo())
  await expect(count).toContainText('1,049 of')
  await cell(page, 5, 'class_id').hover()
  await page.mouse.down()
  await comes()
  await page.mouse.up()
  await cell(page, 6, 'class_id').click({ button: 'right' }) // heard after the press
  await expect(chosen(page)).toContainText(/\b6$/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(chosen(page)).toContainText(/\b1$/)
})

test('the second click of a double click is none for the row that came after the first', async () => {
  const { page } = studio
  await cell(page, 2, 'class_id').hover()
  await press(page, 1)
  await expect(chosen(page)).toContainText(/\b2$/)
  await page.getByTestId('table-filter-record').fill('>=1040')
  await expect(page.getByTestId('table-count')).toContainText('10 of')
  await press(page, 2)
  await expect(page.getByTestId('table-editor')).toHaveCount(0)
  await expect(chosen(page)).toContainText(/\b2$/)
  await page.getByTestId('table-chip').click()
})

test('a double click takes one change back, and not the next one too', async () => {
  const { page } = studio
  await cell(page, 2, 'class_id').click()
  for (const [field, value] of [
    ['class_id', '31'],
    ['logic_flag', '77'],
  ] as const) {
    await page.getByTestId(`field-${field}`).fill(value)
    await page.getByTestId(`field-${field}`).press('Enter')
  }
  await page.getByTestId('tab-changes').click()
  const fields = page.getByTestId('change-field')
  await expect(fields).toHaveCount(2)
  await page.getByTestId('button-revert').first().hover()
  await press(page, 1)
  await expect(fields).toHaveCount(1)
  await press(page, 2)
  await page.getByTestId('button-undo').click() // one step, and both are there
  await expect(fields).toHaveCount(2)
})

test('a double click on a folder leaves open what its first click opened, and closes what was open', async () => {
  const { page } = studio
  const folder = page.locator('[role="treeitem"][data-key="MISSIONS"]')
  await folder.hover()
  await press(page, 1)
  await expect(folder).toHaveAttribute('aria-expanded', 'true')
  await press(page, 2)
  await page.evaluate(() => window.arealProbe?.call?.()) // whatever the press asked for is answered before
  await expect(folder).toHaveAttribute('aria-expanded', 'true')
  await press(page, 1)
  await press(page, 2)
  await expect(folder).toHaveAttribute('aria-expanded', 'false')
})

test('the window complained of nothing', () => {
  expect(studio.complaints).toEqual([])
})
