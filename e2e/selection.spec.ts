import { expect as plainExpect, test, type Page } from '@playwright/test'
import { document as laidOut, locate, nodeAt, type Document } from '@areal-studio/core/layout'
import { arealMap } from '@areal-studio/core/parkan'
import { panesApart } from './panes-apart'
import { MAP, areal, freshFolder, selectAreal, startStudio, type Running } from './studio'

/** Six panes and a map drawn by software: what is expected may take its time, not fail for it. */
const expect = plainExpect.configure({ timeout: 60_000 })
/** An areal with several of everything. */
const RICH = 525
const PATIENCE = 300_000
const KINDS = ['areals', `areals/${RICH}/vertices`] as const
let studio: Running
let whole: Document

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(PATIENCE)
  const userData = freshFolder()
  const first = await startStudio({ userData })
  await expect(first.page.getByTestId('pane-tree')).toContainText('SC_1')
  await first.close()
  await givePolygons(`${userData}/sample/Parkan`, userData)
  studio = await startStudio({ userData, width: 1920, height: 1080 })
  await panesApart(studio.page)
  await studio.page.getByTestId('json-scope').getByText('File').or(studio.page.getByText('Show the whole file')).first().click()
  await expect(studio.page.getByTestId('json-editor')).toContainText('areals')
  await readWhole(studio.page)
})

test.afterAll(async () => { await studio.close() })

/** No map of the game has polygons: one areal gets three. */
async function givePolygons(install: string, userData: string): Promise<void> {
  const path = `areals/${RICH}`
  const record = JSON.parse((await areal(['get', install, MAP, path, '--json'], { userData })).out.toString()) as Record<string, unknown[]>
  const polygons = [1, 2, 1].map(n => ({ words: Array.from({ length: 3 * n }, (_, word) => word) }))
  const links = [...record['links'] ?? [], ...Array.from({ length: 9 }, () => ({ area_ref: -1, edge_ref: -1 }))]
  const done = await areal(['set', install, MAP, `${path}=${JSON.stringify({ ...record, poly_count: 3, links, polygons })}`], { userData })
  expect([done.code, done.err]).toEqual([0, ''])
}

/** The map as the studio has it now, laid out here: what the panes say is held against it. */
async function readWhole(page: Page): Promise<void> {
  const { bytes, areals } = await page.evaluate(async entry => {
    const image = await window.arealProbe?.studio?.read(entry)
    return { bytes: Array.from(image?.bytes ?? []), areals: Number(image?.attributes['attr1']) }
  }, MAP)
  whole = laidOut(arealMap(areals), Uint8Array.from(bytes))
}

const count = (array: string): number => {
  const node = locate(whole, array)
  if (!node || node.childCount === 0) throw new Error(`${array} has no records`)
  return node.childCount
}
const targets = (array: string): number[] => [0, count(array) >> 1, count(array) - 1]
const offsetOf = (path: string): number => locate(whole, path)?.offset ?? -1
const changes = (page: Page): Promise<number> => page.evaluate(() => window.arealProbe?.selection?.().changes ?? -1)
const selectElsewhere = (page: Page, path: string): Promise<void> =>
  page.evaluate(([entry, to]) => { window.arealProbe?.select?.(entry ?? '', to ?? '') }, [MAP, path])

/** What every pane shows as selected, in one look. */
const shownBy = (page: Page) => page.evaluate(() => {
  const one = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
  const array = one('[data-testid="table-array"]')?.textContent?.trim()
  return {
    selection: window.arealProbe?.selection?.().path,
    struct: one('[data-testid="struct-row"][aria-selected="true"]')?.dataset['path'],
    json: one('[data-testid="json-editor"] .json-selected') ? one('[data-testid="json-editor"]')?.dataset['path'] : 'nothing framed',
    hex: Number(one('[data-testid="hex-grid"]')?.dataset['caret']),
    form: one('.form-head p')?.textContent?.trim().split(' ').at(-1),
    table: `${array}/${one('[data-testid="table-grid"] [data-record][aria-selected="true"]')?.dataset['record']}`,
    map: one('[data-testid="viewport-live"]')?.textContent,
  }
})

/** All panes show this node; those that know records only, its record. */
async function expectShown(page: Page, path: string): Promise<void> {
  const record = /^[a-z]+\/\d+/.exec(path)?.[0] ?? path
  const isAreal = path.startsWith('areals/')
  await expect.poll(() => shownBy(page), { intervals: [20, 50, 100, 200, 400] }).toEqual({
    selection: path, struct: path, json: path, hex: offsetOf(path), form: record,
    table: expect.stringMatching(new RegExp(`^(${record}|${path.replace(/^((?:.*\/)?\d+).*$/, '$1')})$`)),
    map: isAreal ? expect.stringMatching(new RegExp(`\\b${record.slice(7)}\\b`)) : expect.anything(),
  })
}

/** Does something that selects; the panes follow, and none of them answers with a selection of its own. */
async function selecting(page: Page, path: string, act: () => Promise<unknown>): Promise<void> {
  const before = await changes(page)
  await act()
  await expectShown(page, path)
  expect(await changes(page), `selections made for ${path}`).toBe(before + 1)
}

const sibling = (at: number): number => (at === 0 ? 1 : at - 1)

async function fromHex(page: Page, path: string): Promise<void> {
  await page.getByTestId('hex-grid').focus()
  await page.keyboard.press('Control+g')
  await page.getByTestId('hex-go').locator('input').fill(String(offsetOf(path)))
  await selecting(page, nodeAt(whole, offsetOf(path)).path, () => page.keyboard.press('Enter'))
}

async function fromStruct(page: Page, path: string): Promise<void> {
  await selecting(page, path, () => page.locator(`[data-testid="struct-row"][data-path="${path}"]`).click({ position: { x: 90, y: 10 } }))
}

async function fromTable(page: Page, array: string, at: number): Promise<void> {
  await page.getByTestId('table-array').click()
  await page.getByRole('menuitemcheckbox', { name: array, exact: true }).click()
  await page.getByTestId('table-filter-record').fill(String(at))
  const row = page.locator(`[data-testid="table-grid"] [data-record="${at}"] [role="rowheader"]`)
  await selecting(page, `${array}/${at}`, () => row.click())
}

/** From the record beside it by an arrow key; areals stand over many lines, there it is the field below. */
async function fromJson(page: Page, array: string, at: number): Promise<void> {
  const isAreal = array === 'areals'
  const start = isAreal ? `${array}/${at}/reserved_12` : `${array}/${sibling(at)}`
  await selectElsewhere(page, start)
  await expect(page.getByTestId('json-editor')).toHaveAttribute('data-path', start)
  await page.getByTestId('json-editor').locator('textarea, .native-edit-context').first().focus()
  const isDown = isAreal || at > 0
  await selecting(page, isAreal ? `${array}/${at}/area_metric` : `${array}/${at}`, () => page.keyboard.press(isDown ? 'ArrowDown' : 'ArrowUp'))
}

test('an areal clicked in the map is shown by all panes', async () => {
  test.setTimeout(PATIENCE)
  for (const at of targets('areals')) await selecting(studio.page, `areals/${at}`, () => selectAreal(studio.page, at))
})

for (const array of KINDS) {
  test(`the first, middle and last of ${array} are shown by all panes, whichever selects them`, async () => {
    test.setTimeout(PATIENCE)
    const { page } = studio
    for (const at of targets(array)) {
      const path = `${array}/${at}`
      await fromHex(page, path)
      await selectElsewhere(page, `${array}/${sibling(at)}`)
      await fromStruct(page, path)
      await fromTable(page, array, at)
      await page.getByTestId('table-filter-record').fill('')
      await fromJson(page, array, at)
    }
  })
}
