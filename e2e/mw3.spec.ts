import { expect, test, type Locator } from '@playwright/test'
import { ROOT, freshFolder, removeFolder, startStudio, type Running } from './studio'
import { filterTree } from './tree-page'

/** The sample of MechWarrior 3: its worlds are `gamez.zbd`. */
const WORLD = 'zbd/c1/gamez.zbd'
/** A building below the world. */
const NODE = 6
/** Its model: boxes. */
const MODEL = 1

const userData = freshFolder()
let studio: Running

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  studio = await startStudio({ userData, other: { program: ROOT, sample: 'mw3' }, width: 1440, height: 900 })
  await studio.page.emulateMedia({ reducedMotion: 'reduce' })
  await filterTree(studio.page, 'gamez')
  await studio.page.locator(`[role="treeitem"][data-key="${WORLD}"]`).click()
  await studio.page.getByTestId('tab-table').click()
})

test.afterAll(async () => {
  await studio.close()
  removeFolder(userData)
})

const cell = (record: number, column: string): Locator =>
  studio.page.locator(`[data-record="${record}"] [data-column="${column}"]`)

async function showArray(name: string): Promise<void> {
  await studio.page.getByTestId('table-array').click()
  await studio.page.locator(`[data-command="${name}"]`).click()
  await expect(studio.page.getByTestId('table-array')).toHaveText(name)
}

/** Opens the preview of an operation from the menu of a record. */
async function choose(record: number, column: string, operation: string): Promise<void> {
  await cell(record, column).click()
  await cell(record, column).click({ button: 'right' })
  await studio.page.locator(`[data-command="operation.${operation}"]`).click()
  await expect(studio.page.getByTestId('incoming')).toBeVisible()
}

async function accept(): Promise<void> {
  await studio.page.getByTestId('incoming-accept').click()
  await expect(studio.page.getByTestId('incoming')).toHaveCount(0)
}

test('a node is renamed from the menu of its record, in one step that is undone', async () => {
  const { page } = studio
  await showArray('nodes')
  const before = (await cell(NODE, 'name').textContent())?.trim() ?? ''
  expect(before).not.toBe('')
  await choose(NODE, 'name', 'rename-node')
  await page.getByTestId('parameter-name').getByRole('textbox').fill('lookout')
  await expect(page.getByTestId('operation-counts')).toHaveText('1 node')
  await accept()
  await expect(cell(NODE, 'name')).toHaveText('lookout')
  await page.keyboard.press('Control+z')
  await expect(cell(NODE, 'name')).toHaveText(before)
})

test('a polygon of a model is deleted from the menu of its record, in one step that is undone; every byte is explained', async () => {
  const { page } = studio
  await showArray('models')
  await page.getByTestId('table-filter-record').fill(String(MODEL))
  const size = page.getByText(/^World \(GameZ\) · [\d,]+ bytes$/)
  const before = (await size.textContent()) ?? ''
  await choose(MODEL, 'model_type', 'delete-polygon')
  await expect(page.getByTestId('operation-counts')).toHaveText('1 polygon')
  await page.screenshot({ path: test.info().outputPath('delete-polygon.png') })
  await accept()
  await expect(size).not.toHaveText(before)
  await expect(page.locator(`[role="treeitem"][data-key="${WORLD}"] [data-proof="identical"]`)).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('deleted.png') })
  await page.keyboard.press('Control+z')
  await expect(size).toHaveText(before)
  await expect(page.getByTestId('button-undo')).toBeDisabled()
})
