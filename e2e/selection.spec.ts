import { expect as plainExpect, test, type Page } from '@playwright/test'
import { document as laidOut, locate, type Document, type Value } from '@areal-studio/core/layout'
import { arealMap } from '../core/families/parkan/areal-map/areal-map'
import { editElsewhere, selectElsewhere } from './elsewhere'
import {
  fromForm,
  fromHex,
  fromJson,
  fromStruct,
  fromTable,
  offsetOf,
  shownBy,
  wholeTable,
  type Stage,
  type Way,
} from './five-views'
import { openAfterAnother } from './map-page'
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
  await openAfterAnother(studio.page, 'SC_1')
  await panesApart(studio.page)
  await studio.page
    .getByTestId('json-scope')
    .getByText('File')
    .or(studio.page.getByText('Show the whole file'))
    .first()
    .click()
  await expect(studio.page.getByTestId('json-editor')).toContainText('areals')
  await readWhole(studio.page)
})

test.afterAll(async () => {
  await studio.close()
})

/** No map of the game has polygons: one areal gets three. */
async function givePolygons(install: string, userData: string): Promise<void> {
  const path = `areals/${RICH}`
  const record = JSON.parse(
    (await areal(['get', install, MAP, path, '--json'], { userData })).out.toString(),
  ) as Record<string, unknown[]>
  const polygons = [1, 2, 1].map(n => ({ words: Array.from({ length: 3 * n }, (_, word) => word) }))
  const links = [...(record['links'] ?? []), ...Array.from({ length: 9 }, () => ({ area_ref: -1, edge_ref: -1 }))]
  const done = await areal(
    ['set', install, MAP, `${path}=${JSON.stringify({ ...record, poly_count: 3, links, polygons })}`],
    { userData },
  )
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
const changes = (page: Page): Promise<number> => page.evaluate(() => window.arealProbe?.selection?.().changes ?? -1)
const select = (page: Page, path: string): Promise<void> => selectElsewhere(page, MAP, path)
const stage = (): Stage => ({ page: studio.page, entry: MAP, whole })

/** All panes show this node; those that know records only, its record. */
async function expectShown(page: Page, path: string): Promise<void> {
  const record = /^[a-z]+\/\d+/.exec(path)?.[0] ?? path
  const isAreal = path.startsWith('areals/')
  await expect
    .poll(() => page.evaluate(shownBy, path), { intervals: [20, 50, 100, 200, 400] })
    .toEqual({
      selection: path,
      struct: path,
      json: path,
      hex: offsetOf(whole, path),
      form: record,
      table: 'holds it',
      map: isAreal ? expect.stringMatching(new RegExp(`\\b${record.slice(7)}\\b`)) : expect.anything(),
    })
}

/** Selects something; the panes follow, and none of them replies with a selection of its own. */
async function selecting(page: Page, { path, act }: Way): Promise<void> {
  const before = await changes(page)
  await act()
  await expectShown(page, path)
  expect(await changes(page), `selections made for ${path}`).toBe(before + 1)
}

test('an areal clicked in the map is shown by all panes', async () => {
  test.setTimeout(PATIENCE)
  for (const at of targets('areals'))
    await selecting(studio.page, { path: `areals/${at}`, act: () => selectAreal(studio.page, at) })
})

for (const array of KINDS) {
  test(`the first, middle and last of ${array} are shown by all panes, whichever selects them`, async () => {
    test.setTimeout(PATIENCE)
    const { page } = studio
    for (const at of targets(array)) {
      await selecting(page, await fromHex(stage(), `${array}/${at}`))
      await selecting(page, await fromStruct(stage(), array, at))
      await selecting(page, await fromTable(stage(), array, at))
      await wholeTable(page)
      await selecting(page, await fromJson(stage(), array, at))
      if (!array.includes('/')) await selecting(page, await fromForm(stage(), array, at))
    }
  })
}

test('Alt and an arrow goes back and forward, from text fields too', async () => {
  test.setTimeout(PATIENCE)
  const { page } = studio
  for (const at of [7, 8]) await select(page, `areals/${at}`)
  await page.getByTestId('field-class_id').focus()
  await select(page, 'areals/9')
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
  await select(page, 'areals/900')
  await select(page, 'areals/1000/vertices/1')
  await expectShown(page, 'areals/1000/vertices/1')
  const grown = await areal(['get', `${studio.userData}/sample/Parkan`, MAP, 'areals/5', '--json'], {
    userData: studio.userData,
  })
  await editElsewhere(page, MAP, 'areals/5', withVertex(grown.out.toString()))
  await readWhole(page)
  await expectShown(page, 'areals/1000/vertices/1')

  await selectAreal(page, 4)
  await page.getByTestId('viewport-canvas').press('Delete')
  await expect
    .poll(() =>
      page.evaluate(async entry => Number((await window.arealProbe?.studio?.read(entry))?.attributes['attr1']), MAP),
    )
    .toBe(1049)
  await readWhole(page)
  await page.keyboard.press('Alt+ArrowLeft')
  await expectShown(page, 'areals/999/vertices/1')
  for (const array of ['areals', `areals/${RICH - 1}/polygons`, 'cells']) {
    const last = `${array}/${count(array) - 1}`
    await select(page, last)
    await expectShown(page, last)
    await selecting(page, await fromHex(stage(), last))
  }
})

test('all of a class are selected, and all others', async () => {
  const { page } = studio
  const classOf = (at: number): unknown => locate(whole, `areals/${at}/class_id`)?.value
  const all = Array.from({ length: count('areals') }, (_, at) => at)
  const paths = (): Promise<readonly string[]> => page.evaluate(() => window.arealProbe?.selection?.().paths ?? [])
  const same = all.filter(at => classOf(at) === classOf(7))
  for (const pane of [
    page.getByTestId('viewport-canvas'),
    page.getByTestId('table-grid'),
    page.getByRole('treegrid').first(),
  ]) {
    await select(page, 'areals/7/class_id')
    await pane.focus()
    await page.keyboard.press('Control+Alt+a')
    await expect.poll(paths).toEqual(same.map(at => `areals/${at}`))
  }
  await page.keyboard.press('Control+i')
  await expect.poll(paths).toEqual(all.filter(at => !same.includes(at)).map(at => `areals/${at}`))
  await expect(page.getByTestId('table-selected')).toContainText((all.length - same.length).toLocaleString('en'))
})

/** The same areal with its last corner twice. */
function withVertex(text: string): Value {
  const record = JSON.parse(text) as Readonly<Record<string, Value>> & {
    readonly vertex_count: number
    readonly vertices: readonly Value[]
    readonly links: readonly Value[]
  }
  const { vertices, links } = record
  return {
    ...record,
    vertex_count: record.vertex_count + 1,
    vertices: [...vertices, ...vertices.slice(-1)],
    links: [...links, { area_ref: -1, edge_ref: -1 }],
  }
}

test('the window complained of nothing', () => {
  expect(studio.complaints).toEqual([])
})
