import { join } from 'node:path'
import { typeIdOf } from '../../core/families/parkan/nres/directory'
import { writeArchive } from '../../core/families/parkan/nres/nres-pack'
import { makeTexture } from '../../core/families/parkan/sample/textures'
import type { BarePage } from './bare-browser'
import { median, type Figures, type Measured } from './figures'
import { writeFiles, type BenchInstall } from './install'
import { inBareWindow } from './window'

const NAMES = ['texture_shown_ms'] as const
const FILE = 'Textures.lib'
const SIDE = 1024
/** Each has a red of its own, by which its pixels are known on the screen. */
const COUNT = 7
const RED = 32
/** Milliseconds in which what follows the drawing ends. */
const REST = 1000

/**
 * Textures of 1024 × 1024 pixels (r5g6b5) with all levels, in the window: from the click on the row of each until the
 * frame after the one that its pixels are drawn in begins. The page takes the time itself, and nobody records its traffic.
 */
export function measureTexture(install: BenchInstall): Promise<Measured> {
  const root = join(install.temp, 'Textures')
  writeFiles(root, [
    { path: 'iron_3d.exe', bytes: Uint8Array.of(0x4d, 0x5a) },
    { path: FILE, bytes: library() },
  ])
  return inBareWindow({ ...install, root }, NAMES, { width: 1440, height: 900 }, measurePage)
}

const library = (): Uint8Array =>
  writeArchive(
    Array.from({ length: COUNT }, (_, at) => ({
      attributes: { name: `PICTURE${at}.0`, type_id: typeIdOf('Texm'), attr1: 0, attr2: 0, attr3: 0 },
      payload: makeTexture((u, v) => [RED * (at + 1), 255 * u, 255 * v, 255], SIDE, 565),
    })),
  )

async function measurePage(page: BarePage): Promise<Figures> {
  await page.evaluate(listedInPage, COUNT)
  const times: number[] = []
  for (let at = 0; at < COUNT; at++) {
    await new Promise(done => setTimeout(done, REST))
    times.push(await page.evaluate(shownInPage, { name: `PICTURE${at}`, red: RED * (at + 1) }))
  }
  // The first two start the pane and the decoder.
  return { texture_shown_ms: median(times.slice(2)) }
}

/** Runs in the window. Filters the tree until it has a row of each texture. */
async function listedInPage(count: number): Promise<void> {
  const start = performance.now()
  let isFiltered = false
  for (;;) {
    const input = document.querySelector<HTMLInputElement>('[data-testid=tree-filter] input')
    if (input && !isFiltered && document.querySelector('[role=treeitem]')) {
      input.value = 'PICTURE'
      input.dispatchEvent(new Event('input', { bubbles: true }))
      isFiltered = true
    }
    const rows = [...document.querySelectorAll('[role=treeitem]')].filter(row => row.textContent.includes('PICTURE'))
    if (rows.length >= count) return
    if (performance.now() - start > 60_000) throw new Error('the textures are not listed')
    await new Promise(done => setTimeout(done, 100))
  }
}

/**
 * Runs in the window. Milliseconds until an image whose middle has a red, in steps of 5 bits, is drawn on the canvas of the
 * pane, and the frame after that begins. Calls of the canvas are watched instead of its pixels: to read these back costs
 * more than all the rest where no graphics card draws.
 */
async function shownInPage({ name, red }: { readonly name: string; readonly red: number }): Promise<number> {
  const row = [...document.querySelectorAll<HTMLElement>('[role=treeitem]')].find(one => one.textContent.includes(name))
  const context = CanvasRenderingContext2D.prototype
  const own = { putImageData: Reflect.get(context, 'putImageData'), drawImage: Reflect.get(context, 'drawImage') }
  const start = performance.now()
  let image: HTMLCanvasElement | undefined
  let drawn: (() => void) | undefined
  const isDrawn = new Promise<void>((done, fail) => {
    drawn = done
    setTimeout(() => fail(new Error(`${name} is not drawn`)), 20_000)
  })
  context.putImageData = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
    const [{ data, width, height }] = given as [ImageData]
    const middle = data[4 * ((height >> 1) * width + (width >> 1))] ?? 0
    if (Math.abs(middle - red) < 12) image ??= this.canvas
    Reflect.apply(own.putImageData, this, given)
  }
  context.drawImage = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
    Reflect.apply(own.drawImage, this, given)
    if (image && given[0] === image && this.canvas.dataset['testid'] === 'picture-canvas') drawn?.()
  }
  try {
    row?.click()
    await isDrawn
    await new Promise(done => requestAnimationFrame(done))
    return performance.now() - start
  } finally {
    Object.assign(context, own)
  }
}
