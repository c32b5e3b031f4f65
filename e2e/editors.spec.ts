import { expect, test, type Page } from '@playwright/test'
import { openAfterAnother } from './map-page'
import { MAP, areal, freshFolder, selectAreal, startStudio } from './studio'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const AREAL = 400
const VALUE = 21
const PATH = `areals/${AREAL}/class_id`

async function throughForm(page: Page): Promise<void> {
  await page.getByTestId('field-class_id').fill(String(VALUE))
  await page.getByTestId('field-class_id').press('Enter')
}

async function throughStruct(page: Page): Promise<void> {
  const row = page.locator(`[data-testid="struct-row"][data-path="${PATH}"]`)
  await row.dblclick()
  await page.getByTestId('struct-input').fill(String(VALUE + 1))
  await page.getByTestId('struct-input').press('Escape') // given up: no step
  await page.keyboard.press('ContextMenu')
  await expect(page.locator('[data-command="struct.edit"]')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByTestId('struct-input').fill(String(VALUE))
  await page.getByTestId('struct-input').press('Enter')
}

async function throughHex(page: Page): Promise<void> {
  await page.getByRole('tree').first().focus()
  await page.keyboard.press('ContextMenu')
  await expect(page.locator('[data-command="tree.extract"]')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.locator(`[data-testid="struct-row"][data-path="${PATH}"]`).click()
  await page.getByTestId('tab-hex').click()
  await page.getByTestId('hex-grid').focus()
  await page.keyboard.type(VALUE.toString(16).padStart(2, '0'))
  await page.keyboard.press('Enter')
}

async function throughJson(page: Page): Promise<void> {
  await page.locator(`[data-testid="struct-row"][data-path="${PATH}"]`).click()
  await page.getByTestId('tab-json').click()
  const line = page.getByTestId('json-editor').locator('.view-line', { hasText: '"class_id"' })
  await line.click()
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.type(`"class_id": ${VALUE},`)
  await page.keyboard.press('Control+Enter')
}

const EDITORS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  form: throughForm,
  struct: throughStruct,
  hex: throughHex,
  json: throughJson,
}

/** The lines of the journal, without what differs between any two runs. */
function journal(workspace: string): string[] {
  const lines = readFileSync(join(workspace, 'journal.ndjson'), 'utf8').trimEnd().split('\n')
  return lines.map(line =>
    line
      .replace(/"time":\d+/g, '"time":0')
      .replace(/"(?:checksum|sum|crc)":"?[0-9a-f]+"?/g, '')
      .replace(/^[0-9a-f]+ /, ''),
  )
}

interface Outcome {
  readonly journal: readonly string[]
  readonly payload: string
}

/** Changes one field of a fresh sample through an editor; what that leaves behind. */
async function outcomeOf(change: (page: Page) => Promise<void>): Promise<Outcome> {
  const userData = freshFolder()
  const studio = await startStudio({ userData })
  const { page } = studio
  await openAfterAnother(page, 'SC_1')
  await selectAreal(page, AREAL)
  await change(page)
  await expect(page.getByTestId('status-unpacked')).toContainText('1')
  await expect(page.getByTestId('field-class_id')).toHaveValue(String(VALUE))
  await expect(page.locator(`[data-testid="struct-row"][data-path="${PATH}"]`)).toContainText(String(VALUE))
  const complaints = [...studio.complaints]
  await studio.close()
  expect(complaints).toEqual([])
  const install = join(userData, 'sample/Parkan')
  const where = (await areal(['where', install], { userData })).out.toString().trim()
  return { journal: journal(where), payload: (await areal(['json', install, MAP], { userData })).out.toString() }
}

test.describe
  .serial('the same change ends in the same bytes and the same journal line', () => {
    let first: Outcome | undefined
    for (const [name, change] of Object.entries(EDITORS)) {
      test(`from the ${name} pane`, async () => {
        const outcome = await outcomeOf(change)
        expect(outcome.journal).toHaveLength(1)
        first ??= outcome
        expect(outcome).toEqual(first)
      })
    }
  })

test('one value set on many is one undo step', async () => {
  const studio = await startStudio()
  const { page } = studio
  await selectAreal(page, AREAL)
  await page.keyboard.down('Shift')
  const places = await page.evaluate(() => {
    const near = [401, 402, 399].map(record => window.arealProbe?.project?.(record) ?? null)
    return near.filter(place => place !== null)
  })
  for (const place of places) await page.mouse.click(place.x, place.y)
  await page.keyboard.up('Shift')
  expect(places.length).toBeGreaterThan(0)
  await expect(page.getByTestId('form-title')).toContainText(String(places.length + 1))
  await page.getByTestId('field-class_id').fill('255')
  await page.getByTestId('field-class_id').press('Enter')
  await page.getByTestId('tab-history').click()
  await expect(page.getByTestId('history-step')).toHaveCount(1)
  await page.getByTestId('button-undo').click()
  await expect(page.getByTestId('status-unpacked')).not.toContainText('1')
  await studio.close()
})
