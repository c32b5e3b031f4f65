import { expect, type Page } from '@playwright/test'
import { steady } from './steady'
import { filterTree } from './tree-page'

/** Opens a map of the install from the tree and waits until it is drawn. */
export async function openMap(page: Page, map: string): Promise<void> {
  await expect(page.getByTestId('pane-tree')).toContainText('DATA')
  await filterTree(page, map)
  await page
    .getByRole('treeitem', { name: new RegExp(map) })
    .first()
    .click()
  await expect(page.getByTestId('tab-viewport')).toContainText(map)
  await expect(page.getByTestId('legend-row').first()).toBeVisible()
}

/** Opens another map and then this one: what is remembered of the first must not hold back what is edited in the second. */
export async function openAfterAnother(page: Page, map: string): Promise<void> {
  await openMap(page, 'AutoMAP')
  await openMap(page, map)
  await filterTree(page, '')
}

/** Looks straight down at an areal; returns where its anchor is on the page. */
export async function lookAt(page: Page, record: number): Promise<{ readonly x: number; readonly y: number }> {
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('Numpad7')
  await expect.poll(() => page.evaluate(() => window.arealProbe?.frame !== undefined)).toBe(true)
  await page.evaluate(asked => window.arealProbe?.frame?.([asked]), record)
  await page.waitForTimeout(300)
  return placeOf(page, record)
}

/** Where the anchor of an areal is on the page. */
export async function placeOf(page: Page, record: number): Promise<{ readonly x: number; readonly y: number }> {
  const projected = (): Promise<{ readonly x: number; readonly y: number } | null> =>
    page.evaluate(asked => window.arealProbe?.project?.(asked) ?? null, record)
  await expect.poll(projected, { message: `areal ${record} is seen` }).not.toBeNull()
  const at = await steady(projected)
  if (!at) throw new Error(`areal ${record} is not seen`)
  return at
}

/** Presses a key on the map. */
export async function keyOnMap(page: Page, key: string): Promise<void> {
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press(key)
}
