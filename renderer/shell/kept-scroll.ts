import type { Scrolled } from '../state/kept-place'
import type { ScrolledPart } from '../ui/pane'

interface Offset {
  readonly left: number
  readonly top: number
}

/** Name of a part of a pane that is the same after a restart: what tests, screen readers or styles know it by. */
const nameOf = (part: Element): string =>
  part.getAttribute('data-testid') ?? part.getAttribute('role') ?? part.classList[0] ?? part.tagName

/** Pixels that the sign is scrolled by while its pane is in the document. */
const STAYED = 2

/**
 * Scroll positions of the parts of a pane, restored after the dock takes the pane out of the document and puts it back,
 * which resets them.
 */
export class KeptScroll {
  private readonly offsets = new Map<Element, Offset>()
  /** Parts that scroll without the browser. */
  private readonly parts = new Map<string, ScrolledPart>()
  private earlier = new Map<string, Scrolled>()
  /** An element of the pane that can be scrolled and is at its start: it was out of the document. */
  private sign: Element | undefined

  readonly setSign = (sign: unknown): void => {
    this.sign = sign instanceof Element ? sign : undefined
  }

  /** For every scroll event in the pane, caught on its way down; what left the pane since is forgotten. */
  readonly note = ({ target }: Event): void => {
    if (!(target instanceof Element) || target === this.sign) return
    for (const element of this.offsets.keys()) if (!element.isConnected) this.offsets.delete(element)
    this.offsets.set(target, { left: target.scrollLeft, top: target.scrollTop })
    if (this.sign) this.sign.scrollTop = STAYED
  }

  readonly add = (name: string, part: ScrolledPart): void => void this.parts.set(name, part)

  /** Another install or entry is open: what its panes show begins at its start. */
  forget(): void {
    this.offsets.clear()
    this.earlier.clear()
  }

  /** Offsets by the name of the part, for the next start. */
  named(): Record<string, Scrolled> {
    return Object.fromEntries([
      ...[...this.offsets].map(([part, { left, top }]) => [nameOf(part), [left, top]] as const),
      ...[...this.parts].map(([name, part]) => [name, part.get()] as const),
    ])
  }

  /** Offsets of an earlier start, for parts that may not be there yet. */
  expect(named: Readonly<Record<string, Scrolled>>): void {
    this.earlier = new Map(Object.entries(named).filter(([, [left, top]]) => left + top > 0))
  }

  /** Scrolls the parts of the pane that are there and long enough by now to where they were at the earlier start. */
  catchUp(): void {
    const pane = this.sign?.parentElement
    if (!pane || this.earlier.size === 0) return
    for (const [name, part] of this.parts) {
      const at = this.earlier.get(name)
      if (at && part.set(at)) this.earlier.delete(name)
    }
    for (const part of pane.querySelectorAll('*')) {
      const at = this.earlier.get(nameOf(part))
      if (!at) continue
      const [left, top] = at
      if (part.scrollHeight - part.clientHeight < top || part.scrollWidth - part.clientWidth < left) continue
      this.earlier.delete(nameOf(part))
      part.scrollTo({ left, top, behavior: 'instant' })
    }
  }

  /** The user scrolls: where it was earlier counts no more. */
  readonly release = (): void => this.earlier.clear()
  get isCaughtUp(): boolean {
    return this.earlier.size === 0
  }

  /** Scrolls the parts to where they were, if the pane has been out of the document. While it is out nothing is there to scroll. */
  bringBack(): void {
    if (!this.sign?.isConnected || this.sign.scrollTop > 0) return
    for (const [element, { left, top }] of this.offsets)
      if (element.isConnected) element.scrollTo({ left, top, behavior: 'instant' })
    this.sign.scrollTop = STAYED
  }
}
