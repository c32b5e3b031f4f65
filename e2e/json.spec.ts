import { expect, test, type Page } from '@playwright/test'
import { editElsewhere, selectElsewhere } from './elsewhere'
import { openAfterAnother } from './map-page'
import { MAP, selectAreal, startStudio, type Running } from './studio'

const PATH = 'areals/400'
const VALUE = 21
let studio: Running

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  studio = await startStudio()
  await openAfterAnother(studio.page, 'SC_1')
  await selectAreal(studio.page, 400)
  await studio.page.getByTestId('tab-json').click()
  await expect(studio.page.getByTestId('json-editor')).toContainText('"class_id"')
})
test.afterAll(async () => {
  await studio.close()
})

const classLine = (page: Page) =>
  page.getByTestId('json-editor').locator('.view-line:visible', { hasText: '"class_id"' }).last()

async function retype(page: Page, words: string): Promise<void> {
  await classLine(page).click()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.type(words)
}

test('what is typed stands beside the original, and the comparison is typed in as well', async () => {
  const { page } = studio
  await retype(page, `"class_id": ${VALUE},`)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByTestId('json-status')).toHaveAttribute('data-status', 'valid')
  await page.getByTestId('json-compare').click()
  await expect(page.getByTestId('json-editor').locator('.monaco-diff-editor')).toBeVisible()
  await page.getByTestId('json-next-difference').click()
  await retype(page, `"class_id": ${VALUE + 1},`)
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('[data-testid="struct-row"][data-path="areals/400/class_id"]')).toContainText(
    String(VALUE + 1),
  )
})

test('an editor made anew can do what the first could', async () => {
  const { page } = studio
  await selectElsewhere(page, MAP, '')
  await expect(page.getByTestId('json-editor')).toHaveCount(0)
  await selectElsewhere(page, MAP, PATH)
  await expect(page.getByTestId('json-editor').locator('.monaco-diff-editor')).toBeVisible()
  await page.getByTestId('json-compare').click()
  await classLine(page).click()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+Space')
  await expect(page.locator('.suggest-widget')).toBeVisible()
  await page.keyboard.press('Escape')
  await classLine(page).getByText('"class_id"').hover()
  await expect(page.locator('.monaco-hover:visible')).not.toBeEmpty()
})

test('a change made elsewhere is asked about while text is unfinished, which waits while another pane is looked at', async () => {
  const { page } = studio
  await retype(page, '"class_id": 2x,')
  await page.getByTestId('tab-table').click()
  await page.getByTestId('tab-json').click()
  await expect(page.getByTestId('json-status')).toHaveAttribute('data-status', 'wrong')
  await editElsewhere(page, MAP, `${PATH}/logic_flag`, 3)
  await expect(page.getByTestId('text-conflict')).toBeVisible()
  await page.getByTestId('text-conflict').getByRole('button').last().click()
  await expect(page.getByTestId('json-editor')).toContainText('"logic_flag": 3')
  await expect(page.getByTestId('json-status')).toHaveAttribute('data-status', 'valid')
})

test('the keys of the studio stay its own in the text', async () => {
  const { page } = studio
  await classLine(page).click()
  await page.keyboard.press('F1')
  await expect(page.getByTestId('pane-help')).toBeVisible()
  await expect(page.locator('.quick-input-widget:visible')).toHaveCount(0)
})

test('a text file is typed in as one step, with characters of its code page only', async () => {
  const { page } = studio
  await page
    .getByRole('treeitem', { name: /BuildDat/ })
    .first()
    .click()
  const editor = page.getByTestId('text-editor')
  const lines = page.locator('[data-testid="struct-row"][data-path="lines"]')
  await editor.locator('.view-line').nth(1).click()
  await page.keyboard.type('// 漢')
  await expect(page.getByTestId('text-status')).toHaveAttribute('data-status', 'wrong')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('Юг')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByTestId('text-status')).toHaveCount(0)
  await expect(lines).toContainText('[39]')
  await page.keyboard.press('Control+Z')
  await expect(editor).not.toContainText('Юг')
  await expect(lines).toContainText('[38]')
  await expect(editor).toContainText('Bunker_Small')
})

test('the window complained of nothing', () => {
  expect(studio.complaints).toEqual([])
})
