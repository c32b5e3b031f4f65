import type { Page } from '@playwright/test'
import { locate, nodeAt, type Document } from '@areal-studio/core/layout'
import { selectElsewhere } from './elsewhere'

/** A window with all panes side by side and a map selected in them, and that map as it is laid out. */
export interface Stage {
  readonly page: Page
  readonly entry: string
  readonly whole: Document
}

/** How a pane selects a node: all but the last gesture has been done. */
export interface Way {
  /** What is selected then. */
  readonly path: string
  act(): Promise<unknown>
}

export const offsetOf = (whole: Document, path: string): number => locate(whole, path)?.offset ?? -1
const sibling = (at: number): number => (at === 0 ? 1 : at - 1)

/** A press where the mouse stands already. A locator would look at the page first, within the time that the bench measures. */
async function press(page: Page): Promise<void> {
  await page.mouse.down()
  await page.mouse.up()
}

/** Waits until the panes that the next gesture uses show a node. */
async function shownIn(page: Page, path: string): Promise<void> {
  await page.locator(`[data-testid="struct-row"][data-path="${path}"][aria-selected="true"]`).waitFor()
  await page.locator(`[data-testid="json-editor"][data-path="${path}"]`).waitFor()
}

/** By its offset, typed into *Go to*. */
export async function fromHex({ page, whole }: Stage, path: string): Promise<Way> {
  const offset = offsetOf(whole, path)
  await page.getByTestId('hex-grid').focus()
  await page.keyboard.press('Control+g')
  await page.getByTestId('hex-go').locator('input').fill(String(offset))
  return { path: nodeAt(whole, offset).path, act: () => page.keyboard.press('Enter') }
}

/** By a press on its row, which stands beside the one that is selected. */
export async function fromStruct({ page, entry }: Stage, array: string, at: number): Promise<Way> {
  await selectElsewhere(page, entry, `${array}/${sibling(at)}`)
  await shownIn(page, `${array}/${sibling(at)}`)
  const path = `${array}/${at}`
  const row = page.locator(`[data-testid="struct-row"][data-path="${path}"]`)
  await row.hover({ position: { x: 90, y: 10 } })
  return { path, act: () => press(page) }
}

/** By a press on its row, the only one that the filter leaves; `wholeTable` takes the filter away. */
export async function fromTable({ page }: Stage, array: string, at: number): Promise<Way> {
  await page.getByTestId('table-array').click()
  await page.getByRole('menuitemcheckbox', { name: array, exact: true }).click()
  await page.getByTestId('table-filter-record').fill(String(at))
  const head = page.locator(`[data-testid="table-grid"] [data-record="${at}"] [role="rowheader"]`)
  await head.hover()
  return { path: `${array}/${at}`, act: () => press(page) }
}
export const wholeTable = (page: Page): Promise<void> => page.getByTestId('table-filter-record').fill('')

/** Fields that stand one above the other in records of several lines. */
const FIELDS: readonly (readonly [array: RegExp, upper: string, lower: string])[] = [
  [/^areals$/, 'reserved_12', 'area_metric'],
  [/\/polygons$/, 'n', 'words'],
]

/** By an arrow key in the text of the whole file: from the record beside it, or from the field above. */
export async function fromJson({ page, entry }: Stage, array: string, at: number): Promise<Way> {
  const [, upper, lower] = FIELDS.find(([one]) => one.test(array)) ?? []
  const start = upper === undefined ? `${array}/${sibling(at)}` : `${array}/${at}/${upper}`
  await selectElsewhere(page, entry, start)
  await shownIn(page, start)
  await page.getByTestId('json-editor').locator('textarea, .native-edit-context').first().focus()
  const isDown = lower !== undefined || at > 0
  return {
    path: lower === undefined ? `${array}/${at}` : `${array}/${at}/${lower}`,
    act: () => page.keyboard.press(isDown ? 'ArrowDown' : 'ArrowUp'),
  }
}

/** From the record beside it by the arrows of the form's head; the form shows nothing smaller than such records. */
export async function fromForm({ page, entry }: Stage, array: string, at: number): Promise<Way> {
  await selectElsewhere(page, entry, `${array}/${sibling(at)}`)
  await shownIn(page, `${array}/${sibling(at)}`)
  const arrow = page.getByTestId(at > 0 ? 'form-next' : 'form-previous')
  await arrow.hover()
  return { path: `${array}/${at}`, act: () => press(page) }
}

/** What every pane shows of a node that is selected, in one look. Runs in the window. */
export function shownBy(path: string) {
  const one = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
  const row = `${one('[data-testid="table-array"]')?.textContent?.trim()}/${one('[data-testid="table-grid"] [data-record][aria-selected="true"]')?.dataset['record']}`
  return {
    selection: window.arealProbe?.selection?.().path,
    struct: one('[data-testid="struct-row"][aria-selected="true"]')?.dataset['path'],
    json: one('[data-testid="json-editor"] .json-selected')
      ? one('[data-testid="json-editor"]')?.dataset['path']
      : 'nothing framed',
    hex: Number(one('[data-testid="hex-grid"]')?.dataset['caret']),
    form: one('.form-head p')?.textContent?.trim().split(' ').at(-1),
    // A row holds what is selected: the areal or, where its vertices were shown before, the link.
    table: `${path}/`.startsWith(`${row}/`) ? 'holds it' : row,
    map: one('[data-testid="viewport-live"]')?.textContent,
  }
}
