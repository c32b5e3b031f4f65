import { expect, test, type Page } from '@playwright/test'
import { ROOT, areal, fingerprints, freshFolder, removeFolder, startStudio, type Running } from './studio'
import { filterTree } from './tree-page'

/** What is changed in the sample of a game. */
export interface GameJob {
  /** Id of the game for `areal sample`. */
  readonly game: string
  /** Its title, as the window shows it. */
  readonly title: string
  /** Text for the tree's filter that leaves the row of the entry, and the name of the row. */
  readonly filter: string
  readonly row: RegExp
  /** File that the deploy replaces. */
  readonly file: string
  /** Array whose first record is changed; none: the root is. */
  readonly array?: string
  /** The field, named as in the layout, with its value in the JSON text: as found, wrong, and right. */
  readonly field: string
  readonly found: string
  readonly wrong: string
  readonly right: string
  /** Code of the problem that the wrong value has. */
  readonly problem: string
}

/** Opens the sample of a game in the window, changes a field with every pane following, deploys it and restores the game. */
export function testGameJob(job: GameJob): void {
  const userData = freshFolder()
  let studio: Running
  let install: string
  let pristine: Record<string, string>

  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async () => {
    const { code, out, err } = await areal(['sample', job.game, '--user-data', userData])
    expect([code, err]).toEqual([0, ''])
    install = out.toString().trim()
    pristine = fingerprints(install)
    studio = await startStudio({ userData, other: { program: ROOT, sample: job.game } })
  })
  test.afterAll(async () => {
    await studio.close()
    removeFolder(userData)
  })

  test('a field of its sample is chosen, and its form, bytes and JSON text show it', async () => {
    const { page } = studio
    await expect(page).toHaveTitle(new RegExp(job.title))
    await filterTree(page, job.filter)
    await page.getByRole('treeitem', { name: job.row }).first().click()
    await chooseRecord(page, job)
    await expect(field(page, job)).toHaveValue(plain(job.found))
    await page.getByTestId('tab-json').click()
    await field(page, job).click()
    await expect(jsonText(page)).toContainText(line(job, job.found))
  })

  test('a wrong value is followed by struct, bytes and JSON text, and is a problem', async () => {
    const { page } = studio
    await change(page, job, job.wrong)
    await expect(jsonText(page)).toContainText(line(job, job.wrong))
    await expect(structRow(page, job)).toContainText(plain(job.wrong))
    await structRow(page, job).click()
    await page.getByTestId('tab-hex').click()
    await expect(page.getByTestId('hex-field')).toContainText(job.field)
    await expect(page.getByTestId('hex-differences')).toBeVisible()
    await page.getByTestId('tab-problems').click()
    await expect(page.locator(`[data-testid="pane-problems"] [data-code="${job.problem}"]`)).toHaveCount(1)
  })

  test('a right value has no problem, is deployed, and the game is restored', async () => {
    const { page } = studio
    await change(page, job, job.right)
    await expect(page.locator(`[data-testid="pane-problems"] [data-code="${job.problem}"]`)).toHaveCount(0)
    await page.getByTestId('tab-deploy').click()
    await page.getByTestId('button-pack').click()
    await expect(page.getByTestId('planned-file')).toHaveCount(1)
    await expect(page.getByTestId('planned-file')).toContainText(job.file.split('/').at(-1) ?? '')
    await page.getByTestId('button-deploy').click()
    await expect.poll(() => differences(install, pristine)).toEqual([job.file, 'areal-deployed.json'].sort())
    await page.getByTestId('button-restore').click()
    await page.getByTestId('restore-confirm').click()
    await expect.poll(() => differences(install, pristine)).toEqual([])
    expect(studio.complaints).toEqual([])
  })
}

/** Opens the array in the Struct pane, with the groups of its records, and selects the first record. */
async function chooseRecord(page: Page, { array }: GameJob): Promise<void> {
  if (array === undefined) return
  await rowOf(page, array).click()
  const first = rowOf(page, `${array}/0`)
  await expect(async () => {
    if (!(await first.isVisible())) await page.keyboard.press('ArrowRight')
    await expect(first).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 45_000 })
  await first.click()
}

const rowOf = (page: Page, path: string) => page.locator(`[data-testid="struct-row"][data-path="${path}"]`)
const field = (page: Page, job: GameJob) => page.getByTestId(`field-${job.field}`)
const structRow = (page: Page, { array, field: name }: GameJob) =>
  rowOf(page, array === undefined ? name : `${array}/0/${name}`)
const jsonText = (page: Page) => page.getByTestId('json-editor')
/** A value as fields show it. */
const plain = (value: string): string => value.replaceAll('"', '')
const line = (job: GameJob, value: string): string => `"${job.field}": ${value}`

async function change(page: Page, job: GameJob, value: string): Promise<void> {
  await field(page, job).fill(plain(value))
  await field(page, job).press('Enter')
  await expect(page.getByTestId('status-unpacked')).toContainText('1')
}

/** Files of the install that are not what they were, without what the game itself may write. */
function differences(install: string, pristine: Readonly<Record<string, string>>): string[] {
  const now = fingerprints(install)
  return [...new Set([...Object.keys(now), ...Object.keys(pristine)])]
    .filter(file => now[file] !== pristine[file])
    .sort()
}
