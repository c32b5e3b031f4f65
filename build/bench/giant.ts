import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import type { StudioApi } from '@areal-studio/core/studio'
import { median, type Figures, type Measured } from './figures'
import { writeFiles, type BenchInstall } from './install'
import { inWindow } from './window'

const AREALS = 35_000
/** Areals that a long stroke paints. */
const PAINTED = 500
const RUNS = 5
/** Milliseconds in which started work ends. */
const REST = 1500
const NAMES = [
  'giant_open_ms',
  'giant_frame_vs_bare',
  'giant_frame_ms',
  'giant_pick_ms',
  'giant_select_ms',
  'giant_edit_ms',
  'giant_paint_500_ms',
] as const
const ENTRY = 'DATA/MAPS/SC_1/Land.map!#0'
const SMALL = 'Tut_1'

interface Probe {
  readonly studio: StudioApi
  openMap(entry: string): Promise<number>
  compareFrames(runs: number): Promise<{ readonly full: readonly number[]; readonly bare: readonly number[] }>
  draw(): { readonly pickMilliseconds: number }
  select(entry: string, path: string): void
  edit(entry: string, path: string, value: number): Promise<number>
  bulk(entry: string, paths: readonly string[], value: number): Promise<number>
}

/** A map of 35,000 areals on 64 x 64 tiles, more than thirty times what the game has: opened, drawn, picked from and painted. */
export async function measureGiant(install: BenchInstall): Promise<Measured> {
  const root = join(install.temp, 'Giant')
  writeFiles(
    root,
    sampleInstall({
      maps: [
        { name: 'SC_1', seed: 5, tiles: 64, areals: AREALS },
        { name: SMALL, seed: 6, tiles: 8, areals: 378 },
      ],
    }),
  )
  return inWindow({ ...install, root }, NAMES, { width: 1440, height: 900 }, measurePage)
}

async function measurePage(page: Page): Promise<Figures> {
  await (await page.evaluateHandle<Probe>('globalThis.arealProbe')).evaluate(async ({ studio }) => {
    while (!(await studio.info())) await new Promise(done => setTimeout(done, 100))
    await Promise.all([studio.check(), studio.prove()])
  })
  // Shaders, and what the map offers to this bench, are made with the first map that is shown.
  await page.getByTestId('tree-filter').getByRole('textbox').fill(SMALL)
  await page.getByRole('treeitem', { name: SMALL }).first().click()
  await page.getByTestId('legend-row').first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(REST)
  const probe = await page.evaluateHandle<Probe>('globalThis.arealProbe')
  const open = await probe.evaluate((one, map) => one.openMap(map), ENTRY)
  await page.waitForTimeout(REST)
  const { full, bare } = await probe.evaluate((one, runs) => one.compareFrames(runs), RUNS)
  const times = await probe.evaluate(workInPage, {
    entry: ENTRY,
    runs: RUNS,
    count: AREALS,
    painted: PAINTED,
    rest: REST,
  })
  return {
    giant_open_ms: open,
    giant_frame_vs_bare: median(full) / median(bare),
    giant_frame_ms: median(full),
    giant_pick_ms: median(times.picks),
    giant_select_ms: median(times.selections),
    giant_edit_ms: median(times.edits),
    giant_paint_500_ms: median(times.strokes),
  }
}

interface Times {
  readonly picks: number[]
  readonly selections: number[]
  readonly edits: number[]
  readonly strokes: number[]
}
interface Plan {
  readonly entry: string
  readonly runs: number
  readonly count: number
  readonly painted: number
  readonly rest: number
}

/** Runs in the window. A selection ends with the frame that shows it; each value differs from the one before it. */
async function workInPage(probe: Probe, { entry, runs, count, painted, rest }: Plan): Promise<Times> {
  const times: Times = { picks: [], selections: [], edits: [], strokes: [] }
  const pause = (): Promise<void> => new Promise(done => setTimeout(done, rest))
  for (let run = 0; run < runs; run++) {
    const first = Math.floor(((count - painted) * run) / runs)
    times.picks.push(probe.draw().pickMilliseconds)
    await pause()
    const start = performance.now()
    probe.select(entry, `areals/${first}/class_id`)
    await new Promise<void>(done => {
      requestAnimationFrame(() => setTimeout(done))
    })
    times.selections.push(performance.now() - start)
    await pause()
    times.edits.push(await probe.edit(entry, `areals/${first}/class_id`, 500 + run))
    await pause()
    times.strokes.push(
      await probe.bulk(
        entry,
        Array.from({ length: painted }, (_, at) => `areals/${first + at}/logic_flag`),
        64 + run,
      ),
    )
  }
  return times
}
