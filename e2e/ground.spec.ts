import { expect, test, type Page } from '@playwright/test'
import { lookAt, openAfterAnother } from './map-page'
import { steady } from './steady'
import { startStudio, type Running } from './studio'

let studio: Running
let middle: { x: number; y: number }

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  studio = await startStudio({ width: 1280, height: 900 })
  const { page } = studio
  await openAfterAnother(page, 'SC_1')
  middle = await lookAt(page, 500)
})

test.afterAll(async () => {
  await studio.close()
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

test('the window complained of nothing', () => {
  expect(studio.complaints).toEqual([])
})
