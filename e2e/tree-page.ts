import { expect, type Page } from '@playwright/test'

/** Types into the tree's filter and waits for its rows: they are drawn into the elements that are there, so one pressed before is another's. */
export async function filterTree(page: Page, text: string): Promise<void> {
  await page.getByTestId('tree-filter').getByRole('textbox').fill(text)
  await expect(page.getByTestId('pane-tree').getByRole('tree')).not.toHaveAttribute('aria-busy', 'true')
}

/** Filters the tree by a text, and clicks the first row whose name contains another; twice opens it in the map, too. */
export async function clickRow(page: Page, text: string, name: string, clickCount: 1 | 2 = 1): Promise<void> {
  await filterTree(page, text)
  await page.getByTestId('pane-tree').getByRole('treeitem', { name }).first().click({ clickCount })
}

/** Opens a mission of the sample in the map, from the tree. */
export async function openMission(page: Page, mission: string): Promise<void> {
  await expect(page.getByTestId('pane-tree')).toContainText('MISSIONS')
  await clickRow(page, `${mission}/data.tma`, 'data.tma', 2)
  await expect(page.locator('.facts')).toContainText('objects')
}

/** Shows the wind mill of the sample, from the tree. */
export async function openWindMill(page: Page): Promise<void> {
  await clickRow(page, 'r_h_003.msh', 'r_h_003.msh')
  await expect(page.getByTestId('model-facts')).toContainText('3 nodes')
}
