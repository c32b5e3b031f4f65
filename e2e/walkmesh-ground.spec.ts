import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { placeOf } from './map-page'
import { areal, freshFolder, removeFolder, startStudio, type Running } from './studio'
import { filterTree } from './tree-page'

/** Triangle numbers of the walkmesh: one that lies on grass, one on dirt, one in the pond. */
const [GRASS, DIRT, POND] = [384, 208, 130] as const
const folder = freshFolder()
const install = join(folder, 'user')
let studio: Running

test.describe.configure({ mode: 'serial' })

/** A texture of one colour: one pixel of 32 bits, blue first. */
function plainTexture(red: number, green: number, blue: number): Buffer {
  const file = Buffer.alloc(132)
  file.write('DDS ', 0, 'latin1')
  const words = { 12: 1, 16: 1, 80: 0x40, 88: 32, 92: 0xff0000, 96: 0xff00, 100: 0xff }
  for (const [at, value] of Object.entries(words)) file.writeUInt32LE(value, Number(at))
  file.set([blue, green, red, 255], 128)
  return file
}

test.beforeAll(async () => {
  const sample = (await areal(['sample', 'nwn2'], { userData: folder })).out.toString().trim()
  cpSync(sample, install, { recursive: true })
  // Before the texture of that name in an archive of the program.
  writeFileSync(join(install, 'override/TT_GD_Dirt_01.dds'), plainTexture(20, 20, 250))
  studio = await startStudio({ width: 1280, height: 900, install })
  const { page } = studio
  await filterTree(page, 'sample_outside')
  const module = page.getByRole('treeitem', { name: /sample_outside/ }).first()
  await module.click()
  await page.keyboard.press('ArrowRight')
  await page
    .getByRole('treeitem', { name: /meadow\.trx/ })
    .first()
    .click()
  await expect(page.locator('.facts')).toContainText('4 megatiles')
})

test.afterAll(async () => {
  await studio.close()
  removeFolder(folder)
})

async function colourAt(page: Page, record: number): Promise<readonly [number, number, number]> {
  const at = await placeOf(page, record)
  return page.evaluate(({ x, y }) => window.arealProbe?.pixel?.(x, y) ?? ([0, 0, 0] as const), at)
}

/** Switches entries of the menu of layers. */
async function toggle(page: Page, ...entries: readonly string[]): Promise<void> {
  await page.getByTestId('viewport-overlays').click()
  for (const entry of entries) await page.locator(`.viewport-overlays ${entry}`).click()
  await page.keyboard.press('Escape')
}

test('the ground below a walkmesh has its textures, those of the override folder first', async () => {
  const { page } = studio
  await toggle(page, '[data-overlay="fills"]', '[data-overlay="outlines"]')
  await expect.poll(async () => strongest(await colourAt(page, DIRT))).toBe('blue')
  expect(strongest(await colourAt(page, GRASS))).toBe('green')
  await expect(page.getByTestId('viewport-missing')).toHaveCount(0)
})

const strongest = (colour: readonly number[]): string =>
  ['red', 'green', 'blue'][colour.indexOf(Math.max(...colour))] ?? ''

test('water is seen through and can be hidden, and so can the ground', async () => {
  const { page } = studio
  const before = await colourAt(page, POND)
  expect(strongest(before)).toBe('blue')
  await toggle(page, '[data-layer="ui.map-layers.water"]')
  await expect.poll(async () => strongest(await colourAt(page, POND))).toBe('green')
  await toggle(page, '[data-layer="ui.map-layers.water"]')
  await expect.poll(() => colourAt(page, POND)).toEqual(before)
  const ground = await colourAt(page, GRASS)
  await toggle(page, '[data-layer="ui.map-layers.visible-ground"]')
  await expect.poll(() => colourAt(page, GRASS)).not.toEqual(ground)
  await toggle(page, '[data-layer="ui.map-layers.visible-ground"]')
  await expect.poll(() => colourAt(page, GRASS)).toEqual(ground)
})

test('a click selects the walkmesh, and where that is hidden the megatile below', async () => {
  const { page } = studio
  const at = await placeOf(page, GRASS)
  await page.mouse.move(at.x, at.y)
  await expect(page.getByTestId('status-place')).toContainText('megatile 2')
  await page.mouse.click(at.x, at.y)
  await expect(page.getByTestId('form-title')).toContainText(`${GRASS}`)
  for (const row of await page.getByTestId('legend-row').all()) await row.click()
  await page.mouse.click(at.x, at.y)
  await expect(page.getByTestId('form-title')).toContainText('TRRN')
  await expect(page.locator('.facts')).toContainText('4 megatiles')
  expect(studio.complaints).toEqual([])
})
