import type { Page } from '@playwright/test'
import type { Value } from '@areal-studio/core/layout'

/** Selects as no pane does it: for the panes to follow. */
export const selectElsewhere = (page: Page, entry: string, path: string): Promise<void> =>
  page.evaluate(
    ([file = '', to = '']) => {
      window.arealProbe?.select?.(file, to)
    },
    [entry, path],
  )

/** Gives a node its value in one step, as no pane does it. */
export const editElsewhere = (page: Page, entry: string, path: string, value: Value): Promise<void> =>
  page.evaluate(
    async ([file = '', to = '', text = '']) => {
      await window.arealProbe?.edit?.(file, to, JSON.parse(text))
    },
    [entry, path, JSON.stringify(value)],
  )
