import { expect, test, type Page } from '@playwright/test'
import { keyOnMap } from './map-page'
import { steady } from './steady'
import { ROOT, freshFolder, startStudio } from './studio'
import { filterTree } from './tree-page'

/** What is the same on the map of any game; a map is found by the text that leaves its row in the tree. */
for (const [sample, filter, row] of [
  ['parkan', 'SC_1', /Land\.map/],
  ['nwn2', 'cellar.trx', /cellar\.trx/],
] as const)
  test(`records are selected by value, filled, painted and undone, and a route is found (${filter})`, async () => {
    const studio = await startStudio({
      width: 1440,
      height: 900,
      userData: freshFolder(),
      other: { program: ROOT, sample },
    })
    try {
      const { page } = studio
      await filterTree(page, filter)
      await page.getByRole('treeitem', { name: row }).first().click()
      await expect(page.getByTestId('legend-row').first()).toBeVisible()
      await keyOnMap(page, 'Numpad7')
      await keyOnMap(page, 'Home')

      const most = page.getByTestId('legend-row').and(page.locator('[data-value]')).last()
      await most.click({ button: 'right' })
      await page.getByRole('menuitem').first().click()
      await expect.poll(() => selectedCount(page)).toBe(Number(await most.getAttribute('data-count')))

      const before = await counts(page)
      const [place, beside] = [await selectedNear(page, 0.5), await selectedNear(page, 0.7)]
      await keyOnMap(page, 'g')
      await page.locator('[data-slot][aria-checked="false"]').first().click()
      await page.mouse.move(place.x, place.y)
      await page.mouse.click(place.x, place.y)
      await expect(page.getByTestId('tool-count')).toContainText(/\d/)
      await page.getByTestId('tool-apply').click()
      await expect.poll(() => counts(page)).not.toEqual(before)
      const filled = await counts(page)

      await keyOnMap(page, 'b')
      await page.locator('[data-slot][aria-checked="false"]').first().click()
      await page.mouse.move(place.x, place.y)
      await page.mouse.down()
      await page.mouse.up()
      await expect.poll(() => counts(page)).not.toEqual(filled)

      await page.getByTestId('button-undo').click()
      await expect.poll(() => counts(page)).toEqual(filled)
      await page.getByTestId('button-undo').click()
      await expect.poll(() => counts(page)).toEqual(before)
      await expect(page.getByTestId('button-undo')).toBeDisabled()

      await keyOnMap(page, 't')
      for (const at of [place, beside]) {
        await page.mouse.move(at.x, at.y)
        await page.mouse.click(at.x, at.y)
      }
      await expect(page.getByTestId('route-panel')).toContainText(/\d+ – \d+/)
      expect(studio.complaints).toEqual([])
    } finally {
      await studio.close()
    }
  })

const selectedCount = (page: Page): Promise<number> =>
  page.evaluate(() => window.arealProbe?.selection?.().paths.length ?? 0)

/** Counts of the legend by value. */
const counts = (page: Page): Promise<Record<string, string>> =>
  page
    .locator('[data-testid="legend-row"][data-value]')
    .evaluateAll(rows =>
      Object.fromEntries(rows.map(row => [row.getAttribute('data-value') ?? '', row.getAttribute('data-count') ?? ''])),
    )

/** Where a selected record is on the page: of all the nearest to a place below the tool panel; `across`: part of the width of the map. */
async function selectedNear(page: Page, across: number): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.getByTestId('viewport-canvas').boundingBox()
  const wanted = { x: (box?.x ?? 0) + (box?.width ?? 0) * across, y: (box?.y ?? 0) + (box?.height ?? 0) * 0.65 }
  const nearest = (): Promise<{ readonly x: number; readonly y: number } | null> =>
    page.evaluate(({ x, y }) => {
      const probe = window.arealProbe
      const records = probe?.selection?.().paths.map(path => Number(path.split('/').at(-1))) ?? []
      const places = records.flatMap(record => probe?.project?.(record) ?? [])
      const far = (at: { readonly x: number; readonly y: number }): number => Math.hypot(at.x - x, at.y - y)
      return places.reduce<(typeof places)[number] | null>(
        (best, at) => (!best || far(at) < far(best) ? at : best),
        null,
      )
    }, wanted)
  await expect.poll(nearest).not.toBeNull()
  const at = await steady(nearest)
  if (!at) throw new Error('no selected record is seen')
  return at
}
