import { expect, test, type Locator, type Page } from '@playwright/test'
import { DAMAGED_MODELS, DAMAGED_TEXTURES, putDamagedModels, type Damaged } from './damaged-models'
import { steady } from './steady'
import { copyOf, fingerprints, removeFolder, sampleFolder, startStudio, type Running } from './studio'
import { filterTree } from './tree-page'

let studio: Running
let install: string
let before: Record<string, string>

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  install = copyOf(await sampleFolder())
  putDamagedModels(install)
  before = fingerprints(install)
  studio = await startStudio({ install, width: 1440, height: 900 })
  await studio.page.getByTestId('tab-problems').click()
})
test.afterEach(() => expect(studio.complaints).toEqual([]))
test.afterAll(async () => {
  expect(fingerprints(install)).toEqual(before)
  await studio.close()
  removeFolder(install)
})

async function open(page: Page, name: string): Promise<void> {
  await filterTree(page, name)
  await page.getByTestId('pane-tree').getByRole('treeitem', { name }).first().click()
  await expect(page.getByTestId('form-title')).toHaveText(name)
}

/** The model that is shown: one that was opened before has another entry of its nodes. */
const nodesShown = (page: Page): Promise<string | undefined> => page.evaluate(() => window.arealProbe?.model?.entry())
const stage = (page: Page): Locator => page.getByTestId('model-view')

/** Colours of places of the picture where a triangle is hit; none where it has no triangles in view. */
const drawnColours = (page: Page): Promise<readonly (readonly number[])[]> =>
  page.getByTestId('model-canvas').evaluate(canvas => {
    const { left, top, width, height } = canvas.getBoundingClientRect()
    const model = window.arealProbe?.model
    const found: (readonly number[])[] = []
    for (let y = 0.02; y < 1; y += 0.04)
      for (let x = 0.02; x < 1; x += 0.04) {
        const [px, py] = [left + x * width, top + y * height]
        if (found.length < 20 && model?.pick(px, py)) found.push(model.pixel(px, py))
      }
    return found
  })

/** A model whose vertices all lie at one place has no face to see; its note says so. */
const FLAT = ['far-vertices', 'big-vertices']

async function isSeen(page: Page, { name, note, as }: Damaged): Promise<void> {
  const file = `HURT/${name}.msh`
  if (as === 'entry') {
    await expect(page.getByTestId('entry-cover')).toContainText(`${name}.msh`)
    await expect(stage(page)).toHaveCount(0)
    if (note) await expect(page.getByTestId('entry-cover-problem').first()).toContainText(note)
    return
  }
  await expect.poll(() => nodesShown(page)).toContain(file)
  if (note) await expect(stage(page)).toContainText(note)
  if (as === 'empty') {
    await expect(page.getByTestId('model-empty')).toContainText('This model cannot be drawn')
    return
  }
  await expect(page.getByTestId('model-empty')).toHaveCount(0)
  if (FLAT.includes(name)) return
  const background = 40 // Darker than any lit face: the picture is not blank where there are faces.
  await expect
    .poll(async () => (await drawnColours(page)).filter(colour => Math.max(...colour) > background).length, {
      message: `${name} is drawn`,
    })
    .toBeGreaterThan(0)
}

async function hasProblem(page: Page, words: string, code: string): Promise<void> {
  await page.getByTestId('pane-problems').getByRole('textbox').fill(words)
  await expect(page.getByTestId('pane-problems').locator(`[data-code="${code}"]`).first()).toBeVisible()
}

for (const [at, damaged] of DAMAGED_MODELS.entries())
  test(`the damaged model ${damaged.name} is shown as far as possible, says what is wrong, and leaves the next one as it is`, async () => {
    const { page } = studio
    await open(page, `${damaged.name}.msh`)
    await isSeen(page, damaged)
    const { problem, name } = damaged
    if (problem) await hasProblem(page, problem.startsWith('texture') ? problem : `${name}.msh`, problem)
    // The next good one is whole.
    if (at % 3 !== 0 && at < DAMAGED_MODELS.length - 1) return
    await open(page, 'good.msh')
    await expect.poll(() => nodesShown(page)).toContain('HURT/good.msh')
    await expect(page.getByTestId('model-facts')).toHaveText('3 nodes · 116 vertices · 9 batches')
    await expect(stage(page).locator('.tone-warn')).toHaveCount(0)
    expect((await steady(() => drawnColours(page))).length).toBeGreaterThan(3)
  })

test('a material row that the table lacks is drawn as a missing one, not as another material', async () => {
  const { page } = studio
  await open(page, 'no-row.msh')
  await expect.poll(() => nodesShown(page)).toContain('no-row')
  const isMagenta = ([r = 0, g = 0, b = 0]: readonly number[]): boolean => r > 60 && b > 60 && g < r / 4
  await expect.poll(async () => (await drawnColours(page)).some(isMagenta)).toBe(true)
})

test('a model of an archive beside one that is cut is shown whole, the cut one with its problem', async () => {
  const { page } = studio
  await open(page, 'half-row.rlb')
  await expect(page.getByTestId('entry-cover')).toContainText('cut.msh')
  await page.getByTestId('entry-cover-entries').getByText('cut.msh').click()
  await expect(page.getByTestId('entry-cover')).toContainText('cut.msh')
  await expect(page.getByTestId('entry-cover-problem').first()).toContainText('it was cut')
  await open(page, 'half-row.rlb')
  await page.getByTestId('entry-cover-entries').getByText('whole.msh').click()
  await expect.poll(() => nodesShown(page)).toContain('half-row.rlb')
  expect((await steady(() => drawnColours(page))).length).toBeGreaterThan(3)
})

test('the tabs of the pane stay in reach while a model is shown', async () => {
  const { page } = studio
  await open(page, 'good.msh')
  await expect(stage(page)).toBeVisible()
  await page.getByTestId('tab-deploy').click()
  await expect(page.getByTestId('pane-deploy')).toBeVisible()
  await page.getByTestId('tab-viewport').click()
  await expect(stage(page)).toBeVisible()
})

test('a damaged texture shows the levels that are whole, or why there is none', async () => {
  const { page } = studio
  for (const [name, reason, problem] of DAMAGED_TEXTURES) {
    await open(page, name)
    const said = page.getByTestId('picture-fault').or(page.getByTestId('picture-missing'))
    await expect(said, name).toContainText(reason)
    await hasProblem(page, problem, problem)
  }
  await open(page, 'WALL01.0')
  await expect(page.getByTestId('picture-facts')).toContainText('64 × 64')
  await expect(page.getByTestId('picture-fault').or(page.getByTestId('picture-missing'))).toHaveCount(0)
})

/** Loses the graphics context of a canvas; returns a way to restore it. */
async function loseContext(canvas: Locator): Promise<() => Promise<void>> {
  const context = await canvas.evaluateHandle(one =>
    (one as HTMLCanvasElement).getContext('webgl2')?.getExtension('WEBGL_lose_context'),
  )
  await context.evaluate(one => one?.loseContext())
  return () => context.evaluate(one => one?.restoreContext())
}

test('a model whose graphics context is lost says so, is drawn again when it returns, and is opened again where it does not', async () => {
  const { page } = studio
  await page.getByTestId('tab-viewport').click()
  await open(page, 'good.msh')
  await expect.poll(() => nodesShown(page)).toContain('HURT/good.msh')
  const whole = await steady(() => drawnColours(page))
  expect(whole.length).toBeGreaterThan(3)
  const restore = await loseContext(page.getByTestId('model-canvas'))
  const lost = stage(page).getByText('The graphics driver was reset')
  await expect(lost).toBeVisible()
  await restore()
  await expect(lost).toBeHidden()
  await expect.poll(() => drawnColours(page)).toEqual(whole)

  await loseContext(page.getByTestId('model-canvas'))
  const stuck = stage(page).getByTestId('viewport-stuck')
  await expect(stuck).toContainText('The graphics driver did not restart')
  await stuck.getByRole('button', { name: 'Try again' }).click()
  await expect(stuck).toHaveCount(0)
  await expect.poll(() => drawnColours(page)).toEqual(whole)
  await expect(page.getByTestId('model-facts')).toHaveText('3 nodes · 116 vertices · 9 batches')
})

test('so does a mission', async () => {
  const { page } = studio
  await filterTree(page, 'single.01/data.tma')
  await page
    .getByTestId('pane-tree')
    .getByRole('treeitem', { name: /data\.tma/ })
    .first()
    .click()
  const facts = page.locator('.facts').filter({ hasText: '23 objects' })
  await expect(facts).toBeVisible()
  await expect(page.locator('[data-testid="legend"][data-field="owner_clan"]')).toBeVisible()
  const seen = (): Promise<readonly number[][]> =>
    page.getByTestId('viewport-canvas').evaluate(canvas => {
      const { left, top, width, height } = canvas.getBoundingClientRect()
      return Array.from({ length: 100 }, (_, at) => [
        ...(window.arealProbe?.pixel?.(
          left + (((at % 10) + 0.5) * width) / 10,
          top + ((Math.floor(at / 10) + 0.5) * height) / 10,
        ) ?? []),
      ])
    })
  const whole = await steady(seen)
  expect(new Set(whole.map(String)).size).toBeGreaterThan(10)
  const restore = await loseContext(page.getByTestId('viewport-canvas'))
  const lost = page.getByText('The graphics driver was reset')
  await expect(lost).toBeVisible()
  await restore()
  await expect(lost).toBeHidden()
  await expect.poll(seen).toEqual(whole)

  await loseContext(page.getByTestId('viewport-canvas'))
  const stuck = page.getByTestId('viewport-stuck')
  await expect(stuck).toContainText('The graphics driver did not restart')
  await stuck.getByRole('button', { name: 'Try again' }).click()
  await expect(stuck).toHaveCount(0)
  await expect(facts).toBeVisible()
  await expect.poll(async () => new Set((await seen()).map(String)).size).toBeGreaterThan(10)
})
