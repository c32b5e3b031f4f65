import { expect, test, type Locator, type Page } from '@playwright/test'
import { startStudio, removeFolder, type Running } from './studio'
import { filterTree } from './tree-page'

let studio: Running
let page: Page
test.beforeEach(async () => {
  studio = await startStudio({ width: 1280, height: 720 })
  page = studio.page
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByTestId('legend-row').first().waitFor()
})
test.afterEach(async () => {
  await studio.close()
  removeFolder(studio.userData)
})

const row = (direction: 'uses' | 'usedBy', name: string): Locator =>
  page.getByTestId(`reference-${direction}`).filter({ hasText: name }).first()

/** Follows a link once the list is whole: until then rows come above it, and a press hits another one. */
async function follow(direction: 'uses' | 'usedBy', name: string): Promise<void> {
  await expect(row(direction, name)).toBeVisible()
  await expect(page.getByTestId('pane-references').locator('.references')).toHaveAttribute('aria-busy', 'false')
  await row(direction, name).click()
}

/** Selects an entry of an archive by its name. */
async function choose(archive: string, name: string): Promise<void> {
  await filterTree(page, archive.toLowerCase())
  const tree = page.getByTestId('pane-tree').getByRole('tree')
  await tree.getByRole('treeitem', { name: archive }).first().click()
  await page.keyboard.press('ArrowRight')
  await tree.getByRole('treeitem', { name }).first().click()
}

test('links are followed from a unit to its model and back, and from a field by F12', async () => {
  await choose('objects.rlb', 'r_h_001')
  await page.getByTestId('tab-references').click()
  await expect(row('uses', 'r_h_001.msh')).toBeVisible()
  await expect(row('usedBy', '.dat')).toBeVisible()
  // Below the model its table of materials, below that the materials.
  await row('uses', 'r_h_001.msh').locator('xpath=..').locator('.chevron').click()
  await expect(row('uses', 'table of materials')).toContainText('r_h_001.wea')
  await follow('usedBy', '.dat')
  const name = page.getByTestId('field-name')
  await expect(name).toHaveValue('r_h_001')
  // What it leads to is shown where the pointer rests, and where the keyboard does.
  const hint = page.getByTestId('link-hint')
  await name.hover()
  await expect(hint).toContainText('r_h_001')
  await expect(hint).toContainText('objects.rlb')
  await page.keyboard.press('Escape')
  await expect(hint).toHaveCount(0)
  await page.mouse.move(0, 0)
  await name.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(hint).toContainText('objects.rlb')
  await page.keyboard.press('F12')
  await expect(row('uses', 'r_h_001.msh')).toBeVisible()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(row('uses', 'r_h_001')).toBeVisible()
})

test('a rename says which references follow, and one step of undo takes all back', async () => {
  await choose('Material.lib', 'DEFAULT')
  await page.getByTestId('tab-references').click()
  const users = page.getByTestId('reference-usedBy')
  await expect(users.first()).toBeVisible()
  const count = await users.count()
  await page.getByTestId('pane-tree').getByRole('tree').press('F2')
  await page.getByRole('dialog').getByRole('textbox').fill('OTHER')
  await page.keyboard.press('Enter')
  const question = page.getByTestId('references-question')
  await expect(question.getByTestId('references-follow').locator('li').first()).toBeVisible()
  await expect(question.getByTestId('references-break')).toHaveCount(0)
  await page.getByTestId('references-all').click()
  await expect(page.getByTestId('status-unpacked')).not.toContainText(/^0/)
  await expect(users).toHaveCount(count)
  await page.locator('body').press('Control+z')
  // The undo selects a field that it changed.
  await page.getByTestId('pane-tree').getByRole('treeitem', { name: 'DEFAULT' }).first().click()
  await expect(users).toHaveCount(count)
})

test('a removal that breaks references is asked first; a texture is dropped on a field, and a number leads to its record', async () => {
  await choose('Material.lib', 'DEFAULT')
  await page.getByTestId('pane-tree').getByRole('tree').press('Delete')
  await expect(page.getByTestId('references-break').locator('li').first()).toBeVisible()
  await page.getByTestId('references-cancel').click()
  await expect(page.getByTestId('pane-tree')).toContainText('DEFAULT')
  await page.getByTestId('field-phases').click()
  const texture = page.getByTestId('field-texture')
  const before = await texture.inputValue()
  await filterTree(page, 'textures.lib')
  const tree = page.getByTestId('pane-tree').getByRole('tree')
  await tree.getByRole('treeitem', { name: 'Textures.lib' }).first().locator('.chevron').click()
  const dropped = tree.getByRole('treeitem', { name: 'WATER' }).first()
  await dropped.dragTo(texture)
  await expect(texture).toHaveValue(/^WATER/)
  await texture.hover()
  await expect(page.getByTestId('link-hint').getByTestId('thumbnail')).toBeVisible()
  await page.mouse.move(0, 0)
  await page.locator('body').press('Control+z')
  await expect(texture).toHaveValue(before)
  // The key of an animation names its phase by number.
  await page.getByTestId('tab-references').click()
  await follow('usedBy', 'DEFAULT')
  await expect(row('uses', 'phases/0')).toBeVisible()
  await page.keyboard.press('F12')
  await expect(page.getByTestId('form-title')).toHaveText('phases 0')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(row('uses', 'phases/0')).toBeVisible()
})
