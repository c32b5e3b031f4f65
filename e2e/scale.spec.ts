import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { damagedSample, MAP, removeFolder, startStudio, type Running } from './studio'

/** CSS pixels of a window of 1280 × 720 at 175 %. */
const SMALL = { width: 731, height: 411 }
/** The same at 200 %. */
const SMALLEST = { width: 640, height: 360 }
const TOOLS = ['select', 'paint', 'fill', 'erase', 'split', 'shape', 'measure', 'route', 'faces', 'sculpt'] as const

let running: Running
test.afterEach(async () => {
  await running.close()
  removeFolder(running.userData)
})

async function run(page: Page, id: string, words: string): Promise<void> {
  await page.keyboard.press('Control+Shift+KeyP')
  await page.getByTestId('palette').getByRole('combobox').fill(words)
  await page.locator(`[data-command="${id}"]`).click()
}

async function started(size: {
  readonly width: number
  readonly height: number
  readonly language?: 'ru'
  readonly install?: string
}): Promise<Page> {
  running = await startStudio(size)
  const { page } = running
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByTestId('legend').waitFor()
  await page.evaluate(entry => {
    window.arealProbe?.frame?.([5])
    window.arealProbe?.select?.(entry, 'areals/5')
  }, MAP)
  await expect(page.getByTestId('map-chip')).toBeVisible()
  return page
}

type Boxes = Readonly<Record<string, Readonly<Record<'x' | 'y' | 'width' | 'height', number>>>>

/** Place and size of each pane that is seen, by its name. */
const boxesOf = (page: Page): Promise<Boxes> =>
  page.locator('[data-testid^="pane-"]:visible').evaluateAll(panes =>
    Object.fromEntries(
      panes.map(pane => {
        const { x, y, width, height } = pane.getBoundingClientRect()
        return [
          pane.getAttribute('data-testid') ?? '',
          { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) },
        ]
      }),
    ),
  )

/** Texts of a pane that end in dots and have no title while the mouse is on them. */
const cutUntitled = (page: Page, pane: string): Promise<string[]> =>
  page.getByTestId(`pane-${pane}`).evaluate(element =>
    [...element.querySelectorAll<HTMLElement>('*')]
      .filter(
        part =>
          part.checkVisibility({ visibilityProperty: true }) &&
          getComputedStyle(part).textOverflow === 'ellipsis' &&
          part.scrollWidth > part.clientWidth &&
          !part.closest('.visually-hidden, .monaco-editor, [data-grace-area-trigger]'),
      )
      .filter(part => {
        part.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
        return !part.closest('[title]')
      })
      .map(part => `${part.className}: ${part.textContent}`),
  )

/** Bars and choices of a pane that are more than one stop of the Tab key. */
const manyStops = (page: Page, pane: string): Promise<string[]> =>
  page.getByTestId(`pane-${pane}`).evaluate(element =>
    [...element.querySelectorAll('[role="toolbar"], [role="radiogroup"], [role="tablist"]')].flatMap(bar => {
      const stops = [...bar.querySelectorAll<HTMLElement>('button, input, select, [tabindex]')].filter(
        stop => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility({ visibilityProperty: true }),
      )
      return stops.length > 1 ? [`${bar.getAttribute('aria-label') ?? ''}: ${stops.length}`] : []
    }),
  )

/** Rows of a pane that are seen whole, under its heads. */
const rowsSeen = (page: Page, pane: string, row: string): Promise<number> =>
  page.getByTestId(`pane-${pane}`).evaluate((element, selector) => {
    const room = element.getBoundingClientRect()
    return [...element.querySelectorAll(selector)].filter(one => {
      const box = one.getBoundingClientRect()
      const at = document.elementFromPoint(box.left + Math.min(box.width, room.width) / 2, box.bottom - 2)
      return (
        box.height > 0 &&
        box.top >= room.top &&
        box.bottom <= room.bottom &&
        (one.contains(at) || (at?.contains(one) ?? false))
      )
    }).length
  }, row)

test('at 175 % each pane of the first layout shows rows of what it is for', async () => {
  const page = await started({ ...SMALL, install: await damagedSample(8) })
  for (const [pane, words, row] of [
    ['table', 'Table', '[data-testid="table-grid"] [role="row"]'],
    ['json', 'JSON', '.view-line'],
    ['hex', 'Hex', '.hex-row'],
    ['problems', 'Problems', '[role="option"], [role="treeitem"]'],
    ['struct', 'Struct', '[data-testid="struct-row"]'],
    ['tree', 'Project', '[role="treeitem"]'],
  ] as const) {
    await run(page, `view.${pane}`, words)
    await expect.poll(() => rowsSeen(page, pane, row), { message: pane }).toBeGreaterThanOrEqual(5)
  }
})

test('at 175 % nothing that lies over the map covers another, whatever tool is at work', async () => {
  const page = await started(SMALL)
  for (const tool of TOOLS) {
    await page.getByTestId(`tool-${tool}`).click()
    await expect(page.getByTestId(`tool-${tool}`)).toHaveAttribute('aria-checked', 'true')
    const covered = (): Promise<string[]> =>
      page.locator('.stage').evaluate(stage => {
        const parts = [
          ...stage.querySelectorAll('.tool-place > *, .legend, .gizmo, .buttons, .mini, .chip[data-testid="map-chip"]'),
        ]
          .filter(part => part.checkVisibility({ visibilityProperty: true }))
          .map(part => ({ name: part.className.toString(), box: part.getBoundingClientRect() }))
        const room = stage.getBoundingClientRect()
        return parts.flatMap(({ name, box }, i) => [
          ...(box.left < room.left || box.right > room.right || box.top < room.top || box.bottom > room.bottom
            ? [`${name} leaves the map`]
            : []),
          ...parts
            .slice(i + 1)
            .filter(
              other =>
                box.left < other.box.right &&
                other.box.left < box.right &&
                box.top < other.box.bottom &&
                other.box.top < box.bottom,
            )
            .map(other => `${name} and ${other.name}`),
        ])
      })
    await expect.poll(covered, { message: tool }).toEqual([])
  }
})

test('at 200 %, in the longer language, no control of a pane lies where it cannot be reached, cut texts have titles, and a bar is one Tab stop', async () => {
  const page = await started({ ...SMALLEST, language: 'ru' })
  for (const [pane, words] of [
    ['table', 'Table'],
    ['json', 'JSON'],
    ['hex', 'Hex'],
    ['problems', 'Problems'],
    ['history', 'History'],
    ['changes', 'Changes'],
    ['jobs', 'Jobs'],
    ['deploy', 'Deploy'],
    ['find', 'Find'],
    ['gallery', 'Gallery'],
    ['help', 'Help'],
    ['struct', 'Struct'],
    ['form', 'Form'],
    ['tree', 'Project'],
    ['viewport', 'Map'],
  ] as const) {
    await run(page, `view.${pane}`, words)
    const lost = (): Promise<string[]> =>
      page.getByTestId(`pane-${pane}`).evaluate(element => {
        const reaches = (control: Element): boolean => {
          const box = control.getBoundingClientRect()
          for (let at = control.parentElement; at; at = at.parentElement) {
            const room = at.getBoundingClientRect()
            if (box.left >= room.left - 1 && box.right <= room.right + 1) continue
            const { overflowX } = getComputedStyle(at)
            if (overflowX === 'auto' || overflowX === 'scroll') return true
            if (overflowX !== 'visible') return false
          }
          return true
        }
        return [...element.querySelectorAll('button, input, select, [role="button"]')]
          .filter(
            control =>
              control.checkVisibility({ visibilityProperty: true }) &&
              !control.closest('.visually-hidden, .monaco-editor') &&
              !reaches(control),
          )
          .map(
            control =>
              control.getAttribute('aria-label') ?? control.getAttribute('data-testid') ?? control.textContent ?? '',
          )
      })
    await expect.poll(lost, { message: pane }).toEqual([])
    expect(await cutUntitled(page, pane), pane).toEqual([])
    expect(await manyStops(page, pane), pane).toEqual([])
  }
})

test('a ready layout follows the window: what lay below comes behind where it is too low, and back, as it was left', async () => {
  const page = await started({ width: 1280, height: 720 })
  const top = async (pane: string): Promise<number> => (await page.getByTestId(`pane-${pane}`).boundingBox())?.y ?? -1
  await run(page, 'view.table', 'Table')
  await page.getByTestId('table-filter-class_id').fill('3')
  await expect.poll(async () => (await top('table')) - (await top('viewport'))).toBeGreaterThan(0)
  const before = await boxesOf(page)
  /** The layout of the low window has reached the disk. */
  const isKept = (): boolean => {
    const path = join(running.userData, 'state.json')
    const state = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { layout?: { isLow?: boolean } }) : {}
    return state.layout?.isLow === true
  }
  await page.setViewportSize(SMALL)
  await expect(page.getByTestId('pane-table')).toBeVisible()
  await expect.poll(() => rowsSeen(page, 'table', '[data-testid="table-grid"] [role="row"]')).toBeGreaterThanOrEqual(5)
  await expect(page.getByTestId('pane-viewport')).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(page.getByTestId('pane-viewport')).toBeVisible()
  await expect.poll(async () => (await top('table')) - (await top('viewport'))).toBeGreaterThan(0)
  await expect.poll(async () => (await top('struct')) - (await top('form'))).toBeGreaterThan(0)
  await expect(page.getByTestId('table-filter-class_id')).toHaveValue('3')
  await expect.poll(() => boxesOf(page)).toEqual(before)

  // In a large window the map takes what comes to it; back from a small one, also after a reload there, all is as before.
  await page.setViewportSize({ width: 2560, height: 1440 })
  await expect.poll(async () => (await boxesOf(page))['pane-tree']?.width).toBe(before['pane-tree']?.width)
  await expect.poll(async () => (await boxesOf(page))['pane-form']?.width).toBe(before['pane-form']?.width)
  await page.setViewportSize(SMALLEST)
  await expect(page.getByTestId('pane-viewport')).toBeHidden()
  await expect.poll(isKept).toBe(true)
  await page.reload()
  await page.getByTestId('pane-table').waitFor()
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect.poll(() => boxesOf(page)).toEqual(before)
})

test('at 175 % what a query would do and the button that does it are in sight', async () => {
  const page = await started(SMALL)
  await run(page, 'view.table', 'Table')
  await page.getByTestId('table-query-toggle').click()
  await page.getByTestId('table-statement').fill('areals where class_id = 3 set logic_flag = logic_flag | 4')
  await page.getByTestId('table-dry-run').click()
  await page.getByTestId('apply-query').click({ trial: true })
  await expect(page.getByTestId('apply-query')).toBeInViewport({ ratio: 1 })
  await expect.poll(() => rowsSeen(page, 'table', '[data-testid="dry-run-row"]')).toBeGreaterThanOrEqual(1)
})
