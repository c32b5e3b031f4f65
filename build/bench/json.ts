import type { Page } from '@playwright/test'
import type { StudioApi } from '@areal-studio/core/studio'
import { median, type Figures, type Measured } from './figures'
import type { BenchInstall } from './install'
import { largestMap, openApart } from './panes'
import { inWindow } from './window'

const NAMES = ['json_open_ms', 'json_sync_ms'] as const
const EDITS = 5
/** Milliseconds between edits, so that each begins at rest. */
const REST = 400

/** With the largest map's whole file as JSON: until its text is there, and from an edit made elsewhere until the text has it. */
export const measureJson = (install: BenchInstall): Promise<Measured> =>
  inWindow(install, NAMES, { width: 1920, height: 1080 }, page => measurePage(page, largestMap(install)))

interface Probe {
  readonly studio: StudioApi
  select(entry: string, path: string): void
  edit(entry: string, path: string, value: number): Promise<number>
}
interface Plan {
  readonly entry: string
  readonly count: number
  readonly rest: number
}

async function measurePage(page: Page, entry: string): Promise<Figures> {
  await openApart(page, entry, 'areals/0/class_id')
  const opened = Date.now()
  await page.getByTestId('json-scope').getByText('File').click()
  await page.locator('[data-testid="json-editor"]', { hasText: '"class_id"' }).waitFor()
  const open = Date.now() - opened
  const probe = await page.evaluateHandle<Probe>('globalThis.arealProbe')
  return {
    json_open_ms: open,
    json_sync_ms: median(await probe.evaluate(editInPage, { entry, count: EDITS, rest: REST })),
  }
}

/** Runs in the window: until the line that is seen holds the new value. */
async function editInPage({ select, edit }: Probe, { entry, count, rest }: Plan): Promise<number[]> {
  const seen = (): string =>
    document.querySelector('[data-testid="json-editor"] .view-lines')?.textContent?.replaceAll('\u00a0', ' ') ?? ''
  const delays: number[] = []
  select(entry, 'areals/400/class_id')
  await new Promise(done => setTimeout(done, 1000))
  for (let i = 0; i < count; i++) {
    const begun = performance.now()
    void edit(entry, 'areals/400/class_id', 700 + i)
    while (!seen().includes(`"class_id": ${700 + i}`) && performance.now() - begun < 20_000)
      await new Promise(done => setTimeout(done, 5))
    delays.push(performance.now() - begun)
    await new Promise(done => setTimeout(done, rest))
  }
  return delays
}
