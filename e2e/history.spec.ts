import { expect, test, type Page } from '@playwright/test'
import { openAfterAnother } from './map-page'
import { freshFolder, removeFolder, startStudio, type Running } from './studio'

const userData = freshFolder()
let studio: Running

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  studio = await startStudio({ userData, width: 1440, height: 900 })
})
test.afterAll(async () => {
  await studio.close()
  removeFolder(userData)
})

/** Types into the form, as a modder would. */
async function set(page: Page, field: string, value: string): Promise<void> {
  await page.getByTestId(`field-${field}`).fill(value)
  await page.getByTestId(`field-${field}`).press('Enter')
  await expect(page.getByTestId(`field-${field}`)).toHaveValue(value)
}
const steps = (page: Page) => page.getByTestId('history-step')
const states = (page: Page) => steps(page).evaluateAll(items => items.map(item => item.getAttribute('data-state')))

test('a new edit after an undo keeps the old branch, and a click goes there', async () => {
  const { page } = studio
  await openAfterAnother(page, 'SC_1')
  await page.getByTestId('tab-table').click()
  await page.locator('[data-record="0"] [data-column="class_id"]').click()
  await set(page, 'class_id', '11')
  await set(page, 'class_id', '12')
  await page.getByTestId('button-undo').click()
  await expect(page.getByTestId('field-class_id')).toHaveValue('11')
  await set(page, 'class_id', '13')
  await page.getByTestId('tab-history').click()
  await expect.poll(() => states(page)).toEqual(['done', 'branch', 'done'])
  await steps(page).nth(1).click()
  await expect(page.getByTestId('field-class_id')).toHaveValue('12')
  await expect.poll(() => states(page)).toEqual(['branch', 'done', 'done'])
  expect(studio.complaints).toEqual([])
})

test('a point is compared with now, field by field', async () => {
  const { page } = studio
  await page.getByTestId('button-compare-point').first().click()
  await expect(page.getByTestId('compared-point')).toContainText('13')
  const field = page.getByTestId('change-field')
  await expect(field).toHaveCount(1)
  await expect(field).toContainText('class_id')
  await expect(field).toContainText('13')
  await expect(field).toContainText('12')
  await page.getByTestId('button-compare-end').click()
  await expect(page.getByTestId('compared-point')).toHaveCount(0)
})

test('the keyboard goes from step to step and jumps; the filter narrows', async () => {
  const { page } = studio
  await page.getByTestId('tab-history').click()
  await steps(page).first().focus()
  await page.keyboard.press('End')
  await expect(page.getByTestId('history-start')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => states(page)).toEqual(['branch', 'undone', 'undone'])
  await page.getByTestId('history-start').focus()
  await page.keyboard.press('ArrowUp')
  await expect(steps(page).nth(2)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => states(page)).toEqual(['branch', 'undone', 'done'])
  await page.getByLabel('Filter').last().fill('nothing like this')
  await expect(steps(page)).toHaveCount(0)
  await page.getByLabel('Filter').last().fill('')
  await expect(steps(page)).toHaveCount(3)
})

test('survives a restart with its branches', async () => {
  const before = await states(studio.page)
  await studio.close()
  studio = await startStudio({ userData, width: 1440, height: 900 })
  await studio.page.getByTestId('tab-history').click()
  await expect.poll(() => states(studio.page)).toEqual(before)
  await steps(studio.page).first().click()
  await expect.poll(() => states(studio.page)).toEqual(['done', 'branch', 'done'])
  expect(studio.complaints).toEqual([])
})
