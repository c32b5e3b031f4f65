import { expect, test, type Page } from '@playwright/test'
import { PANE_COMMANDS } from './pane-commands'
import { removeFolder, selectAreal, startStudio, type Running } from './studio'

// A trace would take a picture of the whole page for every step; what is cut is said in words.
test.use({ trace: 'off' })

let running: Running
test.afterEach(async () => {
  await running.close()
  removeFolder(running.userData)
})

/**
 * Lengthens every word of a part of the page by two fifths, as another language may, and returns what is cut off by
 * that without a tooltip, a scroll bar or a second line.
 */
function cutWords(page: Page, part: string): Promise<string[]> {
  return page.evaluate(selector => {
    const root = document.querySelector(selector)
    if (!root) return [`${selector} is not there`]
    const isData = (element: Element): boolean =>
      element.closest(
        '.visually-hidden, .mono, .mono-small, kbd, input, textarea, .monaco-editor, [role="treeitem"], [role="gridcell"], svg',
      ) !== null
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const words: Text[] = []
    while (walker.nextNode()) {
      const { currentNode } = walker
      if (
        currentNode instanceof Text &&
        currentNode.parentElement?.checkVisibility() &&
        /\p{L}{3}/u.test(currentNode.data) &&
        !isData(currentNode.parentElement)
      )
        words.push(currentNode)
    }
    for (const word of words)
      word.data = word.data.replace(
        /\p{L}{3,}/gu,
        letters => letters + letters.slice(0, Math.ceil(letters.length * 0.4)),
      )
    const clips = (element: Element, axis: 'overflowX' | 'overflowY'): boolean =>
      ['hidden', 'clip'].includes(getComputedStyle(element)[axis])
    const scrolls = (element: Element): boolean => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
    return words.flatMap(word => {
      const range = document.createRange()
      range.selectNodeContents(word)
      const place = range.getBoundingClientRect()
      if (place.width === 0) return []
      for (let at = word.parentElement; at && root.contains(at); at = at.parentElement) {
        if (at.title !== '' || at.hasAttribute('data-grace-area-trigger') || scrolls(at)) return []
        const room = at.getBoundingClientRect()
        if (room.width <= 1) return [] // for those who hear the page: a sign with a hint says it to the eye
        if (clips(at, 'overflowX') && (place.right > room.right + 1 || place.left < room.left - 1))
          return [`${word.data.trim()} (${Math.round(place.width)} of ${Math.round(room.width)} px in ${at.className})`]
      }
      const room = root.getBoundingClientRect()
      return place.right > room.right + 1 ? [`${word.data.trim()} (beyond the pane)`] : []
    })
  }, part)
}

/** CSS pixels of a window of 1280 × 720 at each scale. */
const SIZES = {
  100: { width: 1280, height: 720 },
  150: { width: 853, height: 480 },
  200: { width: 640, height: 360 },
} as const

for (const [scale, size] of Object.entries(SIZES))
  test(`words that are two fifths longer are not cut in any pane, nor in the frame, at ${scale} %`, async () => {
    running = await startStudio(size)
    const { page } = running
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await selectAreal(page, 5)
    const cut: string[] = []
    for (const [pane, words] of Object.entries(PANE_COMMANDS)) {
      if (pane === 'gallery') continue // it draws every map; its spec measures it
      await page.keyboard.press('Control+Shift+KeyP')
      await page.getByTestId('palette').getByRole('combobox').fill(words)
      await page.locator(`[data-command="view.${pane}"]`).click()
      await expect(page.getByTestId(`pane-${pane}`)).toBeVisible()
      cut.push(...(await cutWords(page, `[data-testid="pane-${pane}"]`)).map(line => `${pane}: ${line}`))
    }
    for (const part of ['.title-bar', '[data-testid="status-bar"]'])
      cut.push(...(await cutWords(page, part)).map(line => `${part}: ${line}`))
    expect(cut).toEqual([])
  })
