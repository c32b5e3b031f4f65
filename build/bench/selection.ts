import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { StudioApi } from '@areal-studio/core/workspace'
import { panesApart } from '../../e2e/panes-apart'
import { median, percentile, type Figures, type Measured } from './figures'
import type { BenchInstall } from './install'
import { fileIn } from './studio'
import { inWindow } from './window'

const NAMES = ['selection_ms_p95', 'selection_ms_median', 'selection_raw_ms_p95', 'json_open_ms', 'json_sync_ms'] as const
/** A third of them at the start of the map, a third in its middle, a third at its end. */
const SELECTIONS = 48
/** Each is made so often, of another record beside it, and the quickest counts: what the work costs when nothing else disturbs. */
const TRIES = 3
/** Before the first that counts: the engine compiles what it sees often, and a window is open for hours. */
const WARM = 15
const EDITS = 5
/** Milliseconds between selections, so that each begins at rest: drawn in software, the frame of the one before takes the first 150. */
const REST = 400

/**
 * With map, form, struct, hex, table and JSON side by side on the largest map: from a selection until all show it, and
 * with the whole file as JSON, from an edit made elsewhere until the text has it.
 */
export const measureSelection = (install: BenchInstall): Promise<Measured> =>
  inWindow(install, NAMES, { width: 1920, height: 1080 }, page => measurePage(page, largest(install)))

function largest(install: BenchInstall): string {
  const files = install.mapFolders.map(folder => fileIn(install, folder, 'land.map'))
  const size = (file: string): number => statSync(join(install.root, file)).size
  return `${files.reduce((best, file) => (size(file) > size(best) ? file : best), files[0] ?? '')}!#0`
}

interface Probe {
  readonly studio: StudioApi
  select(entry: string, path: string): void
  edit(entry: string, path: string, value: number): Promise<number>
}

async function measurePage(page: Page, entry: string): Promise<Figures> {
  const probe = await page.evaluateHandle<Probe>('globalThis.arealProbe')
  await probe.evaluate(async ({ studio }) => {
    while (!await studio.info()) await new Promise(done => setTimeout(done, 100))
    await Promise.all([studio.check(), studio.prove()])
  })
  await probe.evaluate(({ select }, path) => select(path, 'areals/0/class_id'), entry)
  await panesApart(page)
  await page.locator('[data-testid="json-editor"][data-path="areals/0/class_id"]').waitFor({ timeout: 60_000 })
  await page.getByTestId('table-grid').waitFor()
  await page.waitForTimeout(1000)
  const delays = (await probe.evaluate(selectInPage, { entry, count: WARM + TRIES * SELECTIONS, rest: REST })).slice(WARM)
  const quickest = Array.from({ length: SELECTIONS }, (_, at) => Math.min(...delays.filter((_, i) => i % SELECTIONS === at)))
  const opened = Date.now()
  await page.getByTestId('json-scope').getByText('File').click()
  await page.locator('[data-testid="json-editor"]', { hasText: '"class_id"' }).waitFor()
  const open = Date.now() - opened
  const syncs = await probe.evaluate(editInPage, { entry, count: EDITS, rest: REST })
  return {
    selection_ms_p95: percentile(quickest, 0.95), selection_ms_median: median(delays), selection_raw_ms_p95: percentile(delays, 0.95), json_open_ms: open, json_sync_ms: median(syncs),
  }
}

interface Plan { readonly entry: string; readonly count: number; readonly rest: number }

/** Runs in the window. First, middle and last areals in turn; the time ends when the frame in which every pane shows the field is painted. */
async function selectInPage({ studio, select }: Probe, { entry, count, rest }: Plan): Promise<number[]> {
  const areals = Number((await studio.read(entry)).attributes['attr1'])
  const one = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
  const isShown = (record: string, path: string): boolean => one('[data-testid="struct-row"][aria-selected="true"]')?.dataset['path'] === path
    && one('[data-testid="json-editor"]')?.dataset['path'] === path && one('[data-testid="hex-field"]')?.textContent?.trim().startsWith(path) === true
    && one('.form-head p')?.textContent?.endsWith(record) === true && one('[data-testid="viewport-live"]')?.textContent?.includes(record.slice(7)) === true
    && one('[data-testid="table-grid"] [data-record][aria-selected="true"]')?.dataset['record'] === record.slice(7)
  const channel = new MessageChannel()
  // What is posted in a frame's callback comes after the frame was laid out and painted.
  const painted = (): Promise<void> => new Promise(done => {
    channel.port1.onmessage = () => done()
    requestAnimationFrame(() => channel.port2.postMessage(0))
  })
  const delays: number[] = []
  for (let i = 0; i < count; i++) {
    const record = `areals/${[i, (areals >> 1) + i, areals - 1 - i][i % 3]}`
    const begun = performance.now()
    select(entry, `${record}/class_id`)
    while (!isShown(record, `${record}/class_id`) && performance.now() - begun < 5000) await painted()
    delays.push(performance.now() - begun)
    await new Promise(done => setTimeout(done, rest))
  }
  return delays
}

/** Runs in the window: until the line that is seen holds the new value. */
async function editInPage({ select, edit }: Probe, { entry, count, rest }: Plan): Promise<number[]> {
  const seen = (): string => document.querySelector('[data-testid="json-editor"] .view-lines')?.textContent?.replaceAll('\u00a0', ' ') ?? ''
  const delays: number[] = []
  select(entry, 'areals/400/class_id')
  await new Promise(done => setTimeout(done, 1000))
  for (let i = 0; i < count; i++) {
    const begun = performance.now()
    void edit(entry, 'areals/400/class_id', 700 + i)
    while (!seen().includes(`"class_id": ${700 + i}`) && performance.now() - begun < 20_000) await new Promise(done => setTimeout(done, 5))
    delays.push(performance.now() - begun)
    await new Promise(done => setTimeout(done, rest))
  }
  return delays
}
