import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { Gestures } from './gestures'
import { openAfterAnother, placeOf } from './map-page'
import { MAP, areal, copyOf, fingerprints, freshFolder, selectAreal, startStudio, type Running } from './studio'
import { filterTree } from './tree-page'

const AREAL = 637
/** One that is seen at first. */
const NEAR = 525

let studio: Running
let install: string
let pristine: Record<string, string>

test.describe.configure({ mode: 'serial' })

test.afterAll(async () => {
  await studio.close()
})

/**
 * From the first start to a changed areal in the game, by mouse and keyboard; inspects the deployment, and restores the
 * original.
 */
async function mainJob(userData: string): Promise<void> {
  const { page, close } = await startStudio({ userData, isFirst: true })
  const hand = new Gestures(page)
  await expect(page.getByTestId('welcome-sample')).toBeFocused()
  await expect(page.getByTestId('pane-tree')).toContainText('SC_1')
  await hand.press('Enter')
  await expect(page.getByTestId('welcome')).toBeHidden()

  await hand.click(page.getByTestId('tree-filter').getByRole('textbox'))
  await hand.type('SC_1/Land.map')
  await expect(page.getByTestId('pane-tree').getByRole('tree')).not.toHaveAttribute('aria-busy', 'true')
  await hand.click(page.getByRole('treeitem', { name: /Land\.map/ }).first())
  await expect(page.getByTestId('legend-row').first()).toBeVisible()
  const { x, y } = await placeOf(page, NEAR)
  await hand.clickAt(x, y)
  const value = page.getByTestId('field-class_id')
  await expect(page.getByTestId('form-title')).toContainText(/\d/)
  const before = await value.inputValue()
  await hand.click(value)
  await hand.press('Control+A')
  await hand.type(before === '12' ? '7' : '12')
  await hand.press('Enter')
  await expect(page.getByTestId('status-unpacked')).toContainText('1')
  await hand.press('Control+Shift+B')
  await hand.click(page.getByTestId('button-deploy'))
  await expect(page.getByTestId('past-deployment')).toHaveCount(1)
  await expect(page.getByTestId('past-deployment')).toContainText('Land.map')
  expect(hand.list.length, hand.list.join('\n')).toBeLessThanOrEqual(15)

  await expect(page.getByTestId('change-swatch-after')).toBeVisible()
  await page.getByTestId('deploy-view').getByRole('radio').nth(1).click()
  await expect(page.getByTestId('byte-row').first()).toContainText(before === '12' ? '07' : '0C')
  await page.getByTestId('deploy-view').getByRole('radio').nth(2).click()
  await expect(page.getByTestId('deploy-plan').locator('canvas')).toBeVisible()
  await page.getByTestId('button-restore').click()
  await page.getByTestId('restore-confirm').click()
  await expect(page.getByTestId('past-deployment')).toHaveCount(2)
  await close()
}

/** The colour drawn at an areal's anchor. */
const anchorColour = (page: Page): Promise<readonly number[]> =>
  page.evaluate(record => {
    const probe = window.arealProbe
    const place = probe?.project?.(record)
    if (!probe?.pixel || !place) throw new Error('the anchor is not seen')
    return probe.pixel(place.x, place.y)
  }, AREAL)

const classColour = (page: Page, value: number): Promise<readonly number[]> =>
  page.evaluate(asked => window.arealProbe?.classColour?.(asked) ?? [], value)

test('the main job takes at most fifteen gestures, from the first start to a changed areal in the game', async () => {
  const userData = freshFolder()
  await mainJob(userData)
  install = copyOf(join(userData, 'sample/Parkan'))
  pristine = fingerprints(install)
  studio = await startStudio({ install, width: 1280, height: 720 })
})

test('opens the install and shows the map', async () => {
  const { page } = studio
  await expect(page.getByTestId('pane-tree')).toContainText('SC_1')
  await expect(page.getByTestId('legend')).toBeVisible()
  await openAfterAnother(page, 'SC_1')
  await filterTree(page, '')
  await expect(page.getByTestId('legend-row').first()).toBeVisible()
})

test('a press that began on a row of the tree is not meant for the row that came under it', async () => {
  const { page } = studio
  const rows = page.getByRole('treeitem')
  const selected = await page.locator('[role="treeitem"][aria-selected="true"]').getAttribute('data-key')
  const fourth = await rows.nth(3).getAttribute('data-key')
  await rows.nth(3).hover()
  await page.mouse.down()
  await filterTree(page, '.wea')
  await expect(rows.nth(3)).not.toHaveAttribute('data-key', fourth ?? '')
  await page.mouse.up()
  await filterTree(page, '')
  await expect(page.locator(`[role="treeitem"][data-key="${fourth}"]`)).toBeVisible()
  await expect(page.locator('[role="treeitem"][aria-selected="true"]')).toHaveAttribute('data-key', selected ?? '')
})

test('a click in the map selects an areal everywhere', async () => {
  const { page } = studio
  await selectAreal(page, AREAL)
  await expect(page.getByTestId('status-selection')).toContainText(String(AREAL))
  await expect(page.getByTestId('pane-struct')).toContainText('class_id')
  await page.getByTestId('tab-hex').click()
  await expect(page.getByTestId('pane-hex')).toContainText(String(AREAL))
  await page.getByTestId('tab-json').click()
  await expect(page.getByTestId('json-path')).toContainText(`areals/${AREAL}`)
})

test('the form changes class_id, and map, struct, JSON and changes follow', async () => {
  const { page } = studio
  const before = Number(await page.getByTestId('field-class_id').inputValue())
  const after = before === 12 ? 7 : 12
  await page.evaluate(() => window.arealProbe?.setSolid?.(true))
  await expect.poll(async () => near(await anchorColour(page), await classColour(page, before))).toBe(true)

  await page.getByTestId('field-class_id').fill(String(after))
  await page.getByTestId('field-class_id').press('Enter')
  await expect(page.getByTestId('status-unpacked')).toContainText('1')
  await expect.poll(async () => near(await anchorColour(page), await classColour(page, after))).toBe(true)
  expect(near(await anchorColour(page), await classColour(page, before))).toBe(false)
  await page.evaluate(() => window.arealProbe?.setSolid?.(false))

  await expect(page.getByTestId('json-editor')).toContainText(`"class_id": ${after}`)
  await page.getByTestId('tab-changes').click()
  await expect(page.getByTestId('change-field').first()).toContainText('class_id')
  await expect(page.getByTestId('change-field').first()).toContainText(String(after))
})

test('a bit of logic_flag is one step of history, and undo takes it back', async () => {
  const { page } = studio
  const before = await page.getByTestId('field-logic_flag').inputValue()
  await page.getByTestId('flag-bit-5').click()
  await expect(page.getByTestId('field-logic_flag')).not.toHaveValue(before)
  await page.getByTestId('tab-history').click()
  await expect(page.getByTestId('history-step')).toHaveCount(2)
  await page.getByTestId('button-undo').click()
  await expect(page.getByTestId('field-logic_flag')).toHaveValue(before)
  await page.getByTestId('button-redo').click()
  await expect(page.getByTestId('field-logic_flag')).not.toHaveValue(before)
})

test('deploys, runs the game and returns to the original', async () => {
  const { page } = studio
  expect(fingerprints(install)).toEqual(pristine)
  await page.getByTestId('tab-deploy').click()
  await page.getByTestId('button-pack').click()
  await expect(page.getByTestId('planned-file').first()).toContainText('Land.map')
  await page.getByTestId('button-deploy').click()
  await expect
    .poll(() => differences(fingerprints(install)))
    .toEqual(['DATA/MAPS/SC_1/Land.map', 'areal-deployed.json'])

  await page.getByTestId('button-deploy-run').click()
  await expect(page.getByTestId('run-report')).toBeVisible()
  await page.getByTestId('button-restore').click()
  await expect(page.getByTestId('restore-confirm')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => existsSync(join(install, 'areal-deployed.json'))).toBe(false)
  await expect.poll(gameFiles).toEqual([])
})

test('edit, deploy, edit, deploy, restore gives the pristine install', async () => {
  const { page } = studio
  for (const value of ['21', '64']) {
    await page.getByTestId('field-class_id').fill(value)
    await page.getByTestId('field-class_id').press('Enter')
    await expect(page.getByTestId('field-class_id')).toHaveValue(value)
    const told = readFileSync(join(install, 'DATA/MAPS/SC_1/Land.map'))
    await page.getByTestId('button-deploy').click()
    await expect.poll(() => readFileSync(join(install, 'DATA/MAPS/SC_1/Land.map')).equals(told)).toBe(false)
  }
  await page.getByTestId('button-restore').click()
  await expect(page.getByTestId('restore-confirm')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => existsSync(join(install, 'areal-deployed.json'))).toBe(false)
  await expect.poll(gameFiles).toEqual([])
})

test('the command line sees the same workspace', async () => {
  const args = ['get', install, MAP, `areals/${AREAL}/class_id`, '--json']
  const said = await areal(args, { userData: studio.userData })
  expect([said.code, said.err]).toEqual([0, ''])
  expect(JSON.parse(said.out.toString())).toBe(64)
})

test('the window complained of nothing', () => {
  expect(studio.complaints).toEqual([])
})

/** Files of the install that are not what they were, by name. */
const differences = (now: Record<string, string>): string[] =>
  [...new Set([...Object.keys(now), ...Object.keys(pristine)])].filter(file => now[file] !== pristine[file]).sort()

/** The same, without what the game itself wrote when it ran. */
const gameFiles = (): string[] => differences(fingerprints(install)).filter(file => !/\.log$/i.test(file))

const near = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === 3 && a.every((channel, index) => Math.abs(channel - (b[index] ?? -99)) <= 4)
