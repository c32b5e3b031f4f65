import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { percentile, type Figures, type Measured } from './figures'
import type { BenchInstall } from './install'
import { inWindow } from './window'

const NAMES = ['filter_60k_ms_p95'] as const
const FOLDERS = 600
const FILES = 100
/** Typed letter by letter: what many names have, few have, one has. */
const TYPED = [
  'object',
  'folder_59',
  'object_599_99',
  'object',
  'folder_48',
  'object_488_88',
  'object',
  'folder_37',
  'object_377_77',
]

/** An install of 60,000 files in the window: from a key in the filter of the tree until its rows are drawn. */
export function measureFilter(install: BenchInstall): Promise<Measured> {
  const root = join(install.temp, 'Large')
  for (let folder = 0; folder < FOLDERS; folder++) {
    const path = join(root, `folder_${folder}`)
    mkdirSync(path, { recursive: true })
    for (let file = 0; file < FILES; file++) writeFileSync(join(path, `object_${folder}_${file}.txt`), '')
  }
  writeFileSync(join(root, 'iron_3d.exe'), '')
  return inWindow({ ...install, root }, NAMES, { width: 1440, height: 900 }, measurePage)
}

async function measurePage(page: Page): Promise<Figures> {
  const filter = page.getByTestId('tree-filter').getByRole('textbox')
  await page.getByTestId('tab-tree').click({ timeout: 240_000 }) // another pane may lie before it
  await filter.fill('iron_3d')
  await page.getByRole('treeitem', { name: /iron_3d/ }).waitFor({ timeout: 120_000 })
  await page.waitForTimeout(2000)
  return { filter_60k_ms_p95: percentile(await page.evaluate(typeInPage, TYPED), 0.95) }
}

/** Runs in the window. The time of a key ends when the frame with its rows is done. */
async function typeInPage(words: readonly string[]): Promise<number[]> {
  const input = document.querySelector<HTMLInputElement>('[data-testid="tree-filter"] input')
  const times: number[] = []
  for (const word of words) {
    for (let length = 1; length <= word.length; length++) {
      // At the start of a frame, so that waiting for one is no part of what is measured.
      await new Promise(done => requestAnimationFrame(done))
      const begun = performance.now()
      if (input) input.value = word.slice(0, length)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise(done => setTimeout(done))
      document.querySelector('[data-testid="pane-tree"]')?.getBoundingClientRect()
      times.push(performance.now() - begun)
    }
  }
  return times
}
