import { expect, test } from '@playwright/test'
import { selectElsewhere } from './elsewhere'
import { openMap } from './map-page'
import { MAP, selectAreal, startStudio } from './studio'

const AREAL = 400

test('the first edit of a map opened second is drawn, and undo of a deletion selects what was deleted', async () => {
  const studio = await startStudio()
  const { page } = studio
  await openMap(page, 'AutoMAP')
  await openMap(page, 'SC_1')
  await selectAreal(page, AREAL)
  const before = Number(await page.getByTestId('field-class_id').inputValue())
  const after = before === 12 ? 7 : 12
  await page.getByTestId('field-class_id').fill(String(after))
  await page.getByTestId('field-class_id').press('Enter')
  await expect(page.getByTestId('viewport-live')).toContainText(`class ${after} `)

  await selectElsewhere(page, MAP, `areals/${AREAL}`)
  await page.getByTestId('viewport-canvas').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByTestId('status-unpacked')).toContainText('1')
  await page.getByTestId('tab-history').click()
  await expect(page.getByTestId('history-step')).toHaveCount(2)
  await page.getByTestId('button-undo').click()
  await expect.poll(() => page.evaluate(() => window.arealProbe?.selection?.().path)).toBe(`areals/${AREAL}`)
  expect(studio.complaints).toEqual([])
  await studio.close()
})
