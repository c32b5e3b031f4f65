import { everyWindow } from '../state/windows'

/** Has a title of its own, or is the subject of a tooltip. */
const OWN = '[title]:not([data-cut]), [data-grace-area-trigger]'

/** Gives a text that its room cuts the whole text as its title while the mouse is on it; takes it away where it fits. */
function titleCutText({ target }: Pick<Event, 'target'>): void {
  const cut = target instanceof Element ? target.closest<HTMLElement>('.cut') : null
  if (!cut || cut.closest(OWN)) return
  if (cut.scrollWidth > cut.clientWidth) {
    cut.title = cut.textContent.trim()
    cut.dataset['cut'] = ''
  } else if (cut.dataset['cut'] !== undefined) {
    cut.removeAttribute('title')
    delete cut.dataset['cut']
  }
}

everyWindow.addEventListener('pointerover', titleCutText, { capture: true, passive: true })
