import { expect as plainExpect, test, type Page } from '@playwright/test'
import { document as laidOut, locate, nodeAt, type Document } from '@areal-studio/core/layout'
import { arealMap } from '@areal-studio/core/parkan'
import { panesApart } from './panes-apart'
import { MAP, areal, freshFolder, putSample, selectAreal, startStudio, type Running } from './studio'

/** Six panes and a map drawn by software: what is expected may take its time, not fail for it. */
const expect = plainExpect.configure({ timeout: 60_000 })
/** An areal with several of everything. */
const RICH = 525
const PATIENCE = 300_000
const KINDS = ['areals', `areals/${RICH}/vertices`, `areals/${RICH}/links`, `areals/${RICH}/polygons`, 'cells'] as const
let studio: Running
let whole: Document

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  test.setTimeout(PATIENCE)
  const userData = freshFolder()
  await givePolygons(await putSample(userData), userData)
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
const shownBy = (page: Page, path: string) => page.evaluate(selected => {
  const one = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
  const row = `${one('[data-testid="table-array"]')?.textContent?.trim()}/${one('[data-testid="table-grid"] [data-record][aria-selected="true"]')?.dataset['record']}`
  return {
    selection: window.arealProbe?.selection?.().path,
    struct: one('[data-testid="struct-row"][aria-selected="true"]')?.dataset['path'],
    json: one('[data-testid="json-editor"] .json-selected') ? one('[data-testid="json-editor"]')?.dataset['path'] : 'nothing framed',
    hex: Number(one('[data-testid="hex-grid"]')?.dataset['caret']),
    form: one('.form-head p')?.textContent?.trim().split(' ').at(-1),
    // A row holds what is selected: the areal or, where its vertices were shown before, the link.
    table: `${selected}/`.startsWith(`${row}/`) ? 'holds it' : row,
    map: one('[data-testid="viewport-live"]')?.textContent,
  }
}, path)

/** All panes show this node; those that know records only, its record. */
async function expectShown(page: Page, path: string): Promise<void> {
  const record = /^[a-z]+\/\d+/.exec(path)?.[0] ?? path
  const isAreal = path.startsWith('areals/')
  await expect.poll(() => shownBy(page, path), { intervals: [20, 50, 100, 200, 400] }).toEqual({
    selection: path, struct: path, json: path, hex: offsetOf(path), form: record,
    table: 'holds it',
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

/** From the record beside it by the arrows of the form's head; the form shows nothing smaller than such records. */
async function fromForm(page: Page, array: string, at: number): Promise<void> {
  await selectElsewhere(page, `${array}/${sibling(at)}`)
  await expectShown(page, `${array}/${sibling(at)}`)
  await selecting(page, `${array}/${at}`, () => page.getByTestId(at > 0 ? 'form-next' : 'form-previous').click())
}

/** Fields that stand one above the other in records of several lines. */
const FIELDS: Readonly<Record<string, readonly [upper: string, lower: string]>> = { areals: ['reserved_12', 'area_metric'], [`areals/${RICH}/polygons`]: ['n', 'words'] }

/** By an arrow key: from the record beside it, or from the field above. */
async function fromJson(page: Page, array: string, at: number): Promise<void> {
  const [upper, lower] = FIELDS[array] ?? []
  const start = upper === undefined ? `${array}/${sibling(at)}` : `${array}/${at}/${upper}`
  await selectElsewhere(page, start)
  await expect(page.getByTestId('json-editor')).toHaveAttribute('data-path', start)
  await page.getByTestId('json-editor').locator('textarea, .native-edit-context').first().focus()
  const isDown = lower !== undefined || at > 0
  await selecting(page, lower === undefined ? `${array}/${at}` : `${array}/${at}/${lower}`, () => page.keyboard.press(isDown ? 'ArrowDown' : 'ArrowUp'))
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
      if (!array.includes('/')) await fromForm(page, array, at)
    }
  })
}

test('Alt and an arrow goes back and forward, from text fields too', async () => {
  test.setTimeout(PATIENCE)
  const { page } = studio
  for (const at of [7, 8]) await selectElsewhere(page, `areals/${at}`)
  await page.getByTestId('field-class_id').focus()
  await selectElsewhere(page, 'areals/9')
  // The field with the caret was a place as well.
  for (const path of ['areals/8/class_id', 'areals/8', 'areals/7']) {
    await page.keyboard.press('Alt+ArrowLeft')
    await expectShown(page, path)
  }
  await page.keyboard.press('Alt+ArrowRight')
  await expectShown(page, 'areals/8')
})

test('the panes follow after records were inserted and deleted', async () => {
  test.setTimeout(PATIENCE)
  const { page } = studio
  await selectElsewhere(page, 'areals/900')
  await selectElsewhere(page, 'areals/1000/vertices/1')
  await expectShown(page, 'areals/1000/vertices/1')
  const grown = await areal(['get', `${studio.userData}/sample/Parkan`, MAP, 'areals/5', '--json'], { userData: studio.userData })
  await page.evaluate(async ([entry, text]) => { await window.arealProbe?.edit?.(entry ?? '', 'areals/5', JSON.parse(text ?? '')) }, [MAP, withVertex(grown.out.toString())])
  await readWhole(page)
  await expectShown(page, 'areals/1000/vertices/1')

  await selectAreal(page, 4)
  await page.getByTestId('viewport-canvas').press('Delete')
  await expect.poll(() => page.evaluate(async entry => Number((await window.arealProbe?.studio?.read(entry))?.attributes['attr1']), MAP)).toBe(1049)
  await readWhole(page)
  await page.keyboard.press('Alt+ArrowLeft')
  await expectShown(page, 'areals/999/vertices/1')
  for (const array of ['areals', `areals/${RICH - 1}/polygons`, 'cells']) {
    const last = `${array}/${count(array) - 1}`
    await selectElsewhere(page, last)
    await expectShown(page, last)
    await fromHex(page, last)
  }
})

test('all of a class are selected, and all others', async () => {
  const { page } = studio
  const classOf = (at: number): unknown => locate(whole, `areals/${at}/class_id`)?.value
  const all = Array.from({ length: count('areals') }, (_, at) => at)
  const paths = (): Promise<readonly string[]> => page.evaluate(() => window.arealProbe?.selection?.().paths ?? [])
  const same = all.filter(at => classOf(at) === classOf(7))
  for (const pane of [page.getByTestId('viewport-canvas'), page.getByTestId('table-grid'), page.getByRole('treegrid').first()]) {
    await selectElsewhere(page, 'areals/7/class_id')
    await pane.focus()
    await page.keyboard.press('Control+Alt+a')
    await expect.poll(paths).toEqual(same.map(at => `areals/${at}`))
  }
  await page.keyboard.press('Control+i')
  await expect.poll(paths).toEqual(all.filter(at => !same.includes(at)).map(at => `areals/${at}`))
  await expect(page.getByTestId('table-selected')).toContainText((all.length - same.length).toLocaleString('en'))
})

/** The same areal with its last corner twice. */
function withVertex(text: string): string {
  const record = JSON.parse(text) as { vertex_count: number; vertices: unknown[]; links: unknown[] }
  const { vertices, links } = record
  return JSON.stringify({ ...record, vertex_count: record.vertex_count + 1, vertices: [...vertices, vertices.at(-1)], links: [...links, { area_ref: -1, edge_ref: -1 }] })
}

test('the window complained of nothing', () => {
  expect(studio.complaints).toEqual([])
})
