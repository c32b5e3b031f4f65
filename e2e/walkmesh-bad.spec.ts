import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { apply } from '../core/edit'
import { ASWM } from '../core/families/nwn2/aswm/aswm'
import { areaFile, listOf, structOf, treeFile } from '../core/families/nwn2/sample/files'
import { areaSize } from '../core/families/nwn2/sample/ground'
import { sampleMesh, type GroundPlan } from '../core/families/nwn2/sample/mesh'
import { assign, document, type Bytes } from '../core/layout'
import { keyOnMap, placeOf } from './map-page'
import { ROOT, areal, freshFolder, removeFolder, startStudio, type Running } from './studio'
import { filterTree } from './tree-page'

const STONE = 0x20
const [INT, FLOAT, TEXT, LIST] = [5, 8, 10, 15] as const
/** Two tiles of 10 m, eight by eight cells: 128 triangles in a tile, two more than its table has numbers for. */
const CROWDED: GroundPlan = {
  width: 2,
  height: 1,
  tileWidth: 10,
  cells: 8,
  heightAt: () => 0,
  surfaceAt: () => STONE,
}
/** Three tiles of 18 triangles. */
const ROW: GroundPlan = { ...CROWDED, width: 3, cells: 3 }

const walkmesh = (mesh: Bytes): Bytes =>
  areaFile([
    ['TRWH', areaSize(3, 1)],
    ['ASWM', mesh],
  ])
/** The mesh with other values of fields, its tables as they were. */
function withValues(mesh: Bytes, values: Readonly<Record<string, number>>): Bytes {
  let bytes = mesh
  for (const [path, value] of Object.entries(values))
    bytes = apply(bytes, assign(document(ASWM, bytes), path, value).splices)
  return bytes
}

/** A cutter whose outline is a bow tie. */
const CROSSED = structOf(1, [
  ['Tag', TEXT, 'bow_tie'],
  ['Type', INT, 3],
  ['XPosition', FLOAT, 12],
  ['YPosition', FLOAT, 3],
  ['ZPosition', FLOAT, 0],
  [
    'Geometry',
    LIST,
    listOf(
      (
        [
          [0, 0],
          [5, 4],
          [5, 0],
          [0, 4],
        ] as const
      ).map(([x, y]) =>
        structOf(3, [
          ['PointX', FLOAT, x],
          ['PointY', FLOAT, y],
          ['PointZ', FLOAT, 0],
        ]),
      ),
    ),
  ],
])

/** Bits of a triangle that is closed. */
const CLOSED = 4
/** 126 walkable triangles in each tile, as many as a table holds: one cell is closed. */
const FULL: GroundPlan = { ...CROWDED, surfaceAt: (x, y) => (x % 10 < 1.25 && y < 1.25 ? 0 : STONE) }
const APART: GroundPlan = { ...ROW, surfaceAt: x => (x > 10 && x < 20 ? 0 : STONE) }

interface BadArea {
  readonly what: string
  readonly stem: string
  readonly mesh: Bytes
  readonly triangles: number
  /** Codes of its problems. */
  readonly problems: readonly string[]
  /** What a click on the first of them selects on the map. */
  readonly record?: RegExp
  readonly operation: 'bake' | 'apply-cutters'
  /** What the preview says, or the refusal where there is none. */
  readonly says?: RegExp
  readonly refusal?: string
}
const BAD: readonly BadArea[] = [
  {
    what: 'triangles that lie over others',
    stem: 'overlap',
    // A corner of the first tile lies in the third.
    mesh: withValues(sampleMesh(ROW, true), { 'vertices/12/x': 25, 'vertices/12/y': 5, 'triangles/0/flags': CLOSED }),
    triangles: 54,
    problems: ['aswm.triangle.derived', 'aswm.triangle.winding', 'aswm.tile.blocked'],
    operation: 'bake',
    says: /1 tile with another table/,
  },
  {
    what: 'a cutter that crosses itself',
    stem: 'crossed',
    mesh: sampleMesh(ROW, true),
    triangles: 54,
    problems: ['git.cutter.crosses'],
    record: /trigger/i,
    operation: 'apply-cutters',
    says: /bow_tie\) crosses itself/,
  },
  {
    what: 'as many walkable triangles in a tile as a table holds',
    stem: 'full',
    mesh: sampleMesh(FULL, false),
    triangles: 256,
    problems: [],
    operation: 'bake',
    says: /252 triangles gain a table entry/,
  },
  {
    what: 'more walkable triangles in a tile than a table holds',
    stem: 'crowded',
    mesh: withValues(sampleMesh(FULL, true), {
      'triangles/0/flags': STONE | 1 | CLOSED,
      'triangles/1/flags': STONE | 1 | CLOSED,
    }),
    triangles: 256,
    problems: ['aswm.tile.walkable'],
    operation: 'bake',
    refusal: 'refusal.nwn2.bake.capacity',
  },
  {
    what: 'islands without exits',
    stem: 'apart',
    mesh: withValues(sampleMesh(APART, true), { 'triangles/0/flags': CLOSED }),
    triangles: 54,
    problems: ['aswm.island.isolated', 'aswm.tile.blocked'],
    record: /island/i,
    operation: 'bake',
    says: /2 islands before, 2 islands after/,
  },
]

const userData = freshFolder()
let studio: Running

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  const install = (await areal(['sample', 'nwn2', '--user-data', userData])).out.toString().trim()
  const folder = join(install, 'modules/Bad')
  mkdirSync(folder)
  for (const { stem, mesh } of BAD) writeFileSync(join(folder, `${stem}.trx`), walkmesh(mesh))
  writeFileSync(join(folder, 'crossed.git'), treeFile('GIT ', [['TriggerList', LIST, listOf([CROSSED])]]))
  studio = await startStudio({ width: 1440, height: 900, userData, other: { program: ROOT, sample: 'nwn2' } })
})

test.afterAll(async () => {
  await studio.close()
  removeFolder(userData)
})

/** Opens the walkmesh of an area; returns its row of the tree. */
async function open(page: Page, { stem, triangles }: BadArea) {
  await filterTree(page, `${stem}.trx`)
  await page
    .getByRole('treeitem', { name: new RegExp(`${stem}\\.trx`) })
    .first()
    .click()
  const row = page.locator(`[role="treeitem"][data-key="${entryOf(stem)}"]`)
  await row.click()
  await expect(page.locator('.facts')).toContainText(`${triangles} triangles`)
  return row
}
const entryOf = (stem: string): string => `modules/Bad/${stem}.trx!#1`

for (const area of BAD)
  test(`an area with ${area.what} is drawn, shows its problems, and its walkmesh is changed or the reason why not is shown`, async () => {
    const { page } = studio
    const row = await open(page, area)
    await keyOnMap(page, 'Numpad7')
    await keyOnMap(page, 'Home')
    await placeOf(page, 50) // it is drawn: a record is somewhere on the page
    await page.getByTestId('tab-problems').click()
    const problems = page.getByTestId('pane-problems')
    await problems.getByRole('textbox').fill(`${area.stem}.`)
    for (const code of area.problems) await expect(problems.locator(`[data-code="${code}"]`).first()).toBeVisible()
    if (area.problems.length === 0) await expect(problems.locator('[data-code]')).toHaveCount(0)

    if (area.record) {
      await problems.locator(`[data-code="${area.problems[0]}"]`).first().click()
      await expect(page.getByTestId('status-selection')).toContainText(area.record)
    }

    await row.click({ button: 'right' })
    await page.locator(`[data-command="tree.operation.nwn2.${area.operation}"]`).click()
    if (area.refusal !== undefined) {
      await expect(page.locator(`[data-testid="notification"][data-code="${area.refusal}"]`)).toBeVisible()
      await expect(page.getByTestId('incoming')).toHaveCount(0)
    } else {
      const preview = page.getByTestId('incoming')
      await expect(preview).toContainText(area.says ?? /./)
      await page.getByTestId('incoming-accept').click()
      await expect(preview).toHaveCount(0)
      // The tables are those of the triangles now.
      for (const code of ['aswm.tile.blocked', 'aswm.tile.walkable'])
        await expect(problems.locator(`[data-code="${code}"]`)).toHaveCount(0)
      await placeOf(page, 5)
    }
    expect(studio.complaints).toEqual([])
  })
