import { expect, type Page } from '@playwright/test'

/** Types into the tree's filter and waits for its rows: they are drawn into the elements that are there, so one pressed before is another's. */
export async function filterTree(page: Page, text: string): Promise<void> {
  await page.getByTestId('tree-filter').getByRole('textbox').fill(text)
  await expect(page.getByTestId('pane-tree').getByRole('tree')).not.toHaveAttribute('aria-busy', 'true')
}
