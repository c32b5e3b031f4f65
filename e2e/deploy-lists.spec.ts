import { appendFileSync, copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { areal, copyOf, freshFolder, removeFolder, sampleFolder, startStudio, type Running } from './studio'

const [MAP, OTHER] = ['DATA/MAPS/SC_1/Land.map', 'DATA/MAPS/Tut_1/Land.map'] as const
const SHOTS = process.env['SHOTS'] ?? 'test-results'

let userData: string
let install: string
let foreign: string
let studio: Running
let page: Page

test.describe.configure({ mode: 'serial', timeout: 180_000 })

/** Two maps are edited; one of them as another install has it, with other values in two of three fields. */
test.beforeAll(async () => {
  userData = freshFolder()
  install = copyOf(await sampleFolder())
  await cli('set', install, `${MAP}!#0`, 'areals/3/class_id=77')
  await cli('set', install, `${OTHER}!#0`, 'areals/3/class_id=77', 'areals/4/class_id=78')
  foreign = copyOf(await sampleFolder())
  await cli('set', foreign, `${OTHER}!#0`, 'areals/3/class_id=11', 'areals/4/class_id=12', 'areals/5/class_id=13')
  await cli('deploy', foreign)
  studio = await startStudio({ userData, install, width: 1280, height: 720 })
  page = studio.page
  await expect(page.getByTestId('status-problems')).toBeVisible()
})
test.afterAll(async () => {
  await studio.close()
  removeFolder(userData)
})

async function cli(...words: readonly string[]): Promise<string> {
  const { code, err, out } = await areal(words, { userData })
  if (code !== 0) throw new Error(`areal ${words.join(' ')}: ${err}`)
  return out.toString('latin1').trim()
}
const at = (file: string): string => join(install, file)
const bytes = (file: string): string => readFileSync(at(file)).toString('latin1')
const shot = (name: string): Promise<Buffer> => page.screenshot({ path: `${SHOTS}/${name}.png` })

test('a field that both changed is chosen for each, and the question is found again', async () => {
  copyFileSync(join(foreign, OTHER), at(OTHER))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${OTHER} was changed by another program`)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByTestId('status-problems').click()
  await page.getByTestId('problems-resolve').click()
  await expect(page.getByTestId('outside-merge')).toBeFocused()
  const rows = page.getByTestId('outside-conflict')
  await expect(rows).toHaveCount(2)
  await expect(page.getByTestId('button-settle-outside')).toBeDisabled()
  await rows.nth(0).getByTestId('conflict-local').check()
  await page.getByTestId('outside-merge=external').check()
  await expect(rows.nth(0).getByTestId('conflict-local')).toBeChecked()
  await expect(rows.nth(1).getByTestId('conflict-external')).toBeChecked()
  await shot('conflict')
  await page.getByTestId('button-settle-outside').click()
  await expect(dialog).toBeHidden()
  const values = async (): Promise<readonly string[]> =>
    Promise.all([3, 4, 5].map(n => cli('get', install, `${OTHER}!#0`, `areals/${n}/class_id`)))
  await expect.poll(values).toEqual(['77', '12', '13'])
})

test('Run lists what it writes; Escape writes nothing, Enter writes and starts the game', async () => {
  const before = bytes(MAP)
  await page.keyboard.press('F5')
  await expect(page.getByTestId('run-confirm')).toBeFocused()
  await expect(page.getByTestId('run-file')).toHaveCount(2)
  await shot('run-list')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('run-list')).toBeHidden()
  await expect(page.getByTestId('button-deploy-run')).toBeEnabled()
  expect(bytes(MAP)).toBe(before)
  await page.keyboard.press('F5')
  await expect(page.getByTestId('run-confirm')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('run-report')).toBeVisible()
  expect(bytes(MAP)).not.toBe(before)
})

test('Return to original lists its files, and keeps the one of another program that the user keeps', async () => {
  const ours = bytes(OTHER)
  appendFileSync(at(MAP), 'theirs')
  const theirs = bytes(MAP)
  await expect(page.getByTestId('install-state')).toContainText('another program')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByTestId('button-restore').click()
  const file = (name: string) => page.getByTestId('restore-file').filter({ hasText: name })
  await expect(file(MAP)).toHaveAttribute('data-becomes', 'open')
  await expect(file(OTHER)).toHaveAttribute('data-becomes', 'restore')
  await expect(page.getByTestId('restore-confirm')).toBeDisabled()
  await expect(file(MAP).getByTestId('restore-restore')).toBeFocused()
  await shot('restore-list')
  await page.keyboard.press('ArrowDown')
  await expect(file(MAP)).toHaveAttribute('data-becomes', 'keep')
  await page.keyboard.press('Enter')
  await expect.poll(() => bytes(OTHER)).not.toBe(ours)
  expect(bytes(MAP)).toBe(theirs)
})
