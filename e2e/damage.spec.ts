import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { copyOf, fingerprints, freshFolder, sampleFolder, startStudio } from './studio'

/** An install with one damage of each kind; returns its folder. */
async function hurtInstall(): Promise<string> {
  const install = copyOf(await sampleFolder())
  const change = (file: string, hurt: (bytes: Buffer) => Buffer): void =>
    writeFileSync(join(install, file), hurt(readFileSync(join(install, file))))
  const map = 'DATA/MAPS/Tut_1/Land.map'
  change(map, bytes => {
    bytes.writeUInt32LE(0x7fc00000, 16)
    return bytes
  })
  change('DATA/MAPS/AutoMAP/Land.map', bytes => {
    const vertices = bytes.readUInt32LE(16 + 48)
    bytes.writeInt32LE(9999, 16 + 56 + 12 * vertices)
    bytes.writeInt32LE(0, 16 + 60 + 12 * vertices)
    return bytes
  })
  change('static.rlb', bytes => bytes.subarray(0, bytes.length - 100))
  change('bases.rlb', bytes => {
    bytes.writeInt32LE(2147483647, 8)
    return bytes
  })
  rmSync(join(install, 'DATA/MAPS/SC_1/Land.msh'))
  return install
}

test('a damaged install opens as far as it can, says what is wrong and repairs what is safe', async () => {
  const install = await hurtInstall()
  const before = fingerprints(install)
  const studio = await startStudio({ install, width: 1440, height: 900 })
  const { page } = studio
  await page.getByTestId('tab-problems').click()
  const problems = page.getByTestId('pane-problems')
  await expect(page.getByTestId('status-problems')).toContainText('5')
  for (const file of ['bases.rlb', 'static.rlb', 'AutoMAP', 'SC_1', 'Tut_1']) await expect(problems).toContainText(file)
  await expect(page.getByTestId('legend-row').first()).toBeVisible()

  await problems.getByText(/9999/).first().click()
  await expect(page.getByTestId('form-title')).toContainText('0')
  await problems.getByRole('button', { name: 'Repair', exact: true }).first().click()
  await expect(page.getByTestId('status-unpacked')).toContainText('1')
  await expect(page.getByTestId('status-problems')).toContainText('4')
  await page.getByTestId('button-undo').click()
  await expect(page.getByTestId('status-problems')).toContainText('5')

  await problems.getByText(/9999/).first().click()
  await problems.getByRole('listbox').press('Delete') // out of the way, but counted, and listed again under the switch
  await expect(problems.getByText(/9999/)).toHaveCount(0)
  await expect(page.getByTestId('status-problems')).toContainText('5')
  await page.getByTestId('problems-hidden').click()
  await problems.getByText(/9999/).first().click()
  await page.getByTestId('problem-hide').click()
  await expect(page.getByTestId('problems-hidden')).toHaveCount(0)
  await expect(problems.getByText(/9999/).first()).toBeVisible()

  expect(fingerprints(install)).toEqual(before)
  expect(studio.complaints).toEqual([])
  await studio.close()
})

test('a folder that is no game is refused in words, and the start page stays', async () => {
  const studio = await startStudio({ install: freshFolder() })
  await expect(studio.page.getByTestId('start-page')).toBeVisible()
  await expect(
    studio.page
      .getByTestId('start-page')
      .or(studio.page.getByTestId('notification'))
      .getByText(/is not a game/)
      .first(),
  ).toBeVisible()
  await studio.close()
})
