import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import { byKeys } from './by-keys'
import { keyOnMap, placeOf } from './map-page'
import { fingerprints, freshFolder, removeFolder, sampleFolder, copyOf, startStudio } from './studio'
import { openMission } from './tree-page'

const MISSION = 'MISSIONS/single.01/data.tma'
/** Objects of the sample's mission: a new one has this number. */
const COUNT = 23

test('objects of a mission are placed and moved by mouse and by keyboard alone, deleted, undone, deployed and restored', async () => {
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
    await openMission(page, 'single.01')
    await expect(page.locator('[data-testid="legend"][data-field="owner_clan"]')).toBeVisible()
    await expect(page.locator('.facts')).toContainText('23 objects · 1 path · 2 clans · 1 place · 2 lodes')

    // The clan is named in words, has a letter besides its colour, and each other layer a row with its count.
    await expect(page.getByTestId('viewport-field')).toHaveText(/Clan$/)
    await expect(page.locator('[data-testid="legend-row"][data-value="0"] .swatch')).toHaveText('И')
    const paths = page.locator('[data-testid="legend-layer"][data-layer="mission.layer.paths"]')
    await expect(paths).toContainText('Paths1')
    await paths.click()
    await expect(paths).toHaveAttribute('aria-pressed', 'false')
    await paths.click()

    const objects = (count: number): Promise<void> => expect(page.locator('.facts')).toContainText(`${count} objects`)
    const place = (): Promise<readonly string[]> =>
      Promise.all(['x', 'y', 'z'].map(axis => page.getByTestId(`move-${axis}`).inputValue()))
    const undo = (): Promise<void> => page.keyboard.press('Control+z')

    await page.getByTestId('tool-place').click()
    await page.getByTestId('palette-cards').locator('[data-title="bunkergun01"]').click()
    const canvas = await page.getByTestId('viewport-canvas').boundingBox()
    if (!canvas) throw new Error('no canvas')
    await page.mouse.click(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2)
    await objects(COUNT + 1)
    await expect(page.getByTestId('form-title')).toContainText(String(COUNT))
    await expect(page.getByTestId('status-unpacked')).toContainText('1')
    await undo()
    await objects(COUNT)
    await page.keyboard.press('Control+y')
    await objects(COUNT + 1)
    await page.getByTestId('tool-move').click()
    await keyOnMap(page, 'f')
    const before = await place()
    const at = await placeOf(page, COUNT)
    // Below the middle, where no arrow of the gizmo is.
    await page.mouse.move(at.x, at.y + 4)
    await page.mouse.down()
    for (const step of [10, 30, 60]) await page.mouse.move(at.x + step, at.y + 4)
    await page.mouse.up()
    await expect.poll(place).not.toEqual(before)
    await undo()
    await expect.poll(place).toEqual(before)

    await keyOnMap(page, 'Shift+A')
    await expect(page.getByTestId('palette-cards')).toBeFocused()
    for (const key of ['End', 'Home', 'Enter']) await page.keyboard.press(key)
    await objects(COUNT + 2)
    await expect(page.getByTestId('form-title')).toContainText(String(COUNT + 1))
    await keyOnMap(page, 'd')
    const placed = await place()
    for (const key of ['x', '5', 'Enter']) await keyOnMap(page, key)
    await expect.poll(place).not.toEqual(placed)
    const moved = await place()
    await undo()
    await expect.poll(async () => Number(moved[0]) - Number((await place())[0])).toBeCloseTo(5, 1)
    await keyOnMap(page, 'Delete')
    await page.keyboard.press('Escape')
    await objects(COUNT + 1)
    await undo()
    await objects(COUNT + 2)

    const stored = readFileSync(join(install, MISSION))
    await page.keyboard.press('Control+Shift+B')
    await page.getByTestId('button-deploy').click()
    await expect.poll(() => readFileSync(join(install, MISSION)).equals(stored)).toBe(false)
    expect(changed()).toEqual([MISSION])
    await page.getByTestId('button-restore').click()
    await expect(page.getByTestId('restore-confirm')).toBeFocused()
    await page.keyboard.press('Enter')
    const isRestored = async (): Promise<void> => {
      await expect.poll(() => existsSync(join(install, 'areal-deployed.json'))).toBe(false)
      await expect.poll(changed).toEqual([])
    }
    await isRestored()

    // All of it once more by keys alone, from the tree to the restored install.
    const { tabTo, paneTo, run } = byKeys(() => page)
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await paneTo('tree')
    await expect(page.getByTestId('tree-filter').getByRole('textbox')).toBeFocused()
    await tabTo(page.getByTestId('pane-tree').getByRole('tree'))
    await page.keyboard.type('data.tma')
    await press('Enter')
    await paneTo('viewport')
    await tabTo(page.getByTestId('viewport-canvas'))
    await press('Shift+A')
    await expect(page.getByTestId('palette-cards')).toBeFocused()
    await press('Home', 'Enter')
    await objects(COUNT + 3)
    await tabTo(page.getByTestId('viewport-canvas'))
    await press('d')
    const first = await place()
    await press('y', '-', '7', 'Enter')
    await expect.poll(async () => Number((await place())[1]) - Number(first[1])).toBeCloseTo(-7, 1)
    await press('Control+z')
    await expect.poll(place).toEqual(first)
    await press('Control+Shift+B')
    await expect(page.getByTestId('planned-file').filter({ hasText: 'data.tma' })).toHaveAttribute(
      'data-action',
      'replace',
    )
    await expect(page.getByTestId('button-deploy')).toBeEnabled()
    await paneTo('deploy')
    await tabTo(page.getByTestId('button-deploy'))
    await press('Enter')
    await expect.poll(changed).toEqual([MISSION])
    await expect(page.getByTestId('button-restore')).toBeEnabled()
    await run('Return to original')
    await expect(page.getByTestId('restore-confirm')).toBeFocused()
    await press('Enter')
    await isRestored()
    expect(complaints).toEqual([])
  } finally {
    await studio.close()
    removeFolder(install)
    removeFolder(userData)
  }
})

test('clans have the badge of the map beside what names them, and fields are shown as the form shows them', async () => {
  const studio = await startStudio({ width: 1600, height: 1000 })
  const { page, complaints } = studio
  try {
    await openMission(page, 'single.01')
    const swatch = (within: Locator): Promise<readonly (string | null)[]> =>
      within.locator('.swatch').evaluate(one => [one.textContent, getComputedStyle(one).backgroundColor])
    const onMap = await swatch(page.locator('[data-testid="legend-row"][data-value="0"]'))
    expect(onMap[0]).toBe('И')

    // The table begins with what the map shows.
    await page.getByTestId('tab-table').click()
    await expect(page.getByTestId('table-array')).toHaveText('objects')
    const cell = page.locator('[data-record="1"] [data-column="owner_clan"]')
    await expect(cell).toContainText('Игрок')
    expect(await swatch(cell)).toEqual(onMap)
    await expect(page.locator('[data-record="4"] [data-column="owner_clan"] .swatch')).toHaveCount(0)
    await cell.click()
    const field = page.locator('.form-field[data-field="owner_clan"]')
    await expect(field).toContainText('Игрок')
    expect(await swatch(field)).toEqual(onMap)

    // The name of a clan has its badge, too, and that follows an edit.
    await page.getByTestId('table-array').click()
    await page.getByText('clans', { exact: true }).last().click()
    const name = page.locator('[data-testid="table-grid"] [data-record="0"] [data-column="name"]')
    expect(await swatch(name)).toEqual(onMap)
    await name.click()
    expect(await swatch(page.locator('.form-field[data-field="name"]'))).toEqual(onMap)
    await page.getByTestId('field-name').fill('Шахтёры')
    await page.getByTestId('field-name').press('Enter')
    await expect(name.locator('.swatch')).toHaveText('Ш')
    await page.getByTestId('button-undo').click()
    await expect(name.locator('.swatch')).toHaveText('И')

    // Flags are hexadecimal in the legend as in the form, and named in words in the toolbar as in its menu.
    await page.getByTestId('viewport-field').click()
    await page.getByText('Flags', { exact: true }).last().click()
    await expect(page.getByTestId('viewport-field')).toHaveText(/Flags$/)
    const row = page.locator('[data-testid="legend"][data-field="flags"] [data-testid="legend-row"]').first()
    await expect(row).toContainText('0x80000002')
    expect(complaints).toEqual([])
  } finally {
    await studio.close()
    removeFolder(studio.userData)
  }
})

test('the mission that is open is played in place of the demo, whose files return', async () => {
  test.skip(process.platform === 'win32', 'the stand-in for a game is a script of a shell')
  const install = copyOf(await sampleFolder())
  const userData = freshFolder()
  const pristine = fingerprints(install)
  const studio = await startStudio({ install, userData })
  const { page, complaints } = studio
  try {
    await openMission(page, 'single.01')
    await page.keyboard.press('Control+Shift+P')
    await page.keyboard.type('Run what is open')
    await expect(page.getByTestId('palette').getByRole('option').first()).toContainText('Run what is open')
    await page.keyboard.press('Enter')
    // The stand-in for the game prints the map of the demo mission, which is AutoMAP.
    await expect(page.getByTestId('run-output')).toContainText('DATA\\MAPS\\SC_1\\land')
    await expect(page.getByTestId('run-report')).toContainText('has the files of MISSIONS/single.01')
    await expect
      .poll(() => Object.entries(fingerprints(install)).filter(([file, print]) => pristine[file] !== print))
      .toEqual([
        ['Behavior.log', expect.anything()],
        ['ai.log', expect.anything()],
      ])
    await page.screenshot({ path: 'test-results/run-mission.png' })
  } finally {
    expect(complaints).toEqual([])
    await studio.close()
    removeFolder(install)
    removeFolder(userData)
  }
})
