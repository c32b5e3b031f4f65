import { expect, test, type Page } from '@playwright/test'
import { encodePicture } from '../core/picture/picture'
import { editElsewhere } from './elsewhere'
import { openMap } from './map-page'
import { startStudio, type Running } from './studio'
import { filterTree, openWindMill } from './tree-page'

// The wind mill of the sample: node 2 is a wheel of two arms, along x and z, that turns by a quarter in ten frames.
const WHEEL = 2
const NODES = 'bases.rlb!#4!#0'
const KEYS = 'bases.rlb!#4!#9'
/** The middle of the arm along x, in the space of the wheel. */
const ARM = [3, 0, 0] as const

let studio: Running

test.beforeAll(async () => {
  studio = await startStudio({ width: 1600, height: 1000 })
  const { page } = studio
  await openWindMill(page)
  // The tabs of the pane stay above the model.
  await page.getByTestId('tab-viewport').click()
  await expect.poll(() => page.evaluate(() => window.arealProbe?.model !== undefined)).toBe(true)
  await page.getByTestId('model-canvas').focus()
  await page.keyboard.press('Numpad1')
  await page.keyboard.press('Home')
  await page.keyboard.press('Numpad1')
})
test.afterAll(async () => {
  expect(studio.complaints).toEqual([])
  await studio.close()
})

/** What is drawn where the middle of the arm is at one time, at another time. */
const nodeAt = (page: Page, place: number, shown: number): Promise<number | null> =>
  page.evaluate(
    ([where = 0, time = 0, node = 0, x = 0, y = 0, z = 0]) => {
      const model = window.arealProbe?.model
      model?.goTo(where)
      const at = model?.project(node, [x, y, z])
      model?.goTo(time)
      return (at && model?.pick(at.x, at.y)?.node) ?? null
    },
    [place, shown, WHEEL, ...ARM],
  )
const pixelAt = (page: Page, place: number, shown: number): Promise<readonly number[]> =>
  page.evaluate(
    ([where = 0, time = 0, node = 0, x = 0, y = 0, z = 0]) =>
      new Promise<readonly number[]>(done => {
        const model = window.arealProbe?.model
        model?.goTo(where)
        const at = model?.project(node, [x, y, z])
        model?.goTo(time)
        // The layers take the new pose with the next update of the window.
        setTimeout(() => done((at && model?.pixel(at.x, at.y)) ?? []), 50)
      }),
    [place, shown, WHEEL, ...ARM],
  )
const far = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, part, at) => sum + Math.abs(part - (b[at] ?? 0)), 0)

test('an arm is drawn where its keys put it: at the start, in the middle, at the end of a quarter', async () => {
  const { page } = studio
  // The arm turns about y, 2.5 before and 9 above the root, which does not move.
  for (const [time, x, z] of [
    [0, 3, 9],
    [5, 3 * Math.SQRT1_2, 9 + 3 * Math.SQRT1_2],
    [10, 0, 12],
  ] as const) {
    const [seen, right] = await page.evaluate(
      ([at = 0, node = 0, arm = 0, ...place]) => {
        const model = window.arealProbe?.model
        model?.goTo(at)
        const [px = 0, py = 0, pz = 0] = place
        return [model?.project(node, [arm, 0, 0]), model?.project(0, [px, py, pz])] as const
      },
      [time, WHEEL, ARM[0], x, -2.5, z],
    )
    expect(Math.hypot((seen?.x ?? NaN) - (right?.x ?? 0), (seen?.y ?? NaN) - (right?.y ?? 0))).toBeLessThan(0.5)
  }
  // At 45 degrees the arm is between the places of both arms at the start.
  for (const time of [0, 5, 10]) expect(await nodeAt(page, time, time)).toBe(WHEEL)
  expect(await nodeAt(page, 5, 0)).not.toBe(WHEEL)
  expect(await nodeAt(page, 0, 5)).not.toBe(WHEEL)
  const arm = await pixelAt(page, 5, 5)
  expect(far(await pixelAt(page, 5, 0), arm)).toBeGreaterThan(30)
  expect(far(await pixelAt(page, 0, 0), await pixelAt(page, 0, 5))).toBeGreaterThan(30)
  // The end of the animation is its start.
  expect(far(await pixelAt(page, 0, 40), await pixelAt(page, 0, 0))).toBeLessThan(12)
})

test('a level of detail without the second arm lacks it, and a key that is edited moves the picture', async () => {
  const { page } = studio
  expect(await nodeAt(page, 0, 0)).toBe(WHEEL)
  await page.locator('[data-variant="1"]').click()
  await expect.poll(() => nodeAt(page, 0, 0)).not.toBe(WHEEL)
  await page.locator('[data-variant="0"]').click()
  await expect.poll(() => nodeAt(page, 0, 0)).toBe(WHEEL)
  await editElsewhere(page, KEYS, 'keys/2/position', [0, -2.5, 40])
  await expect.poll(() => nodeAt(page, 0, 0)).toBe(WHEEL)
  await expect
    .poll(() => page.evaluate(() => window.arealProbe?.model?.project(2, [0, 0, 0])?.y ?? 0))
    .toBeLessThan(300)
  await page.getByTestId('button-undo').click()
})

test('the destroyed state is drawn as its nodes have it: a low tower, without what stood above', async () => {
  const { page } = studio
  const TOWER = 1
  const towerAt = (height: number): Promise<number | null> =>
    page.evaluate(
      ([node = 0, z = 0]) => {
        const model = window.arealProbe?.model
        const at = model?.project(node, [1.8, -2, z])
        return (at && model?.pick(at.x, at.y)?.node) ?? null
      },
      [TOWER, height],
    )
  await expect.poll(() => towerAt(6)).toBe(TOWER)
  await page.locator('[data-variant="5"]').click()
  await expect.poll(() => towerAt(6)).not.toBe(TOWER)
  expect(await towerAt(1)).toBe(TOWER)
  await page.locator('[data-variant="0"]').click()
  await expect.poll(() => towerAt(6)).toBe(TOWER)
})

test('nodes are selected in picture, list and form alike; keys of the keyboard step, hide and show', async () => {
  const { page } = studio
  await page.getByTestId('model-nodes').getByRole('treeitem', { name: 'tower' }).click()
  await expect(page.getByTestId('model-live')).toHaveText('tower')
  await expect
    .poll(() => page.evaluate(() => window.arealProbe?.selection?.()))
    .toMatchObject({
      entry: NODES,
      path: 'nodes/1',
    })
  await expect(page.getByTestId('field-fallback_key')).toBeVisible()
  const canvas = page.getByTestId('model-canvas')
  await canvas.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByTestId('model-live')).toHaveText('wheel')
  await page.keyboard.press('BracketRight')
  await expect(page.getByTestId('model-live')).toContainText('key 3')
  expect(await page.evaluate(() => window.arealProbe?.model?.time())).toBe(10)
  await page.keyboard.press('Period')
  expect(await page.evaluate(() => window.arealProbe?.model?.time())).toBe(11)
  await page.keyboard.press('h')
  await expect.poll(() => nodeAt(page, 0, 0)).not.toBe(WHEEL)
  await page.keyboard.press('Alt+h')
  await expect.poll(() => nodeAt(page, 0, 0)).toBe(WHEEL)
})

/** Numbers of the key that is selected, as the form has them. */
const stored = (page: Page, field: string): Promise<string> => page.getByTestId(`field-${field}`).first().inputValue()

test('the handles of a key move it with the mouse and turn it with the keyboard, each in one step of undo', async () => {
  const { page } = studio
  const canvas = page.getByTestId('model-canvas')
  await canvas.focus()
  for (const key of ['Home', 'Numpad1']) await page.keyboard.press(key)
  await page.getByTestId('model-nodes').getByRole('treeitem', { name: 'wheel' }).click()
  await canvas.focus()
  await page.evaluate(() => window.arealProbe?.model?.goTo(0))
  for (const key of ['BracketRight', 'BracketLeft']) await page.keyboard.press(key)
  await expect(page.getByTestId('model-live')).toContainText('key 2')
  const undo = page.getByTestId('button-undo')
  const isClean = await undo.isDisabled()
  const hub = (): Promise<{ x: number; y: number }> =>
    page.evaluate(() => window.arealProbe?.model?.project(2, [0, 0, 0]) ?? { x: 0, y: 0 })
  const [from, height] = [await hub(), Number(await stored(page, 'position/z'))]

  // The arrow of z points up in the view from the front.
  await page.mouse.move(from.x, from.y - 40)
  await page.mouse.down()
  for (const step of [10, 30, 60]) await page.mouse.move(from.x, from.y - 40 - step)
  await expect.poll(async () => Math.abs(from.y - (await hub()).y - 60)).toBeLessThan(2)
  await page.mouse.up()
  await expect.poll(async () => Number(await stored(page, 'position/z'))).toBeGreaterThan(height + 0.5)
  await expect.poll(async () => Math.abs(from.y - (await hub()).y - 60)).toBeLessThan(2)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => Number(await stored(page, 'position/z'))).toBe(height)
  await expect.poll(hub).toEqual(from)

  // A turn by a quarter around y puts the arm along x where the one along z was.
  await canvas.focus()
  const tip = (arm: readonly [number, number, number]): Promise<{ x: number; y: number } | null | undefined> =>
    page.evaluate(
      place => window.arealProbe?.model?.project(2, [place[0] ?? 0, place[1] ?? 0, place[2] ?? 0]),
      [...arm],
    )
  const [across, up] = [await tip(ARM), await tip([0, 0, 3])]
  for (const key of ['r', 'y', '-', '9', '0']) await page.keyboard.press(key)
  await expect
    .poll(async () => Math.hypot(((await tip(ARM))?.x ?? 0) - (up?.x ?? 0), ((await tip(ARM))?.y ?? 0) - (up?.y ?? 0)))
    .toBeLessThan(1)
  await page.keyboard.press('Enter')
  await expect.poll(async () => undo.isDisabled()).toBe(false)
  await expect
    .poll(async () => Math.hypot(((await tip(ARM))?.x ?? 0) - (up?.x ?? 0), ((await tip(ARM))?.y ?? 0) - (up?.y ?? 0)))
    .toBeLessThan(1)
  await page.keyboard.press('Control+z')
  await expect.poll(() => tip(ARM)).toEqual(across)
  await expect.poll(() => undo.isDisabled()).toBe(isClean)
  await canvas.focus()
  for (const key of ['Home', 'Numpad1']) await page.keyboard.press(key)
})

test('what plays is drawn again and again, what stands still is not', async () => {
  const { page } = studio
  await page.evaluate(() => {
    let count = 0
    const gl = WebGL2RenderingContext.prototype
    const draw: unknown = gl.drawElements
    Object.defineProperty(gl, 'drawElements', {
      configurable: true,
      value(...given: unknown[]): unknown {
        count++
        return typeof draw === 'function' ? Reflect.apply(draw, this, given) : undefined
      },
    })
    Reflect.set(globalThis, 'drawsOfModel', () => count)
  })
  const draws = (): Promise<number> =>
    page.evaluate(() => Number(Reflect.apply(Object(Reflect.get(globalThis, 'drawsOfModel')), undefined, [])))
  await page.getByTestId('model-play').click()
  const before = await draws()
  await expect.poll(draws).toBeGreaterThan(before + 3)
  await page.getByTestId('model-play').click()
  await page.waitForTimeout(300)
  const still = await draws()
  await page.waitForTimeout(500)
  expect(await draws()).toBe(still)
})

/** Opens a unit of two parts: a bunker and its gun. */
async function openUnit(page: Page): Promise<void> {
  await filterTree(page, 'bunkergun01.dat')
  await page
    .getByRole('treeitem', { name: /bunkergun01\.dat/ })
    .first()
    .click()
  await expect(page.getByTestId('model-facts')).toContainText('2 parts')
}

test('a unit is shown put together; a press on a part selects its record, the next one the node', async () => {
  const { page } = studio
  await openUnit(page)
  const nodes = page.getByTestId('model-nodes')
  await expect(nodes.getByRole('treeitem', { name: 'e_gun_001' })).toBeVisible()
  const barrel = 4
  const press = async (): Promise<void> => {
    const at = await page.evaluate(node => window.arealProbe?.model?.project(node, [0, 2.9, 0.3]), barrel)
    await page.mouse.click(at?.x ?? 0, at?.y ?? 0)
  }
  await press()
  await expect(page.getByTestId('model-live')).toContainText('e_gun_001')
  await expect.poll(() => page.evaluate(() => window.arealProbe?.selection?.())).toMatchObject({ path: 'records/1' })
  await expect(page.getByTestId('field-attach')).toBeVisible()
  await press()
  await expect(page.getByTestId('model-live')).toHaveText('barrel')
  await nodes.getByRole('treeitem', { name: 'f_bunk_001' }).click()
  await expect.poll(() => page.evaluate(() => window.arealProbe?.selection?.())).toMatchObject({ path: 'records/0' })
})

/** Brightness of the light on the roof of the bunker, at a time. */
const beaconAt = (page: Page, time: number): Promise<number> =>
  page.evaluate(
    at =>
      new Promise<number>(done => {
        const model = window.arealProbe?.model
        model?.goTo(at)
        const place = model?.project(1, [9, 7, 6.5])
        setTimeout(
          () => done(((place && model?.pixel(place.x, place.y)) ?? []).reduce((sum, part) => sum + part, 0)),
          50,
        )
      }),
    time,
  )

test('a material shows the phase of the time in picture and list; phases, records and textures are opened from it', async () => {
  const { page } = studio
  const list = page.getByTestId('model-materials')
  const row = (name: string | RegExp) => list.getByRole('treeitem', { name })
  // What is selected is drawn in another colour.
  await page.getByTestId('model-canvas').focus()
  await page.keyboard.press('Escape')
  await page.getByTestId('model-list').getByText('Materials').click()
  await expect(row('BEACON')).toContainText('phase 0')
  // The light is on for 600 of 1000 milliseconds, 25 frames are a second.
  for (const [frame, phase] of [
    [0, 0],
    [14, 0],
    [16, 1],
    [24, 1],
  ] as const) {
    const isBright = (await beaconAt(page, frame)) > 400
    expect([frame, isBright]).toEqual([frame, phase === 0])
    await expect(row('BEACON')).toContainText(`phase ${phase}`)
  }
  await list.focus()
  await row('BEACON').click()
  await page.keyboard.press('ArrowRight')
  await expect(row('0 · BEACON01.0')).toContainText('600 ms')
  await expect(row('1 · plain colour')).toContainText('1000 ms')
  await row('part 0').click()
  await expect.poll(() => page.evaluate(() => window.arealProbe?.selection?.())).toMatchObject({ path: 'records/0' })
  await row('1 · plain colour').click()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => window.arealProbe?.selection?.()))
    .toMatchObject({ entry: expect.stringContaining('Material.lib'), path: 'phases/1' })
  const reopen = page.getByRole('treeitem', { name: /bunkergun01\.dat/ }).first()
  await reopen.click()
  await list.locator('[data-swatch="m0"]').click()
  await expect
    .poll(() => page.evaluate(() => window.arealProbe?.selection?.()))
    .toMatchObject({ entry: expect.stringContaining('Textures.lib') })
})

test('the light map of a part is drawn in the unit, too, and its control points can be shown', async () => {
  const { page } = studio
  await openUnit(page)
  await page.getByTestId('model-list').getByText('Materials').click()
  // Its paints are there.
  await expect(page.getByTestId('model-materials').getByRole('treeitem', { name: 'BEACON' })).toContainText('phase 0')
  await page.getByTestId('model-list').getByText('Nodes').click()
  const wall = (): Promise<readonly number[]> =>
    page.evaluate(() => {
      const at = window.arealProbe?.model?.project(1, [0, -7, 0.6])
      return (at && window.arealProbe?.model?.pixel(at.x, at.y)) ?? []
    })
  const dark = await wall()
  const toggle = async (name: string): Promise<void> => {
    await page.getByTestId('model-marks').click()
    await page.getByRole('menuitemcheckbox', { name }).click()
    await page.keyboard.press('Escape')
  }
  await toggle('Light maps')
  await expect.poll(async () => far(await wall(), dark)).toBeGreaterThan(10) // the part may be selected, which tints it
  await toggle('Light maps')
  await expect.poll(async () => far(await wall(), dark)).toBeLessThan(6)
  await page.getByTestId('model-marks').click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Points of parts and effects' })).toBeVisible()
  await page.keyboard.press('Escape')
})

const PURPLE = [255, 0, 255, 255] as const

/** Replaces a texture of `side` × `side` pixels by a picture of one colour, in its own pane. */
async function paint(page: Page, texture: string, side: number): Promise<void> {
  await filterTree(page, texture)
  await page.getByTestId('pane-tree').getByRole('treeitem', { name: texture }).first().click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByTestId('picture-replace').click()
  const pixels = Uint8Array.from({ length: 4 * side * side }, (_, at) => PURPLE[at % 4] ?? 0)
  const png = encodePicture('png', { width: side, height: side, kind: 'rgba', pixels })
  await (await chooser).setFiles({ name: 'purple.png', mimeType: 'image/png', buffer: Buffer.from(png) })
  await page.getByTestId('picture-accept').click()
  await expect(page.getByTestId('picture-preview')).toHaveCount(0)
}
const isPurple = ([r = 0, g = 0, b = 0]: readonly number[]): boolean => r > 40 && b > 40 && g < r / 3

test('a texture that is replaced by a picture is seen on the model and on the ground', async () => {
  const { page } = studio
  const wall = (): Promise<readonly number[]> =>
    page.evaluate(() => {
      const at = window.arealProbe?.model?.project(1, [0.3, -2, 1.5])
      return (at && window.arealProbe?.model?.pixel(at.x, at.y)) ?? []
    })
  await openWindMill(page)
  expect(isPurple(await wall())).toBe(false)
  await paint(page, 'WALL01.0', 64)
  await openWindMill(page)
  await expect.poll(async () => isPurple(await wall())).toBe(true)

  await paint(page, 'GRASS01.0', 128)
  await filterTree(page, '')
  await openMap(page, 'SC_1')
  await page.getByTestId('viewport-overlays').click()
  await page.locator('[data-ground="textured"]').click()
  for (const overlay of ['fills', 'outlines']) await page.locator(`[data-overlay="${overlay}"]`).click()
  await page.keyboard.press('Escape')
  const box = await page.getByTestId('viewport-canvas').boundingBox()
  const purple = async (): Promise<number> => {
    const places = Array.from({ length: 100 }, (_, at) => [
      (box?.x ?? 0) + ((at % 10) + 0.5) * ((box?.width ?? 0) / 10),
      (box?.y ?? 0) + (Math.floor(at / 10) + 0.5) * ((box?.height ?? 0) / 10),
    ])
    const seen = await page.evaluate(
      asked => asked.map(([x = 0, y = 0]) => window.arealProbe?.pixel?.(x, y) ?? []),
      places,
    )
    return seen.filter(isPurple).length
  }
  await expect.poll(purple).toBeGreaterThan(10)
  for (const undo of [1, 2]) {
    await page.getByTestId('button-undo').click()
    await expect(page.getByTestId('button-undo'), `undo ${undo}`).toBeEnabled({ enabled: undo === 1 })
  }
  await expect.poll(purple).toBe(0)
})
