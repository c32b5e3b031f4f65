import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { removeFolder, startStudio } from './studio'

const TEXTURE = 'loose.tex'

/** 2 x 2 pixels of four bytes, the first of a colour, and the level below them. */
const texture = (first: number): Buffer =>
  Buffer.from(
    Uint32Array.of(0x6d786554, 2, 2, 2, 0, 0, 7, 8888, first, 0x80ffffff, 0xff000000, 0xffff0000, 0xff00ff00).buffer,
  )

function textureInstall(): string {
  const folder = mkdtempSync(join(tmpdir(), 'areal-e2e-'))
  writeFileSync(join(folder, TEXTURE), texture(0xff102030))
  writeFileSync(join(folder, 'iron_3d.exe'), 'MZ')
  return folder
}

for (const [language, theme] of [
  ['en', 'dark'],
  ['ru', 'light'],
] as const) {
  test(`an operation with a parameter is previewed, run as one step and found in the palette (${language})`, async () => {
    const install = textureInstall()
    const studio = await startStudio({ install, language, theme })
    const { page, complaints } = studio
    try {
      const row = page.locator(`[role="treeitem"][data-key="${TEXTURE}"]`)
      await row.click()
      await row.click({ button: 'right' })
      await page.locator('[data-command="tree.operation.pixel-format"]').click()
      const counts = page.getByTestId('operation-counts')
      await expect(page.getByTestId('incoming')).toBeVisible()
      await expect(page.getByTestId('incoming-accept')).toBeDisabled() // it has this format
      await page.getByTestId('parameter-to').selectOption('565')
      await expect(counts).toHaveText(language === 'en' ? '2 levels' : '2 уровня')
      await page.screenshot({ path: test.info().outputPath(`operation-${language}-${theme}.png`) })
      await page.getByTestId('incoming-accept').click()
      await expect(page.getByTestId('incoming')).toHaveCount(0)
      await page.keyboard.press('Control+Shift+KeyP')
      await page
        .getByTestId('palette')
        .getByRole('combobox')
        .fill(language === 'en' ? 'pixel format' : 'формат пикселей')
      await page.locator('[data-command="operation.pixel-format"]').click()
      await page.getByTestId('parameter-to').selectOption('565')
      await expect(page.getByTestId('incoming-accept')).toBeDisabled() // and now this one
      await expect(counts).toHaveCount(0)
      expect(complaints).toEqual([])
    } finally {
      await studio.close()
      removeFolder(install)
    }
  })
}

test('an operation whose input was changed after its preview is refused, and run again on what is there now', async () => {
  const install = textureInstall()
  const studio = await startStudio({ install })
  const { page } = studio
  try {
    const row = page.locator(`[role="treeitem"][data-key="${TEXTURE}"]`)
    await row.click()
    await page.keyboard.press('Shift+F10')
    await page.locator('[data-command="tree.operation.pixel-format"]').focus()
    await page.keyboard.press('Enter')
    await page.getByTestId('parameter-to').selectOption('565')
    await expect(page.getByTestId('incoming-accept')).toBeEnabled()
    // Another program paints the first pixel white while the preview is open.
    writeFileSync(join(install, TEXTURE), texture(0xffffffff))
    await page.getByTestId('incoming-accept').click()
    await expect(page.getByTestId('operation-stale')).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('operation-stale.png') })
    await page.getByTestId('operation-again').click()
    await expect(page.getByTestId('operation-stale')).toHaveCount(0)
    await page.getByTestId('incoming-accept').click()
    await expect(page.getByTestId('incoming')).toHaveCount(0)
    await page.getByTestId('tab-history').click()
    await expect(page.getByTestId('history-step')).toHaveCount(1)
    expect(readFileSync(join(install, TEXTURE))).toEqual(texture(0xffffffff)) // nothing is written before it is deployed
  } finally {
    await studio.close()
    removeFolder(install)
  }
})
