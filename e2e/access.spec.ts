import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { expect, test, type Page } from '@playwright/test'
import { PANE_COMMANDS } from './pane-commands'
import { damagedSample, freshFolder, removeFolder, selectAreal, startStudio, type Running } from './studio'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const THEMES = ['dark', 'light', 'contrast'] as const
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe finds in parts of the page, as lines a person can act on. A theme changes nothing but colours. */
async function findings(page: Page, parts: readonly string[], theme: string, what: string): Promise<string[]> {
  const { violations } = await page.evaluate(
    ([include, runOnly]) =>
      // The text area and rulers of Monaco are not ours to mend.
      window.axe.run({ include, exclude: [['.monaco-editor']] }, { runOnly, resultTypes: ['violations'] }),
    [parts.map(part => [part]), theme === THEMES[0] ? RULES : ['color-contrast']] as const,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${what} (${theme}): ${id}: ${target.join(' ')}: ${failureSummary ?? ''}`,
    ),
  )
}

async function inThemes(page: Page, parts: readonly string[], what: string): Promise<string[]> {
  const found: string[] = []
  for (const theme of THEMES) {
    await page.evaluate(wanted => {
      for (let turns = 0; document.documentElement.dataset['theme'] !== wanted && turns < 4; turns++) {
        document.querySelector<HTMLElement>('[data-testid="theme-switch"]')?.click()
      }
    }, theme)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    found.push(...(await findings(page, parts, theme, what)))
  }
  return found
}

async function run(page: Page, id: string, words: string): Promise<void> {
  await page.keyboard.press('Control+Shift+KeyP')
  await page.getByTestId('palette').getByRole('combobox').fill(words)
  await page.locator(`[data-command="${id}"]`).click()
}

async function inEveryPane(page: Page, state: string): Promise<string[]> {
  const found: string[] = []
  for (const [pane, words] of Object.entries(PANE_COMMANDS)) {
    // From here on the map lies behind other panes and draws nothing.
    if (pane === 'tree') await run(page, 'view.layout-hex', 'Layout: hex')
    await run(page, `view.${pane}`, words)
    await expect(page.getByTestId(`pane-${pane}`)).toBeVisible()
    found.push(...(await inThemes(page, [`[data-testid="pane-${pane}"]`], `${pane} ${state}`)))
  }
  return found
}

async function started(install = ''): Promise<Running> {
  const running = await startStudio({ install, width: 1280, height: 720 })
  // A colour that is still on its way to the one of the theme is none that axe should measure.
  await running.page.emulateMedia({ reducedMotion: 'reduce' })
  await running.page.evaluate(axe.source)
  return running
}

// Fifteen panes in three themes are forty-five walks of axe.
test.describe.configure({ timeout: 240_000 })
// A trace would take a picture of the whole page for every step; what axe finds is said in words.
test.use({ trace: 'off' })

let running: Running
test.afterEach(async () => {
  await running.close()
  removeFolder(running.userData)
})

test('axe finds nothing in the panes of an areal that was changed, nor in the frame around them, in any theme', async () => {
  running = await started(await damagedSample(2))
  const { page } = running
  await selectAreal(page, 5)
  await page.getByTestId('field-class_id').fill('12')
  await page.getByTestId('field-class_id').press('Enter')
  await expect(page.getByTestId('status-unpacked')).toContainText('1')
  await page.keyboard.press('F7')
  await page.keyboard.press('Control+Shift+KeyF')
  await page.getByTestId('find-text').locator('input').fill('Land')
  await page.getByTestId('find-text').locator('input').press('Enter')
  await expect(page.getByTestId('pane-find')).toContainText('Land.map')
  expect(await inThemes(page, ['.title-bar', '[data-testid="status-bar"]', '.dv-tabs-container'], 'frame')).toEqual([])
  expect(await inEveryPane(page, 'full')).toEqual([])
})

test('axe finds nothing in panes that have nothing to show, in any theme', async () => {
  const install = freshFolder()
  writeFileSync(join(install, 'iron_3d.exe'), '')
  running = await started(install)
  await running.page.getByTestId('pane-tree').waitFor()
  expect(await inEveryPane(running.page, 'empty')).toEqual([])
  removeFolder(install)
})

test('axe finds nothing on the start page, in the settings and in the palette, in any theme', async () => {
  running = await started()
  const { page } = running
  await page.getByTestId('legend-row').first().waitFor()
  await run(page, 'file.start', 'Start page')
  await expect(page.getByTestId('pane-tree')).toBeHidden()
  expect(await inThemes(page, ['body'], 'start')).toEqual([])
  for (const [name, words] of [
    ['General', 'look'],
    ['Keys', 'keys'],
    ['As JSON', 'file'],
  ] as const) {
    await page.keyboard.press('Control+Comma')
    await page.getByTestId('settings').getByRole('radio', { name, exact: true }).click()
    expect(await inThemes(page, ['[role="dialog"]'], `settings: ${words}`)).toEqual([])
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('Control+Shift+KeyP')
  expect(await inThemes(page, ['[data-testid="palette"]'], 'palette')).toEqual([])
})
