import type { Page } from '@playwright/test'
import { median, type Figures, type Measured } from './figures'
import type { BenchInstall } from './install'
import { inWindow } from './window'

const FRAMES = 9
const SERIES = 3
const STROKES = 9
/** Triangles of a stroke with a brush of some metres. */
const STROKE = 60
/** CSS pixels between two events of the pointer: about two triangles. */
const STEP = 3
/** A walkable triangle in the middle of the area: the first of the tile in row and column 32 of 64, with 72 triangles each. */
const ERASED = (32 * 64 + 32) * 72
const NAMES = [
  'walkmesh_frame_vs_bare',
  'walkmesh_frame_ms',
  'walkmesh_bare_frame_ms',
  'walkmesh_stroke_shown_ms',
  'walkmesh_stroke_frames',
  'walkmesh_stroke_committed_ms',
  'walkmesh_open_ms',
] as const

interface MapProbe {
  compareFrames(runs: number): Promise<{ readonly full: readonly number[]; readonly bare: readonly number[] }>
  draw(): { readonly overlayMilliseconds: number }
  openMap(entry: string): Promise<number>
  bulk(entry: string, paths: readonly string[], value: number): Promise<number>
  project(record: number): { readonly x: number; readonly y: number } | null
}

/**
 * The walkmesh of 294,912 triangles in the window: a frame of it against its triangles as one lit mesh, alternating on one
 * canvas; a stroke of the eraser, from the pointer's event until the frame with the new flags is submitted, and the number
 * of frames until then: a frame itself takes longer than a stroke may where WebGL is drawn by the processor; and 60 flags
 * from the call until every store has them and their colours are uploaded.
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
  const committed = await probe.evaluate(measureCommits, { entry, strokes: STROKES, size: STROKE })
  const place = await probe.evaluate((one, record) => one.project(record), ERASED)
  if (!place) throw new Error('the walkable triangles are not seen')
  const shown = await measureStroke(page, place)
  return {
    walkmesh_frame_vs_bare: Math.min(...compared.map(({ full, bare }) => full / bare)),
    walkmesh_frame_ms: Math.min(...compared.map(({ full }) => full)),
    walkmesh_bare_frame_ms: Math.min(...compared.map(({ bare }) => bare)),
    walkmesh_stroke_shown_ms: median(shown.map(({ milliseconds }) => milliseconds)),
    walkmesh_stroke_frames: median(shown.map(({ frames }) => frames)),
    walkmesh_stroke_committed_ms: median(committed),
    walkmesh_open_ms: open,
  }
}

interface Plan {
  readonly entry: string
  readonly strokes: number
  readonly size: number
}

/** Runs in the window. Each stroke gives other triangles a value that they do not have. */
async function measureCommits(probe: MapProbe, { entry, strokes, size }: Plan): Promise<number[]> {
  const found: number[] = []
  for (let stroke = 0; stroke < strokes; stroke++) {
    const paths = Array.from({ length: size }, (_, at) => `triangles/${1000 + stroke * size + at}/flags`)
    const edited = await probe.bulk(entry, paths, 0x40)
    found.push(edited + probe.draw().overlayMilliseconds)
  }
  return found
}

/** What an event of the pointer took until the first draw call with the flags that it changed was submitted. */
interface Shown {
  readonly milliseconds: number
  /** Draw calls since the event, with that one: at least the number of frames. */
  readonly frames: number
}

/** Pulls the eraser over walkable triangles from a place on, event by event. */
async function measureStroke(
  page: Page,
  { x, y }: { readonly x: number; readonly y: number },
): Promise<readonly Shown[]> {
  const canvas = page.getByTestId('viewport-canvas')
  await page.mouse.move(x, y)
  await canvas.focus()
  await page.keyboard.press('e')
  await page.evaluate(watchFrames)
  await page.mouse.down()
  for (let step = 1; step <= STROKES; step++) {
    await page.mouse.move(x + step * STEP, y)
    await page.waitForTimeout(1000)
  }
  const shown = await page.evaluate<readonly Shown[]>('globalThis.arealStrokes')
  await page.mouse.up()
  if (shown.length === 0) throw new Error('the eraser has changed nothing')
  return shown
}

/** Runs in the window. Collects what each event of the pointer took, where WebGL receives texels and the frame after them. */
function watchFrames(): void {
  const strokes: { milliseconds: number; frames: number }[] = []
  Reflect.set(globalThis, 'arealStrokes', strokes)
  const gl = document.querySelector<HTMLCanvasElement>('[data-testid=viewport-canvas]')?.getContext('webgl2')
  if (!gl) throw new Error('the map is not drawn')
  let [start, frames, isSent] = [0, 0, false]
  addEventListener('pointermove', () => ([start, frames, isSent] = [performance.now(), 0, false]), true)
  const [texels, draw] = [gl.texSubImage2D, gl.drawElements]
  Object.defineProperty(gl, 'texSubImage2D', {
    value: (...given: unknown[]) => {
      isSent = true
      Reflect.apply(texels, gl, given)
    },
  })
  Object.defineProperty(gl, 'drawElements', {
    value: (...given: unknown[]) => {
      Reflect.apply(draw, gl, given)
      // The fills are drawn first, outlines of what has changed after them.
      frames++
      if (!isSent) return
      strokes.push({ milliseconds: performance.now() - start, frames })
      isSent = false
    },
  })
}
