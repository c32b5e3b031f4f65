import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { areal, fingerprints, freshFolder, removeFolder, startStudio, type Running } from './studio'
import { filterTree } from './tree-page'

/** Of the program folder alone: nothing of the install has its name. */
const TABLE = 'Data/program_only.2da'
const MODULE_ROW = 'modules/sample_outside.mod!#5'
const folder = freshFolder()
const install = join(folder, 'user')
const program = join(folder, 'program')
let studio: Running

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  const sample = (await areal(['sample', 'nwn2'], { userData: folder })).out.toString().trim()
  cpSync(sample, install, { recursive: true })
  mkdirSync(join(program, 'Data'), { recursive: true })
  writeFileSync(join(program, 'nwn2main.exe'), '')
  cpSync(join(install, 'override/terrainmaterials.2da'), join(program, TABLE))
  studio = await startStudio({ install })
})

test.afterAll(async () => {
  await studio.close()
  removeFolder(folder)
})

const row = (page: Page, path: string): Locator => page.locator(`[role="treeitem"][data-key="${path}"]`)

async function inMenu(page: Page, path: string, item: string): Promise<void> {
  await row(page, path).click({ button: 'right' })
  await page.getByRole('menuitem', { name: item }).click()
}

test('a root that the family declares is in the tree, chosen there, and locked', async () => {
  const { page } = studio
  // The first map is opened and its row shown: closed, so that no row moves under the pointer.
  await expect(page.getByTestId('form-title')).toContainText('ASWM')
  await row(page, 'modules').click()
  await page.keyboard.press('ArrowLeft')
  const root = row(page, '//game/')
  await expect(root).toContainText('no folder chosen')
  await inMenu(page, '//game/', 'Choose the folder…')
  const path = page.getByTestId('folder-browser').getByRole('textbox')
  await expect(path).not.toHaveValue('')
  await path.fill(program)
  await page.getByTestId('browse-open').click()
  await expect(root).not.toContainText('no folder chosen')
  await expect(root.getByTestId('tree-read-only')).toBeVisible()
  await row(page, '//game/').click()
  await row(page, '//game/Data').click()
  await expect(row(page, `//game/${TABLE}`).getByTestId('tree-read-only')).toBeVisible()
})

test('a file of it is shown and found, and cannot be edited', async () => {
  const { page } = studio
  await row(page, `//game/${TABLE}`).click()
  await page.keyboard.press('Control+Shift+F')
  const field = page.getByTestId('find-text').locator('input')
  await expect(field).toBeFocused()
  await page.getByTestId('find-kind').getByRole('radio', { name: 'Name' }).click()
  await field.fill('program_only')
  await field.press('Enter')
  await expect(page.getByTestId('find-hit')).toHaveCount(1)
  await expect(page.getByTestId('find-results')).toContainText('//game/')
  await page.getByTestId('tab-tree').click()
  await row(page, `//game/${TABLE}`).click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Replace' })).toHaveCount(0)
  await page.keyboard.press('Escape')
})

test('the filter of the tree finds its files below it, locked', async () => {
  const { page } = studio
  await filterTree(page, 'program_only')
  await expect(row(page, '//game/').getByTestId('tree-read-only')).toBeVisible()
  await expect(row(page, `//game/${TABLE}`).getByTestId('tree-read-only')).toBeVisible()
  await expect(row(page, TABLE)).toHaveCount(0)
  await filterTree(page, '')
})

test('a copy of it is a file of the install, and the root keeps its bytes', async () => {
  const { page } = studio
  const before = fingerprints(program)
  await inMenu(page, `//game/${TABLE}`, 'Copy into the install')
  await filterTree(page, 'program_only')
  await expect(row(page, TABLE)).toBeVisible()
  await expect(row(page, TABLE).getByTestId('tree-read-only')).toHaveCount(0)
  expect(fingerprints(program)).toEqual(before)
})

test('a row of a module is copied to the folder whose files win over it, and the copy is deployed there', async () => {
  const { page } = studio
  await filterTree(page, 'sample_outside.mod')
  await row(page, 'modules/sample_outside.mod').click()
  await filterTree(page, 'module.ifo')
  await row(page, MODULE_ROW).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy to the folder override' }).click()
  await expect(row(page, 'override/module.ifo')).toBeVisible()
  await expect(row(page, 'override/module.ifo')).toHaveAttribute('aria-selected', 'true')
  await inMenu(page, MODULE_ROW, 'Copy to the folder override')
  await expect(page.locator('[data-testid="notification"][data-code="refusal.root.target-taken"]')).toBeVisible()
  const before = fingerprints(install)
  await page.getByTestId('tab-deploy').click()
  await page.getByTestId('button-pack').click()
  await expect(page.getByTestId('planned-file').filter({ hasText: 'module.ifo' })).toBeVisible()
  await page.getByTestId('button-deploy').click()
  await expect.poll(() => fingerprints(install)['override/module.ifo']).toBeDefined()
  await page.getByTestId('button-restore').click()
  await page.getByTestId('restore-confirm').click()
  await expect.poll(() => fingerprints(install)).toEqual(before)
  await page.keyboard.press('Control+Z')
  await expect(row(page, 'override/module.ifo')).toHaveCount(0)
  await page.getByTestId('tab-tree').click()
  await filterTree(page, '')
})

test('a root that disappears is a message, the rest works, and it is there again with its folder', async () => {
  const { page } = studio
  await filterTree(page, '')
  renameSync(program, `${program}-moved`)
  await expect(row(page, '//game/')).toContainText('folder is missing')
  await row(page, '//game/').click() // out of the filter, whose text has an undo of its own
  await page.keyboard.press('Control+Z')
  await expect(page.locator('[data-testid="notification"][data-code="refusal.root.missing"]')).toBeVisible()
  await expect(row(page, '//game/')).not.toHaveAttribute('aria-expanded')
  await filterTree(page, 'terrainmaterials.2da')
  await row(page, 'override/terrainmaterials.2da').click()
  await expect(page.getByTestId('pane-table').or(page.getByTestId('pane-struct')).first()).toBeVisible()
  renameSync(`${program}-moved`, program)
  await filterTree(page, '')
  await row(page, 'override').click()
  await page.keyboard.press('Control+Y')
  await expect(row(page, '//game/')).toHaveAttribute('aria-expanded')
  expect(studio.complaints).toEqual([])
})
