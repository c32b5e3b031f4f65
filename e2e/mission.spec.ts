import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { keyOnMap, placeOf } from './map-page'
import { fingerprints, freshFolder, removeFolder, sampleFolder, copyOf, startStudio } from './studio'
import { filterTree } from './tree-page'

const MISSION = 'MISSIONS/single.01/data.tma'
/** A generator of the sample's mission. */
const OBJECT = 2

test('an object of a mission is moved by mouse and by keyboard alone, deleted, undone, deployed and restored', async () => {
  const install = copyOf(await sampleFolder())
  const userData = freshFolder()
  const pristine = fingerprints(install)
  const changed = (): string[] =>
    Object.entries(fingerprints(install)).flatMap(([file, print]) =>
      file in pristine && pristine[file] !== print ? [file] : [],
    )
  const studio = await startStudio({ install, userData })
  const { page, complaints } = studio
  try {
    await expect(page.getByTestId('pane-tree')).toContainText('MISSIONS')
    await filterTree(page, 'single.01/data.tma')
    await page
      .getByRole('treeitem', { name: /data\.tma/ })
      .first()
      .dblclick()
    await expect(page.locator('[data-testid="legend"][data-field="owner_clan"]')).toBeVisible()
    await expect(page.locator('.facts')).toContainText('23 objects · 1 path · 2 clans · 1 place · 2 lodes')

    await page.getByRole('button', { name: 'List of objects' }).click()
    await page.locator(`[data-testid="object-list"] [data-record="${OBJECT}"]`).click()
    await expect(page.getByTestId('form-title')).toContainText(String(OBJECT))
    await keyOnMap(page, 'd')
    await keyOnMap(page, 'f')
    const x = page.getByTestId('move-x')
    const place = (): Promise<readonly string[]> =>
      Promise.all(['x', 'y', 'z'].map(axis => page.getByTestId(`move-${axis}`).inputValue()))
    const before = await place()
    const at = await placeOf(page, OBJECT)
    await page.mouse.move(at.x, at.y - 2)
    await page.mouse.down()
    for (const step of [10, 30, 60]) await page.mouse.move(at.x + step, at.y - 2)
    await page.mouse.up()
    await expect.poll(place).not.toEqual(before)
    await expect(page.getByTestId('status-unpacked')).toContainText('1')
    await page.keyboard.press('Control+z')
    await expect.poll(place).toEqual(before)

    for (const key of ['x', '5', 'Enter']) await keyOnMap(page, key)
    await expect.poll(async () => Number(await x.inputValue()) - Number(before[0])).toBeCloseTo(5, 1)
    await keyOnMap(page, 'Delete')
    await expect(page.locator('.facts')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.locator('.facts')).toContainText('22 objects')
    await page.keyboard.press('Control+z')
    await expect(page.locator('.facts')).toContainText('23 objects')

    const stored = readFileSync(join(install, MISSION))
    await page.keyboard.press('Control+Shift+B')
    await page.getByTestId('button-deploy').click()
    await expect.poll(() => readFileSync(join(install, MISSION)).equals(stored)).toBe(false)
    expect(changed()).toEqual([MISSION])
    await page.getByTestId('button-restore').click()
    await expect(page.getByTestId('restore-confirm')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect.poll(() => existsSync(join(install, 'areal-deployed.json'))).toBe(false)
    await expect.poll(changed).toEqual([])
    expect(complaints).toEqual([])
  } finally {
    await studio.close()
    removeFolder(install)
    removeFolder(userData)
  }
})
