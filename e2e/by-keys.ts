import { expect, type Locator, type Page } from '@playwright/test'

/** Presses of a key after which a target counts as out of reach of a keyboard. */
export const FARTHEST = 80
const PANES = 12

/** Ways through a window without a mouse. `page`: the window at the time of a press. */
export function byKeys(page: () => Page) {
  const isFocused = (target: Locator): Promise<boolean> =>
    target.evaluateAll(found => found.some(element => element === document.activeElement))
  const pressTo = async (key: string, target: Locator): Promise<void> => {
    for (let steps = 0; steps < FARTHEST && !(await isFocused(target)); steps++) await page().keyboard.press(key)
    await expect(target).toBeFocused()
  }
  const paneWithFocus = (): Promise<string> =>
    page().evaluate(() => document.activeElement?.closest('[data-testid^="pane-"]')?.getAttribute('data-testid') ?? '')
  return {
    /** Presses Tab until the element has the focus. */
    tabTo: (target: Locator): Promise<void> => pressTo('Tab', target),
    /** Walks by an arrow from the stop of a bar to one of its controls: a bar is one stop of the Tab key. */
    arrowTo: (target: Locator, arrow: 'ArrowRight' | 'ArrowDown' = 'ArrowRight'): Promise<void> =>
      pressTo(arrow, target),
    paneWithFocus,
    /** Presses F6 until the focus is in that pane. */
    async paneTo(pane: string): Promise<void> {
      for (let steps = 0; steps < PANES && (await paneWithFocus()) !== `pane-${pane}`; steps++)
        await page().keyboard.press('F6')
      await expect.poll(paneWithFocus).toBe(`pane-${pane}`)
    },
    /** Runs the first command of the palette for these words. */
    async run(words: string): Promise<void> {
      await page().keyboard.press('Control+Shift+KeyP')
      await expect(page().getByTestId('palette').getByRole('combobox')).toBeFocused()
      await page().keyboard.type(words)
      await page().keyboard.press('Enter')
      await expect(page().getByTestId('palette')).toHaveCount(0)
    },
  }
}
