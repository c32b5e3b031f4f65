// `npm run shots`: contact sheets of the panes of the built program on its samples, in both themes, both languages and two sizes of window.
// `npm run shots -- deploy hex` takes only the named ones. The sheets are in out/shots.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser, startHost } from './shot-host.mjs'
import { ROOT } from './steps.mjs'

const FOLDER = join(ROOT, 'out/shots')
const SIZES = [
  { width: 1280, height: 720 },
  { width: 2560, height: 1440 },
]
const LOOKS = ['en', 'ru'].flatMap(language => ['dark', 'light'].map(theme => ({ language, theme })))
const LAYOUTS = ['browse', 'areals', 'hex', 'table', 'compare']
const AREAL = 525

const arrange = layout => async page => {
  await page.getByTestId('layouts').getByRole('button').nth(LAYOUTS.indexOf(layout)).click()
}
const tab = name => async page => {
  await arrange('browse')(page)
  await page.getByTestId(`tab-${name}`).click()
}
const deployAs = view => async page => {
  await tab('deploy')(page)
  await page.getByTestId('deploy-view').getByRole('radio').nth(view).click()
}
/** Shows a file or entry that the tree finds, in the pane that opens with it; then all files again. */
const show = (filter, name) => async page => {
  await arrange('browse')(page)
  const box = page.getByTestId('tree-filter').getByRole('textbox')
  await box.fill(filter)
  await page.getByTestId('pane-tree').getByRole('treeitem', { name }).first().dblclick()
  await page.waitForTimeout(2500)
  await box.fill('')
}
const key = (shown, press) => async page => {
  await shown(page)
  await page.getByTestId('viewport-canvas').hover()
  await page.keyboard.press(press)
}
const WALKMESH = show('cellar.trx', /ASWM/)
/** What each sheet shows, by the family of the sample. */
const SHEETS = {
  parkan: {
    browse: arrange('browse'),
    areals: arrange('areals'),
    hex: arrange('hex'),
    table: arrange('table'),
    compare: arrange('compare'),
    problems: tab('problems'),
    history: tab('history'),
    deploy: deployAs(0),
    'deploy-bytes': deployAs(1),
    'deploy-map': deployAs(2),
    model: show('r_h_003.msh', /r_h_003/),
    unit: show('bunkergun01.dat', /bunkergun01/),
    texture: show('WALL01.0', /WALL01/),
    text: show('BuildDat.lst', /BuildDat/),
    mission: show('single.01/data.tma', /data\.tma/),
    palette: key(show('single.01/data.tma', /data\.tma/), 'Shift+A'),
  },
  nwn2: {
    walkmesh: WALKMESH,
    route: key(WALKMESH, 't'),
  },
}

const named = process.argv.slice(2)
const browser = await launchBrowser()
try {
  for (const family of Object.keys(SHEETS)) await takeSheets(family)
} finally {
  await browser.close()
}

/** The sheets of one sample, by a host and a browser context of their own. */
async function takeSheets(family) {
  const panes = Object.keys(SHEETS[family]).filter(pane => named.length === 0 || named.includes(pane))
  if (panes.length === 0) return
  const userData = mkdtempSync(join(tmpdir(), 'areal-shots-'))
  const host = await startHost(userData, family)
  // One context for all pages: the address of the host lets one browser in, which keeps a cookie.
  const context = await browser.newContext({ locale: 'en-US' })
  const shown = { family, url: host.url, context, panes, taken: new Map(panes.map(pane => [pane, []])) }
  try {
    if (family === 'parkan') await prepare(shown)
    for (const size of SIZES) for (const look of LOOKS) await takeAll(shown, size, look)
    mkdirSync(FOLDER, { recursive: true })
    for (const [pane, pictures] of shown.taken) await writeSheet(pane, pictures)
    console.log(`${panes.length} sheets in ${FOLDER}`)
  } finally {
    await context.close()
    await host.end()
    rmSync(userData, { recursive: true, force: true })
  }
}

async function open({ context, url }, size, { language, theme }) {
  const page = await context.newPage()
  await page.setViewportSize(size)
  page.setDefaultTimeout(120_000) // the map is drawn by software
  const isFirst = (await context.cookies()).length === 0
  await page.goto(isFirst ? url : new URL('/', url).href)
  // The first window welcomes.
  if (isFirst) await page.getByTestId('welcome-sample').click()
  await page.getByTestId('layouts').waitFor()
  // The host keeps the settings of the last window.
  await turn(page, 'language-switch', 'lang', language)
  await turn(page, 'theme-switch', 'data-theme', theme)
  await arrange('browse')(page)
  await page.getByTestId('tab-viewport').click()
  await page.getByTestId('legend-row').first().waitFor()
  return page
}

/** Presses a switch of the status bar until the page has this value. */
async function turn(page, control, attribute, wanted) {
  for (let tries = 0; tries < 4; tries++) {
    if ((await page.locator('html').getAttribute(attribute)) === wanted) return
    await page.getByTestId(control).click()
    await page.waitForTimeout(300)
  }
  throw new Error(`${attribute} is not ${wanted}`)
}

/** Two deploys and an edit that is not deployed, so that no list is empty. */
async function prepare(shown) {
  const page = await open(shown, SIZES[0], LOOKS[0])
  await choose(page)
  for (const value of ['12', '7', '3']) {
    await page.getByTestId('field-class_id').fill(value)
    await page.getByTestId('field-class_id').press('Enter')
    if (value === '3') break
    await page.getByTestId('tab-deploy').click()
    await page.getByTestId('button-deploy').click()
    await page.locator(`[data-testid="past-deployment"] >> nth=${value === '12' ? 0 : 1}`).waitFor()
  }
  await page.waitForTimeout(1000) // the edit reaches the disk
  await page.close()
}

async function choose(page) {
  await show('Land.map', /ArealMapGeometry/)(page)
  for (let tries = 0; tries < 20; tries++) {
    const place = await page.evaluate(async areal => {
      window.arealProbe?.frame?.([areal])
      await new Promise(done => setTimeout(done, 500))
      return window.arealProbe?.project?.(areal) ?? null
    }, AREAL)
    if (!place) continue
    await page.mouse.click(place.x, place.y)
    return page.getByTestId('field-class_id').waitFor()
  }
  throw new Error(`areal ${AREAL} is not seen`)
}

async function takeAll(shown, size, look) {
  const { family, panes, taken } = shown
  const page = await open(shown, size, look)
  if (family === 'parkan') await choose(page)
  await page.mouse.move(0, 0)
  for (const pane of panes) {
    await SHEETS[family][pane](page)
    await page.mouse.move(0, 0)
    await page.waitForTimeout(1500) // lists, bytes and the text editor are loaded
    const png = await page.screenshot()
    taken.get(pane).push({ ...size, ...look, png })
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(join(FOLDER, `${pane}-${size.width}-${look.language}-${look.theme}.png`), png)
  }
  await page.close()
}

/** All pictures of a pane on one sheet, each as wide as a column. */
async function writeSheet(pane, pictures) {
  const page = await browser.newPage({ viewport: { width: 1968, height: 800 } })
  const figures = pictures.map(
    ({ width, height, language, theme, png }) =>
      `<figure><img src="data:image/png;base64,${png.toString('base64')}"><figcaption>${width}×${height} ${language} ${theme}</figcaption></figure>`,
  )
  await page.setContent(
    `<style>body{margin:8px;display:grid;grid-template-columns:1fr 1fr;gap:8px;background:#555;color:#fff;font:14px sans-serif}figure{margin:0}img{width:100%;display:block}</style>${figures.join('')}`,
  )
  await page.screenshot({ path: join(FOLDER, `${pane}.png`), fullPage: true })
  await page.close()
}
