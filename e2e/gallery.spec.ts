import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { editElsewhere } from './elsewhere'
import { freshFolder, removeFolder, startStudio, type Running } from './studio'

const COUNT = 60
/** The Land.map of the one ends within an areal; of the other no file is what its name says. */
const [CUT, GONE] = ['SC_2', 'SC_3']
let studio: Running
let install: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  install = join(freshFolder(), 'Parkan')
  const maps = Array.from({ length: COUNT }, (_, at) => ({
    name: `SC_${at + 1}`,
    seed: at + 1,
    tiles: 1 as const,
    areals: 12,
  }))
  for (const { path, bytes } of sampleInstall({ maps })) {
    mkdirSync(dirname(join(install, path)), { recursive: true })
    writeFileSync(join(install, path), bytes)
  }
  const cut = join(install, `DATA/MAPS/${CUT}/Land.map`)
  const bytes = readFileSync(cut)
  bytes.writeUInt32LE(0xffffffff, 16 + 48)
  writeFileSync(cut, bytes)
  for (const name of ['Land.map', 'Land.msh']) writeFileSync(join(install, `DATA/MAPS/${GONE}`, name), 'nothing')
  studio = await startStudio({ install })
  await expect(studio.page.getByTestId('legend-row').first()).toBeVisible()
})

test.afterAll(async () => {
  await studio.close()
  removeFolder(dirname(install))
})

const card = (name: string): Locator => studio.page.locator(`[data-testid="gallery-map"][data-map="${name}"]`)

test('every map of the install is shown from above, only those in view are drawn', async () => {
  const { page } = studio
  await page.getByTestId('tree-gallery').click()
  await expect(card('SC_1').getByTestId('gallery-picture')).toBeVisible()
  await expect(card('SC_1')).toContainText('12 areals')
  await expect(card('SC_1')).toHaveAttribute('aria-setsize', String(COUNT))
  await expect.poll(() => page.getByTestId('gallery-map').count()).toBeLessThan(30)
  await expect(card('SC_60')).toHaveCount(0)
  const colours = await card('SC_1')
    .getByTestId('gallery-picture')
    .evaluate(async (image: HTMLImageElement) => {
      await image.decode()
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      return new Set(
        Array.from({ length: data.length / 4 }, (_, at) => [data[4 * at], data[4 * at + 1], data[4 * at + 2]].join()),
      ).size
    })
  expect(colours).toBeGreaterThan(100)
})

test('a damaged map is drawn as far as it can be, and says why not', async () => {
  await expect(card(CUT).getByTestId('gallery-picture')).toBeVisible()
  await expect(card(CUT)).toContainText('The data ends within areal 0')
  await expect(card(GONE).getByTestId('gallery-failed')).toContainText('None of its files can be drawn')
})

test('the keys walk over the maps and open one', async () => {
  const { page } = studio
  const list = page.getByTestId('gallery-list')
  await list.focus()
  await page.keyboard.press('Home')
  const active = async (): Promise<string | null> =>
    page.locator(`[id="${(await list.getAttribute('aria-activedescendant')) ?? ''}"]`).getAttribute('data-map')
  await expect.poll(active).toBe('SC_1')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(active).toBe(CUT)
  await page.keyboard.press('End')
  await expect.poll(active).toBe(`SC_${COUNT}`)
  await expect(card(`SC_${COUNT}`).getByTestId('gallery-picture')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('tab-viewport')).toContainText(`SC_${COUNT}`)
  await expect(page.getByTestId('pane-viewport')).toBeVisible()
  await expect(page.getByTestId('status-selection')).toContainText('ArealMapGeometry')
})

test('the palette brings the gallery up, the filter finds a map, an edit marks it', async () => {
  const { page } = studio
  const entry = 'DATA/MAPS/SC_7/Land.map!#0'
  await editElsewhere(page, entry, 'areals/3/class_id', 77)
  await page.keyboard.press('Control+Shift+KeyP')
  await page.keyboard.type('gallery')
  await page.keyboard.press('Enter')
  await page.getByTestId('gallery-filter').getByRole('textbox').fill('sc_7')
  await expect(page.getByTestId('gallery-map')).toHaveCount(1)
  await expect(card('SC_7').getByTestId('gallery-edited')).toContainText('1')
  await page.getByTestId('gallery-filter').getByRole('textbox').fill('no such map')
  await expect(page.getByTestId('pane-gallery')).toContainText('No map matches')
  await page.getByTestId('gallery-filter').getByRole('textbox').fill('')
  await card('SC_1').click()
  await expect(page.getByTestId('tab-viewport')).toContainText('SC_1')
})

test('textures and models are cards with pictures, filtered, walked over by keys and opened', async () => {
  const { page } = studio
  const cards = page.getByTestId('subject')
  const list = page.getByTestId('subject-list')
  await page.getByTestId('tree-gallery').click()
  await page
    .getByTestId('gallery-kinds')
    .getByRole('radio', { name: /Textures/ })
    .click()
  await expect(cards.filter({ hasText: 'GRASS01.0' }).getByTestId('thumbnail')).toBeVisible()
  await list.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('pane-picture')).toBeVisible()
  await expect(page.getByTestId('status-selection')).toContainText('BED01.0')
  await page.getByTestId('tab-gallery').click()
  await expect(cards.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page
    .getByTestId('gallery-kinds')
    .getByRole('radio', { name: /Models/ })
    .click()
  await page.getByTestId('subject-filter').getByRole('textbox').fill('bunk')
  await expect(cards).toHaveCount(1)
  await cards.first().click()
  await expect(page.getByTestId('pane-viewport')).toBeVisible()
  await expect(page.getByTestId('status-selection')).toContainText('f_bunk_001')
  // By name the same is opened, and listed once.
  await page.keyboard.press('Control+p')
  await page.getByTestId('palette').getByRole('combobox').fill('ROOF01')
  const found = page.getByTestId('palette').getByRole('option').filter({ hasText: 'ROOF01.0' })
  await expect(found.filter({ hasText: /texture/ })).toHaveCount(1)
  await expect(found).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('pane-picture')).toBeVisible()
  await expect(page.getByTestId('status-selection')).toContainText('ROOF01.0')
  expect(studio.complaints).toEqual([])
})
