import { expect, test, type Page } from '@playwright/test'
import { editElsewhere, selectElsewhere } from './elsewhere'
import { openMap } from './map-page'
import { MAP, startStudio, type Running } from './studio'

let studio: Running

test.beforeAll(async () => {
  studio = await startStudio({ width: 1280, height: 720 })
  const { page } = studio
  await openMap(page, 'SC_1')
  await page.evaluate(countDraws)
})

test.afterAll(async () => {
  await studio.close()
})

/** Counts where WebGL takes the orders to draw, of every canvas of the page. */
function countDraws(): void {
  let count = 0
  const gl = WebGL2RenderingContext.prototype
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced'] as const) {
    const draw: unknown = gl[name]
    if (typeof draw !== 'function') throw new Error(`WebGL has no ${name}`)
    Object.defineProperty(gl, name, {
      configurable: true,
      value(...given: unknown[]): unknown {
        count++
        return Reflect.apply(draw, this, given)
      },
    })
  }
  Reflect.set(globalThis, 'drawsCounted', () => count)
}

const draws = (page: Page): Promise<number> =>
  page.evaluate(() => Number(Reflect.apply(Object(Reflect.get(globalThis, 'drawsCounted')), undefined, [])))

/** Number of WebGL draw calls in a number of screen frames. */
async function drawsInFrames(page: Page, frames: number): Promise<number> {
  const before = await draws(page)
  await page.evaluate(async count => {
    for (let frame = 0; frame < count; frame++)
      await new Promise(done => {
        requestAnimationFrame(done)
      })
  }, frames)
  return (await draws(page)) - before
}

test('a map that nobody touches draws nothing, and one that is turned draws', async () => {
  const { page } = studio
  await expect.poll(() => drawsInFrames(page, 20)).toBe(0)
  await page.getByTestId('viewport-canvas').focus()
  const before = await draws(page)
  await page.keyboard.press('Numpad7')
  await expect.poll(() => draws(page)).toBeGreaterThan(before)
  await expect.poll(() => drawsInFrames(page, 20)).toBe(0)
})

test('a hidden map draws nothing, whatever changes, and shows it when seen again', async () => {
  const { page } = studio
  await page.getByTestId('tab-deploy').click()
  await expect(page.getByTestId('viewport-canvas')).toBeHidden()
  const before = await draws(page)
  await editElsewhere(page, MAP, 'areals/500/class_id', 3)
  await selectElsewhere(page, MAP, 'areals/500')
  await drawsInFrames(page, 30)
  expect(await draws(page)).toBe(before)
  await page.getByTestId('tab-viewport').click()
  await expect.poll(() => draws(page)).toBeGreaterThan(before)
})

/** The colour of the canvas at the anchor of an areal. */
const colourOf = (page: Page, record: number): Promise<unknown> =>
  page.evaluate(areal => {
    const probe = window.arealProbe
    const at = probe?.project?.(areal)
    return at && probe?.pixel?.(at.x, at.y)
  }, record)

test('a lost graphics context is named, and its map is drawn again when it returns', async () => {
  const { page } = studio
  const seen = (): Promise<unknown> => colourOf(page, 500)
  await page.keyboard.press('Escape')
  const before = await seen()
  const context = await page
    .getByTestId('viewport-canvas')
    .evaluateHandle(canvas => (canvas as HTMLCanvasElement).getContext('webgl2')?.getExtension('WEBGL_lose_context'))
  await context.evaluate(one => one?.loseContext())
  await expect(page.getByText('The graphics driver was reset')).toBeVisible()
  await context.evaluate(one => one?.restoreContext())
  await expect(page.getByText('The graphics driver was reset')).toBeHidden()
  expect(before).not.toEqual([0, 0, 0])
  await expect.poll(seen).toEqual(before)
})

test('a view whose graphics context does not return names a way on, which shows its map again', async () => {
  const { page } = studio
  await page
    .getByTestId('viewport-canvas')
    .evaluate(canvas =>
      (canvas as HTMLCanvasElement).getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(),
    )
  const stuck = page.getByTestId('viewport-stuck')
  await expect(stuck).toContainText('The graphics driver did not restart', { timeout: 30_000 })
  await stuck.getByRole('button', { name: 'Try again' }).click()
  await expect(stuck).toBeHidden()
  const seen = (): Promise<unknown> => colourOf(page, 500)
  await expect.poll(seen).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)])
  expect(await seen()).not.toEqual([0, 0, 0])
})
