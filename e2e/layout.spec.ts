import { expect, test, type Page } from '@playwright/test'
import { damagedSample, removeFolder, startStudio, type Running, type Starting } from './studio'

/** The studio of all that change nothing but the layout, which each test begins anew. */
let studio: Running | undefined
/** The studio of one test. */
let own: Running | undefined
let page: Page
test.afterEach(async () => {
  if (own) await end(own)
  own = undefined
  expect(studio?.complaints ?? []).toEqual([])
})
test.afterAll(async () => {
  if (studio) await end(studio)
})

async function begin(starting: Starting = {}): Promise<Running> {
  const started = await startStudio(starting)
  await started.page.getByTestId('legend-row').first().waitFor()
  return started
}

async function end(running: Running): Promise<void> {
  await running.close()
  removeFolder(running.userData)
}

async function inLayout(): Promise<void> {
  studio ??= await begin()
  page = studio.page
  await run('reset the layout')
  await expect(page.getByTestId('palette')).toHaveCount(0)
  await expect(page.getByTestId('viewport-canvas')).toBeVisible()
}

async function run(words: string): Promise<void> {
  await page.keyboard.press('Control+Shift+KeyP')
  await page.getByTestId('palette').getByRole('combobox').fill(words)
  await page.keyboard.press('Enter')
}

/** Scrolls the list of a pane, presses it if requested, and returns its position two frames later. */
const scrolledTo = (pane: string, top?: number, isPressed = false): Promise<number> =>
  page.getByTestId(`pane-${pane}`).evaluate(
    async (node, [to, press]) => {
      const list = [...node.querySelectorAll<HTMLElement>('*')].find(
        one => one.scrollHeight > one.clientHeight + 24 && getComputedStyle(one).overflowY === 'auto',
      )
      if (!list) return -1
      if (typeof to === 'number') list.scrollTop = to
      if (press) list.focus()
      for (let picture = 0; picture < 2; picture++) await new Promise(requestAnimationFrame)
      return list.scrollTop
    },
    [top, isPressed] as const,
  )

test('the palette finds commands in both languages and shows their keys', async () => {
  await inLayout()
  await page.keyboard.press('Control+Shift+KeyP')
  await page.getByTestId('palette').getByRole('combobox').fill('отменить')
  const undo = page.getByTestId('palette').locator('[data-command="edit.undo"]')
  await expect(undo).toContainText('Undo')
  await expect(undo).toContainText('Ctrl Z')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+KeyP')
  await page.getByTestId('palette').getByRole('combobox').fill('12')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('form-title')).toContainText('12')
})

test('splitters follow the mouse, though rows and tabs that can be dragged come under it', async () => {
  await inLayout()
  const drag = async (x: number, y: number, by: { readonly x?: number; readonly y?: number }): Promise<void> => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + (by.x ?? 0), y + (by.y ?? 0), { steps: 8 })
    await page.mouse.up()
  }
  const boxOf = async (pane: string) =>
    (await page.getByTestId(`pane-${pane}`).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const tree = await boxOf('tree')
  await drag(tree.x + tree.width, tree.y + 100, { x: 40 })
  await expect.poll(async () => (await boxOf('tree')).width).toBe(tree.width + 40)
  const map = await boxOf('viewport')
  await drag(map.x + 60, map.y + map.height, { y: -40 })
  await expect.poll(async () => (await boxOf('viewport')).height).toBe(map.height - 40)

  // A small window, and a large one, take the room of the map; going back gives every pane what it had.
  const sizes = async (): Promise<unknown> =>
    Object.fromEntries(
      await Promise.all(
        ['tree', 'viewport', 'form', 'struct', 'problems'].map(async pane => {
          const { width, height } = await boxOf(pane)
          return [pane, [width, height]] as const
        }),
      ),
    )
  const before = await sizes()
  await page.setViewportSize({ width: 640, height: 360 })
  await expect.poll(async () => (await boxOf('viewport')).width).toBeLessThan(300)
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect.poll(sizes).toEqual(before)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect.poll(async () => (await boxOf('viewport')).width).toBe(map.width + 640)
  expect((await boxOf('tree')).width).toBe(tree.width + 40)
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect.poll(sizes).toEqual(before)
})

test('a pane stays where it is scrolled to, behind another tab and when it is pressed', async () => {
  own = await begin({ install: await damagedSample(8) })
  page = own.page
  await page.getByTestId('tab-struct').click()
  await page.locator('[data-testid="struct-row"][data-path="areals"]').click()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByTestId('pane-problems').getByRole('option').nth(3)).toBeAttached()
  await expect(page.getByTestId('pane-problems').getByRole('option').first()).toHaveAttribute('aria-posinset', '1')
  for (const [pane, other] of [
    ['problems', 'history'],
    ['struct', 'problems'],
  ] as const) {
    await page.getByTestId(`tab-${pane}`).click()
    expect(await scrolledTo(pane, 24)).toBe(24)
    await page.getByTestId(`tab-${other}`).click()
    await page.getByTestId(`tab-${pane}`).click()
    expect(await scrolledTo(pane)).toBe(24)
  }
  await page.getByTestId('tab-problems').click()
  // Pressed in the same moment as it is scrolled to its start.
  expect(await scrolledTo('struct', 0, true)).toBe(0)
})

test('a pane floats, with all keys, and goes back', async () => {
  await inLayout()
  await page.getByTestId('tab-history').click()
  await run('out of the dock')
  await expect(page.locator('.dv-resize-container').getByTestId('tab-history')).toBeVisible()
  await run('out of the dock')
  await expect(page.locator('.dv-resize-container')).toHaveCount(0)
  await expect(page.getByTestId('tab-history')).toBeVisible()
})

test('jobs are listed with what came of them', async () => {
  await inLayout()
  await page.keyboard.press('F7')
  await run('jobs')
  await expect(page.locator('[data-testid="job"][data-state="done"]').first()).toContainText(/Checking|Verifying/)
  await expect(page.locator('[data-testid="job"][data-state="running"]')).toHaveCount(0)
})
