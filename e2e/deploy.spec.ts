import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, chmodSync, copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { areal, copyOf, freshFolder, removeFolder, sampleFolder, startStudio, type Running } from './studio'

const FILES = ['DATA/MAPS/SC_1/Land.map', 'DATA/MAPS/Tut_1/Land.map'] as const
const [MAP, OTHER] = FILES

let userData: string
let install: string
let studio: Running
let page: Page

/** The bundled sample, copied; a field of two maps is changed and packed. */
test.beforeEach(async () => {
  userData = freshFolder()
  install = copyOf(await sampleFolder())
  for (const file of FILES) await cli('set', install, `${file}!#0`, 'areals/3/class_id=77')
  await cli('pack', install)
})
test.afterEach(async () => {
  await studio.close()
  removeFolder(userData)
})

const at = (file: string): string => join(install, file)
const cli = async (...words: readonly string[]): Promise<void> => {
  const { code, err } = await areal(words, { userData })
  if (code !== 0) throw new Error(`areal ${words.join(' ')}: ${err}`)
}
async function openDeploy(): Promise<void> {
  studio = await startStudio({ userData, install })
  page = studio.page
  await expect(page.getByTestId('status-problems')).toBeVisible()
  await page.keyboard.press('Control+Shift+KeyB')
}
const planned = (file: string) => page.getByTestId('planned-file').filter({ hasText: file })
const isTheirs = (file: string): boolean => readFileSync(at(file)).toString('latin1').endsWith('theirs')

test('each foreign file gets its own answer; deploy waits until all have one', async () => {
  await cli('deploy', install)
  for (const file of FILES) appendFileSync(at(file), 'theirs')
  await openDeploy()
  const deploy = page.getByTestId('button-deploy')
  await expect(planned(MAP).getByTestId('foreign-refuse')).toBeChecked()
  await expect(deploy).toBeDisabled()
  await planned(MAP).getByTestId('foreign-keep').check()
  await expect(planned(OTHER).getByTestId('foreign-refuse')).toBeChecked()
  await expect(deploy).toBeDisabled()
  await planned(OTHER).getByTestId('foreign-theirs').check()
  await deploy.click()
  await expect(planned(MAP)).toHaveAttribute('data-action', 'none')
  expect([isTheirs(MAP), isTheirs(OTHER)]).toEqual([false, true])
  await expect(planned(OTHER).getByTestId('foreign-refuse')).toBeChecked()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeHidden()
  appendFileSync(at(MAP), 'theirs')
  await expect(dialog).toContainText(`${MAP} was changed by another program`)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Shift+KeyB')
  await planned(MAP).getByTestId('foreign-keep').check()
  await planned(MAP).getByTestId('foreign-all').click()
  await expect(planned(OTHER).getByTestId('foreign-keep')).toBeChecked()
  await deploy.click()
  await expect(planned(OTHER)).toHaveAttribute('data-action', 'none')
  expect([isTheirs(MAP), isTheirs(OTHER)]).toEqual([false, false])
})

test('a file that another program writes under edits is told at once and settled there; the game is not written', async () => {
  await openDeploy()
  await expect(planned(MAP)).toHaveAttribute('data-action', 'replace')
  appendFileSync(at(MAP), 'theirs')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${MAP} was changed by another program`)
  await expect(dialog.getByTestId('button-compare-outside')).toBeVisible()
  await dialog.getByTestId('outside-keep').check()
  await dialog.getByTestId('button-settle-outside').click()
  await expect(dialog).toBeHidden()
  expect(isTheirs(MAP)).toBe(true)
  await expect(planned(MAP).getByTestId('foreign-keep')).toHaveCount(0)
  await page.getByTestId('button-deploy').click()
  await expect(planned(MAP)).toHaveAttribute('data-action', 'none')
  expect(isTheirs(MAP)).toBe(false)
  await page.getByTestId('button-restore').click()
  for (const file of FILES)
    await expect(page.getByTestId('restore-file').filter({ hasText: file })).toHaveAttribute('data-becomes', 'restore')
  await page.getByTestId('restore-confirm').click()
  await expect.poll(() => isTheirs(MAP)).toBe(true)
})

test('a file that another program deletes under edits is told as deleted; kept, it is recreated by the next deploy', async () => {
  await openDeploy()
  await expect(planned(MAP)).toHaveAttribute('data-action', 'replace')
  rmSync(at(MAP))
  const dialog = page.getByRole('dialog', { name: 'Deleted by another program' })
  await expect(dialog).toContainText(`${MAP} was deleted by another program`)
  await expect(dialog.getByTestId('outside-merge')).toHaveCount(0)
  await expect(dialog.getByTestId('outside-keep')).toBeChecked()
  await page.screenshot({ path: process.env['GONE_SHOT'] ?? 'test-results/gone.png' })
  await dialog.getByTestId('button-settle-outside').click()
  await expect(dialog).toBeHidden()
  expect(existsSync(at(MAP))).toBe(false)
  await page.getByTestId('button-deploy').click()
  await expect.poll(() => existsSync(at(MAP))).toBe(true)
  await expect(planned(MAP)).toHaveAttribute('data-action', 'none')
})

test('a file of another program is reloaded; undo brings the edits back onto it', async () => {
  await openDeploy()
  appendFileSync(at(MAP), 'theirs')
  const dialog = page.getByRole('dialog')
  await dialog.getByTestId('outside-reload').check()
  await dialog.getByTestId('button-settle-outside').click()
  await expect(dialog).toBeHidden()
  const valueNow = async (): Promise<string> =>
    (await areal(['get', install, `${MAP}!#0`, 'areals/3/class_id'], { userData })).out.toString('latin1').trim()
  await expect.poll(valueNow).not.toBe('77')
  await page.keyboard.press('Control+KeyZ')
  await expect.poll(valueNow).toBe('77')
  await page.keyboard.press('Control+KeyY')
  await expect.poll(valueNow).not.toBe('77')
})

test.describe('before deploy begins', () => {
  let game: ChildProcess | undefined
  test.afterEach(() => {
    game?.kill('SIGKILL')
  })
  test.skip(process.platform !== 'linux', 'the stand-in for a game is a program of Linux')

  test('it tells of a read-only file and of a game that runs', async () => {
    chmodSync(at(MAP), 0o444)
    copyFileSync('/bin/sleep', at('game.bin'))
    chmodSync(at('game.bin'), 0o755)
    game = spawn(at('game.bin'), ['300'], { stdio: 'ignore' })
    await openDeploy()
    const deploy = page.getByTestId('button-deploy')
    await expect(page.getByTestId('deploy-unwritable')).toContainText(`${MAP} is read-only`)
    await expect(page.getByTestId('deploy-running')).toContainText(`${at('game.bin')}, process ${game.pid}`)
    await expect(deploy).toBeDisabled()
    chmodSync(at(MAP), 0o644)
    await page.getByTestId('deploy-running').getByRole('button', { name: 'Check again' }).click() // theirs may be gone already: the folder is watched
    await expect(page.getByTestId('deploy-unwritable')).toBeHidden()
    await expect(deploy).toBeDisabled()
    await page.getByTestId('deploy-running-force').check()
    await deploy.click()
    await expect(planned(MAP)).toHaveAttribute('data-action', 'none')
    await expect(page.getByTestId('deploy-running')).toBeHidden()
  })
})
