import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { treeFile } from '../core/families/nwn2/sample/files'
import { byKeys } from './by-keys'
import { keyOnMap, placeOf } from './map-page'
import type { Running } from './studio'
import { endOnCellar, fromAbove, legendOf, onCellar, startOnCellar, toggleLayer } from './walkmesh-page'

const SMALL = { width: 1280, height: 720 }
const LARGE = { width: 1440, height: 900 }
const GIT = 'modules/Sample/cellar.git'
const ENDS = [0, 100] as const

/** The studio of all that leave the install as it is. */
let studio: Running | undefined
test.afterEach(() => expect(studio?.complaints ?? []).toEqual([]))
test.afterAll(async () => {
  if (studio) await endOnCellar(studio)
})

/** The sample's walkmesh, whole and from above, in a window of a size. */
async function seenIn(size: { readonly width: number; readonly height: number }): Promise<Page> {
  studio ??= await startOnCellar(SMALL)
  const { page } = studio
  await page.setViewportSize(size)
  await page.getByTestId('tool-select').click()
  await expect(panel(page)).toHaveCount(0)
  await fromAbove(page)
  return page
}

const panel = (page: Page): Locator => page.getByTestId('route-panel')

/** Clicks both ends of a route. */
async function probe(page: Page): Promise<void> {
  await keyOnMap(page, 't')
  await expect(panel(page)).not.toContainText('0 – 100')
  for (const record of ENDS) {
    const end = await placeOf(page, record)
    await page.mouse.move(end.x, end.y)
    await page.mouse.click(end.x, end.y)
    await expect(panel(page)).toContainText(String(record))
  }
  await expect(page.getByTestId('route-unreachable')).toBeVisible()
}

/** Whether a record is on the canvas, and under nothing. */
async function isFree(page: Page, record: number): Promise<boolean> {
  const { x, y } = await placeOf(page, record)
  return page.evaluate(([px = 0, py = 0]) => document.elementFromPoint(px, py)?.matches('canvas') ?? false, [x, y])
}

for (const size of [SMALL, { width: 2560, height: 1440 }])
  test(`both ends of a route are beside its panel in a window ${size.width} wide, and the panel folds by keys and by mouse`, async () => {
    const page = await seenIn(size)
    await probe(page)
    for (const record of ENDS) await expect.poll(() => isFree(page, record)).toBe(true)
    const whole = (await panel(page).boundingBox())?.height ?? 0
    const { tabTo } = byKeys(() => page)
    const fold = page.getByTestId('tool-fold')
    await tabTo(fold)
    await page.keyboard.press('Enter')
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByTestId('route-unreachable')).toBeHidden()
    await expect(panel(page)).toContainText('0 – 100')
    await expect.poll(async () => (await panel(page).boundingBox())?.height ?? 0).toBeLessThan(whole)
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('route-unreachable')).toBeVisible()
    await fold.click()
    await expect(fold).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByTestId('route-unreachable')).toBeHidden()
    await fold.click()
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByTestId('route-unreachable')).toBeVisible()
    // What is framed is framed beside the panel, too.
    await keyOnMap(page, 'Home')
    for (const record of [0, 5, 50, 100, 107]) expect([record, await isFree(page, record)]).toEqual([record, true])
  })

test('legends of edges and of the surface show all their values in a window 720 lines high', async () => {
  const page = await seenIn(SMALL)
  await toggleLayer(page, 'ui.map-layers.edges')
  const edges = legendOf(page, 'ui.map-layers.edges')
  for (const value of [0, 1, 3, 5]) await expect(edges.locator(`[data-value="${value}"]`)).toBeInViewport()
  for (const value of [0, 32])
    await expect(page.locator(`[data-testid="legend"] [data-value="${value}"]`)).toBeInViewport()
  await expect(page.getByTestId('legend-more')).toHaveCount(0)
  await toggleLayer(page, 'ui.map-layers.edges')
})

const list = (page: Page): Locator => page.getByTestId('trigger-list')
async function listTriggers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'List of triangles' }).click()
  await page
    .getByTestId('map-lists')
    .getByRole('radio', { name: /Triggers and cutters/ })
    .click()
}

/** The middle of the left side of the cutter, at 4.5, 7.5: squares of the first tile have their middles at 1.5, 4.5 and 7.5. */
async function sideOfCutter(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const middle = async (triangle: number) => {
    const [a, b] = [await placeOf(page, triangle), await placeOf(page, triangle + 1)]
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  }
  const [origin, right, far] = [await middle(0), await middle(4), await middle(16)]
  const along = (axis: 'x' | 'y'): number => (origin[axis] + right[axis]) / 2 + far[axis] - right[axis]
  return { x: along('x'), y: along('y') }
}

test('triggers are listed with kind and tag, selected there and on the map', async () => {
  const page = await seenIn(LARGE)
  await listTriggers(page)
  await expect(page.getByTestId('map-lists')).toContainText('Triggers and cutters1')
  const row = list(page).getByRole('option')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('cuts the walkmesh')
  await expect(row).toContainText('cellar_cut')
  await expect(row).toHaveAttribute('aria-selected', 'false')
  await row.click()
  await expect(row).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByTestId('pane-form')).toContainText('cellar.git')
  await expect(page.locator('.facts')).toContainText('108 triangles')

  await keyOnMap(page, 'Escape')
  await expect(row).toHaveAttribute('aria-selected', 'false')
  const side = await sideOfCutter(page)
  await page.mouse.move(side.x, side.y)
  await page.mouse.click(side.x, side.y)
  await expect(row).toHaveAttribute('aria-selected', 'true')

  await list(page).focus()
  await page.keyboard.press('Home')
  await expect(row).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.screenshot({ path: test.info().outputPath('triggers.png') })
})

test('an area without triggers says so in the list', () =>
  onCellar(
    LARGE,
    install => writeFileSync(join(install, GIT), treeFile('GIT ', [])),
    async ({ page }) => {
      await listTriggers(page)
      await expect(page.locator('.side')).toContainText('The area has no triggers')
      await expect(page.getByTestId('list-note')).toHaveCount(0)
    },
  ))

for (const [how, damage, words] of [
  ['is missing', (file: string) => rmSync(file), 'There is no GIT beside this map'],
  ['is cut off', (file: string) => truncateSync(file, 300), 'The GIT of this map is damaged'],
  ['has no header', (file: string) => writeFileSync(file, 'nothing'), 'The GIT of this map is damaged'],
] as const)
  test(`an area whose GIT ${how} says so in the list and among the layers`, () =>
    onCellar(
      LARGE,
      install => damage(join(install, GIT)),
      async ({ page }) => {
        await page.getByRole('button', { name: 'List of triangles' }).click()
        await expect(page.getByTestId('list-note')).toContainText(words)
        await page.getByTestId('viewport-overlays').click()
        await expect(page.getByTestId('layers-note')).toContainText(words)
        await page.keyboard.press('Escape')
      },
    ))
