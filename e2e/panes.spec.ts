import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { copyOf, removeFolder, sampleFolder, selectAreal, startStudio, type Running } from './studio'

let studio: Running
let install: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  install = copyOf(await sampleFolder())
  studio = await startStudio({ install, width: 1280, height: 720 })
})

test.afterAll(async () => {
  await studio.close()
  removeFolder(install)
})

/** Texts of the elements that do not show all of what they hold. */
const cut = (found: Locator): Promise<string[]> =>
  found.evaluateAll(all =>
    all
      .filter(one => one.scrollWidth > one.clientWidth + 1)
      .map(one => (one instanceof HTMLInputElement ? one.value : (one.textContent ?? ''))),
  )

async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}

test('at 1280 pixels the table has the statistics of a column beside it, and names and numbers are whole', async () => {
  const { page } = studio
  await selectAreal(page, 525)
  await expect(page.locator('[data-testid="struct-row"][data-path="areals/525/vertex_count"]')).toBeVisible()
  expect(await cut(page.locator('[data-testid="struct-row"] .field > .mono'))).toEqual([])

  // The note about a field grows with its words, and never lies on the line.
  const lines = page.getByTestId('pane-struct').getByRole('treegrid')
  await page.locator('[data-testid="struct-row"][data-path="areals/525/class_id"]').click()
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(async () => {
        const [line, list] = [await boxOf(lines.locator('.line.selected')), await boxOf(lines)]
        return line.y + line.height - list.y - list.height
      })
      .toBeLessThanOrEqual(0)
  }
  await page.getByTestId('layouts').getByRole('button', { name: 'Table' }).click()
  await expect(page.getByTestId('table-statistics')).toBeVisible()
  await expect(page.getByTestId('field-anchor/x')).toHaveValue(/^\d+\.\d/)
  expect(await cut(page.locator('[data-field="anchor"] input, [data-field="normal"] input'))).toEqual([])
  const grid = await boxOf(page.getByTestId('table-grid'))
  const slope = await boxOf(page.getByTestId('table-head-slope'))
  expect(slope.x + slope.width).toBeLessThanOrEqual(grid.x + grid.width)
  expect(await cut(page.locator('[data-testid^="table-head-"]'))).toEqual([])

  // Lines of JSON that are longer than the pane go on below.
  await page.getByTestId('layouts').getByRole('button', { name: 'Hex' }).click()
  await expect(page.getByTestId('json-editor')).toContainText('"vertices"')
  const editor = await boxOf(page.getByTestId('json-editor'))
  const ends = (): Promise<readonly number[]> =>
    page
      .getByTestId('json-editor')
      .locator('.view-line > span')
      .evaluateAll(all => all.map(one => one.getBoundingClientRect().right))
  expect((await ends()).length).toBeGreaterThan(8)
  await expect.poll(async () => Math.max(...(await ends()))).toBeLessThanOrEqual(editor.x + editor.width)
  await page.getByTestId('layouts').getByRole('button', { name: 'Browse' }).click()
})

test('bits are one Tab stop and a name is none; a class is hidden by its row; bytes are marked by a button', async () => {
  const { page } = studio
  const stops = page.locator('[data-field="logic_flag"]').locator('button, input, [tabindex]')
  const reached = await stops.evaluateAll(found =>
    found.filter(one => one instanceof HTMLElement && one.tabIndex >= 0).map(one => one.getAttribute('data-testid')),
  )
  expect(reached.filter(id => id?.startsWith('flag-bit-'))).toHaveLength(1)
  expect(reached.filter(id => id?.startsWith('name-field-'))).toEqual([])

  const row = page.getByTestId('legend-row').nth(1)
  await expect(row).toHaveAttribute('aria-pressed', 'true')
  await row.click()
  await expect(row).toHaveAttribute('aria-pressed', 'false')
  await page.getByTestId('legend-hidden').click()
  await expect(row).toHaveAttribute('aria-pressed', 'true')

  // The filter of the legend leaves the values that have what is typed, and goes with Escape.
  const values = (): Promise<readonly (string | null)[]> =>
    page.getByTestId('legend-row').evaluateAll(rows => rows.map(one => one.getAttribute('data-value')))
  const unfiltered = await values()
  await page.getByTestId('legend-filter').click()
  await page.keyboard.type('12')
  await expect.poll(values).toEqual(['12'])
  await page.keyboard.press('Escape')
  await expect.poll(values).toEqual(unfiltered)

  await page.getByTestId('tab-hex').click()
  await page.getByTestId('hex-mark-open').click()
  await expect(page.getByTestId('hex-mark-note')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('hex-mark-note')).toHaveCount(0)
})

/** A place near the lower right corner of the window, where notes are shown unless it was pressed. */
const corner = async (page: Page): Promise<{ readonly x: number; readonly y: number }> => {
  const bar = await page.getByTestId('status-bar').boundingBox()
  if (!bar) throw new Error('there is no status bar')
  return { x: bar.x + bar.width - 60, y: bar.y - 40 }
}

/** Height of the part of an element that neither the window nor a pane around it cuts off, CSS pixels. */
const shownHeight = (element: Locator): Promise<number> =>
  element.evaluate(shown => {
    let { top, bottom } = shown.getBoundingClientRect()
    for (let around = shown.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === 'visible') continue
      const box = around.getBoundingClientRect()
      ;[top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
    }
    return Math.min(bottom, innerHeight) - Math.max(top, 0)
  })

test('Ctrl+A with the focus on a form selects no record of the map, and on the map all', async () => {
  const { page } = studio
  await selectAreal(page, 525)
  const chosen = (): Promise<number> => page.evaluate(() => window.arealProbe?.selection?.().paths?.length ?? 0)
  for (const part of [page.getByTestId('field-class_id'), page.getByTestId('pane-form').getByRole('button').first()]) {
    await part.focus()
    await page.keyboard.press('Control+a')
    await expect(page.getByTestId('status-selection')).toContainText('525')
    expect(await chosen()).toBeLessThanOrEqual(1)
  }
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('Control+a')
  await expect.poll(chosen).toBeGreaterThan(1000)
})

test('a launch that fails shows the profile, and its error stays in a list with a count', async () => {
  const { page } = studio
  await selectAreal(page, 526)
  const program = join(install, 'iron_3d.exe')
  await page.getByTestId('field-class_id').fill('12')
  await page.getByTestId('field-class_id').press('Enter')
  await expect(page.getByTestId('status-unpacked')).toContainText('1')
  // The mark of the edit does not take the place of the proof.
  const edited = page.getByRole('treeitem', { name: /ArealMapGeometry/ }).first()
  await expect(edited.locator('.dot')).toBeVisible()
  await expect(edited.locator('[data-proof]')).toBeVisible()
  rmSync(program)
  const { x, y } = await corner(page)
  await page.mouse.click(x, y)
  await page.keyboard.press('F5')
  // The disk is looked at before anything is written, whether or not the listing of the folder is renewed.
  await expect(page.getByTestId('launch-fault')).toContainText('iron_3d.exe')
  await expect(page.getByTestId('run-confirm')).toBeHidden()
  await expect(page.getByTestId('browse-program')).toBeVisible()
  const note = await page.getByTestId('notification').first().boundingBox()
  expect(note && x >= note.x && x <= note.x + note.width && y >= note.y, 'the note lies on what was pressed').toBe(
    false,
  )
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('launch-fault')).toBeHidden()

  // The error stays in a list with a count after its note has left.
  await page.getByTestId('status-errors').click()
  await expect(page.getByTestId('error-list').getByRole('listitem')).toContainText(['iron_3d.exe'])
  await page.getByTestId('clear-errors').click()
  await expect(page.getByTestId('error-list')).toHaveCount(0)
  await expect(page.getByTestId('status-errors')).toHaveCount(0)
})

test('at 1280 by 720 at least eight lines of what the game printed are shown, and its note leaves by itself', async () => {
  test.skip(process.platform === 'win32', 'the stand-in for a game is a script of a shell')
  const { page } = studio
  const script = '#!/bin/sh\nfor n in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "line $n"; done\n'
  writeFileSync(join(install, 'iron_3d.exe'), script, { mode: 0o755 })
  await page.keyboard.press('F5')
  await page.getByTestId('run-confirm').click()
  const output = page.getByTestId('run-output')
  await expect(output).toContainText('line 12')
  await expect(page.getByTestId('run-restore')).toBeVisible()
  const note = page.locator('[data-testid="notification"][data-code="ui.deploy.ended"]')
  await expect(note).toBeVisible()
  const lines = await output.evaluate(shown => Number.parseFloat(getComputedStyle(shown).lineHeight))
  expect((await shownHeight(output)) / lines).toBeGreaterThanOrEqual(8)
  await expect(note).toHaveCount(0)
  await expect(page.getByTestId('status-errors')).toHaveCount(0)
})

test('at 1280 by 720 a deploy shows the whole picture of what it changes, beside the last deployments', async () => {
  const { page } = studio
  await page.getByTestId('deploy-view').getByRole('radio').nth(2).click()
  const picture = page.getByTestId('deploy-plan').locator('canvas')
  await expect(picture).toBeVisible()
  const { width, height } = await boxOf(picture)
  expect([width, height].every(side => side >= 150)).toBe(true)
  await picture.scrollIntoViewIfNeeded()
  expect(await shownHeight(picture)).toBeGreaterThanOrEqual(height - 1)
  const past = page.getByTestId('past-deployment').first()
  await past.scrollIntoViewIfNeeded()
  expect(await shownHeight(past)).toBeGreaterThan(30)
  expect(await cut(page.getByTestId('deploy-history').locator('.line > :not(.cut)'))).toEqual([])
  await page.setViewportSize({ width: 2560, height: 1440 })
  await expect.poll(async () => (await boxOf(picture)).width).toBeGreaterThan(400)
  await page.setViewportSize({ width: 1280, height: 720 })
})
