import { expect, test, type Locator, type Page } from '@playwright/test'
import { byKeys } from './by-keys'
import { keyOnMap, placeOf } from './map-page'
import { sentencesOf } from './sentences'
import {
  ROOT,
  areal,
  fingerprints,
  freshFolder,
  removeFolder,
  startStudio,
  type Running,
  type Starting,
} from './studio'
import { filterTree } from './tree-page'

const FILE = 'modules/Sample/cellar.trx'
const ENTRY = `${FILE}!#1`

/** Runs a job on the sample with edits. `changed`: files of the install that are no longer the original. */
async function onSample(
  starting: Starting,
  job: (studio: Running, changed: () => string[]) => Promise<void>,
  edits: readonly string[] = [],
): Promise<void> {
  const userData = freshFolder()
  const install = (await areal(['sample', 'nwn2', '--user-data', userData])).out.toString().trim()
  if (edits.length > 0) await areal(['set', install, ENTRY, ...edits, '--user-data', userData])
  const pristine = fingerprints(install)
  const changed = (): string[] =>
    Object.entries(fingerprints(install)).flatMap(([file, print]) =>
      file in pristine && pristine[file] !== print ? [file] : [],
    )
  const studio = await startStudio({ ...starting, userData, other: { program: ROOT, sample: 'nwn2' } })
  try {
    await job(studio, changed)
    expect(studio.complaints).toEqual([])
  } finally {
    await studio.close()
    removeFolder(userData)
  }
}

/** Opens the walkmesh of the cellar; returns its row of the tree. */
async function openWalkmesh(page: Page) {
  await filterTree(page, 'cellar.trx')
  await page
    .getByRole('treeitem', { name: /cellar\.trx/ })
    .first()
    .click()
  const row = page.locator(`[role="treeitem"][data-key="${ENTRY}"]`)
  await row.click()
  await expect(page.locator('.facts')).toContainText('108 ')
  return row
}

const staleIn = (page: Page) => page.locator('[data-testid="pane-problems"] [data-code="aswm.tile.blocked"]')
const closedIn = (page: Page) => page.locator('[data-testid="legend-row"][data-value="0"]')
const words = (page: Page): Promise<string> =>
  page.evaluate(() => document.body.innerText.replaceAll('Areal Studio', ''))
const LANGUAGES = ['en', 'ru'] as const
const sentences = (language: 'en' | 'ru') =>
  sentencesOf(language, [
    'core/messages/shell',
    'core/messages/viewport',
    'core/families/nwn2/messages/map',
    'core/families/nwn2/messages/operations',
  ])
/** A number of triangles in words, whatever the number is. */
const triangles = (say: (key: string, params: { n: number }) => string): RegExp =>
  new RegExp([1, 2, 5].map(n => say('ui.viewport.route.records.triangle', { n }).replace(String(n), '\\d+')).join('|'))
const OF_ANOTHER_GAME = /areal|ареал|class_id|logic_flag/i

for (const language of LANGUAGES)
  test(`a walkmesh is painted, its tables are out of date, baked, probed, deployed and restored (${language})`, () =>
    onSample({ width: 1440, height: 900, language }, async ({ page }, changed) => {
      const { say } = sentences(language)
      const stale = staleIn(page)
      const row = await openWalkmesh(page)
      await page.getByTestId('viewport-field').click()
      await page.locator('[data-command="walkable"]').click()
      const closed = closedIn(page)
      await expect(closed).toHaveAttribute('data-count', '10')

      await keyOnMap(page, 'Numpad7')
      await keyOnMap(page, 'e')
      const at = await placeOf(page, 5)
      await page.mouse.move(at.x, at.y)
      await page.mouse.down()
      await page.mouse.move(at.x + 3, at.y)
      await page.mouse.up()
      await expect(closed).not.toHaveAttribute('data-count', '10')
      await expect(page.getByTestId('status-unpacked')).toContainText('1')
      await page.getByTestId('tab-problems').click()
      await expect(stale).not.toHaveCount(0)

      await row.click({ button: 'right' })
      await page.locator('[data-command="tree.operation.nwn2.bake"]').click()
      await page.getByTestId('incoming-accept').click()
      await expect(page.getByTestId('incoming')).toHaveCount(0)
      await expect(stale).toHaveCount(0)

      await keyOnMap(page, 't')
      await expect(page.getByTestId('route-panel')).toBeVisible()
      for (const record of [0, 100]) {
        const end = await placeOf(page, record)
        await page.mouse.move(end.x, end.y)
        await page.mouse.click(end.x, end.y)
        await expect(page.getByTestId('route-panel')).toContainText(
          record === 0 ? say('ui.viewport.route.to') : '0 – 100',
        )
      }
      for (const source of ['geometry', 'tables'])
        await expect(page.getByTestId(`route-by-${source}`)).toContainText(triangles(say))
      const [longer = ''] = say('notice.nwn2.route-longer', { percent: '…' }).split('…')
      await expect(page.getByTestId('route-differences')).toContainText(longer)
      await expect(page.getByTestId('route-differences')).toContainText(triangles(say))
      await expect(page.getByTestId('route-unreachable')).toContainText(
        say('ui.viewport.route.records.triangle', { n: 0 }),
      )
      expect(await words(page)).not.toMatch(OF_ANOTHER_GAME)

      await page.keyboard.press('Control+Shift+B')
      await page.getByTestId('button-deploy').click()
      await expect.poll(changed).toEqual([FILE])
      await page.getByTestId('button-restore').click()
      await page.getByTestId('restore-confirm').click()
      await expect.poll(changed).toEqual([])
    }))

for (const language of LANGUAGES)
  test(`the same is done by keys alone (${language})`, () =>
    onSample({ width: 1280, height: 720, language }, async ({ page }, changed) => {
      const { say } = sentences(language)
      const { tabTo, arrowTo, paneTo, run } = byKeys(() => page)
      const press = (key: string): Promise<void> => page.keyboard.press(key)
      const tree = page.getByTestId('pane-tree').getByRole('tree')
      await expect(tree.getByRole('treeitem').first()).toBeVisible()
      await paneTo('tree')
      await expect(page.getByTestId('tree-filter').getByRole('textbox')).toBeFocused()
      await page.keyboard.type('cellar.trx')
      await expect(tree.locator(`[data-key="${FILE}"]`)).toBeVisible()
      await expect(tree.getByRole('treeitem', { name: /\.2da/ })).toHaveCount(0)
      await tabTo(tree)
      await page.keyboard.type('cellar.trx')
      await press('Enter')
      const row = tree.locator(`[data-key="${ENTRY}"]`)
      await press('ArrowRight')
      await expect(row).toBeVisible()
      for (let step = 0; step < 2; step++) await press('ArrowDown')
      await expect(row).toHaveClass(/cursor/)
      await press('Enter')
      await expect(page.locator('.facts')).toContainText('108 ')

      await paneTo('viewport')
      await tabTo(page.getByTestId('tool-select'))
      await arrowTo(page.getByTestId('viewport-field'))
      await press('Enter')
      await arrowTo(page.locator('[data-command="walkable"]'), 'ArrowDown')
      await press('Enter')
      const closed = closedIn(page)
      await expect(closed).toHaveAttribute('data-count', '10')

      await tabTo(page.getByTestId('viewport-canvas'))
      await press('ArrowRight')
      const live = page.getByTestId('viewport-live')
      await expect(live).toContainText(say('ui.viewport.live.triangle', { record: '' }).trim())
      await press('e')
      await press('Enter')
      await expect(closed).toHaveAttribute('data-count', '11')
      await expect(page.getByTestId('status-unpacked')).toContainText('1')
      await press('F7')
      await expect(staleIn(page)).not.toHaveCount(0)

      await run(say('ui.operation.nwn2.bake'))
      await tabTo(page.getByTestId('incoming-accept'))
      await press('Enter')
      await expect(page.getByTestId('incoming')).toHaveCount(0)
      await expect(staleIn(page)).toHaveCount(0)

      await paneTo('viewport')
      await tabTo(page.getByTestId('viewport-canvas'))
      await press('t')
      const route = page.getByTestId('route-panel')
      for (const [end, arrow, steps] of [
        [say('ui.viewport.route.from'), 'ArrowRight', 4],
        [say('ui.viewport.route.to'), 'ArrowUp', 2],
      ] as const) {
        await expect(route).toContainText(end)
        for (let step = 0; step < steps; step++) {
          const record = (await live.textContent()) ?? ''
          await press(arrow)
          await expect(live).not.toHaveText(record)
        }
        await press('Enter')
      }
      for (const source of ['geometry', 'tables'])
        await expect(page.getByTestId(`route-by-${source}`)).toContainText(triangles(say))
      expect(await words(page)).not.toMatch(OF_ANOTHER_GAME)
      await page.screenshot({ path: test.info().outputPath('route.png') })

      await press('Control+Shift+B')
      await paneTo('deploy')
      await tabTo(page.getByTestId('button-deploy'))
      await press('Enter')
      await expect.poll(changed).toEqual([FILE])
      await expect(page.getByTestId('button-restore')).toBeEnabled()
      await run(say('command.build.restore'))
      await expect(page.getByTestId('restore-confirm')).toBeFocused()
      await press('Enter')
      await expect.poll(changed).toEqual([])
    }))

const WORDS_OF_PARKAN = /areal|ареал|land\.m|\bnres|mission|мисси|class_id|logic_flag|parkan|паркан/i

const isOfParkan = (text: string): boolean => WORDS_OF_PARKAN.test(text.replaceAll('Areal Studio', ''))

for (const language of LANGUAGES)
  test(`menus, palette and help have no words of another game (${language})`, () =>
    onSample({ width: 1440, height: 900, language }, async ({ page }) => {
      await filterTree(page, 'cellar.trx')
      await page
        .getByRole('treeitem', { name: /cellar\.trx/ })
        .first()
        .click()
      await page.locator(`[role="treeitem"][data-key="${ENTRY}"]`).click()
      await expect(page.getByTestId('legend-row').first()).toBeVisible()
      const found: string[] = []
      const read = async (rows: Locator): Promise<void> => {
        await expect(rows.first()).toBeVisible()
        found.push(...(await rows.allInnerTexts()).filter(isOfParkan))
      }
      const menus = page.locator('[data-menu]')
      for (let menu = 0; menu < (await menus.count()); menu++) {
        await menus.nth(menu).click()
        await read(page.getByRole('menuitem'))
        await page.keyboard.press('Escape')
      }
      // Commands by the words themselves: the palette lists what is most like them.
      for (const typed of ['', 'areal', 'ареал', 'Land', 'NRes', 'mission', 'мисси']) {
        await page.keyboard.press('Control+Shift+KeyP')
        await page.getByTestId('palette').getByRole('combobox').fill(typed)
        if (typed === '') await read(page.getByTestId('palette').getByRole('option'))
        else found.push(...(await page.getByTestId('palette').getByRole('option').allInnerTexts()).filter(isOfParkan))
        await page.keyboard.press('Escape')
        await expect(page.getByTestId('palette')).toHaveCount(0)
      }
      await page.keyboard.press('F1')
      const help = page.getByTestId('pane-help')
      await read(help.locator('.entry'))
      const sections = [help.getByTestId('help-field'), help.locator('dl .entry'), help.getByTestId('help-topic')]
      for (const [before, rows] of sections.entries()) {
        await help
          .getByRole('radio')
          .nth(before + 1)
          .click()
        await read(rows)
      }
      expect(found).toEqual([])
      await page.screenshot({ path: test.info().outputPath('help.png') })
    }))

for (const [what, edits, codes, end] of [
  [
    'corners that are no numbers and no area',
    ['triangles/5/v0=0', 'triangles/5/v1=0', 'vertices/3/z={"bits":"0x7fc00001"}'],
    ['aswm.triangle.degenerate', 'aswm.vertex.nan'],
    '[data-testid="incoming-accept"]',
  ],
  [
    'edges that do not exist',
    ['triangles/9/linked_edges/0=9999'],
    ['aswm.triangle.edge'],
    '[data-testid="notification"][data-code="refusal.nwn2.mesh.damaged"]',
  ],
] as const)
  test(`a walkmesh whose triangles have ${what} is shown with its problems, and a bake of it ends`, () =>
    onSample(
      { width: 1440, height: 900 },
      async ({ page }) => {
        const row = await openWalkmesh(page)
        await page.getByTestId('tab-problems').click()
        for (const code of codes)
          await expect(page.getByTestId('pane-problems').locator(`[data-code="${code}"]`)).not.toHaveCount(0)
        await keyOnMap(page, 'Numpad7')
        await placeOf(page, 60) // it is drawn: a record is somewhere on the page
        await row.click({ button: 'right' })
        await page.locator('[data-command="tree.operation.nwn2.bake"]').click()
        await expect(page.locator(end)).toBeVisible()
      },
      edits,
    ))
