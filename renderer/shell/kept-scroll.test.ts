import { expect, it, vi } from 'vitest'
import { KeptScroll } from './kept-scroll'

/** As much of an element as scrolling needs. */
class Part {
  scrollLeft = 0
  scrollTop = 0
  isConnected = true
  scrollTo({ left, top }: { left: number; top: number }): void {
    this.scrollLeft = left
    this.scrollTop = top
  }
}
vi.stubGlobal('Element', Part)

/** A pane whose list was scrolled, and which then was out of the document. */
function left() {
  const [scroll, sign, list] = [new KeptScroll(), new Part(), new Part()]
  scroll.setSign(sign)
  list.scrollTop = 500
  const event = new Event('scroll')
  Object.defineProperty(event, 'target', { value: list })
  scroll.note(event)
  list.scrollTop = sign.scrollTop = 0
  return { scroll, list }
}

it('scrolls a pane that comes back to where it was', () => {
  const { scroll, list } = left()
  scroll.bringBack()
  expect(list.scrollTop).toBe(500)
})

it('leaves a pane at its start where another install was opened meanwhile', () => {
  const { scroll, list } = left()
  scroll.forget()
  scroll.bringBack()
  expect(list.scrollTop).toBe(0)
})
