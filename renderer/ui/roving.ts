import type { ObjectDirective } from 'vue'

const STOPS = 'button:not(:disabled), input:not(:disabled), select:not(:disabled), [role="button"]'
/** What arrows do in a line that is typed in. */
const TYPED = 'input, select, textarea'

/**
 * Index of the control that a key moves the focus to, of `count` controls; undefined where the key moves nothing.
 * `columns`: controls in a row.
 */
export function nextStop(key: string, at: number, count: number, columns = 1): number | undefined {
  const to = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: count - 1,
  }[key]
  return to === undefined || to < 0 || to >= count || to === at ? undefined : to
}

/** Whether the caret of a text line is at the end that an arrow key points to. */
export function isAtEdge(line: object, key: string): boolean {
  const { value, selectionStart: start, selectionEnd: end } = line as Partial<HTMLInputElement>
  if (value === undefined || start === undefined || start !== end) return false
  return (key === 'ArrowRight' && start === value.length) || (key === 'ArrowLeft' && end === 0)
}

const allStops = (bar: Element): HTMLElement[] => [...bar.querySelectorAll<HTMLElement>(STOPS)]
/** What a narrow bar leaves out cannot take the focus. */
const seenStops = (bar: Element): HTMLElement[] => allStops(bar).filter(stop => stop.getClientRects().length > 0)

/** One of them takes Tab: the one that had the focus last, else the chosen one, else the first. */
function mark(bar: Element, wanted?: Element | null): void {
  const stops = allStops(bar)
  const present =
    stops.find(stop => stop === wanted) ??
    stops.find(stop => stop.dataset['stop'] === 'true') ??
    stops.find(stop => stop.matches('[aria-checked="true"], [aria-pressed="true"], [aria-selected="true"]')) ??
    stops[0]
  for (const stop of stops) {
    const index = stop === present ? 0 : -1
    if (stop.tabIndex !== index) stop.tabIndex = index
    if (stop === present) stop.dataset['stop'] = 'true'
    else delete stop.dataset['stop']
  }
}

const followed = new WeakMap<Element, () => void>()

/**
 * Makes a bar one stop of the Tab key; arrows, Home and End move between its controls. Value: the number of columns,
 * where its controls are in rows.
 */
export const vRoving: ObjectDirective<HTMLElement, number | undefined> = {
  beforeMount(bar) {
    bar.dataset['roving'] = ''
  },
  mounted(bar, { value: columns }) {
    if (bar.parentElement?.closest('[data-roving]')) return // its controls are stops of the bar around it
    const focused = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && target.matches(STOPS)) mark(bar, target)
    }
    const pressed = (event: KeyboardEvent): void => {
      const { target, key } = event
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
      if (!(target instanceof HTMLElement) || (target.matches(TYPED) && !isAtEdge(target, key))) return
      const stops = seenStops(bar)
      const to = nextStop(key, stops.indexOf(target), stops.length, columns)
      if (to === undefined) return
      event.preventDefault()
      stops[to]?.focus()
    }
    const observer = new MutationObserver(() => mark(bar))
    observer.observe(bar, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    bar.addEventListener('focusin', focused)
    bar.addEventListener('keydown', pressed)
    followed.set(bar, () => {
      observer.disconnect()
      bar.removeEventListener('focusin', focused)
      bar.removeEventListener('keydown', pressed)
    })
    mark(bar)
  },
  beforeUnmount(bar) {
    followed.get(bar)?.()
    followed.delete(bar)
  },
}
