// `npm run shots`: contact sheets of the panes of the built program on its sample, in both themes, both languages and two sizes of window.
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
/** Opens the file or entry whose row the words find, in a pane. */
const shown = (words, pane, then) => async page => {
  await arrange('browse')(page)
  const tree = page.getByTestId('pane-tree')
  await page.getByTestId('tree-filter').getByRole('textbox').fill(words)
  await tree.locator('[role="tree"]:not([aria-busy="true"])').waitFor()
  await tree
    .getByRole('treeitem', { name: words.split('/').at(-1) })
    .first()
    .click()
  await page.getByTestId(`tab-${pane}`).click()
  await then?.(page)
}
const press = key => async page => {
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press(key)
}
const facts = page => page.locator('.facts').waitFor()
const walkmesh = then =>
  shown('cellar.trx', 'viewport', async page => {
    const row = page.locator('[role="treeitem"][data-key="modules/Sample/cellar.trx!#1"]')
    await row.or(page.locator('.facts')).first().waitFor()
    if (await row.isVisible()) await row.click()
    await facts(page)
    await press('Numpad7')(page)
    await then?.(page)
  })
/** What each sheet shows, by the game of the sample. */
const PANES = {
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
    mission: shown('single.01/data.tma', 'viewport', facts),
    objects: shown('single.01/data.tma', 'viewport', async page => {
      await facts(page)
      await press('Shift+A')(page)
      await page.locator('[data-testid="palette-cards"] img').first().waitFor()
    }),
    model: shown('r_h_003.msh', 'viewport', page => page.getByTestId('model-facts').waitFor()),
    unit: shown('bunkergun01.dat', 'viewport', page => page.getByTestId('model-facts').waitFor()),
    texture: shown('GRASS01.0', 'picture'),
    text: shown('Behavior.ini', 'text'),
  },
  nwn2: {
    walkmesh: walkmesh(),
    route: walkmesh(async page => {
      await page.getByTestId('tool-route').click()
      const canvas = await page.getByTestId('viewport-canvas').boundingBox()
      for (const share of [0.4, 0.6])
        await page.mouse.click(canvas.x + canvas.width * share, canvas.y + canvas.height * share)
    }),
  },
}

const named = process.argv.slice(2)
const panesOf = game => Object.keys(PANES[game]).filter(pane => named.length === 0 || named.includes(pane))
const games = Object.keys(PANES).filter(game => panesOf(game).length > 0)
const panes = games.flatMap(panesOf)
const userData = mkdtempSync(join(tmpdir(), 'areal-shots-'))
const host = await startHost(userData)
const browser = await launchBrowser()
/** One for all pages: the address of the host lets one browser in, which keeps a cookie. */
const context = await browser.newContext({ locale: 'en-US' })
/** The first window welcomes. */
let isSeen = false
let opened = 'parkan'
const taken = new Map(panes.map(pane => [pane, []]))
try {
  if (games.includes('parkan')) await prepare()
  for (const size of SIZES) for (const look of LOOKS) for (const game of games) await takeAll(size, look, game)
  mkdirSync(FOLDER, { recursive: true })
  for (const [pane, pictures] of taken) await writeSheet(pane, pictures)
  console.log(`${panes.length} sheets in ${FOLDER}`)
} finally {
  await browser.close()
  await host.end()
  rmSync(userData, { recursive: true, force: true })
}

async function open(size, { language, theme }, game = 'parkan') {
  const page = await context.newPage()
  await page.setViewportSize(size)
  page.setDefaultTimeout(120_000) // the map is drawn by software
  await page.goto((await context.cookies()).length > 0 ? new URL('/', host.url).href : host.url)
  const welcome = page.getByTestId('welcome-sample')
  if (!isSeen) await welcome.click()
  isSeen = true
  await page.getByTestId('pane-tree').getByRole('treeitem').first().waitFor()
  await openSample(page, game)
  // The host keeps the settings of the last window.
  await turn(page, 'language-switch', 'lang', language)
  await turn(page, 'theme-switch', 'data-theme', theme)
  await arrange('browse')(page)
  if (game !== 'parkan') return page
  await page.getByTestId('tab-viewport').click()
  // The last window may have ended with another entry in front; tabs are there where several are open.
  const tabOfMap = page.getByRole('tab', { name: /ArealMapGeometry/ }).first()
  const legend = page.getByTestId('legend-row').first()
  await tabOfMap.or(legend).first().waitFor()
  if (await tabOfMap.isVisible()) await tabOfMap.click()
  await legend.waitFor()
  return page
}

/** What is open at first is the sample of the game that was shown last. */
async function openSample(page, game) {
  if (game === opened) return
  opened = game
  await page.keyboard.press('Control+Shift+P')
  await page.getByTestId('palette').getByRole('combobox').fill('Start page')
  await page.keyboard.press('Enter')
  await page.getByTestId(game === 'parkan' ? 'open-sample' : `open-sample-${game}`).click()
  await page.getByTestId('pane-tree').getByRole('treeitem').first().waitFor()
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
async function prepare() {
  const page = await open(SIZES[0], LOOKS[0])
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

async function takeAll(size, look, game) {
  const page = await open(size, look, game)
  if (game === 'parkan') await choose(page)
  await page.mouse.move(0, 0)
  for (const pane of panesOf(game)) {
    await PANES[game][pane](page)
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
