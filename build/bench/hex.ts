import { closeSync, ftruncateSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { median, percentile, type Figures, type Measured } from './figures'
import type { BenchInstall } from './install'
import { inWindow } from './window'

const NAMES = ['hex_scroll_frame_ms', 'hex_scroll_frame_p95_ms', 'hex_scroll_vs_bare', 'hex_scroll_work_ms'] as const
const SIZE = 2 ** 30
const FRAMES = 120
const VIEWPORT = { width: 1920, height: 1080 }

/** Scrolling the hex grid over a sparse file of 1 GB. */
export function measureHex(install: BenchInstall): Promise<Measured> {
  const root = join(install.temp, 'sparse')
  mkdirSync(root)
  writeFileSync(join(root, 'iron_3d.exe'), '') // what a folder is known as a game by
  const file = openSync(join(root, 'sparse.bin'), 'w')
  ftruncateSync(file, SIZE)
  closeSync(file)
  return inWindow({ ...install, root }, NAMES, VIEWPORT, measurePage)
}

async function measurePage(page: Page): Promise<Figures> {
  await page.getByRole('treeitem', { name: 'sparse.bin' }).click()
  await page.getByTestId('tab-hex').click()
  await page.getByTestId('hex-grid').focus()
  await page.keyboard.press('Control+End')
  await page.locator(`.hex-row[data-offset="${SIZE - 16}"]`).waitFor()
  await page.keyboard.press('Control+Home')
  await page.locator('.hex-row[data-offset="0"]').waitFor()
  const { grid, bare } = await page.evaluate(scrollInPage, FRAMES)
  const frames = grid.map(({ frame }) => frame)
  return {
    hex_scroll_frame_ms: median(frames),
    hex_scroll_frame_p95_ms: percentile(frames, 0.95),
    hex_scroll_vs_bare: median(frames) / median(bare.map(({ frame }) => frame)),
    hex_scroll_work_ms: median(grid.map(({ work }) => work)),
  }
}

/** `frame`: from one frame to the next, the painting of the step within it. `work`: the script and layout of the step alone. */
interface Step {
  readonly frame: number
  readonly work: number
}

/** Runs in the window, by turns: a page of the grid, and as far in an element of the browser's own with nothing in it. */
async function scrollInPage(count: number): Promise<{ readonly grid: Step[]; readonly bare: Step[] }> {
  const one = document.querySelector('[data-testid="hex-grid"]')
  if (!one) throw new Error('there is no hex grid')
  const empty = document.createElement('div')
  empty.style.cssText = 'position: fixed; inset: 0 auto auto 0; width: 100px; height: 100px; overflow: auto'
  empty.append(document.createElement('div'))
  empty.firstElementChild?.setAttribute('style', 'height: 10000000px')
  document.body.append(empty)
  const frame = (): Promise<number> => new Promise(done => requestAnimationFrame(() => done(performance.now())))
  const timed = async (step: () => void): Promise<Step> => {
    const begun = await frame()
    step()
    for (let turn = 0; turn < 4; turn++) await Promise.resolve() // what follows the step is drawn
    document.body.getBoundingClientRect()
    const work = performance.now() - begun
    return { frame: (await frame()) - begun, work }
  }
  const [grid, bare]: [Step[], Step[]] = [[], []]
  for (let step = 0; step < count; step++) {
    grid.push(
      await timed(() => one.dispatchEvent(new WheelEvent('wheel', { deltaY: 800, bubbles: true, cancelable: true }))),
    )
    bare.push(
      await timed(() => {
        empty.scrollTop += 800
      }),
    )
  }
  empty.remove()
  return { grid, bare }
}
