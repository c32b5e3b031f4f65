/** Pixels at an end of a bar that the arrow there takes; as `--arrow` in the theme. */
const ARROW = 20
/** Part of the visible width that a press on an arrow scrolls by. */
const STEP = 0.75

/** Listeners for `v-on` of a bar that scrolls sideways: the mouse wheel over it and clicks on its arrows scroll it. */
export const strip = {
  wheelPassive({ currentTarget, deltaX, deltaY, shiftKey }: WheelEvent): void {
    if (currentTarget instanceof Element && deltaX === 0 && !shiftKey) currentTarget.scrollLeft += deltaY
  },
  /** The arrows are no elements: a press on one is on the bar itself. */
  click({ currentTarget: bar, target, clientX }: MouseEvent): void {
    if (!(bar instanceof Element) || target !== bar) return
    const { left, right } = bar.getBoundingClientRect()
    if (clientX < left + ARROW) bar.scrollLeft -= bar.clientWidth * STEP
    else if (clientX > right - ARROW) bar.scrollLeft += bar.clientWidth * STEP
  },
  /** Scrolls a control that is under an arrow into view, except during a mouse press: the browser takes it for visible. */
  focusin({ target }: FocusEvent): void {
    if (target instanceof Element && target.matches(':focus-visible'))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  },
}
