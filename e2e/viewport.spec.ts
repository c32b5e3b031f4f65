import { createHash } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { keyOnMap, lookAt, openAfterAnother, placeOf } from './map-page'
import { steady } from './steady'
import { startStudio, type Running } from './studio'

let studio: Running

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  studio = await startStudio({ width: 1280, height: 720 })
  const { page } = studio
  await openAfterAnother(page, 'SC_1')
})

test.afterAll(async () => {
  await studio.close()
})

const pick = (page: Page, x: number, y: number): Promise<number | null> =>
  page.evaluate(([px, py]) => window.arealProbe?.pick?.(px ?? 0, py ?? 0) ?? null, [x, y])

/** How many areals the legend counts with a value. */
async function count(page: Page, value: number): Promise<number> {
  const row = page.locator(`[data-testid="legend-row"][data-value="${value}"]`)
  return (await row.count()) === 0 ? 0 : Number(await row.getAttribute('data-count'))
}

async function wholeLegend(page: Page): Promise<void> {
  const more = page.getByTestId('legend-more')
  if ((await more.count()) > 0) await more.click()
}

test('a stroke with the mouse paints what it crosses, as one step', async () => {
  const { page } = studio
  const from = await lookAt(page, 637)
  await wholeLegend(page)
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('KeyB')
  await expect(page.getByTestId('tool-paint')).toHaveAttribute('aria-checked', 'true')
  await page.getByTestId('tool-value').fill('21')
  await page.getByTestId('tool-value').press('Enter')
  const before = await count(page, 21)

  const crossed = new Set<number>()
  for (let step = 0; step <= 60; step++) {
    const record = await pick(page, from.x + step * 2, from.y)
    if (record !== null) crossed.add(record)
  }
  expect(crossed.size).toBeGreaterThan(1)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (let step = 0; step <= 60; step++) await page.mouse.move(from.x + step * 2, from.y)
  await expect(page.getByTestId('tool-count')).toContainText(/\d/)
  expect(await count(page, 21)).toBe(before)
  await page.mouse.up()
  await expect.poll(() => count(page, 21)).toBeGreaterThan(before)
  const painted = (await steady(() => count(page, 21))) - before
  expect(Math.abs(painted - crossed.size)).toBeLessThanOrEqual(1)
  await expect(page.getByTestId('status-unpacked')).toContainText('1')

  await page.getByTestId('button-undo').click()
  await expect.poll(() => count(page, 21)).toBe(before)
  await expect(page.getByTestId('button-undo')).toBeDisabled()
})

test('Escape gives a stroke up', async () => {
  const { page } = studio
  const from = await lookAt(page, 637)
  const before = await count(page, 21)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y)
  await expect(page.getByTestId('status-bar').locator('.hints')).toHaveText(/^\s*Esc\s*Cancel\s*$/)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await page.waitForTimeout(300)
  expect(await count(page, 21)).toBe(before)
})

test('Ctrl picks the value, a digit takes one of the recent ones', async () => {
  const { page } = studio
  const from = await lookAt(page, 637)
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.down('Control')
  await page.mouse.click(from.x, from.y)
  await page.keyboard.up('Control')
  await expect(page.getByTestId('tool-value')).not.toHaveValue('21')
  const second = page.locator('[data-slot]').nth(1)
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('Digit2')
  await expect(second).toHaveAttribute('aria-checked', 'true')
  await expect(page.getByTestId('tool-value')).toHaveValue((await second.getAttribute('data-slot')) ?? '')
})

test('the lasso selects what lies inside it', async () => {
  const { page } = studio
  const from = await lookAt(page, 637)
  await page.getByTestId('tool-lasso').click()
  const corners = [
    [-90, -80],
    [90, -80],
    [90, 80],
    [-90, 80],
  ] as const
  await page.mouse.move(from.x - 90, from.y - 80)
  await page.mouse.down()
  for (const [dx, dy] of corners) await page.mouse.move(from.x + dx, from.y + dy, { steps: 4 })
  await page.mouse.up()
  const inside = await page.evaluate(
    ({ x, y }) =>
      Array.from({ length: 2000 }, (_, record) => record).filter(record => {
        const at = window.arealProbe?.project?.(record)
        return at && Math.abs(at.x - x) < 90 && Math.abs(at.y - y) < 80
      }).length,
    from,
  )
  expect(inside).toBeGreaterThan(0)
  await expect(page.getByTestId('status-selection')).toContainText(inside === 1 ? '637' : String(inside))
})

test('a fill is counted before it is applied, and undone in one step', async () => {
  const { page } = studio
  const from = await lookAt(page, 637)
  await page.getByTestId('tool-fill').click()
  await page.getByTestId('tool-value').fill('64')
  await page.getByTestId('tool-value').press('Enter')
  const before = await count(page, 64)
  await page.mouse.click(from.x, from.y)
  const words = page.getByTestId('tool-count')
  await expect(words).toContainText(/\d/)
  const promised = Number(/\d+/.exec(await steady(() => words.innerText()))?.[0])
  expect(promised).toBeGreaterThan(0)
  expect(await count(page, 64)).toBe(before)
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => count(page, 64)).toBe(before + promised)
  await page.getByTestId('button-undo').click()
  await expect.poll(() => count(page, 64)).toBe(before)
})

test('measures along clicked points', async () => {
  const { page } = studio
  const from = await lookAt(page, 637)
  await page.getByTestId('tool-measure').click()
  await page.mouse.click(from.x - 50, from.y)
  await page.mouse.click(from.x + 50, from.y)
  await expect(page.getByTestId('measured-length')).toHaveText(/^\d+\.\d+$/)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('measured-length')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('tool-select')).toHaveAttribute('aria-checked', 'true')
})

test('an areal is cut in two, merged again, and both are steps', async () => {
  const { page } = studio
  const from = await lookAt(page, 637)
  await page.mouse.click(from.x, from.y)
  await expect(page.getByTestId('status-selection')).toContainText('637')
  await page.getByTestId('tool-split').click()
  await page.mouse.move(from.x - 130, from.y + 3)
  await page.mouse.down()
  await page.mouse.move(from.x + 130, from.y - 3, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByTestId('status-selection')).toContainText('2')
  await page.getByTestId('tab-history').click()
  await expect(page.getByTestId('history-step').first()).toContainText('637')
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('KeyJ')
  await expect(page.getByTestId('status-selection')).toContainText('637')
  for (let step = 0; step < 2; step++) await page.getByTestId('button-undo').click()
  await expect(page.getByTestId('status-unpacked')).not.toContainText(/[1-9]/)
})

test('a route is found over the links', async () => {
  const { page } = studio
  const from = await lookAt(page, 637)
  await page.getByTestId('tool-route').click()
  await page.mouse.click(from.x, from.y)
  await page.mouse.click(from.x - 150, from.y + 70)
  await expect(page.getByTestId('route-length')).toContainText(/[1-9]/)
  await expect(page.getByTestId('route-islands')).toContainText(/[1-9]/)
  await page.keyboard.press('KeyV')
})

test('goes to a typed place and back to a kept view', async () => {
  const { page } = studio
  const from = await lookAt(page, 637)
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('Control+Shift+Digit2')
  await page.keyboard.press('Control+KeyG')
  await page.getByTestId('go-to').getByRole('textbox').fill('100 100')
  await page.getByTestId('go-to').getByRole('textbox').press('Enter')
  await expect.poll(() => page.evaluate(() => window.arealProbe?.project?.(637) ?? null)).toBeNull()
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('Shift+Digit2')
  await expect
    .poll(() => page.evaluate(() => Math.round(window.arealProbe?.project?.(637)?.x ?? -1)))
    .toBe(Math.round(from.x))
})

/** What is drawn on and over the map. */
const picture = async (page: Page): Promise<string> => {
  await page.waitForTimeout(400)
  return createHash('sha256')
    .update(await page.getByTestId('viewport-canvas').screenshot())
    .digest('hex')
}

/** Presses choices of the layers. */
async function layers(page: Page, ...choices: readonly string[]): Promise<void> {
  await page.getByTestId('viewport-overlays').click()
  for (const choice of choices) await page.locator(`.viewport-overlays ${choice}`).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('.viewport-overlays')).toHaveCount(0)
}

test('each layer and each ground changes the picture', async () => {
  const { page } = studio
  await lookAt(page, 637)
  const seen = new Set([await picture(page)])
  const choices = [
    ...['graph', 'anchors', 'normals', 'classes', 'slots', 'tiles', 'contours', 'wires'].map(
      name => `[data-overlay="${name}"]`,
    ),
    ...['normals', 'slope', 'material'].map(name => `[data-ground="${name}"]`),
    '[data-bit="3"]',
    '[data-palette="tol"]',
  ]
  for (const choice of choices) {
    await layers(page, choice)
    seen.add(await picture(page))
  }
  expect(seen.size).toBe(choices.length + 1)
  await layers(
    page,
    ...choices.slice(0, 8),
    '[data-ground="relief"]',
    '[data-bit="3"]',
    '[data-bit="3"]',
    '[data-palette="okabe-ito"]',
  )
})

test('H hides the areal, its colour goes, and Alt+H brings both back', async () => {
  const { page } = studio
  const at = await lookAt(page, 637)
  const colour = (): Promise<readonly number[]> =>
    page.evaluate(({ x, y }) => [...(window.arealProbe?.pixel?.(x, y) ?? [])], at)
  await layers(page, '[data-overlay="solid"]')
  await page.mouse.click(at.x, at.y)
  await expect(page.getByTestId('status-selection')).toContainText('637')
  const shown = await steady(colour)
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('KeyH')
  await expect.poll(() => pick(page, at.x, at.y)).not.toBe(637)
  await expect.poll(colour).not.toEqual(shown)
  await page.getByTestId('legend-show-all').click() // as Alt+H does
  await expect.poll(() => pick(page, at.x, at.y)).toBe(637)
  await expect(page.getByTestId('legend-show-all')).toHaveCount(0)
  await page.getByTestId('legend-filter').click()
  await page.keyboard.type('4096')
  await expect(page.getByTestId('legend-row')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('legend-row').nth(1)).toBeVisible()
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('KeyH')
  await expect.poll(() => pick(page, at.x, at.y)).not.toBe(637)
  await page.keyboard.press('Alt+KeyH')
  await expect.poll(() => pick(page, at.x, at.y)).toBe(637)
  await expect.poll(colour).toEqual(shown)
  await layers(page, '[data-overlay="solid"]')
})

test('a kept set of areals is selected again', async () => {
  const { page } = studio
  const at = await lookAt(page, 637)
  await page.mouse.click(at.x, at.y)
  await page.keyboard.press('Control+Alt+Digit3')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByTestId('status-selection')).not.toContainText('637')
  await page.keyboard.press('Alt+Digit3')
  await expect(page.getByTestId('status-selection')).toContainText('637')
})

test('speed and direction of the mouse are as the user set them', async () => {
  const { page } = studio
  /** How far the ground goes with a drag of 40 pixels to the right. */
  const dragged = async (): Promise<number> => {
    const from = await lookAt(page, 637)
    await page.mouse.move(from.x, from.y)
    await page.keyboard.down('Shift')
    await page.mouse.down({ button: 'middle' })
    await page.mouse.move(from.x + 20, from.y)
    await page.mouse.move(from.x + 40, from.y)
    await page.mouse.up({ button: 'middle' })
    await page.keyboard.up('Shift')
    const to = await page.evaluate(() => window.arealProbe?.project?.(637) ?? null)
    return (to?.x ?? NaN) - from.x
  }
  const inSettings = async (change: () => Promise<void>): Promise<void> => {
    await page.keyboard.press('Control+Comma')
    await change()
    await page.keyboard.press('Escape')
    await expect(page.locator('#settings-pan')).toHaveCount(0)
  }
  const usual = await dragged()
  expect(usual).toBeGreaterThan(10)
  await inSettings(async () => {
    await page.locator('#settings-pan').fill('2')
    await page.locator('#settings-pan-inverted').check()
  })
  expect((await dragged()) / usual).toBeCloseTo(-2, 1)
  await inSettings(async () => {
    await page.locator('#settings-pan').fill('1')
    await page.locator('#settings-pan-inverted').uncheck()
  })
  expect((await dragged()) / usual).toBeCloseTo(1, 1)
})

test('the compass looks along an axis, by mouse and by key, and keeps the focus', async () => {
  const { page } = studio
  await lookAt(page, 637)
  const seenBy = async (key: string): Promise<readonly number[]> => {
    await keyOnMap(page, key)
    return seen()
  }
  const seen = async (): Promise<readonly number[]> => {
    const { x, y } = await placeOf(page, 637)
    return [Math.round(x), Math.round(y)]
  }
  const [front, side, top] = [await seenBy('Numpad1'), await seenBy('Numpad3'), await seenBy('Numpad7')]
  expect(new Set([front, side, top].map(String)).size).toBe(3)
  const ball = (from: string) =>
    page.getByRole('group', { name: 'Direction of view' }).getByRole('button', { name: `Look from the ${from}` })
  for (const [from, key, expected] of [
    ['south', 'Enter', front],
    ['east', 'Space', side],
    ['south', 'Space', front],
  ] as const) {
    await ball(from).press(key)
    await expect.poll(seen).toEqual(expected)
    await expect(ball(from)).toBeFocused()
  }
  await ball('top').click()
  await expect.poll(seen).toEqual(top)
  await ball('east').click()
  await expect.poll(seen).toEqual(side)
})

test('a bar without room is scrolled by its arrows, the wheel and the focus', async () => {
  const { page } = studio
  await page.setViewportSize({ width: 900, height: 720 })
  const bar = page.getByRole('toolbar', { name: 'Map tools' })
  const arrows = (): Promise<readonly string[]> =>
    bar.evaluate(one => (['::before', '::after'] as const).map(end => getComputedStyle(one, end).display))
  const none = ['none', 'flex']
  await expect.poll(arrows).toEqual(none)
  const { x, y, width, height } = (await bar.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const middle = y + height / 2
  const tool = page.locator('[data-testid^="tool-"][aria-checked="true"]')
  const before = await tool.getAttribute('data-testid')
  for (const [at, end] of [
    [x + width - 8, ['flex', 'none']],
    [x + 8, none],
  ] as const) {
    for (let presses = 0; presses < 4; presses++) await page.mouse.click(at, middle)
    await expect.poll(arrows).toEqual(end)
  }
  for (const [by, end] of [
    [2000, ['flex', 'none']],
    [-2000, none],
  ] as const) {
    await page.mouse.wheel(0, by)
    await expect.poll(arrows).toEqual(end)
  }
  expect(await tool.getAttribute('data-testid')).toBe(before) // no tool below an arrow was pressed

  const buttons = bar.locator('button:visible:enabled')
  await buttons.first().focus()
  const names = await buttons.evaluateAll(all => all.map(one => one.getAttribute('aria-label') ?? one.textContent))
  for (const name of names) {
    const place = await bar.evaluate(one => {
      const [ours, button] = [one.getBoundingClientRect(), document.activeElement?.getBoundingClientRect()]
      const shown = (end: '::before' | '::after'): number => (getComputedStyle(one, end).display === 'flex' ? 20 : 0)
      return {
        name: document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
        left: (button?.left ?? 0) - ours.left - shown('::before'),
        right: ours.right - (button?.right ?? 0) - shown('::after'),
      }
    })
    expect(place.name).toBe(name)
    expect(Math.min(place.left, place.right), `${name} is seen whole`).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('ArrowRight')
  }
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('the window complained of nothing', () => {
  expect(studio.complaints).toEqual([])
})
