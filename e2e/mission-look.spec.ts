import { expect, test, type Page } from '@playwright/test'
import { keyOnMap, placeOf } from './map-page'
import { startStudio } from './studio'
import { openMission } from './tree-page'

/** A building of the sample's mission; its roof and walls have textures. */
const BUILDING = 0
const SIDE = 9

/** Colours around an object that is looked at from above. */
async function coloursAround(page: Page, record: number): Promise<readonly (readonly number[])[]> {
  const { x, y } = await placeOf(page, record)
  return page.evaluate(
    places => places.map(([px = 0, py = 0]) => window.arealProbe?.pixel?.(px, py) ?? []),
    Array.from({ length: SIDE * SIDE }, (_, at) => [
      x + 3 * ((at % SIDE) - 4) + 1,
      y + 3 * (Math.floor(at / SIDE) - 4),
    ]),
  )
}

test('objects of a mission have their textures while rings and letters show the clan, and one hue in the colour of a number', async () => {
  const studio = await startStudio({ width: 1600, height: 1000 })
  const { page, complaints } = studio
  try {
    await openMission(page, 'single.01')
    await page.getByRole('button', { name: /^List of/ }).click()
    await page.getByTestId('object-list').locator(`[data-record="${BUILDING}"]`).click()
    await expect(page.getByTestId('form-title')).toContainText(String(BUILDING))
    for (const key of ['Numpad7', 'f']) await keyOnMap(page, key)
    const tones = async (): Promise<number> =>
      new Set((await coloursAround(page, BUILDING)).map(colour => colour.join())).size
    await expect.poll(tones).toBeGreaterThan(30)

    await page.getByTestId('viewport-field').click()
    await page.getByRole('menuitemcheckbox', { name: 'scale/x' }).click()
    await expect(page.locator('[data-testid="legend"][data-field="measured:scale/x"]')).toBeVisible()
    // The roof has the colour of the step, and no hue of its material: its parts beyond grey are those of #440154.
    await keyOnMap(page, 'Escape')
    await expect.poll(tones).toBeLessThan(12)
    const [r = 0, g = 0, b = 0] = (await coloursAround(page, BUILDING))[0] ?? []
    expect((r - g) / (b - g)).toBeCloseTo(0x43 / 0x53, 1)
    expect(complaints).toEqual([])
  } finally {
    await studio.close()
  }
})
