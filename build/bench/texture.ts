import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { typeIdOf } from '../../core/families/parkan/nres/directory'
import { writeArchive } from '../../core/families/parkan/nres/nres-pack'
import { makeTexture } from '../../core/families/parkan/sample/textures'
import { median, type Figures, type Measured } from './figures'
import { writeFiles, type BenchInstall } from './install'
import { inWindow } from './window'

const NAMES = ['texture_shown_ms'] as const
const FILE = 'Textures.lib'
const SIDE = 1024
/** Each has a red of its own, by which its pixels are known on the screen. */
const COUNT = 7
const RED = 32
/** Milliseconds in which what follows the drawing ends. */
const REST = 1000

/** Textures of 1024 × 1024 pixels with all levels, in the window: from the selection of each until its pixels are drawn. */
export function measureTexture(install: BenchInstall): Promise<Measured> {
  const root = join(install.temp, 'Textures')
  writeFiles(root, [
    { path: 'iron_3d.exe', bytes: Uint8Array.of(0x4d, 0x5a) },
    { path: FILE, bytes: library() },
  ])
  return inWindow({ ...install, root }, NAMES, { width: 1440, height: 900 }, measurePage)
}

const library = (): Uint8Array =>
  writeArchive(
    Array.from({ length: COUNT }, (_, at) => ({
      attributes: { name: `PICTURE${at}.0`, type_id: typeIdOf('Texm'), attr1: 0, attr2: 0, attr3: 0 },
      payload: makeTexture((u, v) => [RED * (at + 1), 255 * u, 255 * v, 255], SIDE, 565),
    })),
  )

async function measurePage(page: Page): Promise<Figures> {
  await page.getByTestId('tree-filter').getByRole('textbox').fill('PICTURE0')
  await page.getByRole('treeitem', { name: 'PICTURE0' }).first().click()
  await page.getByTestId('picture-canvas').waitFor({ timeout: 60_000 })
  const times: number[] = []
  for (let at = 1; at < COUNT; at++) {
    await page.waitForTimeout(REST)
    times.push(await page.evaluate(shownInPage, { entry: `${FILE}!#${at}`, red: RED * (at + 1) }))
  }
  // The first is that of the decoder's start.
  return { texture_shown_ms: median(times.slice(1)) }
}

/** Runs in the window. Milliseconds until a frame in which the middle of the picture has a red, in steps of 5 bits. */
async function shownInPage({ entry, red }: { readonly entry: string; readonly red: number }): Promise<number> {
  const start = performance.now()
  window.arealProbe?.select?.(entry, '')
  for (;;) {
    await new Promise(done => requestAnimationFrame(done))
    const now = performance.now()
    const canvas = document.querySelector<HTMLCanvasElement>('[data-testid=picture-canvas]')
    const pixel = canvas?.getContext('2d')?.getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1).data
    if (pixel && Math.abs((pixel[0] ?? 0) - red) < 12) return now - start
    if (now - start > 20_000) throw new Error(`${entry} is not drawn`)
  }
}
