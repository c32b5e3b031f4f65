interface Offset {
  readonly left: number
  readonly top: number
}

/** Where the parts of a pane are scrolled to: the dock takes a pane out of the document and puts it back, which scrolls all of it to its start. */
export class KeptScroll {
  private readonly offsets = new Map<Element, Offset>()

  /** For every scroll event in the pane, caught on its way down; what left the pane since is forgotten. */
  readonly note = ({ target }: Event): void => {
    if (!(target instanceof Element)) return
    for (const element of this.offsets.keys()) if (!element.isConnected) this.offsets.delete(element)
    this.offsets.set(target, { left: target.scrollLeft, top: target.scrollTop })
  }

  /** Scrolls the parts that are at their start to where they were. While the pane is out of the document nothing is there to scroll. */
  bringBack(): void {
    for (const [element, { left, top }] of this.offsets) {
      if (element.isConnected && element.scrollLeft === 0 && element.scrollTop === 0) element.scrollTo({ left, top, behavior: 'instant' })
    }
  }
}
