import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { keyOnMap, lookAt, openMap, placeOf } from './map-page'
import { steady } from './steady'
import { copyOf, fingerprints, sampleFolder, startStudio, type Running } from './studio'

const ROW = 64
/** Areals by what is done to their outlines; DOUBLE lies over UNDER afterwards. */
const [NAN, TWICE, CROSSED, POINT, DANGLING, UNDER, DOUBLE, PAIR] = [2, 4, 6, 8, 10, 3, 5, 12]
let studio: Running
let install: string
let before: Record<string, string>

test.describe.configure({ mode: 'serial' })

/** Spoils outlines of a Land.map with one chunk in every way that its bytes can hold. */
function spoil(bytes: Buffer): void {
  const starts: number[] = []
  for (let at = 16; starts.length <= PAIR + 1; ) {
    starts.push(at)
    at += 56 + 20 * bytes.readUInt32LE(at + 48)
  }
  const start = (areal: number): number => starts[areal] ?? 0
  const cornersOf = (areal: number): number => bytes.readUInt32LE(start(areal) + 48)
  const cornerAt = (areal: number, vertex: number): number => start(areal) + 56 + 12 * vertex
  const corner = (areal: number, vertex: number): Buffer =>
    Buffer.from(bytes.subarray(cornerAt(areal, vertex), cornerAt(areal, vertex + 1)))
  const put = (areal: number, vertex: number, from: Buffer): void => {
    from.copy(bytes, cornerAt(areal, vertex))
  }

  bytes.writeFloatLE(NaN, cornerAt(NAN, 1))
  put(TWICE, 1, corner(TWICE, 0))
  const [a, b] = [corner(CROSSED, 0), corner(CROSSED, 1)]
  put(CROSSED, 0, b)
  put(CROSSED, 1, a)
  for (let vertex = 1; vertex < cornersOf(POINT); vertex++) put(POINT, vertex, corner(POINT, 0))
  bytes.writeInt32LE(9999, cornerAt(DANGLING, cornersOf(DANGLING)))
  const laid = Math.min(cornersOf(UNDER), cornersOf(DOUBLE))
  for (let vertex = 0; vertex < cornersOf(DOUBLE); vertex++)
    put(DOUBLE, vertex, corner(UNDER, Math.min(vertex, laid - 1)))
  keepTwoCorners(bytes, start(PAIR))
}

/** Takes corners and links after the first two out of an areal; what follows moves up, the row tells the new size. */
function keepTwoCorners(bytes: Buffer, start: number): void {
  const row = bytes.length - ROW
  const gone = bytes.readUInt32LE(start + 48) - 2
  const links = start + 56 + 12 * (gone + 2)
  const end = 16 + bytes.readUInt32LE(row + 12)
  const tail = Buffer.concat([bytes.subarray(links, links + 16), bytes.subarray(links + 8 * (gone + 2), end)])
  bytes.writeUInt32LE(2, start + 48)
  tail.copy(bytes, start + 56 + 24)
  bytes.writeUInt32LE(end - 16 - 20 * gone, row + 12)
}

const count = async (page: Page, words: string): Promise<number> =>
  Number(
    /[\d,]+/
      .exec(
        await page
          .getByText(new RegExp(`\\d ${words}`))
          .first()
          .innerText(),
      )?.[0]
      .replace(/,/g, ''),
  )
const field = async (page: Page, name: string): Promise<number> =>
  Number(await page.getByTestId(`shape-${name}`).inputValue())

/** Gives a corner of the selected areal a place by typing. */
async function type(page: Page, corner: number, place: readonly [x: number, y: number]): Promise<void> {
  await page.getByTestId('shape-corner').fill(String(corner))
  await page.getByTestId('shape-corner').press('Enter')
  for (const [axis, value] of [
    ['x', place[0]],
    ['y', place[1]],
  ] as const) {
    await page.getByTestId(`shape-${axis}`).fill(String(value))
    await page.getByTestId(`shape-${axis}`).press('Enter')
    await expect.poll(() => field(page, axis)).toBeCloseTo(value, 2)
  }
}

async function select(page: Page, record: number): Promise<void> {
  await keyOnMap(page, 'Control+KeyG')
  await page.getByTestId('go-to').getByRole('textbox').fill(String(record))
  await page.getByTestId('go-to').getByRole('textbox').press('Enter')
  await expect(page.getByTestId('status-selection')).toContainText(new RegExp(`\\b${record}\\b`))
}

test.beforeAll(async () => {
  install = copyOf(await sampleFolder())
  const file = join(install, 'DATA/MAPS/SC_1/Land.map')
  const bytes = readFileSync(file)
  spoil(bytes)
  writeFileSync(file, bytes)
  before = fingerprints(install)
  studio = await startStudio({ install, width: 1440, height: 900 })
  await openMap(studio.page, 'SC_1')
})

test.afterAll(async () => {
  await studio.close()
})

test('each spoilt outline is marked where it is, and says why', async () => {
  const { page } = studio
  const faults = [
    [NAN, 'not numbers'],
    [TWICE, 'same corner twice'],
    [CROSSED, 'crosses itself'],
    [POINT, 'same corner twice'],
    [PAIR, 'fewer than three'],
  ] as const
  for (const [record, words] of faults) {
    const at = await lookAt(page, record)
    await page.mouse.move(at.x + 40, at.y + 40)
    await page.mouse.move(at.x, at.y)
    await expect(page.getByTestId('fault-card')).toContainText(words)
  }
})

test('Ctrl and the wheel go through areals that lie over each other', async () => {
  const { page } = studio
  const at = await lookAt(page, UNDER)
  await keyOnMap(page, 'KeyV')
  await page.mouse.click(at.x, at.y)
  const status = page.getByTestId('status-selection')
  await expect(status).toContainText(new RegExp(`\\b(?:${UNDER}|${DOUBLE})\\b`))
  const first = (await status.innerText()).includes(String(DOUBLE)) ? DOUBLE : UNDER
  await page.keyboard.down('Control')
  for (const record of [UNDER + DOUBLE - first, first]) {
    await page.mouse.wheel(0, 100)
    await expect(status).toContainText(new RegExp(`\\b${record}\\b`))
  }
  await page.keyboard.up('Control')
})

test('a problem of the list is framed, and repaired on its mark', async () => {
  const { page } = studio
  await page.getByTestId('tab-problems').click()
  const row = page.getByTestId('pane-problems').getByText(/9999/).first()
  await row.click()
  await expect(page.getByTestId('status-selection')).toContainText(String(DANGLING))
  await expect
    .poll(() => page.evaluate(record => window.arealProbe?.project?.(record) ?? null, DANGLING))
    .not.toBeNull()
  await page.waitForTimeout(300)
  const at = await placeOf(page, DANGLING)
  await page.mouse.move(at.x + 60, at.y + 60)
  await page.mouse.move(at.x, at.y - 18)
  await page.getByTestId('fault-card').getByTestId('fault-repair').first().click()
  await expect(page.getByTestId('pane-problems').getByText(/9999/)).toHaveCount(0)
  await page.getByTestId('button-undo').click()
  await expect(row).toBeVisible()

  const options = page.getByTestId('pane-problems').getByRole('option')
  await page.getByTestId('problems-here').click()
  await expect(page.getByTestId('problems-here')).toHaveAttribute('aria-pressed', 'true')
  await expect(row).toBeVisible()
  expect(await options.count()).toBeGreaterThan(1)
  await page.getByTestId('button-repair-all').click()
  await expect(page.getByTestId('pane-problems').getByText(/9999/)).toHaveCount(0)
  await page.getByTestId('problems-here').click()
  // Each repair is a step of its own; the button may be disabled between a look at it and the click.
  const undo = page.getByTestId('button-undo')
  await expect(async () => {
    if (await undo.isEnabled()) await undo.click({ timeout: 1000 })
    expect(await undo.isEnabled()).toBe(false)
  }).toPass({ intervals: [50] })
  await expect(row).toBeVisible()
})

test('links are made anew after a look at what would change, and taken back', async () => {
  const { page } = studio
  await page.keyboard.press('Control+KeyP')
  await page.keyboard.type('>rebuild cells or links')
  await page.keyboard.press('Enter')
  const words = page.getByTestId('rebuild-words')
  await expect(words).toContainText(/would change/)
  await page.getByTestId('rebuild-panel').getByRole('radio', { name: 'Broken links' }).click()
  await expect(words).toContainText(/Links: \d+ more/)
  await page.getByTestId('rebuild-apply').click()
  await expect(words).toContainText('Nothing would change')
  await expect(page.getByTestId('rebuild-apply')).toBeDisabled()
  await expect(page.getByTestId('status-unpacked')).toContainText('1')
  await page.getByTestId('button-undo').click()
  await expect(words).toContainText(/Links: \d+ more/)
  await keyOnMap(page, 'Escape')
  await expect(page.getByTestId('rebuild-panel')).toHaveCount(0)
})

test('spoilt outlines are put right by hand', async () => {
  const { page } = studio
  await select(page, NAN)
  await keyOnMap(page, 'KeyR')
  await page.getByTestId('shape-corner').fill('0')
  await page.getByTestId('shape-corner').press('Enter')
  const [x, y] = await steady(async () => [await field(page, 'x'), await field(page, 'y')] as const)
  await type(page, 1, [x + 20, y + 3])
  await keyOnMap(page, 'Escape')
  await page.getByTestId('tab-problems').click()
  await expect(page.getByTestId('pane-problems').getByText(/vertices\/1 is not a number/)).toHaveCount(0)

  await select(page, PAIR)
  await keyOnMap(page, 'Delete')
  await expect.poll(() => count(page, 'areals')).toBe(1049)
  expect(fingerprints(install)).toEqual(before)
})

test('the window complained of nothing', () => {
  expect(studio.complaints).toEqual([])
})
