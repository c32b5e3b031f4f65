import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { sampleInstall } from '@areal-studio/core/parkan/sample'
import type { Figures, Measured } from './figures'
import { writeFiles, type BenchInstall } from './install'
import { inWindow } from './window'

const NAMES = ['start_vs_empty', 'start_ms', 'start_empty_ms', 'start_rows_ms'] as const
const RUNS = 5
const EMPTY = 'start-empty'

/** The window on the sample, from its address until its map can be seen and clicked, against a page that only loads and runs the same files. */
export function measureStart(install: BenchInstall): Promise<Measured> {
  const root = join(install.temp, 'Sample')
  writeFiles(root, sampleInstall())
  return inWindow({ ...install, root }, NAMES, { width: 1280, height: 720 }, async page => {
    await page.getByTestId('legend-row').first().waitFor()
    return measureStarts(page)
  })
}

async function measureStarts(page: Page): Promise<Figures> {
  const address = new URL('/', page.url()).href
  const starts: Start[] = []
  const empties: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const start = await inFreshContext(page, context => startOnce(context, address))
    starts.push(start)
    empties.push(await inFreshContext(page, context => emptyOnce(context, address, start.files)))
  }
  const usable = Math.min(...starts.map(start => start.usable))
  const empty = Math.min(...empties)
  return { start_vs_empty: usable / empty, start_ms: usable, start_empty_ms: empty, start_rows_ms: Math.min(...starts.map(start => start.rows)) }
}

/** A context that has nothing in its cache, and the key of the host. */
async function inFreshContext<T>(page: Page, work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await page.context().browser()?.newContext({ storageState: await page.context().storageState({ indexedDB: false }), viewport: page.viewportSize() })
  if (!context) throw new Error('the browser has ended')
  try {
    return await work(context)
  } finally {
    await context.close()
  }
}

/** Milliseconds since the page was asked for: the tree has rows; the map is drawn and knows its areals. And what had been loaded by then, the drawing too. */
interface Start { readonly rows: number; readonly usable: number; readonly files: readonly string[] }

async function startOnce(context: BrowserContext, address: string): Promise<Start> {
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'commit' })
  return page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise(done => requestAnimationFrame(done))
    const seen = async (selector: string): Promise<number> => {
      while (!document.querySelector(selector)) await frame()
      return performance.now()
    }
    const rows = await seen('[data-testid="pane-tree"] [role="treeitem"]')
    await seen('[data-testid="legend-row"]')
    await frame()
    const usable = performance.now()
    const files = performance.getEntriesByType('resource').filter(entry => /\.(?:js|css|woff2)$/.test(entry.name)).map(entry => entry.name)
    return { rows, usable, files }
  })
}

/** The page's own scripts, styles and fonts, run and loaded; nothing of it is shown: it has no place for the window. */
async function emptyOnce(context: BrowserContext, address: string, files: readonly string[]): Promise<number> {
  const page = await context.newPage()
  const links = files.map(file => {
    if (file.endsWith('.css')) return `<link rel="stylesheet" href="${file}">`
    return file.endsWith('.js') ? `<script type="module" src="${file}"></script>` : `<link rel="preload" as="font" crossorigin href="${file}">`
  })
  const body = `<!doctype html><html><head>${links.join('')}<script type="module">globalThis.loadedAfter = performance.now()</script></head><body></body></html>`
  await page.route(`**/${EMPTY}`, route => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${address}${EMPTY}`, { waitUntil: 'load' })
  return page.evaluate(() => Number(Reflect.get(globalThis, 'loadedAfter')))
}
