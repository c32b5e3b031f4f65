import { expect, test } from '@playwright/test'
import { keyOnMap, placeOf } from './map-page'
import { ROOT, areal, fingerprints, freshFolder, removeFolder, startStudio } from './studio'
import { filterTree } from './tree-page'

const FILE = 'modules/Sample/cellar.trx'
const ENTRY = `${FILE}!#1`

test('a walkmesh is painted, its tables are out of date, baked, probed, deployed and restored', async () => {
  const userData = freshFolder()
  const install = (await areal(['sample', 'nwn2', '--user-data', userData])).out.toString().trim()
  const pristine = fingerprints(install)
  const changed = (): string[] =>
    Object.entries(fingerprints(install)).flatMap(([file, print]) =>
      file in pristine && pristine[file] !== print ? [file] : [],
    )
  const studio = await startStudio({ userData, other: { program: ROOT, sample: 'nwn2' }, width: 1440, height: 900 })
  const { page, complaints } = studio
  const stale = page.locator('[data-testid="pane-problems"] [data-code="aswm.tile.blocked"]')
  try {
    await filterTree(page, 'cellar.trx')
    await page
      .getByRole('treeitem', { name: /cellar\.trx/ })
      .first()
      .click()
    const row = page.locator(`[role="treeitem"][data-key="${ENTRY}"]`)
    await row.click()
    await expect(page.locator('.facts')).toContainText('108 triangles')
    await page.getByTestId('viewport-field').click()
    await page.getByRole('menuitemcheckbox', { name: 'Walkable' }).click()
    const closed = page.locator('[data-testid="legend-row"][data-value="0"]')
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
      await expect(page.getByTestId('route-panel')).toContainText(record === 0 ? 'where it ends' : '0 – 100')
    }
    for (const source of ['geometry', 'tables'])
      await expect(page.getByTestId(`route-by-${source}`)).toContainText(/\d+ triangles/)
    await expect(page.getByTestId('route-differences')).toContainText(/longer\.\s*\d+ triangles/)
    await expect(page.getByTestId('route-unreachable')).toContainText('0 triangles')
    expect(await page.evaluate(() => document.body.innerText.replaceAll('Areal Studio', ''))).not.toMatch(
      /areal|class_id|logic_flag/i,
    )
    await page.screenshot({ path: test.info().outputPath('route.png') })

    await page.keyboard.press('Control+Shift+B')
    await page.getByTestId('button-deploy').click()
    await expect.poll(changed).toEqual([FILE])
    await page.getByTestId('button-restore').click()
    await page.getByTestId('restore-confirm').click()
    await expect.poll(changed).toEqual([])
    expect(complaints).toEqual([])
  } finally {
    await studio.close()
    removeFolder(userData)
  }
})
