import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { StudioApi } from '@areal-studio/core/studio'
import { selectElsewhere } from '../../e2e/elsewhere'
import { panesApart } from '../../e2e/panes-apart'
import type { BenchInstall } from './install'
import { fileIn } from './studio'

/** The areals of the map whose file is the largest. */
export function largestMap(install: BenchInstall): string {
  const files = install.mapFolders.map(folder => fileIn(install, folder, 'land.map'))
  const size = (file: string): number => statSync(join(install.root, file)).size
  return `${files.reduce((best, file) => (size(file) > size(best) ? file : best), files[0] ?? '')}!#0`
}

/** Map, form, struct, hex, table and JSON side by side with a node of an entry selected, once what the opening starts is over. */
export async function openApart(page: Page, entry: string, path: string): Promise<void> {
  const probe = await page.evaluateHandle<{ readonly studio: StudioApi }>('globalThis.arealProbe')
  await probe.evaluate(async ({ studio }) => {
    while (!(await studio.info())) await new Promise(done => setTimeout(done, 100))
    await Promise.all([studio.check(), studio.prove()])
  })
  await selectElsewhere(page, entry, path)
  await panesApart(page)
  await page.locator(`[data-testid="json-editor"][data-path="${path}"]`).waitFor({ timeout: 60_000 })
  await page.getByTestId('table-grid').waitFor()
  await page.waitForTimeout(1000)
}
