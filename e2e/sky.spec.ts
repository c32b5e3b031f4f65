import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { keyOnMap } from './map-page'
import { copyOf, freshFolder, removeFolder, sampleFolder, startStudio } from './studio'
import { openMission } from './tree-page'

const sky = (mission: string): string => `MISSIONS/${mission}/sky.ske`

async function openWhole(page: Page, mission: string): Promise<void> {
  await openMission(page, mission)
  await keyOnMap(page, 'Home')
}

type Rgb = readonly [red: number, green: number, blue: number]
/** Colour of the canvas at shares of its width and height. */
async function colourAt(page: Page, x: number, y: number): Promise<Rgb> {
  const box = await page.getByTestId('viewport-canvas').boundingBox()
  if (!box) throw new Error('no canvas')
  return page.evaluate(([px, py]) => window.arealProbe?.pixel?.(px, py) ?? [0, 0, 0], [
    box.x + x * box.width,
    box.y + y * box.height,
  ] as const)
}
/** Colours of a place beside the whole map, and of one in the middle of it. */
const colours = async (page: Page): Promise<{ readonly behind: Rgb; readonly ground: Rgb }> => ({
  behind: await colourAt(page, 0.01, 0.02),
  ground: await colourAt(page, 0.5, 0.55),
})

const sum = (colour: Rgb): number => colour[0] + colour[1] + colour[2]

test('the sky of a mission colours background and ground, by the time of day, and says why where it cannot', async () => {
  const install = copyOf(await sampleFolder())
  const userData = freshFolder()
  rmSync(join(install, sky('tutorial.01')))
  const cut = join(install, sky('Autodemo.00'))
  writeFileSync(cut, readFileSync(cut).subarray(0, 400))
  const studio = await startStudio({ install, userData })
  const { page, complaints } = studio
  const menu = page.getByTestId('viewport-overlays')
  const layer = (title: string) => page.locator(`[data-layer="${title}"]`)
  try {
    await openWhole(page, 'single.01')
    const before = await colours(page)
    await menu.click()
    await expect(layer('sky')).toHaveAttribute('aria-checked', 'false')
    await expect(layer('fog')).toBeDisabled()
    await expect(page.getByTestId('sky-note')).toContainText('Not known')
    await layer('sky').click()
    await expect(page.getByTestId('sky-time')).toHaveText('09:00')
    const morning = await colours(page)
    expect(sum(morning.behind)).toBeGreaterThan(sum(before.behind) + 200)
    expect(morning.ground).not.toEqual(before.ground)

    await page.getByTestId('sky-slider').focus()
    await page.keyboard.press('Home')
    await expect(page.getByTestId('sky-time')).toHaveText('00:00')
    const night = await colours(page)
    expect(sum(night.behind)).toBeLessThan(sum(morning.behind) / 2)
    expect(sum(night.ground)).toBeLessThan(sum(morning.ground) / 2)
    await page.getByTestId('sky-start').click()
    await expect(page.getByTestId('sky-time')).toHaveText('09:00')
    expect(await colours(page)).toEqual(morning)

    await layer('fog').click()
    const foggy = await colours(page)
    expect(foggy.behind).toEqual(morning.behind)
    expect(foggy.ground).not.toEqual(morning.ground)
    await layer('fog').click()
    expect(await colours(page)).toEqual(morning)
    await layer('sky').click()
    expect(await colours(page)).toEqual(before)
    await layer('sky').click()
    await page.keyboard.press('Escape')
    await keyOnMap(page, 'Numpad1')
    // A level view sees the horizon and rings above it.
    const level = await Promise.all([0.02, 0.3].map(y => colourAt(page, 0.5, y)))
    expect(level[0]).not.toEqual(level[1])

    await openWhole(page, 'tutorial.01')
    await menu.click()
    await expect(page.getByTestId('sky-note')).toContainText(`${sky('tutorial.01')} is not in the install`)
    await expect(layer('sky')).toBeDisabled()
    expect((await colours(page)).behind).toEqual(before.behind)
    await page.keyboard.press('Escape')
    await openWhole(page, 'Autodemo.00')
    await menu.click()
    await expect(page.getByTestId('sky-note')).toContainText(`${sky('Autodemo.00')} is damaged`)
    await page.keyboard.press('Escape')
    // What was chosen holds for the next mission that has a sky.
    await openWhole(page, 'single.01')
    expect((await colours(page)).behind).toEqual(morning.behind)
    expect(complaints).toEqual([])
  } finally {
    await studio.close()
    removeFolder(install)
    removeFolder(userData)
  }
})
