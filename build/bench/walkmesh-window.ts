import type { Page } from '@playwright/test'
import { median, type Figures, type Measured } from './figures'
import type { BenchInstall } from './install'
import { inWindow } from './window'

const FRAMES = 9
const SERIES = 3
const STROKES = 9
/** Triangles of a stroke with a brush of some metres. */
const STROKE = 60
const NAMES = ['walkmesh_frame_vs_bare', 'walkmesh_frame_ms', 'walkmesh_stroke_shown_ms', 'walkmesh_open_ms'] as const

interface MapProbe {
  compareFrames(runs: number): Promise<{ readonly full: readonly number[]; readonly bare: readonly number[] }>
  draw(): { readonly overlayMilliseconds: number }
  openMap(entry: string): Promise<number>
  bulk(entry: string, paths: readonly string[], value: number): Promise<number>
}

/**
 * The walkmesh of 294,912 triangles in the window: a frame of it against its triangles as one lit mesh, alternating on one
 * canvas; and a stroke, from the call until the new colours are uploaded for the next frame.
 */
export const measureWalkmeshWindow = (install: BenchInstall, root: string, entry: string): Promise<Measured> =>
  inWindow({ ...install, root }, NAMES, { width: 1440, height: 900 }, page => measurePage(page, entry))

async function measurePage(page: Page, entry: string): Promise<Figures> {
  page.setDefaultTimeout(120_000)
  await page.waitForFunction(() => 'openMap' in Object(Reflect.get(globalThis, 'arealProbe')))
  const probe = await page.evaluateHandle<MapProbe>('globalThis.arealProbe')
  const open = await probe.evaluate((one, path) => one.openMap(path), entry)
  await page.waitForTimeout(1500)
  const compared: { readonly full: number; readonly bare: number }[] = []
  for (let series = 0; series < SERIES; series++) {
    const { full, bare } = await probe.evaluate((one, runs) => one.compareFrames(runs), FRAMES)
    compared.push({ full: median(full), bare: median(bare) })
  }
  const strokes = await probe.evaluate(measureStrokes, { entry, strokes: STROKES, size: STROKE })
  return {
    walkmesh_frame_vs_bare: Math.min(...compared.map(({ full, bare }) => full / bare)),
    walkmesh_frame_ms: Math.min(...compared.map(({ full }) => full)),
    walkmesh_stroke_shown_ms: median(strokes),
    walkmesh_open_ms: open,
  }
}

interface Plan {
  readonly entry: string
  readonly strokes: number
  readonly size: number
}

/** Runs in the window. Each stroke gives other triangles a value that they do not have. */
async function measureStrokes(probe: MapProbe, { entry, strokes, size }: Plan): Promise<number[]> {
  const found: number[] = []
  for (let stroke = 0; stroke < strokes; stroke++) {
    const paths = Array.from({ length: size }, (_, at) => `triangles/${1000 + stroke * size + at}/flags`)
    const edited = await probe.bulk(entry, paths, 0x40)
    found.push(edited + probe.draw().overlayMilliseconds)
  }
  return found
}
