import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { freshFolder, removeFolder, selectAreal, startStudio, type Running } from './studio'

let userData: string
let studio: Running
test.beforeEach(async () => {
  userData = freshFolder()
  studio = await startStudio({ userData })
  await selectAreal(studio.page, 300)
})
test.afterEach(async () => {
  await studio.close()
  removeFolder(userData)
})

test('a report of a defect is copied without paths or names', async () => {
  const { page } = studio
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.locator('[data-menu="help"]').click()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menu').getByRole('menuitem').first()).toBeFocused()
  await page.getByRole('menuitem', { name: 'Copy report' }).click()
  await expect(page.getByText('The report was copied')).toBeVisible()
  const report = await page.evaluate(() => navigator.clipboard.readText())
  expect(report).toMatch(/^Areal Studio \d+\.\d+\.\d+ \(browser\)\n/)
  expect(report).toMatch(/\nGraphics: \S.*SwiftShader/)
  expect(report).toMatch(/Open: parkan, \d+ files, 0 changed, 0 not packed/)
  for (const secret of [userData, homedir(), hostname(), 'Parkan/DATA']) expect(report).not.toContain(secret)
})

test('the settings show what the workspace takes, and tidy it up', async () => {
  const { page } = studio
  const [name = ''] = readdirSync(join(userData, 'workspaces'))
  const backup = join(userData, 'workspaces', name, 'backup')
  mkdirSync(backup, { recursive: true })
  const longAgo = new Date(Date.now() - 60 * 24 * 60 * 60_000)
  for (let i = 0; i < 60; i++) {
    writeFileSync(join(backup, `old-${i}`), 'a copy')
    utimesSync(join(backup, `old-${i}`), longAgo, longAgo)
  }
  await page.keyboard.press('Control+Comma')
  await expect(page.getByTestId('storage-backups')).toHaveText('60 kept copies: 360 bytes')
  await page.getByTestId('storage-tidy-up').click()
  await expect(page.getByTestId('storage-backups')).toHaveText('50 kept copies: 300 bytes')
  await expect(page.getByText('Freed: 60 bytes')).toBeVisible()
  expect(readdirSync(backup)).toHaveLength(50)
})
