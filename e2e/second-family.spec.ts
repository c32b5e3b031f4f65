import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { lookAt } from './map-page'
import { ROOT, areal, fingerprints, freshFolder, removeFolder, startStudio, type Running } from './studio'
import { filterTree } from './tree-page'

/** A build of the studio with one family more: it differs by the lines that register it (build/second-family/build.mjs). */
const PROGRAM = join(ROOT, 'out/second-family')
const userData = freshFolder()
const install = join(userData, 'sample/Orchard')
let studio: Running

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(900_000)
  const built = spawnSync(process.execPath, [join(ROOT, 'build/second-family/build.mjs')], { encoding: 'utf8' })
  expect(built.status, built.stderr).toBe(0)
  studio = await startStudio({ userData, other: { program: PROGRAM, sample: 'orchard' } })
})

test.afterAll(async () => {
  await studio.close()
  removeFolder(userData)
})

test('a family that only the registry names has its sample, its tree and the map in its encoded row', async () => {
  const { page } = studio
  await expect(page).toHaveTitle(/Orchard/)
  await filterTree(page, 'south')
  await page
    .getByRole('treeitem', { name: /south\.fld/ })
    .first()
    .click()
  await expect(page.getByTestId('legend-row')).toHaveCount(3)
  await expect(page.getByText('24 records').first()).toBeVisible()
})

test('a click in the map selects a record; its field is changed in the form and checked by its rules', async () => {
  const { page } = studio
  const { x, y } = await lookAt(page, 13)
  await page.mouse.click(x, y)
  await expect(page.getByTestId('field-crop')).toHaveValue('2')
  await page.getByTestId('field-crop').fill('9')
  await page.getByTestId('field-crop').press('Enter')
  await expect(page.getByTestId('legend-row')).toHaveCount(4)
  await page.getByTestId('field-crop').fill('0')
  await page.getByTestId('field-crop').press('Enter')
  await page.getByTestId('tab-problems').click()
  await expect(page.getByTestId('pane-problems')).toContainText('Bed 13 has no crop.')
  const before = fingerprints(install)
  const run = (...words: readonly string[]) => areal(words, { userData, program: PROGRAM })
  expect((await run('get', install, 'maps/south.chest!#0', 'beds/13/crop')).out.toString().trim()).toBe('0')
  expect(fingerprints(install)).toEqual(before)
})

test('nothing of another game is shown', async () => {
  const { page } = studio
  const text = await page.evaluate(() => document.body.innerText)
  expect(text).not.toMatch(/class_id|logic_flag|parkan|iron strategy/i)
  expect(studio.complaints).toEqual([])
})
