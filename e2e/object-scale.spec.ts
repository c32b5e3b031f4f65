import { expect, test, type Page } from '@playwright/test'
import { keyOnMap, placeOf } from './map-page'
import { startStudio } from './studio'
import { openMission } from './tree-page'

/** A tree and a building of the sample's mission. */
const [TREE, BUILDING] = [5, 0]
/** Pixels of the handle of the scale left of a record and below it, seen from above. */
const HANDLE = 56 / Math.SQRT2

/** Selects an object in the list beside the map, and looks straight down at it; returns where it is on the page. */
async function lookAtObject(page: Page, record: number): Promise<{ readonly x: number; readonly y: number }> {
  await page.getByTestId('object-list').locator(`[data-record="${record}"]`).click()
  await expect(page.getByTestId('form-title')).toContainText(String(record))
  for (const key of ['Numpad7', 'f']) await keyOnMap(page, key)
  return placeOf(page, record)
}

test('plants are scaled by mouse, keys and number, in one step each; buildings are not, and it is said why', async () => {
  const studio = await startStudio({ width: 1600, height: 1000 })
  const { page, complaints } = studio
  try {
    await openMission(page, 'single.01')
    await expect(page.locator('.facts')).toContainText('23 objects')
    await page.getByRole('button', { name: /^List of/ }).click()
    const { x, y } = await lookAtObject(page, TREE)
    await page.getByTestId('tool-move').click()
    const scale = async (): Promise<number> => Number(await page.getByTestId('move-scale').inputValue())
    expect(await scale()).toBe(1)

    const drag = async (): Promise<void> => {
      await page.mouse.move(x - HANDLE, y + HANDLE)
      await page.mouse.down()
      for (const factor of [1.2, 1.6, 2]) await page.mouse.move(x - factor * HANDLE, y + factor * HANDLE)
    }
    await drag()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect.poll(scale).toBe(1)
    await expect(page.getByTestId('status-unpacked')).toContainText('all edits packed')
    await drag()
    await page.mouse.up()
    await expect.poll(scale).toBeCloseTo(2, 1)
    await page.keyboard.press('Control+z')
    await expect.poll(scale).toBe(1)

    for (const key of ['s', '3', 'Enter']) await keyOnMap(page, key)
    await expect.poll(scale).toBe(3)
    await page.getByTestId('move-scale').fill('*2')
    await page.getByTestId('move-scale').press('Enter')
    await expect.poll(scale).toBe(6)

    // A fraction colours in steps, with the limits of each and of all; the colours follow undo.
    await page.getByTestId('viewport-field').click()
    await page.getByRole('menuitemcheckbox', { name: 'scale/x' }).click()
    const legend = page.locator('[data-testid="legend"][data-field="measured:scale/x"]')
    await expect(legend.getByTestId('legend-note')).toHaveText('1 … 6')
    await expect(legend.getByTestId('legend-row')).toHaveCount(2)
    await expect(legend.getByTestId('legend-row').last()).toHaveAttribute('data-count', '1')
    const colours = await legend.getByTestId('legend-row').evaluateAll(rows => rows.map(row => row.dataset['colour']))
    expect(colours).toEqual(['#440154', '#fde725'])
    await keyOnMap(page, 'Control+z')
    await expect.poll(scale).toBe(3)
    await keyOnMap(page, 'Control+z')
    await expect.poll(scale).toBe(1)
    await expect(legend.getByTestId('legend-note')).toHaveText('1 … 1')
    await expect(legend.getByTestId('legend-row')).toHaveCount(1)

    await lookAtObject(page, BUILDING)
    await expect(page.getByTestId('move-scale-off')).toBeDisabled()
    await expect(page.getByTestId('move-unscaled')).toHaveText('The game scales plants and rocks only.')
    expect(complaints).toEqual([])
  } finally {
    await studio.close()
  }
})
