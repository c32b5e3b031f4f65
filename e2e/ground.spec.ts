import { expect, test, type Page } from '@playwright/test'
import { keyOnMap, lookAt, openAfterAnother, openMap } from './map-page'
import { paintGround, type PaintedGround } from './painted-ground'
import { steady } from './steady'
import { copyOf, removeFolder, sampleFolder, startStudio, type Running } from './studio'

let studio: Running
let install: string
let painted: PaintedGround
let middle: { x: number; y: number }

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  install = copyOf(await sampleFolder())
  painted = paintGround(install, 'AutoMAP')
  studio = await startStudio({ install, width: 1280, height: 900 })
  const { page } = studio
  await openAfterAnother(page, 'SC_1')
  middle = await lookAt(page, 500)
})

test.afterAll(async () => {
  await studio.close()
  removeFolder(install)
})

/** Height of the ground under the pointer, as the status bar tells it. */
async function heightAt(page: Page, x: number, y: number): Promise<number> {
  await page.mouse.move(x + 1, y)
  await page.mouse.move(x, y)
  const words = await steady(() => page.getByTestId('status-place').innerText())
  return Number(/z (-?\d+\.\d)/.exec(words)?.[1] ?? NaN)
}

async function selectedFaces(page: Page): Promise<number> {
  const words = await page.getByTestId('faces-count').innerText()
  return Number(/[\d,]+/.exec(words)?.[0].replace(/,/g, '') ?? 0)
}

/** Types into a field of the panel and leaves it. */
async function type(page: Page, field: string, value: string): Promise<void> {
  await page.getByTestId(field).fill(value)
  await page.getByTestId(field).press('Enter')
}

test('faces are selected by a click, more with Shift, and by a box', async () => {
  const { page } = studio
  await page.keyboard.press('KeyC')
  await expect(page.getByTestId('tool-faces')).toHaveAttribute('aria-checked', 'true')
  await page.mouse.click(middle.x, middle.y)
  await expect.poll(() => selectedFaces(page)).toBe(1)
  await expect(page.getByTestId('form-title')).toBeVisible()
  await page.keyboard.down('Shift')
  await page.mouse.click(middle.x + 90, middle.y + 60)
  await page.keyboard.up('Shift')
  await expect.poll(() => selectedFaces(page)).toBe(2)
  await page.mouse.move(middle.x - 100, middle.y - 40)
  await page.mouse.down()
  await page.mouse.move(middle.x + 100, middle.y + 80, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => selectedFaces(page)).toBeGreaterThan(2)
  await page.keyboard.press('Escape')
  await expect.poll(() => selectedFaces(page)).toBe(0)
})

test('faces found by flags and slope get other flags as one step', async () => {
  const { page } = studio
  await type(page, 'faces-required', '0x00200000')
  await page.getByTestId('faces-find').click()
  await expect.poll(() => selectedFaces(page)).toBe(0)
  await type(page, 'faces-required', '0')
  await type(page, 'faces-slopeFrom', '20')
  await page.getByTestId('faces-find').click()
  await expect.poll(() => selectedFaces(page)).toBeGreaterThan(0)
  const steep = await steady(() => selectedFaces(page))
  await page.getByTestId('faces-part').getByRole('radio').nth(1).click()
  await expect(page.getByTestId('faces-apply')).toBeDisabled()
  await type(page, 'faces-set', '0x00200000')
  await page.getByTestId('faces-apply').click()
  await expect(page.getByTestId('status-unpacked')).toContainText('1')

  await page.getByTestId('faces-part').getByRole('radio').nth(0).click()
  await page.getByRole('button', { name: 'Select no face' }).click()
  await expect.poll(() => selectedFaces(page)).toBe(0)
  const look = async (): Promise<number> => {
    await page.getByTestId('faces-find').click()
    await page.waitForTimeout(100)
    return selectedFaces(page)
  }
  await type(page, 'faces-slopeFrom', '0')
  await type(page, 'faces-required', '0x00200000')
  await expect.poll(look).toBe(steep)
  await page.getByTestId('button-undo').click()
  await expect(page.getByTestId('button-undo')).toBeDisabled()
  await expect.poll(look).toBe(0)
})

test('a stroke raises the ground as one step, and undo gives it back', async () => {
  const { page } = studio
  const before = await heightAt(page, middle.x, middle.y)
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('KeyU')
  await type(page, 'sculpt-radius', '80')
  await type(page, 'sculpt-lift', '10')
  await page.mouse.move(middle.x, middle.y)
  await page.waitForTimeout(500)
  await page.mouse.down()
  await page.mouse.move(middle.x + 3, middle.y, { steps: 3 })
  expect(await page.getByTestId('button-undo').isDisabled()).toBe(true)
  await page.mouse.up()
  await expect(page.getByTestId('button-undo')).toBeEnabled()
  await expect.poll(() => heightAt(page, middle.x, middle.y)).toBeGreaterThan(before + 4)
  await page.getByTestId('tab-history').click()
  await expect(page.getByTestId('history-step').first()).toContainText(/Sculpted the ground: \d+ heights/)
  await page.getByTestId('button-undo').click()
  await expect(page.getByTestId('button-undo')).toBeDisabled()
  await expect.poll(() => heightAt(page, middle.x, middle.y)).toBe(before)
  await expect(page.getByTestId('status-unpacked')).not.toContainText(/[1-9]/)
})

test('Ctrl lowers, and Escape gives a stroke up', async () => {
  const { page } = studio
  const before = await heightAt(page, middle.x, middle.y)
  await page.getByTestId('viewport-canvas').focus()
  await page.mouse.down()
  await page.mouse.move(middle.x + 40, middle.y, { steps: 3 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await page.getByTestId('button-undo').isDisabled()).toBe(true)
  await page.keyboard.down('Control')
  await page.mouse.move(middle.x, middle.y)
  await page.waitForTimeout(300)
  await page.mouse.down()
  await page.mouse.up()
  await page.keyboard.up('Control')
  await expect(page.getByTestId('button-undo')).toBeEnabled()
  await expect.poll(() => heightAt(page, middle.x, middle.y)).toBeLessThan(before - 4)
  await page.getByTestId('button-undo').click()
  await expect.poll(() => heightAt(page, middle.x, middle.y)).toBe(before)
})

/** Light and grain of the ground differ from point to point. */
const NOISE = 0.15
type Rgb = readonly [red: number, green: number, blue: number]

/** Colours of the drawn ground by its part, `detailed` or not, and those of water, at points of the page. */
async function coloursOfParts(page: Page): Promise<Readonly<Record<string, readonly Rgb[]>>> {
  const box = await page.getByTestId('viewport-canvas').boundingBox()
  if (!box) throw new Error('no canvas')
  const found: Record<string, Rgb[]> = {}
  for (let k = 0; k < 88; k++) {
    const [x, y] = [box.x + ((k % 11) + 6) * (box.width / 22), box.y + (Math.floor(k / 11) + 4) * (box.height / 16)]
    await page.mouse.move(x, y)
    const { colour, words } = await page.evaluate(
      async ([left, top]) => {
        await new Promise(done => setTimeout(done, 60))
        const place = document.querySelector('[data-testid="status-place"]')?.textContent ?? ''
        return { colour: window.arealProbe?.pixel?.(left, top) ?? ([0, 0, 0] as const), words: place }
      },
      [x, y] as const,
    )
    const [east, north, height] = [...words.matchAll(/[xyz]\s*(-?[\d.,]+)/g)].map(found =>
      Number(found[1]?.replace(/,/g, '')),
    )
    if (east === undefined || north === undefined || height === undefined) continue
    const [part, isDetailed] = [painted.partAt(east), painted.isDetailed(north)]
    const isWater = Math.abs(height - painted.waterLevel) < 0.01
    const name = isWater ? 'water' : part && isDetailed !== undefined ? `${part}${isDetailed ? ' detailed' : ''}` : ''
    if (name !== '') (found[name] ??= []).push(colour)
  }
  return found
}

test('ground shows both materials by the opacity of its vertices, the microtexture of its faces, and level water', async () => {
  const { page } = studio
  await keyOnMap(page, 'Escape')
  await keyOnMap(page, 'KeyV')
  await openMap(page, 'AutoMAP')
  await page.getByTestId('viewport-overlays').click()
  await page.locator('[data-ground="textured"]').click()
  for (const overlay of ['fills', 'outlines']) await page.locator(`[data-overlay="${overlay}"]`).click()
  await page.keyboard.press('Escape')
  await keyOnMap(page, 'Numpad7')
  await keyOnMap(page, 'Home')
  await page.waitForTimeout(500)
  const parts = await coloursOfParts(page)
  const mean = (part: string): Rgb => {
    const colours = parts[part] ?? []
    expect(colours.length, `points of ${part} in ${Object.keys(parts).join()}`).toBeGreaterThan(1)
    const of = (channel: 0 | 1 | 2): number => colours.reduce((sum, one) => sum + one[channel], 0) / colours.length
    return [of(0), of(1), of(2)]
  }
  const [first, both, second] = [mean('first'), mean('both'), mean('second')]
  expect([first[1], first[2], second[0], second[1]].every(channel => channel < 0.1 * first[0])).toBe(true)
  // Half of each, and nothing else.
  expect(Math.abs(both[0] / first[0] - 0.5)).toBeLessThan(NOISE)
  expect(Math.abs(both[2] / second[2] - 0.5)).toBeLessThan(NOISE)
  // Twice the product: a quarter grey halves the first material, half grey leaves the second as it is.
  expect(Math.abs(mean('first detailed')[0] / first[0] - 0.52)).toBeLessThan(NOISE)
  expect(Math.abs(mean('both detailed')[0] / both[0] - 0.52)).toBeLessThan(NOISE)
  expect(Math.abs(mean('second detailed')[2] / second[2] - 1)).toBeLessThan(NOISE)
  // Opaque: neither bed nor bank shines through.
  const water = mean('water')
  expect(Math.max(water[0], water[2])).toBeLessThan(0.1 * water[1])
})

test('the window complained of nothing', () => {
  expect(studio.complaints).toEqual([])
})
