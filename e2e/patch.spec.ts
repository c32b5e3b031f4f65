import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { freshFolder, removeFolder, selectAreal, startStudio } from './studio'

/** Runs a command of the File menu. */
async function file(page: Page, title: string): Promise<void> {
  await page.locator('[data-menu="file"]').click()
  await page.getByRole('menuitem', { name: title }).click()
}

async function saved(page: Page, title: string): Promise<string> {
  const download = page.waitForEvent('download')
  await file(page, title)
  return readFileSync(await (await download).path(), 'utf8')
}

async function choose(page: Page, title: string, name: string, text: string, folder: string): Promise<void> {
  const path = join(folder, name)
  writeFileSync(path, text)
  const chooser = page.waitForEvent('filechooser')
  await file(page, title)
  await (await chooser).setFiles(path)
}

async function setClass(page: Page, value: string): Promise<void> {
  await page.getByTestId('field-class_id').fill(value)
  await page.getByTestId('field-class_id').press('Enter')
}

test('a change goes out as patch and recipe, comes into another mod, and says what does not fit', async () => {
  const userData = freshFolder()
  const studio = await startStudio({ userData, width: 1440, height: 900 })
  const { page } = studio
  await selectAreal(page, 400)
  await setClass(page, '77')
  const patch = await saved(page, 'Export patch…')
  expect(patch).toContain('["areals/400/class_id"')
  const recipe = await saved(page, 'Export recipe…')
  expect(recipe).toContain('areals/400/class_id = 77')

  await file(page, 'Mods of this install…')
  await page.getByTestId('mod-name').locator('input').fill('Night raid')
  await page.getByTestId('mod-give').click()
  await page.locator('[data-testid="mod"][data-name="Night raid"]').getByTestId('mod-open').click()
  await expect(page.locator('[data-testid="mod"][data-name="Night raid"]')).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Escape')
  await expect(page.locator('header.title-bar')).toContainText('Night raid')

  await selectAreal(page, 400)
  await expect(page.getByTestId('field-class_id')).not.toHaveValue('77')
  await setClass(page, '4100')
  await choose(page, 'Apply patch…', 'mine.patch', patch, userData)
  await expect(page.getByTestId('apply-miss')).toContainText('found 4100')
  await expect(page.getByTestId('apply-accept')).toBeDisabled()
  await page.screenshot({ path: process.env['PATCH_SHOT'] ?? 'test-results/patch.png' })
  await page.getByTestId('apply-miss').getByRole('checkbox').check()
  await page.getByTestId('apply-accept').click()
  await expect(page.getByTestId('field-class_id')).toHaveValue('77')
  await page.locator('body').press('Control+z')
  await expect(page.getByTestId('field-class_id')).toHaveValue('4100')

  await file(page, 'Mods of this install…')
  await page.getByTestId('mod-compare').click()
  await expect(page.getByTestId('mod-conflicts')).toContainText('areals/400/class_id')
  await page.screenshot({ path: process.env['MODS_SHOT'] ?? 'test-results/mods.png' })
  await page.keyboard.press('Escape')

  await choose(page, 'Apply recipe…', 'mine.recipe', recipe, userData)
  await page.getByTestId('apply-accept').click()
  await expect(page.getByTestId('field-class_id')).toHaveValue('77')
  await choose(page, 'Apply patch…', 'wrong.patch', '{}', userData)
  await expect(page.getByText('This is not a patch')).toBeVisible()
  expect(studio.complaints).toEqual([])
  await studio.close()
  removeFolder(userData)
})
