import type { JSHandle, Page } from '@playwright/test'
import { median, type Figures } from './figures'

export const FRAME_NAMES = [
  'frame_vs_bare',
  'frame_ms',
  'overlay_ms',
  'pick_ms',
  'draw_calls',
  'map_open_vs_bare',
  'map_open_ms',
] as const
const FRAMES = 25
const SERIES = 3
const OPENINGS = 5
/** Milliseconds in which the work started by the map before ends. */
export const REST = 1500

interface Drawn {
  readonly milliseconds: number
  readonly pickMilliseconds: number
  readonly overlayMilliseconds: number
  readonly drawCalls: number
}
/** The part of the window's probe that frames and openings are measured with. */
export interface MapProbe {
  compareFrames(runs: number): Promise<{ readonly full: readonly number[]; readonly bare: readonly number[] }>
  draw(): Drawn
  openMap(entry: string): Promise<number>
  openBare(entry: string): Promise<number>
}

/**
 * A map of the install as it is first shown: a frame of it against its triangles as one lit mesh, alternating on one
 * canvas; drawing new values of all areals; a pick; the number of WebGL draw calls; and opening a map.
 */
export async function measureFrames(page: Page, maps: readonly string[]): Promise<Figures> {
  // Not the first, where an install has more: the bench has edited every areal of that one, and each would be marked so.
  const folder = (maps[1] ?? maps[0])?.split('/').at(-2) ?? ''
  await page.getByTestId('tree-filter').getByRole('textbox').fill(folder)
  await page.getByRole('treeitem', { name: folder }).first().click()
  await page.getByTestId('legend-row').first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(1500)
  const probe = await page.evaluateHandle<MapProbe>('globalThis.arealProbe')
  return {
    ...(await comparedFrames(probe)),
    ...(await measureOpening(page, probe, maps.slice(2))),
  }
}

/** Frames of what is shown, and a pick in it. */
export async function comparedFrames(probe: JSHandle<MapProbe>) {
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

/**
 * Maps that were not opened before, alternating as the studio shows them (with every pane that follows) and as one bare
 * mesh: both from the call to the host until a pixel can be read. Shaders are compiled already.
 */
async function measureOpening(page: Page, probe: JSHandle<MapProbe>, maps: readonly string[]): Promise<Figures> {
  const full: number[] = []
  const bare: number[] = []
  for (let at = 0; at + 1 < maps.length && full.length < OPENINGS; at += 2) {
    await page.waitForTimeout(REST)
    full.push(await probe.evaluate((one, map) => one.openMap(map), maps[at] ?? ''))
    await page.waitForTimeout(REST)
    bare.push(await probe.evaluate((one, map) => one.openBare(map), maps[at + 1] ?? ''))
  }
  if (full.length === 0) return { map_open_vs_bare: null, map_open_ms: null }
  return { map_open_vs_bare: median(full) / median(bare), map_open_ms: median(full) }
}
