import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { ROOT, copyOf, freshFolder, putSample, sampleFolder, startStudio } from './studio'

test.skip(existsSync(join(ROOT, 'node_modules/electron/path.txt')), 'the disk is slowed down in the host of a browser')

/** More files than anyone waits for. */
const FOLDERS = 600

/** Opens a folder by typing its path. */
async function open(page: Page, folder: string): Promise<void> {
  const path = page.getByTestId('folder-browser').getByRole('textbox')
  await expect(path).not.toHaveValue('')
  await path.fill(folder)
  await page.getByTestId('browse-open').click()
}

test('an opening that takes long says how far it is, and stops when it is told to', async () => {
  const slow = copyOf(await sampleFolder())
  for (let i = 0; i < FOLDERS; i++) mkdirSync(join(slow, `MORE/${i}`), { recursive: true })
  const userData = freshFolder()
  await putSample(userData)
  const studio = await startStudio({ userData, slow })
  const { page } = studio
  await expect(page.getByTestId('pane-tree')).toContainText('SC_1')

  await page.keyboard.press('Control+O')
  await open(page, slow)
  await expect(page.getByTestId('status-opening')).toBeVisible()
  await page.getByTestId('stop-opening').press('Enter')
  await expect(page.getByTestId('status-opening')).toHaveCount(0)
  await expect(page.locator('[data-testid="notification"][data-code="refusal.job.cancelled"]')).toHaveAttribute(
    'data-level',
    'info',
  )
  await expect(page.getByTestId('pane-tree')).toContainText('SC_1') // what was open stays open

  await page.keyboard.press('Control+Shift+P')
  await page.getByTestId('palette').getByRole('combobox').fill('Start page')
  await page.keyboard.press('Enter')
  await page.getByTestId('open-folder').click()
  await open(page, slow)
  await expect(page.getByTestId('opening')).toContainText(/MORE\/\d+/)
  await expect(page.getByTestId('opening')).toContainText(/\d+ files found/)
  await page.getByTestId('stop-opening').click()
  await expect(page.getByTestId('opening')).toHaveCount(0)
  await expect(page.getByTestId('start-page').locator('.recents .open').first()).toBeFocused()
  expect(studio.complaints).toEqual([])
  await studio.close()
})
