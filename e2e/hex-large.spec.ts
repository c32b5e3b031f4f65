import { closeSync, ftruncateSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { freshFolder, removeFolder, startStudio, type Running } from './studio'

const SIZE = 2 ** 31 + 4096
const BIG = 200 * 2 ** 20
const MIDDLE = 2 ** 20
const install = freshFolder()
const grid = (page: Page) => page.getByTestId('hex-grid')
const bytesAt = (page: Page, row: number) => page.locator(`.hex-row[data-offset="${row}"] .bytes .piece`)

test.beforeAll(() => {
  writeFileSync(join(install, 'iron_3d.exe'), '') // what a folder is known as a game by
  const file = openSync(join(install, 'huge.bin'), 'w') // the disk keeps only what is written
  ftruncateSync(file, SIZE)
  writeSync(file, Buffer.from('NRes'), 0, 4, SIZE - 4)
  closeSync(file)
  const big = openSync(join(install, 'big.bin'), 'w')
  ftruncateSync(big, BIG)
  closeSync(big)
  writeFileSync(
    join(install, 'middle.bin'),
    Buffer.from(Uint32Array.from({ length: MIDDLE / 2 }, (_, i) => Math.imul(i, 0x9e3779b1)).buffer),
  )
})
test.afterAll(() => removeFolder(install))

async function open(name: string): Promise<Running> {
  const studio = await startStudio({ install, width: 1600, height: 900 })
  await studio.page.getByRole('treeitem', { name }).first().click()
  await studio.page.getByTestId('tab-hex').click()
  await grid(studio.page).focus()
  return studio
}

test('a file of more than 2 GB is looked at up to its last byte, and not typed in', async () => {
  const studio = await open('huge.bin')
  const { page } = studio
  await page.keyboard.press('Control+End')
  await expect(grid(page)).toHaveAttribute('data-caret', String(SIZE - 1))
  await expect(bytesAt(page, SIZE - 16)).toContainText(['4E 52 65 73'])
  await page.keyboard.press('Control+Home')
  await expect(bytesAt(page, 0).first()).toContainText('00')
  await page.keyboard.press('Control+g')
  await page.getByTestId('hex-go').locator('input').fill('0x80000000')
  await page.keyboard.press('Enter')
  await expect(grid(page)).toHaveAttribute('data-caret', String(2 ** 31))
  await expect(bytesAt(page, 2 ** 31).first()).toContainText('00')
  await expect(page.getByTestId('hex-large')).toBeVisible()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+f')
  await page.getByTestId('hex-find').locator('input').fill('4E 52 ?? 73')
  await page.keyboard.press('Shift+Enter') // the place before is the last one, round the start
  await expect(grid(page)).toHaveAttribute('data-caret', String(SIZE - 4))
  await page.keyboard.press('Enter') // round the end through the whole file
  await expect(page.getByTestId('hex-find-said')).toContainText('%')
  await page.getByTestId('hex-find-stop').click()
  await expect(page.getByTestId('hex-find-stop')).toBeHidden()
  await expect(grid(page)).toHaveAttribute('data-caret', String(SIZE - 4))
  await page.keyboard.press('Escape')
  await grid(page).focus()
  await page.keyboard.type('FF')
  await expect(page.getByTestId('status-unpacked')).not.toContainText('1')
  expect(studio.complaints).toEqual([])
  await studio.close()
})

test('a file of 200 MB is overwritten, compared with its original and taken back', async () => {
  const studio = await open('big.bin')
  const { page } = studio
  await expect(page.getByTestId('hex-large')).toBeVisible()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('ArrowLeft')
  await expect(bytesAt(page, BIG - 16)).not.toContainText(['·'])
  await page.keyboard.type('A1B2')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('hex-differences')).toContainText('1')
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('C3')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('hex-differences')).toContainText('2')
  await expect(bytesAt(page, 0).first()).toHaveText('C3')
  await expect(page.locator('.hex-row.original .piece.was').first()).toHaveText('00')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(grid(page)).toHaveAttribute('data-caret', String(BIG - 2))
  await expect(bytesAt(page, BIG - 16)).toContainText(['A1 B2'])
  await page.keyboard.press('Delete') // its length stays
  await expect(page.getByTestId('notification').last()).toContainText('overwritten')
  await page.keyboard.press('Control+z')
  await expect(page.getByTestId('hex-differences')).toContainText('1')
  await page.keyboard.press('Control+z')
  await expect(page.getByTestId('hex-differences')).toBeHidden()
  await page.keyboard.press('Control+End')
  await expect(bytesAt(page, BIG - 16)).not.toContainText(['B2'])
  await expect(page.getByTestId('status-unpacked')).not.toContainText('1')
  expect(studio.complaints).toEqual([])
  await studio.close()
})

test('images of megabytes are compared apart from the window, without shifting what is equal', async () => {
  const studio = await open('middle.bin')
  const { page } = studio
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Delete')
  await expect(page.getByTestId('hex-differences')).toContainText('1')
  await expect(page.locator('.hex-row[data-place="0"] .piece.filler')).toHaveCount(1)
  expect(page.workers().length).toBeLessThanOrEqual(1)
  expect(studio.complaints).toEqual([])
  await studio.close()
})
