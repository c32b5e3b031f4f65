/** A mouse has one wheel: over a bar that is scrolled sideways it does that. */
export function turnStrip({ currentTarget, deltaX, deltaY, shiftKey }: WheelEvent): void {
  if (currentTarget instanceof Element && deltaX === 0 && !shiftKey) currentTarget.scrollLeft += deltaY
}
