import { cpSync, mkdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { RSLI_CODEC } from '../core/families/parkan/rsli/rsli'
import { repackedElsewhere } from '../core/families/parkan/rsli/repacked.fixture'
import { MAP, areal, freshFolder, startStudio, type Running } from './studio'
import { filterTree } from './tree-page'

let studio: Running

test.beforeEach(async () => {
  studio = await startStudio({ width: 1440, height: 900 })
  await expect(studio.page.getByTestId('legend-row').first()).toBeVisible()
})
test.afterEach(async () => {
  const complaints = studio.complaints.filter(line => !line.includes('GL_INVALID_OPERATION'))
  await studio.close()
  expect(complaints).toEqual([])
})

async function find(page: Page, kind: string, text: string): Promise<void> {
  await page.keyboard.press('Control+Shift+F')
  const field = page.getByTestId('find-text').locator('input')
  await expect(field).toBeFocused()
  await page.getByTestId('find-kind').getByRole('radio', { name: kind }).click()
  await field.fill(text)
  await field.press('Enter')
}

test('a value is found in every map, and a click selects its field in the other panes', async () => {
  const { page } = studio
  await find(page, 'Value', 'class_id = 3')
  await expect(page.getByTestId('find-summary')).toContainText(/\d+ places in \d files/)
  const hit = page.getByTestId('find-hit').nth(2)
  const path = /areals\/\d+/.exec((await hit.textContent()) ?? '')?.[0] ?? ''
  await hit.click()
  await expect(page.getByTestId('field-class_id')).toHaveValue('3')
  await expect(page.getByTestId('form-title')).toContainText(path.split('/')[1] ?? '?')
  await page.getByTestId('find-results').press('End')
  await expect(page.getByTestId('find-hit').last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page.getByTestId('form-title')).toContainText(path.split('/')[1] ?? '?')
})

test('a mistake is told with its column, and the next search works', async () => {
  const { page } = studio
  await find(page, 'Bytes', '4E 5')
  await expect(page.getByTestId('find-refusal')).toContainText('Column 4')
  await find(page, 'Bytes', '4E 52 ?? 73')
  await expect(page.getByTestId('find-summary')).toContainText('places in')
  await find(page, 'Name', 'land.map')
  await expect(page.getByTestId('find-hit').first()).toContainText('Land.map')
})

/** Opens the menu of a file of the tree by its name in the filter. */
async function menuOf(page: Page, file: string, item: string): Promise<void> {
  await page.getByTestId('tab-tree').click()
  await filterTree(page, file)
  await page.locator(`[role="treeitem"][data-key="${file}"]`).click({ button: 'right' })
  await page.getByRole('menuitem', { name: item }).click()
}

test('a copy edited elsewhere is previewed field by field and taken over as one step', async () => {
  const { page, userData } = studio
  const install = join(userData, 'sample/Parkan')
  const file = MAP.split('!')[0] ?? ''
  const copy = new Uint8Array(readFileSync(join(install, file)))
  const range = JSON.parse(
    (
      await areal(['find', install, 'areals/5/class_id >= 0', '--kind', 'value', '--json'], { userData: freshFolder() })
    ).out.toString(),
  ) as { files: { file: string; hits: { path: string; range: [number, number] }[] }[] }
  const offset =
    range.files.find(one => one.file === file)?.hits.find(hit => hit.path === 'areals/5/class_id')?.range[0] ?? -1
  copy[offset + 16] = 77 // behind the 16 bytes of the archive's header stands the only entry's payload
  const path = join(freshFolder(), 'Land.map')
  writeFileSync(path, copy)
  const chooser = page.waitForEvent('filechooser')
  await menuOf(page, file, 'Import an edited copy')
  await (await chooser).setFiles(path)
  await expect(page.getByTestId('incoming-field')).toContainText('areals/5/class_id')
  await expect(page.getByTestId('incoming')).toContainText('77')
  await page.getByTestId('incoming-accept').click()
  await expect(page.getByTestId('status-unpacked')).toContainText('1')
  await expect(page.getByTestId('incoming')).toBeHidden()
  await page.keyboard.press('Control+Z')
  await expect(page.getByTestId('status-unpacked')).not.toContainText('1')
})

test('a folder of edited files that changes after its preview is shown anew, and only that is taken over', async () => {
  const { page, userData } = studio
  const folder = join(freshFolder(), 'edited')
  cpSync(join(userData, 'sample/Parkan/DATA'), join(folder, 'DATA'), { recursive: true })
  const put = (map: string, at: number, value: number): void => {
    const path = join(folder, `DATA/MAPS/${map}/Land.map`)
    writeFileSync(path, readFileSync(path).fill(value, at, at + 1))
  }
  const classId = 16 + 40 // of the first areal, behind the archive's header
  put('SC_1', classId, 77)
  put('Tut_1', classId, 78)
  await page.keyboard.press('Control+Shift+P')
  await page.getByTestId('palette').getByRole('combobox').fill('Import a folder')
  await page.keyboard.press('Enter')
  const path = page.getByTestId('folder-browser').getByRole('textbox')
  await expect(path).not.toHaveValue('')
  await path.fill(folder)
  await page.getByTestId('browse-open').click()
  const line = page.getByTestId('batch-line').filter({ hasText: 'SC_1' })
  await expect(line).toContainText('1 field in 1 entry changes')
  await line.getByText('1 field').click()
  await expect(line.getByTestId('incoming-field')).toContainText('77')

  put('SC_1', classId, 76)
  const accept = page.getByTestId('batch-accept')
  await accept.hover()
  await page.mouse.down()
  await page.mouse.up()
  await expect(page.getByTestId('shown-anew')).toBeFocused()
  await expect(line.getByTestId('incoming-field')).toContainText('76')
  await page.mouse.down({ clickCount: 2 }) // a double click was meant for what was shown first
  await page.mouse.up({ clickCount: 2 })
  await page.keyboard.press('Enter')
  await expect(accept).toBeEnabled()
  await expect(page.getByTestId('status-unpacked')).not.toContainText(/\d/)
  await accept.click()
  await expect(page.getByTestId('batch')).toHaveCount(0)
  await expect(page.getByTestId('status-unpacked')).toContainText('2')
  await page.getByTestId('tab-history').click()
  await expect(page.getByTestId('history-step')).toHaveCount(1)
})

test('an entry is extracted into a folder that is chosen, and never into the game', async () => {
  const { page, userData } = studio
  const folder = join(freshFolder(), 'out')
  mkdirSync(folder)
  for (const [into, isDone] of [
    [join(userData, 'sample/Parkan'), false],
    [folder, true],
  ] as const) {
    await menuOf(page, 'DATA/MAPS/SC_1/Land.map', 'Extract')
    await page.getByTestId('extract-folder').click()
    const path = page.getByTestId('folder-browser').getByRole('textbox')
    await expect(path).not.toHaveValue('')
    await path.fill(into)
    await page.getByTestId('browse-open').click()
    await expect(
      page.getByText(isDone ? '1 file written to' : 'Choose a folder outside of the game').first(),
    ).toBeVisible()
  }
  expect(existsSync(join(folder, 'Land.map'))).toBe(true)
  expect(
    readFileSync(join(folder, 'Land.map')).equals(
      readFileSync(join(userData, 'sample/Parkan/DATA/MAPS/SC_1/Land.map')),
    ),
  ).toBe(true)
  await packedElsewhere(page, join(userData, 'sample/Parkan/sprites.lib'))
  await rowsOfALibrary(page)
  await libraryInTheGame(page, join(userData, 'sample/Parkan/sprites.lib'))
})

const CONTENT_ONLY = 'The content of every entry is the same'

/** A copy that another program packed: its content is imported, or its bytes where that is chosen. */
async function packedElsewhere(page: Page, library: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await menuOf(page, 'sprites.lib', 'Import an edited copy')
  await (await chooser).setFiles({
    name: 'sprites.lib',
    mimeType: '',
    buffer: Buffer.from(repackedElsewhere(readFileSync(library))),
  })
  const dialog = page.getByTestId('incoming')
  await expect(dialog).toContainText(CONTENT_ONLY)
  const accept = page.getByTestId('incoming-accept')
  await expect(accept).toBeDisabled()
  const keep = page.getByTestId('incoming-keep-bytes')
  await keep.check()
  await expect(accept).toBeEnabled()
  await expect(dialog).not.toContainText(CONTENT_ONLY)
  await keep.uncheck()
  await expect(accept).toBeDisabled()
  await keep.check()
  await accept.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByTestId('status-unpacked')).toContainText('1')
  await page.keyboard.press('Control+Z')
  await expect(page.getByTestId('status-unpacked')).not.toContainText('1')
  await filterTree(page, '')
}

/** The edited library is packed, deployed and returned to the original. */
async function libraryInTheGame(page: Page, library: string): Promise<void> {
  const original = readFileSync(library)
  await page.locator('[role="treeitem"][data-key="sprites.lib"]').click()
  await page.getByTestId('tab-table').click()
  await expect(page.getByTestId('archive-rows-count')).toContainText('8 rows')
  await page.getByTestId('archive-head-name').click()
  await expect(page.getByTestId('archive-row').first()).toContainText('0HINTS.TXT')
  await page.screenshot({ path: process.env['LIBRARY_SHOT'] ?? 'test-results/library.png' })
  await page.getByTestId('archive-row').filter({ hasText: 'ABOUT.TXT' }).dblclick()
  await expect(page.getByTestId('attribute-field-name')).toHaveValue('ABOUT.TXT')
  const chooser = page.waitForEvent('filechooser')
  await page.locator('[role="treeitem"][data-key="sprites.lib!#7"]').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Replace by a file' }).click()
  await (await chooser).setFiles({ name: 'about.txt', mimeType: '', buffer: Buffer.from('replaced') })
  await page.getByTestId('incoming-accept').click()
  await expect(page.getByTestId('status-unpacked')).toContainText('5')
  await page.keyboard.press('Control+Shift+KeyB')
  await page.getByTestId('button-deploy').click()
  await expect.poll(() => readFileSync(library).includes('replaced')).toBe(true)
  const names = RSLI_CODEC.open(readFileSync(library)).rows.map(({ attributes }) => attributes['name'])
  expect(names).toEqual(expect.arrayContaining(['0HINTS.TXT', 'ADDED.TXT', 'ABOUT.TXT']))
  expect(names).not.toContain('KEYS.TXT')
  await page.getByTestId('button-restore').click()
  await page.getByTestId('restore-confirm').click()
  await expect.poll(() => readFileSync(library).equals(original)).toBe(true)
}

/** Rows that are stored packed: found and shown unpacked, packed otherwise, renamed, added, removed. */
async function rowsOfALibrary(page: Page): Promise<void> {
  await find(page, 'Text', 'BUTTON2.TEX')
  await page.getByTestId('find-hit').filter({ hasText: 'BUTTON2' }).last().click()
  const method = page.getByTestId('attribute-field-method')
  await expect(method.locator('option:checked')).toHaveText('XOR + LZSS')
  await method.selectOption({ label: 'Deflate' })
  await expect(page.getByTestId('status-unpacked')).toContainText('1')
  await page.getByTestId('tab-hex').click()
  await expect(page.locator('.hex-row[data-offset="0"] .bytes')).toContainText('5B 6D 65 6E')

  const row = (name: string) => page.locator('[role="treeitem"][data-key^="sprites.lib!"]').filter({ hasText: name })
  await page.getByTestId('tab-tree').click()
  await filterTree(page, 'sprites.lib')
  const library = page.locator('[role="treeitem"][data-key="sprites.lib"]')
  await library.click()
  await library.press('ArrowRight')
  await filterTree(page, '')
  await page.getByTestId('pane-tree').getByRole('tree').hover()
  await page.mouse.wheel(0, 9000) // the library is among the last files
  await row('HINTS.TXT').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('New name').fill('0HINTS.TXT')
  await page.keyboard.press('Enter')
  await expect(row('0HINTS.TXT')).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await library.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Add an entry' }).click()
  await (await chooser).setFiles({ name: 'added.txt', mimeType: '', buffer: Buffer.from('added') })
  await expect(row('ADDED.TXT')).toBeVisible()
  await row('KEYS.TXT').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(page.getByTestId('status-unpacked')).toContainText('4')
  await expect(page.locator('[data-packing="identical"]').first()).toBeAttached()
}
