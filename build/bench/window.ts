import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { StudioApi } from '@areal-studio/core/studio'
import { inBareBrowser, type BarePage } from './bare-browser'
import { percentile, type Figures, type Measured } from './figures'
import { FRAME_NAMES, measureFrames } from './frames'
import type { BenchInstall } from './install'
import { arealsEntry, fileIn } from './studio'

const SERIES = 5
const EDITS = 40
const AREALS = 1050
const NAMES = ['edit_ms_p95', 'bulk_1050_ms', 'edit_vs_call', 'bulk_vs_call', 'empty_call_ms', ...FRAME_NAMES] as const
/** Places where a browser usually lies; `AREAL_CHROMIUM` names another. */
const BROWSERS = [
  process.env['AREAL_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // As in browser tests: without a graphics card the pages, too, would be drawn by SwiftShader.
  '--disable-gpu-compositing',
]

/**
 * One edit and one of 1,050 areals in Chromium through the browser host: from the call to the last store that knows it;
 * then the frames of a map.
 */
export const measureWindow = (install: BenchInstall): Promise<Measured> =>
  inWindow(install, NAMES, { width: 1440, height: 900 }, async page => ({
    ...(await measurePage(page, arealsEntry(install))),
    ...(await measureFrames(
      page,
      install.mapFolders.map(folder => `${fileIn(install, folder, 'land.map')}!#0`),
    )),
  }))

/** Figures taken in a window of its own; null with the reason where no browser is to be had. */
export const inWindow = (
  install: BenchInstall,
  names: readonly string[],
  viewport: { readonly width: number; readonly height: number },
  measure: (page: Page) => Promise<Figures>,
): Promise<Measured> =>
  atHost(install, names, async (executablePath, url) => {
    const { chromium } = await import('@playwright/test')
    const browser = await chromium.launch({ executablePath, args: ARGUMENTS })
    try {
      const page = await browser.newPage({ viewport })
      await page.goto(url)
      await page.waitForFunction(() => 'edit' in Object(Reflect.get(globalThis, 'arealProbe')), undefined, {
        timeout: 60_000,
      })
      return await measure(page)
    } finally {
      await browser.close()
    }
  })

/** As `inWindow`, in a page whose traffic nobody records: for what is sent to the window in megabytes. */
export const inBareWindow = (
  install: BenchInstall,
  names: readonly string[],
  { width, height }: { readonly width: number; readonly height: number },
  measure: (page: BarePage) => Promise<Figures>,
): Promise<Measured> =>
  atHost(install, names, (path, url) =>
    inBareBrowser(path, [...ARGUMENTS, `--window-size=${width},${height}`], url, measure),
  )

async function atHost(
  install: BenchInstall,
  names: readonly string[],
  measure: (browser: string, url: string) => Promise<Figures>,
): Promise<Measured> {
  const reason = (why: string): Measured => ({
    figures: Object.fromEntries(names.map(name => [name, null])),
    reasons: Object.fromEntries(names.map(name => [name, why])),
  })
  const browserPath = BROWSERS.find(path => path !== undefined && existsSync(path))
  const playwright = await import('@playwright/test').catch(() => undefined)
  if (!playwright) return reason('Playwright is not installed: npm ci')
  const path = browserPath ?? playwright.chromium.executablePath()
  if (!existsSync(path))
    return reason('no Chromium: npx playwright install chromium, or AREAL_CHROMIUM=/path/to/chromium')
  const host = await startHost(install)
  try {
    return { figures: await measure(path, host.url) }
  } finally {
    host.process.kill('SIGTERM')
  }
}

/** With data of its own: a layout that another part left may hide what this one needs. */
async function startHost(install: BenchInstall): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const host = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'host.mjs'),
      '--port',
      '0',
      '--user-data',
      mkdtempSync(join(install.temp, 'window-')),
      install.root,
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const url = await new Promise<string>((done, fail) => {
    let said = ''
    host.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const found = /http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]+/.exec(said)
      if (found) done(found[0])
    })
    host.on('exit', code => fail(new Error(`the browser host ended with ${code}: ${said}`)))
  })
  return { url, process: host }
}

/** What the opening of an install starts is over: not the wait for its check is measured. */
export async function installChecked(page: Page): Promise<void> {
  const probe = await page.evaluateHandle<Pick<Probe, 'studio'>>('globalThis.arealProbe')
  await probe.evaluate(async ({ studio }) => {
    while (!(await studio.info())) await new Promise(done => setTimeout(done, 100))
    await Promise.all([studio.check(), studio.prove()])
  })
  await page.waitForTimeout(1000)
}

/** What the window offers to tests and to this bench. */
interface Probe {
  readonly studio: StudioApi
  edit(entry: string, path: string, value: number): Promise<number>
  bulk(entry: string, paths: readonly string[], value: number): Promise<number>
  call(): Promise<number>
}

async function measurePage(page: Page, entry: string): Promise<Figures> {
  const probe = await page.evaluateHandle<Probe>('globalThis.arealProbe')
  await installChecked(page)
  const count = Math.min(
    AREALS,
    await probe.evaluate(async ({ studio }, path) => Number((await studio.read(path)).attributes['attr1']), entry),
  )
  const series = await probe.evaluate(measureInPage, { entry, series: SERIES, edits: EDITS, count })
  const best = (values: readonly number[]): number => Math.min(...values)
  const edit = best(series.map(({ edits }) => percentile(edits, 0.95)))
  const bulk = best(series.map(one => one.bulk))
  const call = best(series.map(({ calls }) => percentile(calls, 0.5)))
  return {
    edit_ms_p95: edit,
    bulk_1050_ms: bulk,
    edit_vs_call: edit / call,
    bulk_vs_call: bulk / call,
    empty_call_ms: call,
  }
}

interface Series {
  readonly edits: number[]
  readonly calls: number[]
  readonly bulk: number
}
interface Plan {
  readonly entry: string
  readonly series: number
  readonly edits: number
  readonly count: number
}

/** Runs in the window. Each value differs from the one before it, so that each is a change. */
async function measureInPage(probe: Probe, { entry, series, edits, count }: Plan): Promise<Series[]> {
  const found: Series[] = []
  for (let round = 0; round < series; round++) {
    const calls: number[] = []
    const single: number[] = []
    for (let edit = 0; edit < edits; edit++) {
      calls.push(await probe.call())
      single.push(await probe.edit(entry, `areals/${(edit * 7) % count}/class_id`, 500 + round * edits + edit))
    }
    const paths = Array.from({ length: count }, (_, areal) => `areals/${areal}/logic_flag`)
    found.push({ edits: single, calls, bulk: await probe.bulk(entry, paths, 64 + round) })
  }
  return found
}
