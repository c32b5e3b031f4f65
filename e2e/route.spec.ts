import { expect, test, type Page } from '@playwright/test'
import { editElsewhere, selectElsewhere } from './elsewhere'
import { keyOnMap, lookAt, openAfterAnother } from './map-page'
import { steady } from './steady'
import { MAP, startStudio, type Running } from './studio'

const FROM = 637
let studio: Running

test.describe.configure({ mode: 'serial' })

const panel = (page: Page) => page.getByTestId('route-panel')
const selected = (page: Page) => page.getByTestId('status-selection')
async function forbid(page: Page, flags: string): Promise<void> {
  const field = panel(page).getByRole('textbox')
  await field.fill(flags)
  await field.press('Enter')
}
const slots = (page: Page): Promise<(string | null)[]> =>
  page.locator('[data-slot]').evaluateAll(all => all.map(one => one.getAttribute('data-slot')))
async function length(page: Page): Promise<number> {
  return Number(/\d+/.exec(await page.getByTestId('route-length').innerText())?.[0])
}
async function willChange(page: Page): Promise<number> {
  await expect(page.getByTestId('tool-count')).toContainText(/\d/)
  return Number(/[\d,]+/.exec(await page.getByTestId('tool-count').innerText())?.[0].replace(/,/g, ''))
}

test.beforeAll(async () => {
  studio = await startStudio({ width: 1440, height: 900 })
  await openAfterAnother(studio.page, 'SC_1')
})

test.afterAll(async () => {
  await studio.close()
})

test('a brush is made larger and smaller by brackets, and touches more areals', async () => {
  const { page } = studio
  const at = await lookAt(page, FROM)
  await keyOnMap(page, 'KeyB')
  await page.getByTestId('tool-value').fill('64')
  await page.getByTestId('tool-value').press('Enter')
  await page.mouse.move(at.x + 1, at.y)
  await page.mouse.move(at.x, at.y)
  await expect.poll(() => willChange(page)).toBe(1)
  for (let press = 0; press < 6; press++) await keyOnMap(page, 'BracketRight')
  await expect(page.getByTestId('tool-radius')).not.toHaveValue('0')
  await expect.poll(() => willChange(page)).toBeGreaterThan(1)
  for (let press = 0; press < 8; press++) await keyOnMap(page, 'BracketLeft')
  await expect(page.getByTestId('tool-radius')).toHaveValue('0')
  await expect.poll(() => willChange(page)).toBe(1)
})

test('digits stand for the values used last', async () => {
  const { page } = studio
  await expect.poll(() => slots(page)).toContain('64')
  for (const value of ['71', '72']) {
    await page.getByTestId('tool-value').fill(value)
    await page.getByTestId('tool-value').press('Enter')
    await expect.poll(() => slots(page)).toContain(value)
  }
  const now = await slots(page)
  expect(now.length).toBeLessThanOrEqual(10)
  for (const value of ['64', '71', '72']) {
    expect(now).toContain(value)
    await keyOnMap(page, `Digit${(now.indexOf(value) + 1) % 10}`)
    await expect(page.getByTestId('tool-value')).toHaveValue(value)
  }
})

test('a fill goes no further than its stop rules', async () => {
  const { page } = studio
  const at = await lookAt(page, FROM)
  await keyOnMap(page, 'KeyG')
  const rule = (name: string) => page.getByTestId('tool-panel').getByRole('checkbox', { name })
  const fill = async (): Promise<number> => {
    await keyOnMap(page, 'Escape')
    await keyOnMap(page, 'KeyG')
    await page.mouse.click(at.x, at.y)
    return willChange(page)
  }
  await expect(rule('same class')).toHaveAttribute('aria-checked', 'true')
  const sameClass = await steady(fill)
  await rule('same class').click()
  const all = await steady(fill)
  expect(all).toBeGreaterThan(sameClass)
  await rule('area below').click()
  await page.getByRole('textbox', { name: 'area below' }).fill('0')
  await page.getByRole('textbox', { name: 'area below' }).press('Enter')
  await expect.poll(fill).toBe(1)
  await rule('area below').click()
  await rule('slope below').click()
  const flat = await steady(fill)
  expect(flat).toBeLessThanOrEqual(all)
  await rule('slope below').click()
  await rule('same class').click()
  await keyOnMap(page, 'Escape')
  await expect(page.getByTestId('button-undo')).toBeDisabled()
})

test('a route is found between two clicks, closed by flags, and its areals selected', async () => {
  const { page } = studio
  await keyOnMap(page, 'KeyT')
  const at = await lookAt(page, FROM)
  await page.mouse.click(at.x, at.y)
  await page.mouse.click(at.x + 220, at.y - 160)
  await expect.poll(() => length(page)).toBeGreaterThan(2)
  await expect(page.getByTestId('route-islands')).toContainText('1 island')
  await expect(page.getByTestId('route-one-way')).toContainText('0 one-way')
  await expect(page.getByTestId('route-before')).toHaveCount(0)
  const found = await steady(() => length(page))
  const goal = /\d+ – (\d+)/.exec(await panel(page).innerText())?.[1] ?? ''
  await forbid(page, '0x40')
  await editElsewhere(page, MAP, `areals/${goal}/logic_flag`, 0x40)
  await expect(page.getByTestId('route-obstacle')).toContainText('closed by the flags')
  await expect(page.getByTestId('route-before')).toContainText(`${found} areals`)
  await panel(page).getByRole('button', { name: '1 areal blocks' }).click()
  await expect(selected(page)).toContainText(goal)
  await page.getByTestId('button-undo').click()
  await expect.poll(() => length(page)).toBe(found)
  await forbid(page, '0')
  await panel(page).getByRole('button', { name: 'Select' }).click()
  await expect(selected(page)).toContainText(String(found))
})

test('the way before the edits is told beside the one after them, between the same places', async () => {
  const { page } = studio
  const way = await page.evaluate(
    () => window.arealProbe?.selection?.().paths.map(path => Number(path.split('/')[1])) ?? [],
  )
  const ends = async (): Promise<string> => /\d+ – \d+/.exec(await panel(page).innerText())?.[0] ?? ''
  await expect.poll(ends).toBe(`${way[0]} – ${way.at(-1)}`)
  const gone = way[Math.floor(way.length / 2)] ?? 0
  await selectElsewhere(page, MAP, `areals/${gone}`)
  await keyOnMap(page, 'Delete')
  await expect(page.getByTestId('route-before')).toContainText(`${way.length} areals`)
  await expect(page.getByTestId('route-difference')).toContainText(/[+−±]/)
  const after = (record: number | undefined): number => (record ?? 0) - ((record ?? 0) > gone ? 1 : 0)
  await expect.poll(ends).toBe(`${after(way[0])} – ${after(way.at(-1))}`)
  await page.getByTestId('button-undo').click()
  await expect(page.getByTestId('route-before')).toHaveCount(0)
  await expect.poll(ends).toBe(`${way[0]} – ${way.at(-1)}`)
  await expect.poll(() => length(page)).toBe(way.length)
})

test('the window complained of nothing', () => {
  expect(studio.complaints).toEqual([])
})
