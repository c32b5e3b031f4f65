import { everyWindow } from '../state/windows'

/** Has a title of its own, or is the subject of a tooltip. */
const OWN = '[title]:not([data-cut]), [data-grace-area-trigger]'
/** Greatest depth of a text in the part that cuts it. */
const DEEP = 4

/** The part around an element that ends its text in dots where there is no room. */
function cuttingPart(element: Element): HTMLElement | null {
  let at: Element | null = element
  for (let depth = 0; at && depth < DEEP; depth++, at = at.parentElement)
    if (at instanceof HTMLElement && getComputedStyle(at).textOverflow === 'ellipsis') return at
  return null
}

const wordsOf = (part: HTMLElement): string => (part instanceof HTMLInputElement ? part.value : part.textContent.trim())

/** Gives a text that its room cuts the whole text as its title while the mouse is on it; takes it away where it fits. */
function titleCutText({ target }: Pick<Event, 'target'>): void {
  const cut = target instanceof Element ? cuttingPart(target) : null
  if (!cut || cut.closest(OWN)) return
  if (cut.scrollWidth > cut.clientWidth) {
    cut.title = wordsOf(cut)
    cut.dataset['cut'] = ''
  } else if (cut.dataset['cut'] !== undefined) {
    cut.removeAttribute('title')
    delete cut.dataset['cut']
  }
}

everyWindow.addEventListener('pointerover', titleCutText, { capture: true, passive: true })
