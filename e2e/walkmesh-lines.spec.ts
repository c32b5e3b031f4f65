import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { keyOnMap, placeOf } from './map-page'
import { CELLAR, legendOf, onCellar, toggleLayer } from './walkmesh-page'

const EDGES = 'ui.map-layers.edges'
const VARIANT = 'ui.map-layers.variant'

const SIZE = { width: 1440, height: 900 }

const rowOf = (page: Page, title: string, value: number) => legendOf(page, title).locator(`[data-value="${value}"]`)
const countOf = async (page: Page, title: string, value: number): Promise<number> => {
  const row = rowOf(page, title, value)
  return (await row.count()) === 0 ? 0 : Number(await row.getAttribute('data-count'))
}
const colourAt = (page: Page, x: number, y: number): Promise<readonly number[]> =>
  page.evaluate(([px = 0, py = 0]) => [...(window.arealProbe?.pixel?.(px, py) ?? [])], [x, y])

/** Middle between the anchors of two triangles of one square: on the edge that divides it. */
async function betweenTriangles(page: Page, one: number, other: number): Promise<{ x: number; y: number }> {
  const [a, b] = [await placeOf(page, one), await placeOf(page, other)]
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

test('edges are a layer of lines: coloured by class, hidden by value, selected as records, and they follow painting', () =>
  onCellar(
    SIZE,
    () => undefined,
    async ({ page }) => {
      await expect(legendOf(page, EDGES)).toHaveCount(0)
      const at = await betweenTriangles(page, 94, 95)
      const bare = await colourAt(page, at.x, at.y)
      await toggleLayer(page, EDGES)
      await expect(rowOf(page, EDGES, 0)).toBeVisible()
      const classes = [0, 1, 2, 3, 4, 5]
      const counts = await Promise.all(classes.map(one => countOf(page, EDGES, one)))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(177)
      expect(counts).toEqual([115, 30, 0, 12, 0, 20])

      await expect.poll(() => colourAt(page, at.x, at.y)).not.toEqual(bare)
      await rowOf(page, EDGES, 0).click()
      await expect.poll(() => colourAt(page, at.x, at.y)).toEqual(bare)
      await page.mouse.click(at.x, at.y)
      await expect(page.getByTestId('pane-form')).toContainText('linked_edges')
      await rowOf(page, EDGES, 0).click()
      await page.mouse.click(at.x, at.y)
      await expect(page.getByTestId('pane-form')).toContainText('vertex_0')

      await keyOnMap(page, 'e')
      const closed = await placeOf(page, 96)
      await page.mouse.move(closed.x, closed.y)
      await page.mouse.down()
      await page.mouse.up()
      // Erasing takes the surface of a triangle off: its sides are between surfaces now.
      await expect.poll(() => countOf(page, EDGES, 4)).toBeGreaterThan(0)
      const after = await Promise.all(classes.map(one => countOf(page, EDGES, one)))
      expect(after.reduce((sum, count) => sum + count, 0)).toBe(177)
    },
  ))

test('the TRN lies over the TRX with its differences, which follow painting; its records are selected without leaving the map', () =>
  onCellar(
    SIZE,
    () => undefined,
    async ({ page }) => {
      await toggleLayer(page, VARIANT)
      await expect(legendOf(page, VARIANT)).toContainText('TRN')
      await expect(rowOf(page, VARIANT, 0)).toHaveAttribute('data-count', '108')
      await rowOf(page, VARIANT, 0).click({ button: 'right' })
      await page.getByRole('menuitem').first().click()
      await expect(page.locator('.facts')).toContainText('108 triangles')
      await expect(page.getByTestId('pane-form')).toContainText('cellar.trn')
      await expect(legendOf(page, VARIANT)).toContainText('TRN')
      await page.locator(`[role="treeitem"][data-key="${CELLAR}"]`).click()

      await keyOnMap(page, 'e')
      const at = await placeOf(page, 96)
      await page.mouse.move(at.x, at.y)
      await page.mouse.down()
      await page.mouse.up()
      await expect(rowOf(page, VARIANT, 1)).toBeVisible()
      const counts = [await countOf(page, VARIANT, 0), await countOf(page, VARIANT, 1), await countOf(page, VARIANT, 2)]
      expect(counts[1]).toBeGreaterThan(0)
      expect([counts[0] ?? 0, counts[1] ?? 0].reduce((a, b) => a + b)).toBe(108)
      expect(counts[2]).toBe(0)
    },
  ))

const withoutTrn = [
  ['is missing', (file: string) => rmSync(file), 'There is no TRN'],
  ['cannot be read', (file: string) => truncateSync(file, 40), 'The TRN of this map cannot be read'],
] as const
for (const [how, damage, words] of withoutTrn)
  test(`a map whose TRN ${how} says so among the layers`, () =>
    onCellar(
      SIZE,
      install => damage(join(install, 'modules/Sample/cellar.trn')),
      async ({ page }) => {
        await page.getByTestId('viewport-overlays').click()
        await expect(page.getByTestId('layers-note')).toContainText(words)
        await expect(page.locator(`.viewport-overlays [data-layer="${VARIANT}"]`)).toHaveCount(0)
        await page.keyboard.press('Escape')
      },
    ))
