import type { Page } from '@playwright/test'
import { median, type Figures } from './figures'

export const FRAME_NAMES = ['frame_vs_bare', 'frame_ms', 'overlay_ms', 'pick_ms', 'draw_calls'] as const
const FRAMES = 25
const SERIES = 3

interface Drawn { readonly milliseconds: number; readonly pickMilliseconds: number; readonly overlayMilliseconds: number; readonly drawCalls: number }
interface MapProbe {
  compareFrames(runs: number): { readonly full: readonly number[]; readonly bare: readonly number[] }
  draw(): Drawn
}

/**
 * A map of the install as it is first shown: a frame of it against its triangles as one lit mesh, by turns on one canvas;
 * bringing new values of all areals to the canvas; a pick; and how often WebGL is told to draw.
 */
export async function measureFrames(page: Page, mapFolder: string): Promise<Figures> {
  const folder = mapFolder.split('/').at(-1) ?? ''
  await page.getByTestId('tree-filter').getByRole('textbox').fill(folder)
  await page.getByRole('treeitem', { name: folder }).first().click()
  await page.getByTestId('legend-row').first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(1500)
  const probe = await page.evaluateHandle<MapProbe>('globalThis.arealProbe')
  const compared: { readonly full: number; readonly bare: number }[] = []
  const drawn: Drawn[] = []
  for (let series = 0; series < SERIES; series++) {
    const { full, bare } = await probe.evaluate((one, runs) => one.compareFrames(runs), FRAMES)
    compared.push({ full: median(full), bare: median(bare) })
    for (let run = 0; run < FRAMES; run++) drawn.push(await probe.evaluate(one => one.draw()))
  }
  return {
    frame_vs_bare: Math.min(...compared.map(({ full, bare }) => full / bare)),
    frame_ms: Math.min(...compared.map(({ full }) => full)),
    overlay_ms: median(drawn.map(one => one.overlayMilliseconds)),
    pick_ms: median(drawn.map(one => one.pickMilliseconds)),
    draw_calls: Math.max(...drawn.map(one => one.drawCalls)),
  }
}
