import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { areal, copyOf, freshFolder, removeFolder, sampleFolder, startStudio } from './studio'

const MAP = 'DATA/MAPS/SC_1/Land.map'
const isRoot = process.getuid?.() === 0

/** Rights do not bind root; what is immutable does. */
function lock(path: string): boolean {
  chmodSync(path, 0o555)
  return !isRoot || spawnSync('chattr', ['+i', path]).status === 0
}
function unlock(path: string): void {
  if (isRoot) spawnSync('chattr', ['-i', path])
  chmodSync(path, 0o755)
}

test('a workspace that cannot be written takes no patch and no answer, says so, and goes on once it can', async () => {
  test.skip(process.platform === 'win32', 'folders have no rights of this kind there')
  const userData = freshFolder()
  const install = copyOf(await sampleFolder())
  const run = async (...words: readonly string[]): Promise<string> =>
    (await areal(words, { userData })).out.toString('utf8').trim()
  const valueNow = (): Promise<string> => run('get', install, `${MAP}!#0`, 'areals/3/class_id')
  for (const value of ['76', '77']) await run('set', install, `${MAP}!#0`, `areals/3/class_id=${value}`)
  const patch = join(userData, 'mine.patch')
  await run('patch', 'make', install, '-o', patch)
  await run('set', install, `${MAP}!#0`, 'areals/3/class_id=5')
  const workspace = await run('where', install)
  const studio = await startStudio({ userData, install, width: 1440, height: 900 })
  const { page } = studio
  try {
    await expect(page.getByTestId('pane-tree')).toContainText('SC_1')
    test.skip(!lock(workspace), 'no rights bind root, and nothing can be made immutable here')
    const journal = readFileSync(join(workspace, 'journal.ndjson'))
    const chooser = page.waitForEvent('filechooser')
    await page.locator('[data-menu="file"]').click()
    await page.getByRole('menuitem', { name: 'Apply patch…' }).click()
    await (await chooser).setFiles(patch)
    await page.getByTestId('apply-miss').getByRole('checkbox').check()
    await page.getByTestId('apply-accept').click()
    await expect(page.getByText(`The workspace ${workspace} cannot be written`)).toBeVisible()
    await page.screenshot({ path: process.env['READ_ONLY_SHOT'] ?? 'test-results/read-only.png' })
    await page.keyboard.press('Escape')
    appendFileSync(join(install, MAP), 'theirs')
    const dialog = page.getByRole('dialog')
    await dialog.getByTestId('outside-reload').check()
    await dialog.getByTestId('button-settle-outside').click()
    await expect(dialog).toContainText('cannot be written')
    expect(readFileSync(join(workspace, 'journal.ndjson'))).toEqual(journal)
    unlock(workspace)
    await dialog.getByTestId('outside-keep').check()
    await dialog.getByTestId('button-settle-outside').click()
    await expect(dialog).toBeHidden()
    await expect.poll(valueNow).toBe('5')
  } finally {
    unlock(workspace)
    await studio.close()
    removeFolder(userData)
  }
})

test('a project whose game folder is missing is looked at, and goes on where the game is once it is located', async () => {
  const userData = freshFolder()
  const install = copyOf(await sampleFolder())
  await areal(['set', install, `${MAP}!#0`, 'areals/3/class_id=76'], { userData })
  const moved = `${install} moved`
  renameSync(install, moved)
  const studio = await startStudio({ userData, install })
  const { page } = studio
  const bar = page.getByTestId('missing-install')
  try {
    await expect(bar).toContainText(install)
    await expect(page.getByTestId('pane-tree')).toContainText('Land.map')
    await expect(page.getByRole('button', { name: 'Run game' })).toBeDisabled()
    await expect(page.locator('[data-code="studio.install-missing"]')).toContainText('so the game was not checked')
    await bar.getByTestId('locate-install').click()
    await page.getByTestId('folder-browser').getByRole('textbox').fill(moved)
    await page.getByTestId('browse-open').click()
    await expect(bar).toBeHidden()
    await expect(page.getByTestId('pane-tree')).toContainText('BuildDat.lst')
    expect(
      (await areal(['get', moved, `${MAP}!#0`, 'areals/3/class_id'], { userData })).out.toString('utf8').trim(),
    ).toBe('76')
  } finally {
    await studio.close()
    removeFolder(userData)
  }
})
