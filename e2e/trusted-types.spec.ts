import { expect, test } from '@playwright/test'
import { openMap } from './map-page'
import { selectAreal, startStudio } from './studio'

/** Opens everything that creates HTML or starts a worker: refusals of the content policy are printed on the console. */
test('Trusted Types refuse nothing that the window does itself', async () => {
  const studio = await startStudio()
  const { page } = studio
  const workers = new Set<string>()
  page.on('worker', worker => workers.add(/([\w.]+?)(?:-worker|\.worker)/.exec(worker.url())?.[1] ?? worker.url()))
  expect(await page.evaluate(() => 'trustedTypes' in window)).toBe(true)
  await openMap(page, 'SC_1')
  await selectAreal(page, 400)
  await page.getByTestId('tab-json').click()
  const editor = page.getByTestId('json-editor')
  await expect(editor).toContainText('"class_id"')
  await editor.locator('.view-line', { hasText: '"class_id"' }).click()
  await page.keyboard.press('F1')
  await page.keyboard.press('Escape')
  await editor.locator('.view-line span span', { hasText: 'class_id' }).first().hover()
  await expect.poll(() => [...workers]).toContain('json')
  for (const pane of ['hex', 'table', 'history', 'changes', 'jobs', 'problems']) {
    await page.getByTestId(`tab-${pane}`).click()
    await expect(page.getByTestId(`pane-${pane}`)).toBeVisible()
  }
  await page.getByTestId('tree-gallery').click()
  await expect(page.getByTestId('gallery-picture').first()).toBeVisible()
  expect([...workers]).toContain('thumbnail')
  expect(studio.complaints).toEqual([])
  await studio.close()
})
