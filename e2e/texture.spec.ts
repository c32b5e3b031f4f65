import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { copyOf, removeFolder, sampleFolder, startStudio, type Running } from './studio'
import { filterTree } from './tree-page'

const SIDE = 128
const CELL = 32
const CELLS = SIDE / CELL

let studio: Running
let install: string
let page: Page

/** Colour of a number of the atlas's palette, from dark red to white. */
const heat = (n: number): readonly number[] => [
  Math.min(255, 3 * n),
  Math.max(0, 2 * n - 160),
  Math.max(0, 3 * n - 510),
]

/** Number of a pixel: a glow in every cell, smaller and darker from cell to cell. */
function glow(x: number, y: number): number {
  const cell = Math.floor(y / CELL) * CELLS + Math.floor(x / CELL)
  const from = Math.hypot((x % CELL) - CELL / 2 + 0.5, (y % CELL) - CELL / 2 + 0.5) / (CELL / 2 - 2)
  const flame = 1 - from + 0.18 * Math.sin(x * 0.9 + cell) * Math.cos(y * 0.7)
  return Math.max(0, Math.min(255, Math.round(flame * (300 - cell * 14))))
}

/** A texture of 256 colours with all levels and 16 rectangles. */
function atlas(): Uint8Array {
  const levels = [128, 64, 32, 16, 8, 4, 2, 1]
  const words = [0x6d786554, SIDE, SIDE, levels.length, 0, 1 << 24, 0, 0].flatMap(word => [
    ...[word & 255, (word >> 8) & 255, (word >> 16) & 255, word >>> 24],
  ])
  const palette = Array.from({ length: 256 }, (_, n) => [...heat(n)].reverse().concat(0)).flat()
  const pixels = levels.flatMap(side =>
    Array.from({ length: side * side }, (_, at) => {
      const step = SIDE / side
      return glow((at % side) * step, Math.floor(at / side) * step)
    }),
  )
  const short = (n: number): number[] => [n & 255, n >> 8]
  const rects = Array.from({ length: CELLS * CELLS }, (_, k) =>
    [(k % CELLS) * CELL, CELL, Math.floor(k / CELLS) * CELL, CELL].flatMap(short),
  ).flat()
  return Uint8Array.from([...words, ...palette, ...pixels, ...[0x50, 0x61, 0x67, 0x65, 16, 0, 0, 0], ...rects])
}

const CLEAR_SIDE = 4
/** Red, green, blue and alpha of the left and the right half of a texture with alpha. */
const HALVES = [
  [200, 120, 40, 255],
  [10, 220, 90, 0],
] as const

/** A small texture of 32-bit pixels: the left half is opaque, the right half is clear. */
function halfClear(): Uint8Array {
  const words = [0x6d786554, CLEAR_SIDE, CLEAR_SIDE, 1, 0, 0, 0, 8888].flatMap(word => [
    ...[word & 255, (word >> 8) & 255, (word >> 16) & 255, word >>> 24],
  ])
  const pixels = Array.from({ length: CLEAR_SIDE * CLEAR_SIDE }, (_, at) => {
    const [r, g, b, a] = HALVES[at % CLEAR_SIDE < CLEAR_SIDE / 2 ? 0 : 1]
    return [b, g, r, a]
  })
  return Uint8Array.from([...words, ...pixels.flat()])
}

/** A TGA file of one colour. */
function plainTga(side: number, [r, g, b]: readonly [number, number, number]): Uint8Array {
  const file = new Uint8Array(18 + 3 * side * side)
  file.set([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, side & 255, side >> 8, side & 255, side >> 8, 24, 0x20])
  for (let at = 18; at < file.length; at += 3) file.set([b, g, r], at)
  return file
}

test.beforeAll(async () => {
  install = copyOf(await sampleFolder())
  mkdirSync(join(install, 'DATA'), { recursive: true })
  writeFileSync(join(install, 'DATA', 'ATLAS.TEX'), atlas())
  writeFileSync(join(install, 'DATA', 'CLEAR.TEX'), halfClear())
  studio = await startStudio({ install, width: 1440, height: 900 })
  page = studio.page
})
test.afterAll(async () => {
  await studio.close()
  removeFolder(install)
})

/** Corner of the picture in its view, and screen pixels per pixel. */
async function zoomed(): Promise<readonly [x: number, y: number, scale: number]> {
  const [x = 0, y = 0, scale = 1] =
    (await page.getByTestId('picture-view').getAttribute('data-zoom'))?.split(' ').map(Number) ?? []
  return [x, y, scale]
}

/** What is drawn in the middle of a pixel of the texture. */
async function drawn(x: number, y: number): Promise<readonly number[]> {
  const [left, top, scale] = await zoomed()
  return page.getByTestId('picture-canvas').evaluate(
    (canvas: HTMLCanvasElement, [across, down]) => {
      const ratio = canvas.width / canvas.getBoundingClientRect().width
      const place = (at: number): number => Math.floor(at * ratio)
      return [...(canvas.getContext('2d')?.getImageData(place(across), place(down), 1, 1).data ?? [])]
    },
    [left + (x + 0.5) * scale, top + (y + 0.5) * scale] as const,
  )
}

async function press(x: number, y: number): Promise<void> {
  const box = await page.getByTestId('picture-view').boundingBox()
  if (!box) throw new Error('the picture is not shown')
  const [left, top, scale] = await zoomed()
  await page.mouse.click(box.x + left + (x + 0.5) * scale, box.y + top + (y + 0.5) * scale)
}

test('a texture is seen by pixels, rectangles and colours, follows edits, and is replaced by a picture in one step', async () => {
  await filterTree(page, 'atlas')
  await page.getByTestId('pane-tree').getByRole('treeitem', { name: 'ATLAS.TEX' }).first().click()
  await expect(page.getByTestId('picture-facts')).toContainText('128 × 128')
  await expect(page.getByTestId('picture-facts')).toContainText('16')
  const middle = glow(22, 22)
  await expect.poll(() => drawn(22, 22)).toEqual([...heat(middle), 255])

  // A rectangle is the record of the same number, both ways.
  await press(48, 16)
  await expect(page.getByTestId('picture-pixel')).toContainText('48, 16')
  const width = page.getByTestId('picture-rect-width')
  await expect(width).toHaveValue('32')
  await width.fill('16')
  await width.press('Enter')
  await expect(page.locator('[data-testid="struct-row"][data-path="page/0/rects/1"]')).toHaveCount(1)
  await expect(page.getByTestId('picture-sides')).toBeVisible()

  // One colour of the palette points its pixels out; the others are dimmed.
  await page.getByTestId('picture-parts').getByRole('radio', { name: 'Palette' }).click()
  await page.locator(`[data-testid="picture-palette"] [data-index="${middle}"]`).click()
  await expect.poll(() => drawn(22, 22)).toEqual([...heat(middle), 255])
  const [other = 0] = heat(glow(16, 16))
  await expect.poll(async () => (await drawn(16, 16))[0]).toBeLessThan(other / 2)
  await page.locator(`[data-testid="picture-palette"] [data-index="${middle}"]`).click()

  // The keys walk over levels, zoom and pixels.
  await page.getByTestId('picture-view').focus()
  await page.keyboard.press('PageDown')
  await expect(page.getByTestId('picture-facts')).toContainText('64 × 64')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('1')
  await expect(page.getByTestId('picture-scale')).toHaveText('100%')
  await page.keyboard.press('+')
  await expect(page.getByTestId('picture-scale')).toHaveText('200%')
  await page.keyboard.press('0')
  await page.mouse.move(0, 0)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByTestId('picture-pixel')).toContainText('64, 64')

  // A file of another size is scaled, shown beside the present picture, and taken as one step.
  const chooser = page.waitForEvent('filechooser')
  await page.getByTestId('picture-replace').click()
  const colour = [...heat(80)] as unknown as readonly [number, number, number]
  await (await chooser).setFiles({
    name: 'plain.tga',
    mimeType: 'image/x-tga',
    buffer: Buffer.from(plainTga(8, colour)),
  })
  await expect(page.getByTestId('picture-preview')).toContainText('8 × 8')
  await page.getByTestId('picture-fit-nearest').click()
  await expect(page.getByTestId('picture-divider')).toBeVisible()
  await page.getByTestId('picture-accept').click()
  await expect(page.getByTestId('picture-preview')).toHaveCount(0)
  await expect.poll(() => drawn(16, 16)).toEqual([...colour, 255])
  await page.getByTestId('picture-sides').getByRole('radio', { name: 'Before' }).click()
  await expect.poll(async () => (await drawn(22, 22))[0]).toBe(heat(middle)[0])
  await page.keyboard.press('Control+z')
  await page.getByTestId('picture-sides').getByRole('radio', { name: 'After' }).click()
  await expect.poll(() => drawn(22, 22)).toEqual([...heat(middle), 255])

  // A size that cannot be is a reason, not an empty pane.
  await page.getByTestId('pane-struct').getByRole('treegrid').press('Home')
  const whole = page.getByTestId('field-width')
  await whole.fill('0')
  await whole.press('Enter')
  await expect(page.getByTestId('picture-fault')).toContainText('0 × 128')
  expect(studio.complaints).toEqual([])
})

test('each channel is shown as grey, and transparency shows the chequer behind clear pixels, or their colour', async () => {
  await filterTree(page, 'clear.tex')
  await page.getByTestId('pane-tree').getByRole('treeitem', { name: 'CLEAR.TEX' }).first().click()
  await expect(page.getByTestId('picture-facts')).toContainText('4 × 4')
  const [opaque, clear] = HALVES
  const seen = async (): Promise<readonly (readonly number[])[]> => [await drawn(0, 1), await drawn(3, 1)]
  const opaqueOf = ([r, g, b]: readonly [number, number, number, number]): readonly number[] => [r, g, b, 255]
  const channels = page.getByTestId('picture-channels')
  const alpha = page.getByTestId('picture-alpha')
  for (const [at, name] of ['R', 'G', 'B', 'A'].entries()) {
    await channels.getByRole('radio', { name, exact: true }).click()
    await expect.poll(seen).toEqual(HALVES.map(half => [half[at], half[at], half[at], 255]))
    await expect(alpha).toBeDisabled()
  }
  await channels.getByRole('radio', { name: 'RGB', exact: true }).click()
  await expect(alpha).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await seen())[0]).toEqual(opaqueOf(opaque))
  // The chequer is grey.
  const greyness = async (): Promise<number> => {
    const [r = 0, g = 0, b = 0] = await drawn(3, 1)
    return Math.max(r, g, b) - Math.min(r, g, b)
  }
  await expect.poll(greyness).toBeLessThan(40)
  await alpha.click()
  await expect.poll(seen).toEqual([opaqueOf(opaque), opaqueOf(clear)])
  await alpha.click()
  await expect.poll(greyness).toBeLessThan(40)
})
