import { expect, test, type Page } from '@playwright/test'
import { steady } from './steady'
import { startStudio, type Running } from './studio'
import { openWindMill } from './tree-page'

// The wind mill of the sample: node 2 is a wheel of two arms, along x and z, that turns by a quarter in ten frames.
const WHEEL = 2
/** The middle of the arm along x, in the space of the wheel. */
const ARM = [3, 0, 0] as const
/** The last frame, which is the first one again. */
const LAST = 40

let studio: Running

test.beforeAll(async () => {
  studio = await startStudio({ width: 1600, height: 1000 })
  const { page } = studio
  await openWindMill(page)
  await expect.poll(() => page.evaluate(() => window.arealProbe?.model !== undefined)).toBe(true)
  await page.getByTestId('model-canvas').focus()
  await page.keyboard.press('Numpad1')
  // The view has turned.
  await steady(() => page.evaluate(() => window.arealProbe?.model?.project(0, [0, 0, 9])))
})
test.afterAll(async () => {
  expect(studio.complaints).toEqual([])
  await studio.close()
})

const timeOf = (page: Page): Promise<number> => page.evaluate(() => window.arealProbe?.model?.time() ?? NaN)

/** Frames a second that are played, measured over a second at least. */
const speedOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>(done => {
        const frame = (): number => window.arealProbe?.model?.time() ?? NaN
        let first: { readonly at: number; readonly frame: number } | undefined
        const look = (at: number): void => {
          if (first && at - first.at > 1000) return done(((frame() - first.frame) * 1000) / (at - first.at))
          first ??= { at, frame: frame() }
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
  )

test('a model plays at the speed that is chosen, from the start again or to its end', async () => {
  const { page } = studio
  const bar = page.getByTestId('model-timeline')
  const play = page.getByTestId('model-play')
  const playFrom = async (frame: number): Promise<void> => {
    await page.evaluate(at => window.arealProbe?.model?.goTo(at), frame)
    await play.click()
  }
  for (const rate of [5, 15]) {
    await bar.getByRole('button', { name: 'Speed' }).click()
    await page.getByRole('menuitemcheckbox', { name: `${rate} frames a second`, exact: true }).click()
    await playFrom(0)
    // A second in which the browser was stopped, or the model began again, says nothing: the next one does.
    await expect(async () => {
      const speed = await speedOf(page)
      expect(speed / rate, `${speed} frames a second`).toBeGreaterThan(0.7)
      expect(speed / rate, `${speed} frames a second`).toBeLessThan(1.4)
    }).toPass({ timeout: 60_000 })
    await play.click()
  }
  await playFrom(LAST - 2)
  await expect.poll(() => timeOf(page)).toBeLessThan(LAST - 2)
  await expect(play).toHaveAttribute('aria-pressed', 'true')
  await play.click()
  const repeat = bar.getByRole('button', { name: 'Repeat' })
  await repeat.click()
  await playFrom(LAST - 2)
  await expect.poll(() => timeOf(page)).toBe(LAST)
  await expect(play).toHaveAttribute('aria-pressed', 'false')
  await repeat.click()
})

test('two times are blended: half of both is the pose between them, all of the second is its pose', async () => {
  const { page } = studio
  const bar = page.getByTestId('model-timeline')
  const tip = (): Promise<{ x: number; y: number }> =>
    page.evaluate(
      ([node = 0, x = 0, y = 0, z = 0]) => window.arealProbe?.model?.project(node, [x, y, z]) ?? { x: NaN, y: NaN },
      [WHEEL, ...ARM],
    )
  const tipAt = async (frame: number): Promise<{ x: number; y: number }> => {
    await page.evaluate(at => window.arealProbe?.model?.goTo(at), frame)
    return tip()
  }
  const [start, half, quarter] = [await tipAt(0), await tipAt(5), await tipAt(10)]
  await bar.getByRole('button', { name: /^B / }).click()
  await expect(bar.getByRole('button', { name: 'B 10.00' })).toBeVisible()
  await tipAt(0)
  const isAt = async (place: { x: number; y: number }): Promise<void> =>
    expect
      .poll(async () => {
        const { x, y } = await tip()
        return Math.hypot(x - place.x, y - place.y)
      })
      .toBeLessThan(0.5)
  await isAt(start)
  const share = bar.getByRole('slider', { name: 'Blend A – B' })
  await share.fill('0.5')
  await isAt(half)
  await expect(page.getByTestId('model-ruler')).toContainText('B 10.0')
  await share.press('End')
  await isAt(quarter)
  await share.press('Home')
  await isAt(start)
  // In the smallest window they have a row of their own.
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(share).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1600, height: 1000 })
})

test('a number of a key that is typed in the form poses the node at once, and undo brings it back', async () => {
  const { page } = studio
  await page.getByTestId('model-nodes').getByRole('treeitem', { name: 'wheel' }).click()
  await page.getByTestId('model-tracks').locator('[data-key="2"]').click()
  await expect(page.getByTestId('model-live')).toContainText('key 2')
  const height = page.getByTestId('field-position/z').first()
  await expect(height).toHaveValue('9')
  /** Pixels between the hub and the place of that height above the root. */
  const off = (z: number): Promise<number> =>
    page.evaluate(up => {
      const model = window.arealProbe?.model
      const [hub, place] = [model?.project(2, [0, 0, 0]), model?.project(0, [0, -2.5, up])]
      return Math.hypot((hub?.x ?? NaN) - (place?.x ?? NaN), (hub?.y ?? NaN) - (place?.y ?? NaN))
    }, z)
  await expect.poll(() => off(9)).toBeLessThan(0.5)
  await height.fill('11.5')
  await height.press('Enter')
  await expect.poll(() => off(11.5)).toBeLessThan(0.5)
  expect(await off(9)).toBeGreaterThan(20)
  await page.getByTestId('button-undo').click()
  await expect.poll(() => off(9)).toBeLessThan(0.5)
  await expect(height).toHaveValue('9')
})

test('a key is added at the present frame for the selected node, moved as outlines show, and deleted; undo takes each back', async () => {
  const { page } = studio
  const add = page.getByTestId('model-add-key')
  const remove = page.getByTestId('model-remove-key')
  const motion = page.getByTestId('model-motion')
  const keys = page.getByTestId('model-tracks').locator('.lane.selected [data-key]')
  await page.getByTestId('model-nodes').getByRole('treeitem', { name: 'wheel' }).click()
  await page.evaluate(() => window.arealProbe?.model?.goTo(10))
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await expect(add).toHaveAttribute('aria-description', /wheel already has a key at frame 10/)
  await page.evaluate(() => window.arealProbe?.model?.goTo(4.3))
  await expect(add).toHaveText('Key at 4')
  await expect(keys).toHaveCount(5)
  await add.click()
  await expect(keys).toHaveCount(6)
  await expect(page.getByTestId('model-live')).toContainText('key 3')
  expect(await timeOf(page)).toBe(4)
  await expect(page.getByTestId('field-time').first()).toHaveValue('4')
  await expect(motion).not.toBeVisible()
  // The pose as stored stays as an outline, and the way of the node is drawn, while the key is moved.
  await page.getByTestId('model-canvas').focus()
  await page.keyboard.type('x3')
  await expect(motion).toContainText('As stored')
  await expect(motion).toContainText('Path of wheel')
  await page.getByTestId('model-ghosts').click()
  await expect(motion).not.toContainText('As stored')
  await page.getByTestId('model-ghosts').click()
  await page.getByTestId('model-canvas').focus()
  await page.keyboard.press('Escape')
  await expect(motion).not.toBeVisible()
  await remove.click()
  await expect(keys).toHaveCount(5)
  await page.getByTestId('button-undo').click()
  await expect(keys).toHaveCount(6)
  await page.getByTestId('button-undo').click()
  await expect(keys).toHaveCount(5)
  await expect(remove).toBeDisabled()
})

test('the selected key is duplicated at the present frame with its pose, by button and key; undo takes it back', async () => {
  const { page } = studio
  const copy = page.getByTestId('model-duplicate-key')
  const keys = page.getByTestId('model-tracks').locator('.lane.selected [data-key]')
  const pose = (): Promise<readonly string[]> =>
    Promise.all(['x', 'y', 'z', 'w'].map(part => page.getByTestId(`field-rotation/${part}`).inputValue()))
  await page.getByTestId('model-nodes').getByRole('treeitem', { name: 'wheel' }).click()
  await expect(copy).toBeDisabled()
  await keys.nth(1).click()
  await expect(page.locator('.form-field[data-field="rotation"] .axis')).toHaveText(['W', 'X', 'Y', 'Z'])
  const [before, frame] = [await pose(), await timeOf(page)]
  await expect(copy).toBeDisabled() // there is a key at its own frame
  await page.evaluate(() => window.arealProbe?.model?.goTo(4))
  await copy.click()
  await expect(keys).toHaveCount(6)
  expect(await timeOf(page)).toBe(4)
  await expect(page.getByTestId('field-time').first()).toHaveValue('4')
  await expect.poll(pose).toEqual(before)
  expect(frame).not.toBe(4)
  await page.getByTestId('button-undo').click()
  await expect(keys).toHaveCount(5)
  await keys.nth(1).click()
  await page.evaluate(() => window.arealProbe?.model?.goTo(3))
  await page.getByTestId('model-canvas').focus()
  await page.keyboard.press('Shift+D')
  await expect(keys).toHaveCount(6)
  await expect(page.getByTestId('field-time').first()).toHaveValue('3')
  await page.getByTestId('button-undo').click()
  await expect(keys).toHaveCount(5)
})
