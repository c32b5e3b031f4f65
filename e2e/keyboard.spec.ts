import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect as plainExpect, test, type Locator, type Page } from '@playwright/test'
import { FARTHEST, byKeys } from './by-keys'
import { copyOf, fingerprints, removeFolder, startStudio, type Running } from './studio'
import { filterTree } from './tree-page'

/** The game is packed, deployed and run, beside a map drawn by software. */
const expect = plainExpect.configure({ timeout: 60_000 })
const AREAL = 5

let studio: Running
let page: Page
test.beforeEach(async () => {
  studio = await startStudio()
  page = studio.page
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByTestId('legend-row').first().waitFor()
})
test.afterEach(async () => {
  await studio.close()
  removeFolder(studio.userData)
})

const { tabTo, arrowTo, paneTo, paneWithFocus, run } = byKeys(() => page)

test('the main job is done without a mouse', async () => {
  test.setTimeout(300_000)
  const install = copyOf(join(studio.userData, 'sample/Parkan'))
  const pristine = fingerprints(install)
  const changed = (): string[] => {
    const now = fingerprints(install)
    return Object.keys({ ...now, ...pristine })
      .filter(file => now[file] !== pristine[file] && !file.endsWith('.log'))
      .sort()
  }

  await page.keyboard.press('Control+KeyO')
  await expect(page.getByTestId('folder-browser').getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Control+KeyA')
  await page.keyboard.type(install)
  await tabTo(page.getByTestId('browse-open'))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('folder-browser')).toHaveCount(0)
  await expect(page.getByTitle(install, { exact: true })).toBeVisible() // the sample has the same name; what is typed until then is its

  await paneTo('tree')
  await expect(page.getByTestId('tree-filter').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('SC_1')
  await expect(page.getByRole('treeitem', { name: /SC_1/ }).first()).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /static\.rlb/ })).toHaveCount(0) // until then the tree is whole
  await tabTo(page.getByRole('tree', { name: 'Project' }))
  await page.keyboard.type('SC_1')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('tab-viewport')).toContainText('SC_1')
  await page.getByTestId('legend-row').first().waitFor()

  await paneTo('viewport')
  await tabTo(page.getByTestId('tool-select'))
  await arrowTo(page.getByRole('button', { name: 'List of areals' }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByTestId('areal-list'))
  await page.keyboard.press('Home')
  for (let step = 0; step < AREAL; step++) await page.keyboard.press('ArrowDown')
  await expect(page.getByTestId('viewport-live')).toHaveText(
    new RegExp(`^Areal ${AREAL} · class \\d+ · flags 0x[0-9A-F]+ · \\d+ neighbours?$`),
  )
  await expect(page.getByTestId('form-title')).toContainText(String(AREAL))

  const value = page.getByTestId('field-class_id')
  const wanted = (await value.inputValue()) === '12' ? '7' : '12'
  await paneTo('form')
  await tabTo(value)
  await page.keyboard.press('Control+KeyA')
  await page.keyboard.type(wanted)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('viewport-live')).toContainText(`class ${wanted} `)
  await expect(page.getByTestId('status-unpacked')).toContainText('1')

  await page.keyboard.press('F7')
  await expect(page.getByTestId('pane-problems')).toBeVisible()
  await page.keyboard.press('Control+KeyB')
  await expect(page.getByTestId('button-plan')).toBeEnabled()
  await expect(page.getByTestId('status-unpacked')).not.toContainText('1')
  await page.keyboard.press('Control+Shift+KeyB')
  await expect(page.getByTestId('planned-file').first()).toContainText('Land.map')
  expect(changed()).toEqual([])
  await paneTo('deploy')
  await tabTo(page.getByTestId('button-deploy'))
  await page.keyboard.press('Enter')
  await expect.poll(changed).toEqual(['DATA/MAPS/SC_1/Land.map', 'areal-deployed.json'])
  await expect(page.getByTestId('button-restore')).toBeEnabled()
  await page.keyboard.press('F5')
  await expect(page.getByTestId('run-report')).toBeVisible()
  await expect(page.getByTestId('button-restore')).toBeEnabled()
  await run('Return to original')
  await expect(page.getByTestId('restore-confirm')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => existsSync(join(install, 'areal-deployed.json'))).toBe(false)
  await expect.poll(changed).toEqual([])
  removeFolder(install)
})

test('the flag of an areal to the east is set from the map by keys, and said as it is', async () => {
  const live = page.getByTestId('viewport-live')
  await paneTo('viewport')
  await tabTo(page.getByTestId('viewport-canvas'))
  await page.keyboard.press('ArrowRight')
  await expect(live).toContainText('Areal')
  const first = (await live.textContent()) ?? ''
  await page.keyboard.press('ArrowRight')
  await expect(live).not.toHaveText(first)
  const flags = async (): Promise<number> => Number(/flags (0x[0-9A-F]+)/.exec((await live.textContent()) ?? '')?.[1])
  const [second, before] = [((await live.textContent()) ?? '').split(' ·')[0] ?? '', await flags()]
  await paneTo('form')
  await tabTo(page.getByTestId('flag-bit-0'))
  await arrowTo(page.getByTestId('flag-bit-5'))
  await page.keyboard.press('Space')
  await expect.poll(flags).toBe(before ^ 32)
  await page.keyboard.press('Control+KeyA') // acts on what has the focus: no record of the map is selected unseen
  await expect(page.getByTestId('status-selection')).toContainText(`${second} ·`)
  await expect(live).toContainText(`${second} ·`)
})

test('F6 goes round all panes that are seen, forth and back, and no pane holds the focus', async () => {
  const seen = await page
    .locator('[data-testid^="pane-"]:visible')
    .evaluateAll(found => found.map(pane => pane.getAttribute('data-testid') ?? '').sort())
  const round = async (key: string): Promise<string[]> => {
    const met: string[] = []
    for (let i = 0; i < seen.length; i++) {
      await page.keyboard.press(key)
      met.push(await paneWithFocus())
    }
    return met
  }
  const forth = await round('F6')
  expect([...forth].sort()).toEqual(seen)
  const back = await round('Shift+F6')
  expect([...back].sort()).toEqual(seen)
  expect(back.slice(0, -1)).toEqual(forth.slice(0, -1).reverse())
})

test('what has the focus is seen to have it', async () => {
  const unseen: string[] = []
  for (let step = 0; step < FARTHEST; step++) {
    await page.keyboard.press('Tab')
    unseen.push(
      ...(await page.evaluate(() => {
        const focused = document.activeElement
        if (
          !(focused instanceof HTMLElement || focused instanceof SVGElement) ||
          focused === document.body ||
          focused.closest('.monaco-editor')
        )
          return []
        const around = [
          focused,
          focused.parentElement,
          focused.parentElement?.parentElement,
          focused.nextElementSibling,
          ...focused.querySelectorAll('*'),
        ]
        const look = (): string =>
          around
            .flatMap(element => {
              if (!element) return []
              const { outlineStyle, outlineColor, boxShadow, borderColor, backgroundColor, stroke, strokeWidth } =
                getComputedStyle(element)
              return [
                outlineStyle,
                outlineStyle === 'none' ? '' : outlineColor,
                boxShadow,
                borderColor,
                backgroundColor,
                stroke,
                strokeWidth,
              ]
            })
            .join()
        const withFocus = look()
        focused.blur()
        const isSeen = withFocus !== look()
        focused.focus()
        return isSeen ? [] : [focused.outerHTML.slice(0, 160)]
      })),
    )
  }
  expect([...new Set(unseen)]).toEqual([])
})

test('lists that are drawn only where they are seen tell places and levels of what they hold', async () => {
  const tree = page.getByRole('tree', { name: 'Project' }).getByRole('treeitem')
  await expect(tree.first()).toHaveAttribute('aria-level', '1')
  await expect(tree.first()).toHaveAttribute('aria-posinset', '1')
  await expect(tree.first()).toHaveAttribute('aria-setsize', /^[1-9]\d*$/)
  await paneTo('viewport')
  await tabTo(page.getByTestId('tool-select'))
  await arrowTo(page.getByRole('button', { name: 'List of areals' }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByTestId('areal-list'))
  await page.keyboard.press('End')
  const last = page.getByTestId('areal-list').getByRole('option', { selected: true })
  await expect(last).toHaveAttribute('aria-posinset', (await last.getAttribute('aria-setsize')) ?? '')
  await expect(page.getByTestId('areal-list')).toMatchAriaSnapshot('- listbox "List of areals":\n  - option [selected]')

  // A row that is wheeled away has no element to be named as the one that the keys act on.
  const project = page.getByRole('tree', { name: 'Project' })
  await project.locator('[data-key="bases.rlb"] .chevron').click()
  await project.focus()
  await page.keyboard.press('Home')
  const named = (): Promise<boolean | null> =>
    project.evaluate(list => {
      const id = list.getAttribute('aria-activedescendant')
      return id === null ? null : document.getElementById(id) !== null
    })
  await expect.poll(named).toBe(true)
  await project.evaluate(list => list.scrollTo(0, list.scrollHeight))
  await expect.poll(named).toBeNull()
})

test('entries are renamed, doubled and removed in the tree, packed, found and shown in the next view by keys', async () => {
  const tree = page.getByTestId('pane-tree').getByRole('tree')
  const row = (name: string): Locator => tree.getByRole('treeitem', { name })
  await filterTree(page, 'material.lib')
  await row('Material.lib').click()
  await page.keyboard.press('Delete')
  await expect(page.getByTestId('notification')).toContainText('Only entries of an archive')
  const first = tree.locator('[data-key="Material.lib!#0"]')
  await page.keyboard.press('ArrowRight')
  await expect(first).toBeVisible() // its rows are read first
  await page.keyboard.press('ArrowRight')
  await expect(first).toHaveClass(/cursor/)

  await page.keyboard.press('F2')
  await page.getByRole('dialog').getByRole('textbox').fill('RENAMED')
  await page.keyboard.press('Enter')
  // Other entries name it: the question is answered by the button that has the focus, or by the one before it.
  await expect(page.getByTestId('references-all')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByTestId('references-alone')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(first).toContainText('RENAMED')
  await expect(tree).toBeFocused()
  await page.keyboard.press('Control+KeyD')
  await expect(row('RENAMED_2')).toHaveAttribute('aria-selected', 'true')
  await tree.focus()
  await page.keyboard.press('Delete')
  await expect(row('RENAMED_2')).toHaveCount(0)
  await expect(page.getByTestId('status-unpacked')).toContainText('1')

  // Ctrl+S packs the file of the active entry, Ctrl+Shift+S all.
  await filterTree(page, '')
  await page.keyboard.press('Control+KeyP')
  await page.getByTestId('palette').getByRole('combobox').fill('SC_1 Land.map')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('tab-viewport')).toContainText('SC_1')
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('Control+KeyP')
  await page.getByTestId('palette').getByRole('combobox').fill('#7')
  await page.keyboard.press('Enter')
  await page.getByTestId('field-class_id').fill('9')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('status-unpacked')).toContainText('2')
  await page.keyboard.press('Control+KeyS')
  await expect(page.getByTestId('status-unpacked')).toContainText('1')
  await page.keyboard.press('Control+Shift+KeyS')
  await expect(page.getByTestId('status-unpacked')).toContainText('all edits packed')

  // The same areal in the next view; the key finds in the table and in the bytes.
  await page.getByTestId('field-class_id').focus()
  await page.keyboard.press('Control+Shift+KeyE')
  await expect.poll(paneWithFocus).toBe('pane-struct')
  await expect(page.locator('[data-testid="struct-row"][aria-selected="true"]')).toHaveAttribute(
    'data-path',
    'areals/7/class_id',
  )
  await page.keyboard.press('Control+Shift+KeyE')
  await expect(page.getByTestId('hex-grid')).toBeFocused()
  await page.keyboard.press('Control+KeyF')
  await expect(page.getByTestId('pane-hex').locator('input:focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByTestId('tab-table').click() // the focus is on the tab
  await page.getByTestId('table-grid').waitFor()
  await page.keyboard.press('Control+KeyF')
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('table-grid')).toBeFocused()
})
