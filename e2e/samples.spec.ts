import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { fingerprints, startStudio, type Running } from './studio'
import { filterTree } from './tree-page'

/** The games beside the first one, whose sample is open at the start; a file of each sample. */
const OTHERS = [
  { id: 'mw3', title: 'MechWarrior 3', file: 'zbd/c1/gamez.zbd' },
  { id: 'nwn2', title: 'Neverwinter Nights 2', file: 'override/terrainmaterials.2da' },
  { id: 'evil-islands', title: 'Evil Islands', file: 'Res/texts.res' },
] as const
const GUARD = 'Res/texts.res!#1'
let studio: Running

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  studio = await startStudio()
})
test.afterAll(async () => {
  await studio.close()
})

async function toStartPage(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+P')
  await page.getByTestId('palette').getByRole('combobox').fill('Start page')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('start-page')).toBeVisible()
}

const row = (page: Page, path: string) => page.locator(`[role="treeitem"][data-key="${path}"]`)

test('the sample of each game is opened from the start page', async () => {
  const { page } = studio
  await expect(page).toHaveTitle(/Parkan/)
  for (const { id, title, file } of OTHERS) {
    await toStartPage(page)
    await expect(page.locator('[data-testid^="open-sample-"]')).toHaveCount(OTHERS.length)
    await expect(page.getByTestId(`open-sample-${id}`)).toHaveText(title)
    await page.getByTestId(`open-sample-${id}`).click()
    await expect(page).toHaveTitle(new RegExp(title))
    await filterTree(page, file.split('/').at(-1) ?? '')
    await expect(row(page, file)).toBeVisible()
    await filterTree(page, '')
  }
  await toStartPage(page)
  await page.getByTestId('open-sample').click()
  await expect(page).toHaveTitle(/Parkan/)
  await expect(page.getByTestId('start-page')).toHaveCount(0)
  await expect(row(page, 'DATA')).toBeVisible()
})

test('a pointer that rests over the list of the palette chooses nothing there', async () => {
  const { page } = studio
  const options = page.getByTestId('palette').getByRole('option')
  await page.keyboard.press('Control+Shift+P')
  const box = await options.nth(3).boundingBox()
  const [x, y] = [(box?.x ?? 0) + 40, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  await page.keyboard.press('Escape')
  await page.mouse.move(x, y)
  await page.keyboard.press('Control+Shift+P')
  await expect(options.nth(3)).toBeVisible()
  // As the browser reports it when the list comes below it, and when typing changes the list.
  for (let time = 0; time < 2; time++) await page.mouse.move(x, y)
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.mouse.move(x + 3, y)
  await expect(options.nth(3)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
})

test('texts of an archive are shown in the code page that is chosen for it, and no byte changes', async () => {
  const { page } = studio
  await toStartPage(page)
  await page.getByTestId('open-sample-evil-islands').click()
  await filterTree(page, 'unit guard')
  const install = join(studio.userData, 'sample/Evil Islands')
  const before = fingerprints(install)
  await row(page, GUARD).click()
  const text = page.getByTestId('struct-row').filter({ hasText: 'Стражник' })
  await expect(text).toBeVisible()
  await row(page, 'Res/texts.res').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Code page…' }).click()
  const pages = page.getByTestId('code-page')
  await expect(pages.locator('option:checked')).toContainText('cp1251')
  await pages.selectOption('cp1250')
  await expect(text).toHaveCount(0)
  await expect(page.getByTestId('struct-row').filter({ hasText: 'Ńňđŕćíčę' })).toBeVisible()
  await pages.selectOption('')
  await expect(text).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect(pages).toHaveCount(0)
  await row(page, GUARD).click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Code page…' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  expect(fingerprints(install)).toEqual(before)
  expect(studio.complaints).toEqual([])
})
