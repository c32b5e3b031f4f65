interface Offset {
  readonly left: number
  readonly top: number
}

/** Pixels that the sign is scrolled by while its pane is in the document. */
const STAYED = 2

/** Where the parts of a pane are scrolled to: the dock takes a pane out of the document and puts it back, which scrolls all of it to its start. */
export class KeptScroll {
  private readonly offsets = new Map<Element, Offset>()
  /** An element of the pane that can be scrolled and nobody scrolls: at its start it has been out of the document. */
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

  /** Another install is open: what its panes show begins at its start. */
  forget(): void {
    this.offsets.clear()
  }

  /** Scrolls the parts to where they were, if the pane has been out of the document. While it is out nothing is there to scroll. */
  bringBack(): void {
    if (!this.sign?.isConnected || this.sign.scrollTop > 0) return
    for (const [element, { left, top }] of this.offsets)
      if (element.isConnected) element.scrollTo({ left, top, behavior: 'instant' })
    this.sign.scrollTop = STAYED
  }
}
