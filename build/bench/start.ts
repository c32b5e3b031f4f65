import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { sampleInstall } from '@areal-studio/core/families/parkan/sample'
import { median, type Figures, type Measured } from './figures'
import { writeFiles, type BenchInstall } from './install'
import { inWindow } from './window'

const NAMES = ['start_vs_empty', 'start_ms', 'start_click_ms', 'start_map_ms', 'start_empty_ms'] as const
const RUNS = 7
const EMPTY = 'start-empty'
/** Milliseconds in which a click is answered at once. */
const AT_ONCE = 100
const ROW = '[data-testid="pane-tree"] [role="treeitem"]'

/**
 * The window on the sample, from its address until it can be worked with, against a page that only loads and runs the
 * same files, those of the map too. The map itself, drawn and ready to be clicked, is a figure of its own.
 */
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
  const maps: number[] = []
  const empties: number[] = []
  for (let run = 0; run < RUNS; run++) {
    starts.push(await inFreshContext(page, context => startOnce(context, address)))
    const map = await inFreshContext(page, context => mapOnce(context, address))
    maps.push(map.drawn)
    empties.push(await inFreshContext(page, context => emptyOnce(context, address, map.files)))
  }
  const usable = Math.min(...starts.map(start => start.usable))
  const empty = Math.min(...empties)
  return {
    start_vs_empty: usable / empty,
    start_ms: usable,
    start_click_ms: median(starts.map(start => start.click)),
    start_map_ms: Math.min(...maps),
    start_empty_ms: empty,
  }
}

/** A context that has nothing in its cache, and the key of the host. */
async function inFreshContext<T>(page: Page, work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await page
    .context()
    .browser()
    ?.newContext({
      storageState: await page.context().storageState({ indexedDB: false }),
      viewport: page.viewportSize(),
    })
  if (!context) throw new Error('the browser has ended')
  try {
    return await work(context)
  } finally {
    await context.close()
  }
}

interface Start {
  /**
   * Milliseconds from the request of the page until the tree's rows are painted, plus the extra time of a click on one.
   */
  readonly usable: number
  /** Milliseconds from a click, made as soon as there are rows, until its row is painted as selected. */
  readonly click: number
}

async function startOnce(context: BrowserContext, address: string): Promise<Start> {
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'commit' })
  const rows = await page.evaluate(rowsPainted, ROW)
  await page.mouse.click(rows.x, rows.y)
  const click = await page.evaluate(() => Reflect.get(globalThis, 'clickAnswered') as Promise<number>)
  return { usable: rows.painted + Math.max(0, click - AT_ONCE), click }
}

interface DrawnMap {
  /** Milliseconds from the request of the page until the map is drawn and knows its areals. */
  readonly drawn: number
  /** What had been loaded by then, the drawing too. */
  readonly files: readonly string[]
}

/** By itself: who clicks a folder before the first map is found stays there. */
async function mapOnce(context: BrowserContext, address: string): Promise<DrawnMap> {
  const page = await context.newPage()
  await page.goto(address, { waitUntil: 'commit' })
  return page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise(done => requestAnimationFrame(done))
    while (!document.querySelector('[data-testid="legend-row"]')) await frame()
    await frame()
    const files = performance
      .getEntriesByType('resource')
      .map(entry => entry.name)
      .filter(name => /\.(?:js|css|woff2)$/.test(name))
    return { drawn: performance.now(), files }
  })
}

/**
 * Runs in the window: when the first row was painted and where it is. After a click on it, `clickAnswered` has the time
 * that took.
 */
async function rowsPainted(
  selector: string,
): Promise<{ readonly painted: number; readonly x: number; readonly y: number }> {
  const frame = (): Promise<unknown> => new Promise(done => requestAnimationFrame(done))
  // What is posted in a frame's callback comes after the frame was laid out and painted.
  const channel = new MessageChannel()
  const paint = (): Promise<number> =>
    new Promise(done => {
      channel.port1.onmessage = () => done(performance.now())
      channel.port2.postMessage(0)
    })
  let row: Element | null = null
  for (; !row; row = document.querySelector(selector)) await frame()
  const painted = await paint() // of the frame that has just begun, and found the row
  const { x, y, width, height } = row.getBoundingClientRect()
  const clicked = new Promise<number>(done => {
    document.addEventListener('pointerdown', event => done(event.timeStamp), { capture: true, once: true })
  })
  const selected = new Promise<void>(done => {
    new MutationObserver(() => {
      if (document.querySelector(selector)?.ariaSelected === 'true') done()
    }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-selected'] })
  })
  Reflect.set(
    globalThis,
    'clickAnswered',
    selected
      .then(frame)
      .then(paint)
      .then(async now => now - (await clicked)),
  )
  return { painted, x: x + width / 2, y: y + height / 2 }
}

/** The page's own scripts, styles and fonts, run and loaded; nothing of it is shown: it has no place for the window. */
async function emptyOnce(context: BrowserContext, address: string, files: readonly string[]): Promise<number> {
  const page = await context.newPage()
  const links = files.map(file => {
    if (file.endsWith('.css')) return `<link rel="stylesheet" href="${file}">`
    return file.endsWith('.js')
      ? `<script type="module" src="${file}"></script>`
      : `<link rel="preload" as="font" crossorigin href="${file}">`
  })
  const body = `<!doctype html><html><head>${links.join('')}<script type="module">globalThis.loadedAfter = performance.now()</script></head><body></body></html>`
  await page.route(`**/${EMPTY}`, route => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${address}${EMPTY}`, { waitUntil: 'load' })
  return page.evaluate(() => Number(Reflect.get(globalThis, 'loadedAfter')))
}
