import { expect, test, type Page } from '@playwright/test'
import { lookAt, openAfterAnother } from './map-page'
import { steady } from './steady'
import { startStudio, type Running } from './studio'

const RECORD = 637
type Place = readonly [x: number, y: number]
let studio: Running
let screenOf: (place: Place) => { x: number; y: number }

test.describe.configure({ mode: 'serial' })

async function placeUnder(page: Page, x: number, y: number): Promise<Place> {
  await page.mouse.move(x + 1, y)
  await page.mouse.move(x, y)
  const words = /x (-?[\d.]+)\s+y (-?[\d.]+)/.exec(await steady(() => page.getByTestId('status-place').innerText()))
  return [Number(words?.[1]), Number(words?.[2])]
}

/** Where places of the map lie on the page: told by two of them. */
async function measure(page: Page, at: { x: number; y: number }): Promise<typeof screenOf> {
  const [a, b] = [await placeUnder(page, at.x - 80, at.y + 60), await placeUnder(page, at.x + 80, at.y - 60)]
  return ([x, y]) => ({
    x: at.x - 80 + (160 * (x - a[0])) / (b[0] - a[0]),
    y: at.y + 60 - (120 * (y - a[1])) / (b[1] - a[1]),
  })
}

const field = async (page: Page, name: string): Promise<number> =>
  Number(await page.getByTestId(`shape-${name}`).inputValue())
const handlePlace = async (page: Page): Promise<Place> => [await field(page, 'x'), await field(page, 'y')]
async function corner(page: Page, index: number): Promise<Place> {
  await page.getByTestId('shape-corner').fill(String(index))
  await page.getByTestId('shape-corner').press('Enter')
  return handlePlace(page)
}
async function pull(page: Page, from: { x: number; y: number }, dx: number, dy: number): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + dx, from.y + dy, { steps: 5 })
}
const history = (page: Page) => page.getByTestId('history-step').first()
async function undo(page: Page): Promise<void> {
  await page.getByTestId('button-undo').click()
  await page.waitForTimeout(300)
}

test.beforeAll(async () => {
  studio = await startStudio({ width: 1440, height: 900 })
  const { page } = studio
  await openAfterAnother(page, 'SC_1')
  await page.getByTestId('tab-history').click()
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('Numpad5')
  const at = await lookAt(page, RECORD)
  await page.mouse.click(at.x, at.y)
  await expect(page.getByTestId('status-selection')).toContainText(String(RECORD))
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('KeyR')
  await expect(page.getByTestId('shape-panel')).toBeVisible()
  screenOf = await measure(page, at)
})

test.afterAll(async () => {
  await studio.close()
})

test('the anchor moves along the arrow that is pulled, by the number that is typed', async () => {
  const { page } = studio
  await page.getByTestId('shape-anchor').click()
  const [x, y] = await steady(() => handlePlace(page))
  const at = screenOf([x, y])
  await pull(page, { x: at.x + 40, y: at.y }, 12, 9)
  await page.mouse.up()
  await expect(history(page)).toContainText('Moved the anchor')
  await expect.poll(() => field(page, 'x')).toBeGreaterThan(x)
  expect(await field(page, 'y')).toBe(y)
  await undo(page)
  await expect.poll(() => handlePlace(page)).toEqual([x, y])

  await pull(page, at, 10, 0)
  await page.keyboard.press('KeyY')
  await page.keyboard.type('1.5')
  await page.mouse.up()
  await expect.poll(() => field(page, 'y')).toBeCloseTo(y + 1.5, 1)
  expect(await field(page, 'x')).toBe(x)
  await undo(page)
  await expect.poll(() => handlePlace(page)).toEqual([x, y])
  await expect(page.getByTestId('button-undo')).toBeDisabled()
})

test('a corner is pulled with the mouse, and the corners of neighbours at its place go with it', async () => {
  const { page } = studio
  const from = await corner(page, 0)
  await pull(page, screenOf(from), 14, -10)
  await page.mouse.up()
  await expect(history(page)).toContainText('Moved corners')
  await expect.poll(() => corner(page, 0)).not.toEqual(from)
  const to = await corner(page, 0)
  const isShared = async (): Promise<boolean> => {
    for (let index = 0; index < 8; index++) {
      const place = await corner(page, index)
      if (Math.hypot(place[0] - to[0], place[1] - to[1]) < 0.02) return true
    }
    return false
  }
  let shared = 0
  for (let turn = 0; turn < 8; turn++) {
    await page.getByTestId('viewport-canvas').focus()
    await page.keyboard.press('Period')
    if (await isShared()) shared++
  }
  expect(shared).toBeGreaterThan(0)
  await undo(page)
  const at = await lookAt(page, RECORD)
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('KeyV')
  await page.mouse.click(at.x, at.y)
  await page.keyboard.press('KeyR')
  await expect.poll(() => corner(page, 0)).toEqual(from)
})

test('typed places move a corner; a corner is added on an edge by a double click and taken away by Delete', async () => {
  const { page } = studio
  const at = await lookAt(page, RECORD)
  screenOf = await measure(page, at)
  const [a, b] = [await corner(page, 0), await corner(page, 1)]
  const middle: Place = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  const seen = screenOf(middle)
  await page.mouse.dblclick(seen.x, seen.y)
  await expect(history(page)).toContainText('Added a corner')
  await expect
    .poll(async () => Math.hypot((await corner(page, 1))[0] - middle[0], (await corner(page, 1))[1] - middle[1]))
    .toBeLessThan(0.05)

  await page.getByTestId('shape-x').fill('+2')
  await page.getByTestId('shape-x').press('Enter')
  await expect.poll(() => field(page, 'x')).toBeCloseTo(middle[0] + 2, 1)
  const now = screenOf(await handlePlace(page))
  await page.getByTestId('viewport-canvas').focus()
  await page.mouse.move(now.x + 3, now.y)
  await page.mouse.move(now.x, now.y)
  await page.keyboard.press('Delete')
  await expect(history(page)).toContainText('Removed a corner')
  await expect.poll(() => corner(page, 1)).toEqual(b)
  for (let step = 0; step < 3; step++) await undo(page)
  await expect(page.getByTestId('button-undo')).toBeDisabled()
})

test('an areal is deleted, one is drawn into the gap, and both are undone', async () => {
  const { page } = studio
  const at = await lookAt(page, RECORD)
  await page.keyboard.press('KeyV')
  await page.mouse.click(at.x, at.y)
  await expect(page.getByText('1,050 areals')).toBeVisible()
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('1,049 areals')).toBeVisible()
  await page.keyboard.press('KeyN')
  for (const [dx, dy] of [
    [-90, -80],
    [90, -80],
    [90, 80],
    [-90, 80],
  ] as const)
    await page.mouse.click(at.x + dx, at.y + dy, { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(history(page)).toContainText('Added areal')
  await page.keyboard.press('KeyV')
  await expect(page.getByText('1,050 areals')).toBeVisible()
  for (let step = 0; step < 2; step++) await undo(page)
  await expect(page.getByTestId('button-undo')).toBeDisabled()
  await expect(page.getByTestId('status-unpacked')).not.toContainText(/[1-9]/)
})

test('bits of the flags are set and cleared, other bits stay', async () => {
  const { page } = studio
  const at = await lookAt(page, RECORD)
  await page.keyboard.press('KeyV')
  await page.mouse.click(at.x, at.y)
  await expect(page.getByTestId('viewport-live')).toContainText(String(RECORD))
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('KeyB')
  await page.getByTestId('viewport-field').click()
  await page.getByRole('menuitemcheckbox', { name: 'Flags' }).click()
  const flags = async (): Promise<number> =>
    Number(/flags (0x[\dA-F]+)/.exec(await page.getByTestId('viewport-live').innerText())?.[1] ?? NaN)
  const before = await flags()
  await page.getByTestId('tool-bits').getByRole('radio', { name: 'Set bits' }).click()
  await page.getByTestId('tool-value').fill('0x80000040')
  await page.getByTestId('tool-value').press('Enter')
  await page.mouse.click(at.x, at.y)
  await expect.poll(flags).toBe((before | 0x80000040) >>> 0)
  await page.getByTestId('tool-bits').getByRole('radio', { name: 'Clear bits' }).click()
  await page.mouse.click(at.x, at.y)
  await expect.poll(flags).toBe((before & ~0x80000040) >>> 0)
})

test('the window complained of nothing', () => {
  expect(studio.complaints).toEqual([])
})
