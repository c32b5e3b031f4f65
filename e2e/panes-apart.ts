import type { Page } from '@playwright/test'

/** Drags tabs out of the lower group so that hex, JSON and table are seen beside map, form and struct. Wants a wide window. */
export async function panesApart(page: Page): Promise<void> {
  await page.getByTestId('tab-problems').click()
  const box = await page.getByTestId('pane-problems').boundingBox()
  if (!box) throw new Error('there is no lower group')
  const middle = box.y + box.height / 2
  await dragTab(page, 'json', box.x + box.width - 30, middle)
  await dragTab(page, 'hex', box.x + 30, middle)
  await page.getByTestId('tab-table').click()
}

async function dragTab(page: Page, pane: string, x: number, y: number): Promise<void> {
  await page.getByTestId(`tab-${pane}`).hover()
  await page.mouse.down()
  // The dock shows where a tab would go once the mouse has moved over it twice.
  await page.mouse.move(x - 40, y, { steps: 5 })
  await page.mouse.move(x, y, { steps: 5 })
  await page.waitForTimeout(200)
  // The pane that was pressed may have been built under the mouse since: only a move tells the browser what lies there now.
  await page.mouse.move(x - 2, y)
  await page.mouse.move(x, y, { steps: 2 })
  await page.mouse.up()
  await page.getByTestId(`pane-${pane}`).waitFor()
}
