import { expect, test, type Locator, type Page } from '@playwright/test'
import { freshFolder, removeFolder, selectAreal, startStudio } from './studio'

const AREAL = 400

/** The comment in the first line of a text file, chosen in the struct tree. */
async function firstComment(page: Page): Promise<Locator> {
  await page
    .getByRole('treeitem', { name: /BuildDat/ })
    .first()
    .click()
  await page.locator('[data-testid="struct-row"][data-path="lines"]').click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const comment = page.locator('[data-testid="struct-row"][data-path="lines/0/comment"]')
  await comment.click()
  return comment
}

test('a name given in the form stands in legend, chip and struct, and is there after a restart', async () => {
  const userData = freshFolder()
  const studio = await startStudio({ userData, width: 1440, height: 900 })
  const { page } = studio
  await selectAreal(page, AREAL)
  await page.getByTestId('field-class_id').fill('12')
  await page.getByTestId('field-class_id').press('Enter')
  await page.getByTestId('name-class_id').click()
  await page.getByTestId('name-class_id-input').fill('ford')
  await page.getByTestId('name-class_id-input').press('Enter')
  await expect(page.locator('[data-testid="legend-row"][data-value="12"]')).toContainText('ford')
  await expect(page.getByTestId('map-chip')).toContainText('ford')
  await expect(page.locator(`[data-testid="struct-row"][data-path="areals/${AREAL}/class_id"]`)).toContainText('ford')
  await page.getByTestId('tab-table').click()
  await expect(page.locator(`[data-record="${AREAL}"] [data-column="class_id"]`)).toContainText('ford')

  await page.getByTestId('field-class_id').fill('987654')
  await page.getByTestId('field-class_id').press('Enter')
  await expect(page.getByTestId('form-body')).toContainText('never in the game')
  await page.keyboard.press('Escape')
  await page.locator('body').press('Control+z')

  await page.getByTestId('field-logic_flag').fill('32')
  await page.getByTestId('field-logic_flag').press('Enter')
  await page.getByTestId('name-bit-logic_flag-5').click()
  await page.getByTestId('name-bit-logic_flag-5-input').fill('closed to tanks')
  await page.getByTestId('name-bit-logic_flag-5-input').press('Enter')
  await expect(page.getByTestId('bit-name-5')).toHaveText('closed to tanks')
  await expect(page.getByTestId('flag-bit-5')).toHaveAttribute('aria-label', 'Bit 5: closed to tanks')

  const comment = await firstComment(page)
  await page.keyboard.press('F2')
  await page.getByTestId('struct-input').fill('Юг')
  await page.keyboard.press('ArrowDown')
  await page.getByTestId('struct-page').selectOption('cp866')
  await page.getByTestId('struct-page').press('Enter')
  await expect(comment).toContainText('Юг')
  await page.getByTestId('tab-hex').click()
  await expect(page.locator('.hex-row[data-offset="0"] .bytes')).toContainText(/2F\s*2F\s*20\s*9E\s*A3/)
  await page.screenshot({ path: process.env['NAMES_SHOT'] ?? 'test-results/names.png' })
  expect(studio.complaints).toEqual([])
  await studio.close()

  const again = await startStudio({ userData, width: 1440, height: 900 })
  await again.page.getByRole('treeitem', { name: /ArealMapGeometry/ }).click() // the list was open, and is again
  await expect(again.page.locator('[data-testid="legend-row"][data-value="12"]')).toContainText('ford')
  await expect(await firstComment(again.page)).toContainText('Юг')
  await expect(again.page.getByTestId('field-comment-page')).toHaveValue('cp866')
  await again.close()
  removeFolder(userData)
})
